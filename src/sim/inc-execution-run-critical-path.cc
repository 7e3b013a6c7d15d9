/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-execution-run.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

/// A node of a rank's trace.
struct Place
{
    uint32_t rank;
    uint32_t node;
};

constexpr uint32_t NO_NODE = IncNodeRun::NO_CAUSE;

} // namespace

/*
 * From the node that ended last back to the beginning. What a node waited for before it started is
 * its cause; what a collective or a receive waited for after that is the rank that came last. The
 * parts follow one another without a gap.
 */
std::vector<IncCriticalShare>
IncExecutionRun::FollowCriticalPath() const
{
    const auto runOf = [this](Place place) -> const IncNodeRun& {
        return m_ranks[place.rank]->GetRuns()[place.node];
    };
    std::map<std::pair<uint32_t, uint32_t>, const Call*> calls; // by rank and node
    for (std::size_t index = 0; index < m_groups.size(); ++index)
    {
        for (const Call& call : m_groups[index].calls)
        {
            const auto& ranks = m_workload.GetGroups()[index].ranks;
            for (uint32_t member = 0; member < ranks.size(); ++member)
            {
                calls[{ranks[member], call.nodes[member]}] = &call;
            }
        }
    }
    const auto latest = [&](Place place) {
        const IncTraceNode& traced = TraceOf(place.rank).GetNodes()[place.node];
        Place found = place;
        const auto consider = [&](Place other) {
            found = runOf(other).startNs > runOf(found).startNs ? other : found;
        };
        if (traced.communication == IncTraceNode::NO_COMMUNICATION)
        {
            return found;
        }
        if (traced.type == IncChakraNode::Type::RECEIVE)
        {
            const uint32_t sender = AskedOf(place.rank, place.node).peer;
            consider({sender, m_exchange->GetSenderOf(place.rank, place.node)});
        }
        else if (traced.type == IncChakraNode::Type::COLLECTIVE)
        {
            const Call& call = *calls.at({place.rank, place.node});
            const auto& ranks = m_workload.GetGroups()[call.asked.group].ranks;
            for (uint32_t member = 0; member < ranks.size(); ++member)
            {
                if (call.nodes[member] != NO_NODE)
                {
                    consider({ranks[member], call.nodes[member]});
                }
            }
        }
        return found;
    };

    Place place{0, NO_NODE};
    int64_t end = -1;
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        const uint32_t last = m_ranks[rank]->GetLast();
        if (last != NO_NODE && m_gone.count(rank) == 0 &&
            m_ranks[rank]->GetRuns()[last].endNs > end)
        {
            place = {rank, last};
            end = runOf(place).endNs;
        }
    }
    std::map<std::string, std::pair<uint64_t, int64_t>> byName; // nodes, ns
    while (place.node != NO_NODE)
    {
        place = latest(place);
        const IncNodeRun& run = runOf(place);
        auto& [nodes, ns] = byName[TraceOf(place.rank).GetName(place.node)];
        ++nodes;
        ns += end - run.startNs;
        end = run.startNs;
        place.node = run.cause;
    }
    std::vector<IncCriticalShare> path;
    for (const auto& [name, share] : byName)
    {
        path.push_back({name, share.first, static_cast<double>(share.second) / 1e3});
    }
    std::stable_sort(path.begin(), path.end(), [](const auto& a, const auto& b) {
        return a.timeUs > b.timeUs;
    });
    return path;
}

} // namespace ns3
