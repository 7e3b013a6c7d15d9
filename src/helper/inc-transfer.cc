/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-transfer.h"

#include "ns3/abort.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/simulator.h"

#include <cmath>

namespace ns3
{

IncTransfer::IncTransfer(const IncFabric& fabric,
                         uint32_t from,
                         uint32_t to,
                         uint64_t bytes,
                         Time start,
                         IncVerb verb)
    : m_bytes(bytes),
      m_sender(fabric.GetNic(from)->CreateRcQueuePair()),
      m_receiver(fabric.GetNic(to)->CreateRcQueuePair())
{
    NS_ABORT_MSG_IF(bytes == 0 || bytes > IncQueuePair::LONGEST_MESSAGE,
                    "IncTransfer: " << bytes << " bytes, must be 1 to "
                                    << IncQueuePair::LONGEST_MESSAGE);
    m_sender->Connect(IncFabric::GetAddress(to), m_receiver->GetQpn());
    m_receiver->Connect(IncFabric::GetAddress(from), m_sender->GetQpn());
    const bool reads = verb == IncVerb::READ;
    const auto poster = reads ? m_receiver : m_sender;
    poster->SetSendCompletionCallback(
        IncQueuePair::CompletionCallback([state = m_state](const IncCompletion& completion) {
            state->isDone = completion.status == IncCompletionStatus::SUCCESS;
            state->end = Simulator::Now();
        }));
    IncWorkRequest request;
    request.length = static_cast<uint32_t>(bytes);
    request.rkey = fabric.GetNic(reads ? from : to)->RegisterMemory(nullptr, bytes);
    if (verb == IncVerb::SEND)
    {
        m_receiver->PostReceive({0, nullptr, request.length});
    }
    // A NIC works in the context of its node.
    Simulator::ScheduleWithContext(fabric.GetNodes().Get(reads ? to : from)->GetId(),
                                   start,
                                   [state = m_state, poster, request, verb]() {
                                       state->start = Simulator::Now();
                                       poster->Post(verb, request);
                                   });
}

Time
IncTransfer::GetCompletionTime() const
{
    NS_ABORT_MSG_UNLESS(IsDone(), "IncTransfer::GetCompletionTime: it is not complete");
    return m_state->end - m_state->start;
}

DataRate
IncTransfer::GetGoodput() const
{
    const double seconds = GetCompletionTime().GetSeconds();
    return DataRate(
        static_cast<uint64_t>(std::llround(8 * static_cast<double>(m_bytes) / seconds)));
}

} // namespace ns3
