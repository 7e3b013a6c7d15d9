/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-helper.h"

#include "ns3/abort.h"
#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/uinteger.h"

namespace ns3
{

IncServerHelper::IncServerHelper(const IncGroupOptions& options)
    : m_options(options)
{
}

Ptr<IncServerCollective>
IncServerHelper::Connect(const IncFabric& fabric,
                         const std::vector<uint32_t>& hosts,
                         const IncServerLayout& layout,
                         IncInServer inServer,
                         const IncHostAlgorithm* between)
{
    std::vector<std::vector<Ptr<IncScaleUpSwitch>>> switches(layout.servers.size());
    for (std::size_t i = 0; i < switches.size(); ++i)
    {
        if (const auto server = fabric.GetTopology().FindServer(hosts[layout.servers[i].front()]))
        {
            switches[i] = fabric.GetScaleUpSwitches(*server);
        }
    }
    NodeContainer nodes;
    for (const uint32_t host : hosts)
    {
        nodes.Add(fabric.GetNodes().Get(host));
    }
    auto collective = CreateObject<IncServerCollective>();
    collective->SetServers(layout, switches, inServer, between);
    collective->Setup(nodes, between ? *between : IncHostAlgorithm());
    return collective;
}

Ptr<IncServerCollective>
IncServerHelper::Install(const IncFabric& fabric,
                         const std::vector<uint32_t>& hosts,
                         const std::string& scheme,
                         IncInServer inServer)
{
    const IncTopology& topology = fabric.GetTopology();
    const auto layout = IncServerLayout::Of(topology, hosts);
    NS_ABORT_MSG_IF(
        layout.heads.empty() && scheme == "inc",
        "IncServerHelper::Install: no rail has a NIC at a GPU of each server; accepted: "
        "whole servers");
    const IncHostAlgorithm* between = scheme == "inc" ? nullptr : &IncHostAlgorithmOf(scheme);
    const auto collective = Connect(fabric, hosts, layout, inServer, between);
    for (std::size_t i = 0; !between && layout.servers.size() > 1 && i < layout.rails.size(); ++i)
    {
        std::vector<uint32_t> workers;
        for (const auto& head : layout.heads[i])
        {
            workers.push_back(hosts[head.rank]);
        }
        m_options.rail = layout.rails[i];
        const IncTopology rail = IncRailOf(topology, layout.rails[i]);
        const auto tree = IncTreeBuilder(rail).Build(IncTreeWorkers(rail, workers));
        const IncGroup group = m_groups.Install(fabric, tree, m_options);
        ++m_options.treeId;
        auto inNetwork = CreateObject<IncInNetworkCollective>();
        inNetwork->Setup(group.clients, m_options.overflow);
        UintegerValue payload;
        group.clients.front()->GetAttribute("Payload", payload);
        collective->UseTree(inNetwork, static_cast<uint32_t>(payload.Get()), group.slots);
    }
    return collective;
}

} // namespace ns3
