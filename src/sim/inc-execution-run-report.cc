/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Functions of IncExecutionRun that report the results in a row.

#include "inc-execution-run.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

/// Position of a node: its rank, and its index in the trace of the rank.
struct Place
{
    uint32_t rank;
    uint32_t node;
};

constexpr uint32_t NO_NODE = IncNodeRun::NO_CAUSE;

double
ToUs(int64_t ns)
{
    return static_cast<double>(ns) / 1e3;
}

} // namespace

/// Follow the critical path from the node that ended last back to the beginning. Before its start a
/// node waits for its cause. After that a collective or a receive waits for the last rank. The
/// parts have no gap between them.
std::vector<IncCriticalShare>
IncExecutionRun::FollowCriticalPath() const
{
    const auto runOf = [this](Place place) -> const IncNodeRun& {
        return m_ranks[place.rank]->GetRuns()[place.node];
    };
    std::map<std::pair<uint32_t, uint32_t>, const Call*> calls; // calls by rank and node
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
        path.push_back({name, share.first, ToUs(share.second)});
    }
    std::stable_sort(path.begin(), path.end(), [](const auto& a, const auto& b) {
        return a.timeUs > b.timeUs;
    });
    return path;
}

std::vector<IncCallResult>
IncExecutionRun::ReportCalls() const
{
    std::vector<IncCallResult> results;
    for (std::size_t index = 0; index < m_groups.size(); ++index)
    {
        const IncCommunicationGroup& group = m_workload.GetGroups()[index];
        for (const Call& call : m_groups[index].calls)
        {
            IncCallResult result;
            result.group = group.name;
            result.collective = call.asked.collective;
            result.ranks = static_cast<uint32_t>(group.ranks.size());
            result.bytes = call.asked.bytes;
            int64_t start = INT64_MAX;
            int64_t end = 0;
            int64_t exposed = 0;
            for (uint32_t member = 0; member < group.ranks.size(); ++member)
            {
                const uint32_t rank = group.ranks[member];
                const uint32_t node = call.nodes[member];
                if (node == NO_NODE || m_gone.count(rank) > 0)
                {
                    continue;
                }
                result.name = TraceOf(rank).GetName(node);
                const IncNodeRun& run = m_ranks[rank]->GetRuns()[node];
                start = std::min(start, run.startNs);
                end = std::max(end, run.endNs);
                exposed +=
                    m_ranks[rank]->GetExposedNs()[TraceOf(rank).GetNodes()[node].communication];
            }
            if (result.name.empty())
            {
                continue; // all ranks that made the call are gone
            }
            result.startUs = ToUs(start);
            result.endUs = ToUs(end);
            result.exposedUs = ToUs(exposed) / result.ranks;
            results.push_back(result);
        }
    }
    std::stable_sort(results.begin(), results.end(), [](const auto& a, const auto& b) {
        return a.startUs < b.startUs;
    });
    return results;
}

std::vector<IncRankResult>
IncExecutionRun::ReportRanks() const
{
    std::vector<IncRankResult> results;
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        const IncRankExecution& execution = *m_ranks[rank];
        IncRankResult result;
        result.host = m_network.GetFabric().GetTopology().GetName(m_network.GetWorkers()[rank]);
        int64_t end = 0;
        int64_t messages = 0;
        for (uint32_t node = 0; node < execution.GetRuns().size(); ++node)
        {
            const IncTraceNode& traced = TraceOf(rank).GetNodes()[node];
            end = std::max(end, execution.GetRuns()[node].endNs);
            if (traced.communication != IncTraceNode::NO_COMMUNICATION &&
                traced.type != IncChakraNode::Type::COLLECTIVE)
            {
                messages += execution.GetExposedNs()[traced.communication];
            }
        }
        result.endUs = ToUs(end);
        result.computeUs = ToUs(execution.GetExposure().GetComputingNs());
        result.communicationUs = ToUs(execution.GetExposure().GetCommunicatingNs());
        result.exposedUs = ToUs(execution.GetExposure().GetExposedNs());
        result.exposedMessagesUs = ToUs(messages);
        results.push_back(result);
    }
    return results;
}

void
IncExecutionRun::Report(IncResultRow& row) const
{
    if (!m_setting.call.isVirtual && row.status == "ok")
    {
        row.wrong = m_wrong;
    }
    IncExecutionResult result;
    result.counts = m_workload.GetCounts();
    result.ranks = ReportRanks();
    result.calls = ReportCalls();
    result.criticalPath = FollowCriticalPath();
    const auto left = static_cast<double>(m_ranks.size() - m_gone.size());
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        if (m_gone.count(rank) == 0)
        {
            result.iterationUs = std::max(result.iterationUs, result.ranks[rank].endUs);
            result.exposedUs += result.ranks[rank].exposedUs / left;
        }
    }
    row.timeUs = result.iterationUs;
    row.execution = std::move(result);
}

} // namespace ns3
