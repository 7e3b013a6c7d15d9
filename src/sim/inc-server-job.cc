/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-job.h"
#include "inc-servers-config.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-server-helper.h"
#include "ns3/inc-wire-size.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// A job over servers of several GPUs.
class IncServerJob : public IncScenarioJob
{
  public:
    IncServerJob(const IncJobSetting& setting,
                 const std::string& scheme,
                 std::optional<IncInServer> inServer,
                 IncServerLayout layout)
        : IncScenarioJob(setting),
          m_layout(std::move(layout)),
          m_inServer(inServer.value_or(IncServersConfig::Choose(scheme,
                                                                setting.call.collective,
                                                                m_layout.GetLargest(),
                                                                m_layout.reduces)))
    {
        const IncHostAlgorithm* between = scheme == "inc" ? nullptr : &IncHostAlgorithmOf(scheme);
        m_servers = IncServerHelper::Connect(m_network.GetFabric(),
                                             m_share.workers,
                                             m_layout,
                                             m_inServer,
                                             between);
        m_algorithm = m_servers;
        for (uint32_t rank = 0; rank < m_share.workers.size() && m_observers.GetTimeline(); ++rank)
        {
            const auto received = [this, rank](const IncHostStep& step, Time begin) {
                auto& [first, last] = m_spans[{rank, PartOf(rank, step)}];
                first = last.IsZero() ? begin : std::min(first, begin);
                last = Simulator::Now();
            };
            m_servers->GetAgent(rank).TraceConnectWithoutContext(
                "StepReceived",
                Callback<void, const IncHostStep&, Time>(received));
        }
        for (const IncJobShare& rail : m_share.rails)
        {
            if (between)
            {
                break; // no tree is needed
            }
            IncJobSetting own(setting);
            own.share = &rail;
            m_parts.push_back(IncMakeInNetworkJob(own));
            m_servers->UseTree(m_parts.back()->GetAlgorithm(),
                               setting.transport.payload,
                               rail.slots);
        }
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        const auto ranks = static_cast<uint32_t>(m_share.workers.size());
        if (ranks < 2 || collective == IncCollective::BARRIER)
        {
            return std::nullopt;
        }
        const uint32_t size = IncSizeOf(m_setting.call.dtype);
        const uint64_t elements = count == 0 ? uint64_t{1} << 30 : count;
        IncHostCall call{collective, 0, ranks, m_setting.call.rootRank, elements, size};
        double seconds = 0;
        for (; call.rank < ranks; ++call.rank)
        {
            seconds = std::max(seconds, GetLinkTime(call));
        }
        const auto rails = static_cast<uint64_t>(m_layout.heads.size());
        for (const auto& tree : m_parts)
        {
            if (const auto bound = tree->GetBound(collective, elements / rails))
            {
                seconds = std::max(seconds, 1e-9 * size * (elements / rails) / *bound);
            }
        }
        if (seconds == 0)
        {
            return std::nullopt;
        }
        return size * static_cast<double>(IncTotalElements(collective, ranks, elements)) / seconds /
               1e9;
    }

    void Describe(IncResultRow& row) const override
    {
        IncScenarioJob::Describe(row);
        row.servers.emplace();
        row.servers->servers = static_cast<uint32_t>(m_layout.servers.size());
        row.servers->gpusPerServer = m_layout.GetLargest();
        row.servers->inServer = IncName(m_servers->GetInServer(m_setting.call.collective));
    }

    void Describe(IncVerifier& verifier) const override
    {
        if (m_setting.group.order != IncReductionOrder::RANK || m_servers->GetBetween() ||
            m_inServer != IncInServer::NVLS)
        {
            return;
        }
        // The trees of all rails have equal shapes.
        const auto& rails = m_share.rails;
        verifier.SetReductionTree(rails.empty() ? FoldOf(0)
                                                : WithServers(IncShapeOf(*rails.front().tree, 0)));
    }

    std::vector<const IncGroup*> GetGroups() const override
    {
        std::vector<const IncGroup*> groups;
        for (const auto& tree : m_parts)
        {
            groups.push_back(tree->GetGroups().front());
        }
        return groups;
    }

  private:
    /// Return the part of a collective to which a receiving step belongs.
    std::string PartOf(uint32_t rank, const IncHostStep& step) const
    {
        const bool isTree = (step.channel.flags & IncHostChannel::TREE) != 0;
        if (isTree || m_layout.ServerOf(step.peer) != m_layout.ServerOf(rank))
        {
            return "between servers";
        }
        const bool isReduced = (step.channel.flags & IncHostChannel::REDUCED) != 0;
        return step.kind == IncHostStep::Kind::REDUCE || isReduced ? "reduce in server"
                                                                   : "spread in server";
    }

    void ShowParts(uint32_t rank) const override
    {
        const std::string host = m_network.GetFabric().GetTopology().GetName(m_share.workers[rank]);
        auto part = m_spans.lower_bound({rank, ""});
        while (part != m_spans.end() && part->first.first == rank)
        {
            const auto& [first, last] = part->second;
            m_observers.GetTimeline()->Add(
                {host, part->first.second, part->first.second, "part", first, last});
            part = m_spans.erase(part);
        }
    }

    /// Return the order in which a scale-up switch reduces the ranks of a server.
    IncReductionTree FoldOf(uint32_t server) const
    {
        IncReductionTree fold;
        for (const uint32_t rank : m_layout.servers[server])
        {
            fold.children.push_back({static_cast<int>(rank), {}});
        }
        return fold;
    }

    /// Return a tree in which the ranks of each server replace its worker.
    IncReductionTree WithServers(IncReductionTree tree) const
    {
        for (IncReductionTree& child : tree.children)
        {
            child = WithServers(std::move(child));
        }
        if (tree.rank >= 0)
        {
            tree.children.push_back(FoldOf(std::exchange(tree.rank, -1)));
        }
        return tree;
    }

    /// Return the rate of the fastest NIC of a rank.
    DataRate NicRateOf(uint32_t rank) const
    {
        const IncTopology& topology = m_network.GetFabric().GetTopology();
        uint64_t fastest = 1;
        for (const auto& port : topology.GetPorts(m_share.workers[rank]))
        {
            fastest =
                std::max(fastest, topology.GetLinks()[port.link].RateFrom(m_share.workers[rank]));
        }
        return DataRate(fastest);
    }

    /// Return the time in seconds for which a rank's program occupies the busiest direction of its
    /// links. The bounds of the trees are left to their jobs.
    double GetLinkTime(const IncHostCall& call) const
    {
        const IncHostProgram program = IncMakeServerProgram(call,
                                                            m_layout,
                                                            m_servers->GetInServer(call.collective),
                                                            m_servers->GetBetween());
        const uint32_t rank = call.rank;
        const auto node = m_network.GetFabric().GetNodes().Get(m_share.workers[rank]);
        double nicRate = FormOf(NicRateOf(rank)).LinkGBps() * 1e9;
        if (m_layout.heads.empty()) // steps use all NICs of a rank
        {
            nicRate *= m_network.GetFabric().GetTopology().GetPorts(m_share.workers[rank]).size();
        }
        std::map<Ptr<IncScaleUpSwitch>, std::array<double, 2>> inside; // by direction
        std::map<uint32_t, std::array<double, 2>> nics;                // by port of the rank
        constexpr uint32_t GROUP = IncHostChannel::REDUCED | IncHostChannel::MULTICAST;
        for (const IncHostStep& step : program.GetSteps())
        {
            const int direction = step.kind == IncHostStep::Kind::SEND ? 0 : 1;
            const double bytes = static_cast<double>(step.count) * call.elementSize;
            if ((step.channel.flags & IncHostChannel::TREE) != 0)
            {
                continue;
            }
            if (m_layout.ServerOf(step.peer) != m_layout.ServerOf(rank))
            {
                const uint32_t rail = step.channel.rail;
                nics[m_layout.heads.empty() ? 0 : m_layout.PortOf(rank, rail)][direction] +=
                    bytes / nicRate;
                continue;
            }
            using Use = IncScaleUpLink::Use;
            const Use use = (step.channel.flags & GROUP) != 0 ? Use::REDUCE : Use::WRITE;
            const auto hub = m_servers->GetSwitch(rank, step.peer);
            const auto link = hub->GetLink(*hub->FindGpu(node));
            inside[hub][direction] += 8 * bytes / link->GetRate(use);
        }
        double longest = 0;
        const auto include = [&longest](const auto& links) {
            for (const auto& [link, seconds] : links)
            {
                longest = std::max({longest, seconds[0], seconds[1]});
            }
        };
        include(inside);
        include(nics);
        return longest;
    }

    const IncServerLayout m_layout;
    const IncInServer m_inServer;
    Ptr<IncServerCollective> m_servers;
    /// First and last time at which a rank received elements of a part, by rank and part.
    mutable std::map<std::pair<uint32_t, std::string>, std::pair<Time, Time>> m_spans;
};

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakeServerJob(const IncJobSetting& setting,
                 const std::string& scheme,
                 std::optional<IncInServer> inServer)
{
    const auto layout = setting.network.GetServerLayout(setting.share->workers);
    if (scheme == "inc" && layout.GetLargest() == 1 && layout.servers.size() > 1 &&
        setting.call.collective != IncCollective::ALLREDUCE)
    {
        return IncMakeJob(IncSchemeOf(scheme),
                          setting,
                          *setting.share); // nothing is inside servers
    }
    return std::make_unique<IncServerJob>(setting, scheme, inServer, std::move(layout));
}

} // namespace ns3
