/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncAggregationManager that asks the nodes of a group how they do, for whoever wants
// to know.

#include "inc-aggregation-manager.h"

#include <algorithm>

namespace ns3
{

using Field = IncControlField;
using Kind = IncControlKind;

bool
IncAggregationManager::Query(uint32_t tenant, uint32_t group, StatisticsHandler handler)
{
    const auto found = m_groups.find({tenant, group});
    if (found == m_groups.end() || found->second->GetState() != IncGroupState::READY)
    {
        return false;
    }
    const uint32_t number = m_nextQuery++;
    PendingQuery& query = m_queries[number];
    query.handler = std::move(handler);
    query.nodes = found->second->GetLayout()->GetSwitches();
    for (const auto& member : found->second->GetMembers())
    {
        query.nodes.push_back(member.address);
    }
    query.awaited = {query.nodes.begin(), query.nodes.end()};
    IncControlBody body;
    found->second->GetLayout()->AddIdentity(body);
    body.Add(Field::TENANT, tenant);
    body.Add(Field::GROUP, group);
    body.Add(Field::QUERY, number);
    for (const uint32_t node : query.nodes)
    {
        m_endpoint->Send(node, Kind::QUERY, body);
    }
    return true;
}

void
IncAggregationManager::Asked(uint32_t peer, const IncControlBody& body)
{
    const IncManagedGroup* group = FindGroup(body);
    const uint64_t number = body.Get(Field::QUERY);
    const auto answer = [this, peer, number](const IncGroupStatistics& statistics) {
        IncControlBody reply;
        reply.Add(Field::QUERY, number);
        for (const auto& part : statistics.parts)
        {
            IncControlBody item;
            item.Add(Field::NAME, part.node);
            part.Write(item);
            reply.Add(Field::PART, item);
        }
        for (const std::string& node : statistics.silent)
        {
            IncControlBody item;
            item.Add(Field::NAME, node);
            item.Add(Field::SILENT, 1);
            reply.Add(Field::PART, item);
        }
        m_endpoint->Send(peer, Kind::ANSWER, reply);
    };
    const auto refusal = group ? IncControlRule::Check(Kind::ASK,
                                                       IncControlRule::MANAGER,
                                                       group->GetSenders(peer, body),
                                                       group->GetState())
                               : IncControlRefusal::STALE;
    if (refusal)
    {
        m_endpoint->Refuse(*refusal);
    }
    if (refusal || !Query(group->GetName().first, group->GetName().second, answer))
    {
        answer(IncGroupStatistics());
    }
}

void
IncAggregationManager::Answered(uint32_t peer, const IncControlBody& body)
{
    const auto query = m_queries.find(static_cast<uint32_t>(body.Get(Field::QUERY)));
    if (query == m_queries.end() || query->second.awaited.erase(peer) == 0)
    {
        m_endpoint->Refuse(query == m_queries.end() ? IncControlRefusal::STALE
                                                    : IncControlRefusal::STRANGER);
        return;
    }
    auto part = IncGroupStatistics::Part::Read(body);
    part.node = NameOf(peer);
    query->second.answers[peer] = std::move(part);
    AnswerIfComplete(query->first);
}

void
IncAggregationManager::NobodyAnswers(uint32_t peer)
{
    std::vector<uint32_t> numbers;
    for (auto& [number, query] : m_queries)
    {
        if (query.awaited.erase(peer) > 0)
        {
            query.silent.push_back(NameOf(peer));
            numbers.push_back(number);
        }
    }
    std::for_each(numbers.begin(), numbers.end(), [this](uint32_t number) {
        AnswerIfComplete(number);
    });
}

void
IncAggregationManager::AnswerIfComplete(uint32_t number)
{
    const auto found = m_queries.find(number);
    if (found == m_queries.end() || !found->second.awaited.empty())
    {
        return;
    }
    const PendingQuery query = std::move(found->second);
    m_queries.erase(found);
    IncGroupStatistics statistics;
    for (const uint32_t node : query.nodes)
    {
        const auto answer = query.answers.find(node);
        if (answer != query.answers.end())
        {
            statistics.parts.push_back(answer->second);
        }
    }
    statistics.silent = query.silent;
    query.handler(statistics);
}

} // namespace ns3
