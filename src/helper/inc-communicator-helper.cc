/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-communicator-helper.h"

#include "ns3/abort.h"
#include "ns3/inc-host-algorithm.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <map>
#include <memory>

namespace ns3
{

IncCommunicatorHelper::IncCommunicatorHelper(const IncGroupOptions& options)
    : m_options(options)
{
    m_options.checksCalls = true;
}

IncGroup
IncCommunicatorHelper::InstallTree(const IncFabric& fabric, const std::vector<uint32_t>& hosts)
{
    const IncTopology& topology = fabric.GetTopology();
    IncTreeBuilder builder(topology);
    m_load.resize(topology.GetNodes().size(), 0);
    builder.SetLoad(m_load);
    const auto tree = builder.Build(IncTreeWorkers(topology, hosts));
    const IncGroup group = m_installer.Install(fabric, tree, m_options);
    ++m_options.treeId;
    for (const auto& vatNode : tree.GetNodes())
    {
        ++m_load[vatNode.node];
    }
    ++m_load[tree.GetRoot()]; // the root also sends all copies of a result, so it counts twice
    return group;
}

IncCommunicatorHelper::Communicators
IncCommunicatorHelper::Install(const IncFabric& fabric, const std::vector<uint32_t>& hosts)
{
    NS_ABORT_MSG_IF(hosts.empty(), "IncCommunicatorHelper::Install: no hosts");
    const IncGroup reducing = InstallTree(fabric, hosts);
    const IncGroup gathering = InstallTree(fabric, hosts);
    return Make(fabric, hosts, reducing, gathering);
}

IncCommunicatorHelper::Communicators
IncCommunicatorHelper::Install(const IncFabric& fabric,
                               const std::vector<uint32_t>& hosts,
                               const IncControlPlane& plane,
                               Ready ready)
{
    NS_ABORT_MSG_IF(hosts.empty(), "IncCommunicatorHelper::Install: no hosts");
    // Number of trees of each rank that are READY.
    auto trees = std::make_shared<std::vector<uint32_t>>(hosts.size(), 0);
    const auto status = [trees, ready](uint32_t rank, IncMembership now, const std::string& why) {
        if (now != IncMembership::READY || ++trees->at(rank) == 2)
        {
            ready(rank, now, why);
        }
    };
    const IncGroup reducing = Join(fabric, hosts, plane, status);
    const IncGroup gathering = Join(fabric, hosts, plane, status);
    return Make(fabric, hosts, reducing, gathering);
}

IncGroup
IncCommunicatorHelper::Join(const IncFabric& fabric,
                            const std::vector<uint32_t>& hosts,
                            const IncControlPlane& plane,
                            const Ready& status)
{
    const IncTopology& topology = fabric.GetTopology();
    const auto tree = IncTreeBuilder(topology).Build(IncTreeWorkers(topology, hosts));
    IncGroup group = m_installer.Describe(fabric, tree, m_options);
    IncClientAgent::Request request;
    request.group = m_options.treeId++;
    request.ranks = static_cast<uint32_t>(hosts.size());
    request.profile = IncGroupHelper::MakeProfile(m_options, group);
    for (const uint32_t host : hosts)
    {
        request.client = m_installer.MakeClient();
        request.client->Attach(fabric.GetNic(host), m_options.transport, m_options.ResultsPassBy());
        request.status = [status, rank = request.rank](IncMembership now, const std::string& why) {
            status(rank, now, why);
        };
        group.clients.push_back(request.client);
        Simulator::ScheduleWithContext(
            fabric.GetNodes().Get(host)->GetId(),
            Time(0),
            [agent = plane.GetClientAgent(host), request]() { agent->Join(request); });
        ++request.rank;
    }
    return group;
}

IncCommunicatorHelper::Communicators
IncCommunicatorHelper::Make(const IncFabric& fabric,
                            const std::vector<uint32_t>& hosts,
                            const IncGroup& reducing,
                            const IncGroup& gathering) const
{
    NodeContainer nodes;
    for (const uint32_t host : hosts)
    {
        nodes.Add(fabric.GetNodes().Get(host));
    }
    auto overHosts = CreateObject<IncHostCollective>();
    overHosts->Setup(nodes, IncHostAlgorithmOf("point-to-point"));
    overHosts->ConnectRing();
    Communicators communicators;
    for (uint32_t rank = 0; rank < hosts.size(); ++rank)
    {
        auto communicator = CreateObject<IncCommunicator>();
        communicator->Setup(rank, reducing.clients[rank], gathering.clients[rank], overHosts);
        communicators.push_back(communicator);
    }
    return communicators;
}

IncCommunicatorHelper::Communicators
IncCommunicatorHelper::Split(const IncFabric& fabric,
                             const std::vector<uint32_t>& hosts,
                             const std::vector<int32_t>& colors,
                             const std::vector<int32_t>& keys)
{
    NS_ABORT_MSG_IF(colors.size() != hosts.size() || keys.size() != hosts.size(),
                    "IncCommunicatorHelper::Split: a color and a key for each rank");
    std::map<int32_t, std::vector<uint32_t>> members;
    for (uint32_t rank = 0; rank < hosts.size(); ++rank)
    {
        if (colors[rank] >= 0)
        {
            members[colors[rank]].push_back(rank);
        }
    }
    Communicators all(hosts.size());
    for (auto& [color, ranks] : members)
    {
        std::stable_sort(ranks.begin(), ranks.end(), [&keys](uint32_t a, uint32_t b) {
            return keys[a] < keys[b];
        });
        std::vector<uint32_t> part;
        for (const uint32_t rank : ranks)
        {
            part.push_back(hosts[rank]);
        }
        const Communicators made = Install(fabric, part);
        for (uint32_t i = 0; i < ranks.size(); ++i)
        {
            all[ranks[i]] = made[i];
        }
    }
    return all;
}

IncCommunicatorHelper::Communicators
IncCommunicatorHelper::Shrink(const IncFabric& fabric,
                              const std::vector<uint32_t>& hosts,
                              const std::vector<uint32_t>& dead)
{
    std::vector<int32_t> colors(hosts.size(), 0);
    for (const uint32_t rank : dead)
    {
        colors.at(rank) = -1;
    }
    return Split(fabric, hosts, colors, std::vector<int32_t>(hosts.size(), 0));
}

} // namespace ns3
