/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncClientAgent that sends and answers queries on groups.

#include "inc-client-agent.h"

#include "ns3/simulator.h"

#include <sstream>
#include <utility>

namespace ns3
{

using Field = IncControlField;
using Kind = IncControlKind;

uint32_t
IncClientAgent::GetSlots(uint32_t group) const
{
    return m_members.at(group).slots;
}

std::string
IncClientAgent::GetRootName(uint32_t group) const
{
    return m_members.at(group).rootName;
}

std::string
IncClientAgent::Query(uint32_t group, StatisticsHandler handler)
{
    if (!IsMember(group))
    {
        return "no rank of group " + std::to_string(group);
    }
    IncControlBody body = Name(group);
    body.Add(Field::QUERY, m_nextQuery);
    std::ostringstream why;
    why << "the manager at " << Ipv4Address(GetManager()) << " has not answered within "
        << m_deadline.As(Time::S) << " (IncClientAgent::SetupDeadline)";
    const EventId deadline =
        Simulator::Schedule(m_deadline, &IncClientAgent::Unanswered, this, m_nextQuery, why.str());
    m_queries[m_nextQuery++] = {std::move(handler), deadline};
    SendToManager(Kind::ASK, body);
    return "";
}

void
IncClientAgent::Unanswered(uint32_t number, const std::string& why)
{
    Answered({{Field::QUERY, number}, {Field::REASON, why}});
}

void
IncClientAgent::NobodyAnswers()
{
    const uint32_t end = m_nextQuery; // do not end queries that handlers send now
    while (!m_queries.empty() && m_queries.begin()->first < end)
    {
        Unanswered(m_queries.begin()->first, "the manager does not answer, or has been restarted");
    }
}

void
IncClientAgent::Answered(const IncControlBody& body)
{
    const auto found = m_queries.find(body.Get<uint32_t>(Field::QUERY));
    if (found == m_queries.end())
    {
        GetEndpoint()->Refuse(IncControlRefusal::STALE);
        return;
    }
    IncGroupStatistics statistics;
    statistics.error = body.GetText(Field::REASON);
    statistics.state = body.Get<IncGroupState>(Field::STATE);
    for (const IncControlBody& item : body.GetGroups(Field::PART))
    {
        if (item.Get<bool>(Field::SILENT))
        {
            statistics.silent.push_back(item.GetText(Field::NAME));
            continue;
        }
        statistics.parts.push_back(IncGroupStatistics::Part::Read(item));
        statistics.parts.back().node = item.GetText(Field::NAME);
    }
    PendingQuery query = std::move(found->second);
    m_queries.erase(found);
    query.deadline.Cancel();
    query.handler(statistics);
}

IncGroupStatistics::Part
IncClientAgent::Describe(const Member& member)
{
    const IncClient& client = *member.request.client;
    const IncClientCounters& counters = client.GetCounters();
    IncGroupStatistics::Part part;
    part.rank = member.request.rank;
    part.state = member.GetState();
    part.tenant = member.request.profile.tenant;
    part.group = member.request.group;
    part.treeId = member.treeId;
    part.epoch = member.epoch;
    part.identity = member.identity;
    part.slots = member.slots;
    part.busySlots = client.GetInFlight();
    part.slotPeak = counters.slotPeak;
    part.next = client.GetFinishedRounds();
    part.retransmissions = counters.retransmissions;
    part.messages = counters.messagesSent;
    part.timeouts = counters.timeouts;
    part.requests = client.GetRequests();
    part.statuses = client.GetRequestStatus();
    part.requestBytes = part.statuses.empty() ? 0 : part.statuses.front().bytes;
    part.blockBytes = client.GetPayload();
    part.refused = counters.refused.GetTotal();
    using Use = IncGroupStatistics::Use;
    for (const auto& pair : client.GetQueuePairs())
    {
        const bool isParent = pair->GetConnection().localQpn == client.GetQpn();
        part.queuePairs.push_back(IncDescribeQueuePair(pair->GetConnection(),
                                                       pair->GetCounters(),
                                                       isParent ? Use::PARENT : Use::RESULTS));
    }
    return part;
}

std::vector<IncGroupStatistics::Part>
IncClientAgent::GetParts() const
{
    std::vector<IncGroupStatistics::Part> parts;
    for (const auto& [group, member] : m_members)
    {
        parts.push_back(Describe(member));
    }
    return parts;
}

void
IncClientAgent::Asked(const IncControlBody& body)
{
    const auto found = m_members.find(body.Get<uint32_t>(Field::GROUP));
    IncControlBody answer{{Field::QUERY, body.Get(Field::QUERY)}};
    (found == m_members.end() ? IncGroupStatistics::Part() : Describe(found->second)).Write(answer);
    SendToManager(Kind::STATISTICS, answer);
}

} // namespace ns3
