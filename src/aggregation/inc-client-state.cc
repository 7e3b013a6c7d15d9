/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncClient that passes its state to visitors, and lists memory to prefetch.

#include "inc-client.h"

#include "ns3/inc-state-visitor.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

uint64_t
IncClient::GetFinishedRounds() const
{
    uint64_t over = m_hot.end;
    for (const IncClientSlot& slot : m_hot.slots.GetAll())
    {
        over = std::min(over, slot.sequence);
    }
    return over;
}

uint64_t
IncClient::GetRequestEnd() const
{
    return m_hot.requests.empty() ? m_hot.end : m_hot.requests.front().End();
}

uint64_t
IncClient::CountEqualRounds() const
{
    if (m_hot.requests.empty())
    {
        return 0;
    }
    // Exclude the last message of each block, which may be shorter, and the message before these,
    // because a packet without elements stands only for messages of one length.
    const Request& request = m_hot.requests.front();
    const uint64_t excluded =
        request.layout.GetBlocks() + (IncComesFromRoot(request.what.collective) ? 1 : 0);
    const uint64_t next = GetFinishedRounds() + m_hot.slots.GetSize() + excluded;
    return request.End() <= next ? 0 : request.End() - next;
}

bool
IncClient::IsFarFromEnd() const
{
    if (m_hot.requests.empty())
    {
        return false;
    }
    // Each rank of an AllReduce needs the contributions of all. In other collectives a rank's last
    // messages may be empty.
    return m_hot.requests.back().what.collective == IncCollective::ALLREDUCE
               ? !m_hot.lastSent
               : CountEqualRounds() > 0;
}

uint64_t
IncClient::GetTurn() const
{
    if (m_hot.requests.empty())
    {
        return 1;
    }
    const Request& request = m_hot.requests.front();
    return std::lcm<uint64_t>(request.layout.GetBlocks(),
                              GetResultInterval(request.what.collective));
}

void
IncClient::VisitState(IncStateVisitor& visitor)
{
    visitor.UseTree(m_config.treeId);
    if (m_hot.log)
    {
        visitor.Refuse("recovery: clients keep a log to be resumed from");
    }
    if (m_packets > 1)
    {
        visitor.Refuse("INC messages of several packets");
    }
    if (m_config.resultsAreEmpty)
    {
        visitor.Refuse("a root that keeps the results");
    }
    if (IsTraced())
    {
        visitor.Refuse("traces of clients: somebody sees every message");
    }
    const uint64_t finished = GetFinishedRounds();
    visitor.Value("IncClient::HotState::requests", m_hot.requests.empty());
    if (!m_hot.requests.empty())
    {
        Request& request = m_hot.requests.front();
        if (request.what.send || request.what.receive)
        {
            visitor.Refuse("real data: requests bring values");
        }
        // The first says whose block the oldest message belongs to, the second whether its result
        // also stands for earlier messages.
        visitor.Value("IncClient::Request::layout",
                      (finished - request.first) % request.layout.GetBlocks());
        visitor.Value("IncClient::Request::what",
                      finished % GetResultInterval(request.what.collective));
        visitor.Count("IncClient::Request::missing", request.missing);
    }
    else
    {
        visitor.Sequence("IncClient::HotState::end", m_hot.end);
    }
    visitor.Fields(m_hot);
    if (m_hot.run.length > 0)
    {
        visitor.Sequence("IncClient::Run::first", m_hot.run.first);
    }
    // Messages before the oldest one without a result have no effect any more.
    m_hot.over = std::max(m_hot.over, finished);
    visitor.Sequence("IncClient::HotState::over", m_hot.over);
    visitor.BeginSlots();
    m_hot.link->VisitState(visitor); // before Ring(), which moves the slots that it reads
    visitor.Ring(m_hot.slots.GetAll(), [&](IncClientSlot& slot) { visitor.Fields(slot); });
    visitor.EndSlots();
    visitor.Value("IncClient::HotState::failure", m_hot.failure.empty());
    visitor.Value("IncClient::HotState::results", m_hot.results.size());
    visitor.Fields(m_counters);
    visitor.Fields(m_watch);
    // The predicted headers follow from the requests, so they need no visit.
}

void
IncClient::AppendMemory(IncNodeMemory& memory) const
{
    memory.Add(this, 1);
    memory.Add(m_hot);
    memory.Add(m_packets);
    memory.Add(m_sentTrace);
    memory.Add(m_receivedTrace);
    memory.Add(&m_config, 1);
    memory.Add(m_sentLike);
    memory.Add(m_receivedLike);
    memory.Add(m_watch);
    memory.Add(&m_counters, 1);
    m_hot.link->AppendMemory(memory);
    m_nic->AppendMemory(memory);
}

} // namespace ns3
