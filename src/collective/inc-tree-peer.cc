/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-peer.h"

#include <cstring>
#include <string>

namespace ns3
{

IncTreePeer::IncTreePeer(Listener& listener,
                         Ptr<IncCollectiveAlgorithm> tree,
                         uint32_t rank,
                         uint32_t sliceBytes,
                         uint32_t slices)
    : m_listener(listener),
      m_tree(tree),
      m_rank(rank),
      m_sliceBytes(sliceBytes),
      m_slices(slices),
      m_state(std::make_shared<State>())
{
    m_state->peer = this;
}

IncTreePeer::~IncTreePeer()
{
    m_state->peer = nullptr;
}

void
IncTreePeer::Send(const IncRankTask& task, const uint8_t* data, uint32_t bytes)
{
    State& state = *m_state;
    IncCollectiveRequest request;
    request.type = task.type;
    request.operation = task.operation;
    request.overflow = task.overflow;
    request.count = bytes / IncSizeOf(task.type);
    if (data && bytes > 0)
    {
        state.operands.resize(uint64_t{m_slices} * m_sliceBytes);
        state.results.resize(uint64_t{m_slices} * m_sliceBytes);
        const uint64_t offset = state.sent % m_slices * m_sliceBytes;
        std::memcpy(&state.operands[offset], data, bytes);
        request.send.assign(m_tree->GetRanks(), nullptr);
        request.buffers.assign(m_tree->GetRanks(), nullptr);
        request.send[m_rank] = &state.operands[offset];
        request.buffers[m_rank] = &state.results[offset];
    }
    ++state.sent;
    m_tree->StartRank(m_rank,
                      request,
                      IncCollectiveAlgorithm::CompletionCallback(
                          [state = m_state](uint32_t, const std::string& status) {
                              ++state->arrived;
                              if (!state->peer)
                              {
                                  return;
                              }
                              Listener& listener = state->peer->m_listener;
                              if (!status.empty())
                              {
                                  listener.PeerFailed(status);
                                  return;
                              }
                              const bool wasFull = !state->peer->MaySend();
                              listener.PeerArrived(*state->peer);
                              if (wasFull && state->peer && state->peer->MaySend())
                              {
                                  listener.PeerMaySend();
                              }
                          }));
}

void
IncTreePeer::Abort()
{
    // The other workers of the tree miss this rank's contributions and stop after their
    // StallTimeout.
}

} // namespace ns3
