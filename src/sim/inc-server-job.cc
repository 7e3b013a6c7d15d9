/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-job.h"
#include "inc-servers-config.h"

#include "ns3/inc-server-collective.h"
#include "ns3/inc-wire-size.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// Bytes that a rank's program moves.
struct ServerLoad
{
    uint64_t written{0};   //!< by writes on the busier direction of the scale-up link
    uint64_t reduced{0};   //!< by reductions and multicasts on the busier direction
    uint64_t onNetwork{0}; //!< on the busiest NIC and direction
};

/// A job over servers of several GPUs.
class IncServerJob : public IncScenarioJob
{
  public:
    IncServerJob(const IncJobSetting& setting,
                 const std::string& scheme,
                 std::optional<IncInServer> inServer)
        : IncScenarioJob(setting),
          m_layout(IncServerLayout::Of(m_network.GetFabric().GetTopology(), m_share.workers)),
          m_inServer(inServer.value_or(
              IncServersConfig::Choose(scheme, m_layout.GetLargest(), AllReduce())))
    {
        setting.table.Require(m_inServer != IncInServer::NVLS || AllReduce(),
                              "inServer",
                              "a scale-up switch of the topology file does not reduce; accepted: "
                              "flat, chain, direct");
        if (scheme != "inc")
        {
            m_between = IncHostAlgorithmOf(scheme);
        }
        for (const auto& ranks : m_layout.servers)
        {
            m_hubs.push_back(HubOf(ranks.front()));
        }
        m_servers = CreateObject<IncServerCollective>();
        m_servers->SetServers(m_layout, m_hubs, m_inServer, m_between ? &*m_between : nullptr);
        m_servers->Setup(GetWorkers(), m_between.value_or(IncHostAlgorithm()));
        m_algorithm = m_servers;
        for (const IncJobShare& rail : m_share.rails)
        {
            if (m_between)
            {
                break; // no tree is needed
            }
            IncJobSetting own(setting);
            own.share = &rail;
            m_trees.push_back(IncMakeInNetworkJob(own));
            m_servers->UseTree(m_trees.back()->GetAlgorithm(),
                               setting.transport.payload,
                               rail.slots);
        }
    }

    ~IncServerJob() override
    {
        m_servers->Dispose(); // before the trees, whose results it awaits
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        const uint32_t size = IncSizeOf(m_setting.call.dtype);
        const uint64_t elements = count == 0 ? uint64_t{1} << 30 : count;
        double seconds = 0;
        for (uint32_t rank = 0; rank < m_share.workers.size(); ++rank)
        {
            const ServerLoad load = LoadOf(rank, elements, size);
            const auto link = LinkOf(rank);
            if (link)
            {
                seconds =
                    std::max(seconds,
                             8.0 * load.written / link->GetRate(IncScaleUpLink::Use::WRITE) +
                                 8.0 * load.reduced / link->GetRate(IncScaleUpLink::Use::REDUCE));
            }
            if (load.onNetwork > 0)
            {
                const double rate = FormOf(NicRateOf(rank)).LinkGBps() * 1e9;
                seconds = std::max(seconds, load.onNetwork / rate);
            }
        }
        const auto rails = static_cast<uint64_t>(m_layout.heads.size());
        for (const auto& tree : m_trees)
        {
            if (const auto bound = tree->GetBound(collective, elements / rails))
            {
                seconds = std::max(seconds, 1e-9 * size * (elements / rails) / *bound);
            }
        }
        return size * static_cast<double>(elements) / seconds / 1e9;
    }

    void AddLoad(IncTrafficLoad& load, uint64_t count) const override
    {
        // GetBound() includes the trees, whose stripes are smaller than the messages of others.
    }

    std::string GetRootName() const override
    {
        std::string names;
        for (const auto& tree : m_trees)
        {
            names += (names.empty() ? "" : ",") + tree->GetRootName();
        }
        return names;
    }

    void Describe(IncResultRow& row) const override
    {
        for (const auto& tree : m_trees)
        {
            tree->Describe(row);
        }
        IncScenarioJob::Describe(row);
        row.servers.emplace();
        row.servers->servers = static_cast<uint32_t>(m_layout.servers.size());
        row.servers->gpusPerServer = m_layout.GetLargest();
        row.servers->inServer = IncName(m_inServer);
    }

    IncJobCounters GetCounters() const override
    {
        IncJobCounters counters = IncScenarioJob::GetCounters();
        for (const auto& tree : m_trees)
        {
            IncAddGroupCounters(static_cast<const IncInNetworkJob&>(*tree).GetGroup(), counters);
        }
        return counters;
    }

  private:
    /// Return whether the scale-up switches of all servers with several ranks reduce.
    bool AllReduce() const
    {
        return std::all_of(m_layout.servers.begin(),
                           m_layout.servers.end(),
                           [this](const std::vector<uint32_t>& ranks) {
                               return ranks.size() == 1 || HubOf(ranks.front())->GetReduction() !=
                                                               IncScaleUpReduction::NONE;
                           });
    }

    /// Return the scale-up switch of a rank; null for a host without a server.
    Ptr<IncScaleUpSwitch> HubOf(uint32_t rank) const
    {
        const IncFabric& fabric = m_network.GetFabric();
        const auto server = fabric.GetTopology().FindServer(m_share.workers[rank]);
        return server ? fabric.GetScaleUpSwitch(*server) : nullptr;
    }

    /// Return the scale-up link of a rank; null for a host without a server.
    Ptr<IncScaleUpLink> LinkOf(uint32_t rank) const
    {
        const auto hub = HubOf(rank);
        const auto node = m_network.GetFabric().GetNodes().Get(m_share.workers[rank]);
        for (uint32_t gpu = 0; hub && gpu < hub->GetGpus(); ++gpu)
        {
            if (hub->GetLink(gpu)->GetGpu() == node)
            {
                return hub->GetLink(gpu);
            }
        }
        return nullptr;
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

    /// Return what a rank's program sends or receives, the larger of both on each link.
    ServerLoad LoadOf(uint32_t rank, uint64_t count, uint32_t size) const
    {
        const IncHostProgram program = IncMakeServerProgram(
            {IncCollective::ALLREDUCE, rank, m_algorithm->GetRanks(), 0, count, size},
            m_layout,
            m_inServer,
            m_between ? &*m_between : nullptr);
        uint64_t written[2] = {0, 0};
        uint64_t reduced[2] = {0, 0};
        std::map<uint32_t, std::array<uint64_t, 2>> rails; // bytes by rail and direction
        const uint32_t server = m_layout.ServerOf(rank);
        for (const IncHostStep& step : program.GetSteps())
        {
            const int direction = step.kind == IncHostStep::Kind::SEND ? 0 : 1;
            const uint64_t bytes = step.count * size;
            if ((step.channel & IncHostProgram::TREE) != 0)
            {
                continue; // the tree's job has a bound of its own
            }
            if ((step.channel & (IncHostProgram::REDUCED | IncHostProgram::MULTICAST)) != 0)
            {
                reduced[direction] += bytes;
            }
            else if (m_layout.ServerOf(step.peer) == server)
            {
                written[direction] += bytes;
            }
            else
            {
                rails[IncHostProgram::RailOf(step.channel)][direction] += bytes;
            }
        }
        ServerLoad load;
        load.written = std::max(written[0], written[1]);
        load.reduced = std::max(reduced[0], reduced[1]);
        for (const auto& [rail, bytes] : rails)
        {
            load.onNetwork = std::max({load.onNetwork, bytes[0], bytes[1]});
        }
        return load;
    }

    const IncServerLayout m_layout;
    const IncInServer m_inServer;
    std::optional<IncHostAlgorithm> m_between; //!< nothing: aggregation trees
    std::vector<Ptr<IncScaleUpSwitch>> m_hubs; //!< by server of the layout
    Ptr<IncServerCollective> m_servers;
    std::vector<std::unique_ptr<IncScenarioJob>> m_trees; //!< job of each rail's tree
};

} // namespace

std::unique_ptr<IncScenarioJob>
IncMakeServerJob(const IncJobSetting& setting,
                 const std::string& scheme,
                 std::optional<IncInServer> inServer)
{
    return std::make_unique<IncServerJob>(setting, scheme, inServer);
}

} // namespace ns3
