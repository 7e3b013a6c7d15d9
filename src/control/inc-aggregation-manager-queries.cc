/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncAggregationManager that asks the nodes of a group for statistics.

#include "inc-aggregation-manager.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

using Field = IncControlField;
using Kind = IncControlKind;

std::map<uint16_t, IncAggregationManager::Tree>::const_iterator
IncAggregationManager::FindFound(const IncGroupName& name) const
{
    return std::find_if(m_trees.begin(), m_trees.end(), [&name](const auto& each) {
        const Tree& tree = each.second;
        return tree.isFound && !tree.ranks.empty() && tree.group == name;
    });
}

std::string
IncAggregationManager::Query(uint32_t tenant, uint32_t group, StatisticsHandler handler)
{
    const IncManagedGroup* managed = FindGroup(tenant, group);
    const auto found = FindFound({tenant, group});
    if (!m_endpoint->IsRunning())
    {
        return "the manager does not run";
    }
    if (!managed && found == m_trees.end())
    {
        return "tenant " + std::to_string(tenant) + " has no group " + std::to_string(group);
    }
    const uint32_t number = m_nextQuery++;
    PendingQuery& query = m_queries[number];
    query.handler = std::move(handler);
    query.state = managed ? managed->GetState() : IncGroupState::READY;
    IncControlBody body;
    if (managed && managed->GetLayout())
    {
        query.nodes = managed->GetLayout()->GetSwitches();
        body = managed->GetLayout()->GetIdentity();
    }
    for (const auto& member : managed ? managed->GetMembers() : std::vector<IncGroupMember>())
    {
        query.nodes.push_back(member.address);
    }
    if (!managed)
    {
        const Tree& tree = found->second;
        body = {{Field::TREE, found->first}, {Field::EPOCH, tree.epoch}};
        query.nodes.assign(tree.nodes.begin(), tree.nodes.end());
        query.nodes.insert(query.nodes.end(), tree.ranks.begin(), tree.ranks.end());
    }
    body.Add(Field::TENANT, tenant);
    body.Add(Field::GROUP, group);
    body.Add(Field::QUERY, number);
    query.awaited = {query.nodes.begin(), query.nodes.end()};
    for (const uint32_t node : query.nodes)
    {
        m_endpoint->Send(node, Kind::QUERY, body);
    }
    Simulator::ScheduleNow(&IncAggregationManager::AnswerIfComplete, this, number);
    return "";
}

void
IncAggregationManager::Asked(uint32_t peer, const IncControlBody& body)
{
    const uint64_t number = body.Get(Field::QUERY);
    const auto answer = [this, peer, number](const IncGroupStatistics& statistics) {
        IncControlBody reply{{Field::QUERY, number}, {Field::STATE, statistics.state}};
        if (!statistics.error.empty())
        {
            reply.Add(Field::REASON, statistics.error);
        }
        for (const auto& part : statistics.parts)
        {
            IncControlBody item{{Field::NAME, part.node}};
            part.Write(item);
            reply.Add(Field::PART, item);
        }
        for (const std::string& node : statistics.silent)
        {
            reply.Add(Field::PART, {{Field::NAME, node}, {Field::SILENT, 1}});
        }
        m_endpoint->Send(peer, Kind::ANSWER, reply);
    };
    const IncGroupName name{body.Get(Field::TENANT), body.Get(Field::GROUP)};
    const IncManagedGroup* group = FindGroup(body);
    const auto found = FindFound(name);
    const bool isThere = group || found != m_trees.end();
    const uint8_t senders = group ? group->GetSenders(peer, body)
                            : isThere && found->second.ranks.count(peer) > 0
                                ? IncControlRule::MEMBER
                                : 0;
    const auto state = group ? group->GetState() : IncGroupState::READY;
    const auto refusal =
        isThere ? IncControlRule::Check(Kind::ASK, IncControlRule::MANAGER, senders, state)
                : IncControlRefusal::STALE;
    IncGroupStatistics nothing;
    if (refusal)
    {
        m_endpoint->Refuse(*refusal);
        nothing.error = isThere ? "who asks is no rank of the group" : "there is no such group";
    }
    else
    {
        nothing.error = Query(name.first, name.second, answer);
    }
    if (!nothing.error.empty())
    {
        answer(nothing);
    }
}

void
IncAggregationManager::HearTasks(uint32_t peer, const IncControlBody& body)
{
    for (const IncControlBody& task : body.GetGroups(Field::TASK))
    {
        const auto tree = m_trees.find(task.Get<uint16_t>(Field::TREE));
        const bool isServed = tree != m_trees.end() && tree->second.epoch == task.Get(Field::EPOCH);
        const bool isRank = task.Find(Field::RANK).has_value();
        if (!isRank && !isServed)
        {
            continue; // the node must remove this tree, so the manager does not count it
        }
        const IncGroupName name =
            isRank ? IncGroupName(task.Get(Field::TENANT), task.Get(Field::GROUP))
                   : tree->second.group;
        const IncManagedGroup* group = FindGroup(name.first, name.second);
        const auto found = FindFound(name);
        const uint8_t parts = IncControlRule::OWN_RANK | IncControlRule::TREE_SWITCH;
        if (group ? (group->GetSenders(peer, task) & parts) != 0
                  : found != m_trees.end() &&
                        found->second.ranks.count(peer) + found->second.nodes.count(peer) > 0)
        {
            IncGroupStatistics::Part& part = m_heard[name][peer];
            part = IncGroupStatistics::Part::Read(task);
            part.node = NameOf(peer);
            part.tenant = name.first;
            part.group = name.second;
            m_heardTrace(name.first, name.second, part);
        }
    }
}

IncGroupStatistics
IncAggregationManager::GetHeard(uint32_t tenant, uint32_t group) const
{
    IncGroupStatistics statistics;
    statistics.state = GetState(tenant, group);
    if (const auto heard = m_heard.find({tenant, group}); heard != m_heard.end())
    {
        for (const auto& [peer, part] : heard->second)
        {
            statistics.parts.push_back(part);
        }
    }
    return statistics;
}

void
IncAggregationManager::Answered(uint32_t peer, const IncControlBody& body)
{
    const auto query = m_queries.find(body.Get<uint32_t>(Field::QUERY));
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
    statistics.state = query.state;
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
