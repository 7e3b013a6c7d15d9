/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncClient that stops after a failure and continues over another tree.

#include "inc-client.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
IncClient::Stalled()
{
    LinkFailed("waits for " + std::to_string(m_hot.inFlight) + " results, has had none for " +
               m_watch.GetTimeoutText() +
               " (IncClient::StallTimeout): a worker or switch is slow, cut off or gone");
}

void
IncClient::SetFailureHandler(FailureHandler handler)
{
    m_failureHandler = std::move(handler);
}

void
IncClient::StopSending()
{
    m_watch.End();
    m_hot.link->Stop();
    for (IncClientSlot& slot : m_hot.slots.GetAll())
    {
        slot.inFlight = false;
        slot.offered = false;
    }
    m_hot.run = Run();
    m_hot.inFlight = 0;
}

void
IncClient::Suspend()
{
    NS_ABORT_MSG_UNLESS(m_hot.log, "IncClient::Suspend: IncClientConfig::recovers was not set");
    StopSending();
    m_hot.suspended = true;
    MakeLink(); // new queue pairs, so that late frames to the earlier ones are refused
}

bool
IncClient::NeedsAllRanks() const
{
    return m_hot.log->NeedsAllRanks() ||
           std::any_of(m_hot.requests.begin(), m_hot.requests.end(), [](const Request& request) {
               return IncNeedsAllRanks(request.what.collective);
           });
}

void
IncClient::Resume(const IncClientConfig& config,
                  uint64_t first,
                  const std::vector<IncReplayRun>& results)
{
    NS_ABORT_MSG_UNLESS(m_hot.suspended, "IncClient::Resume: the client is not suspended");
    m_hot.results = results;
    m_hot.suspended = false;
    Connect(config, first);
    if (!m_hot.requests.empty())
    {
        m_watch.Begin();
    }
    SendNewMessages();
    PostHeld();
}

const IncReplayRun*
IncClient::FindResult(uint64_t sequence) const
{
    const auto after =
        std::upper_bound(m_hot.results.begin(),
                         m_hot.results.end(),
                         sequence,
                         [](uint64_t value, const IncReplayRun& run) { return value < run.first; });
    return after != m_hot.results.begin() && sequence < std::prev(after)->End() ? &*std::prev(after)
                                                                                : nullptr;
}

bool
IncClient::IsLogged(uint64_t sequence) const
{
    return m_hot.log->IsOver(sequence) || FindResult(sequence);
}

void
IncClient::FillReplayed(uint64_t sequence, IncFrame& frame) const
{
    const IncReplayLog::Entry* entry = m_hot.log->Find(sequence);
    NS_ABORT_MSG_UNLESS(entry && entry->isSent,
                        "IncClient: message " << sequence << " is to be replayed, and unknown");
    const IncReplayRun* run = FindResult(sequence);
    frame.inc.dataType = entry->dataType;
    frame.inc.count = entry->count;
    frame.inc.collective = run ? IncCollective::BROADCAST : entry->collective;
    frame.inc.operation = run ? IncOperation::NONE : entry->operation;
    frame.immediate = run ? (*m_config.bits)[run->rank] : entry->immediate;
    if (!run || run->rank == m_config.rank)
    {
        frame.payloadSize = entry->payloadSize;
        frame.payload = entry->payload;
    }
    frame.reth = {entry->address, m_config.remoteKey, frame.payloadSize};
}

bool
IncClient::FitsReplayed(const IncFrame& frame, uint64_t sequence) const
{
    const IncReplayLog::Entry* entry = m_hot.log->Find(sequence);
    const IncReplayRun* run = FindResult(sequence);
    const uint32_t size = entry ? entry->count * IncSizeOf(entry->dataType) : 0;
    const bool isRoot = run && run->rank == m_config.rank;
    return entry && frame.inc.dataType == entry->dataType && frame.inc.count == entry->count &&
           frame.reth.virtualAddress == entry->address &&
           frame.reth.dmaLength == frame.payloadSize &&
           (run ? frame.inc.collective == IncCollective::BROADCAST &&
                      frame.payloadSize == (isRoot ? 0 : size)
                : frame.inc.collective == entry->collective &&
                      (frame.payloadSize == 0 || frame.payloadSize == size));
}

} // namespace ns3
