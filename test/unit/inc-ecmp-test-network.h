/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_TEST_NETWORK_H
#define INC_ECMP_TEST_NETWORK_H

#include "ns3/inc-address-plan.h"
#include "ns3/inc-ecmp-balance.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-route-computation.h"
#include "ns3/inc-topology.h"

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

/// The ECMP stages of all switches of a network, without a simulation, to find the path of a flow.
class IncEcmpTestNetwork
{
  public:
    /// Function that adjusts the ECMP stage of a switch, which already has keys and groups.
    using Configure = std::function<void(ns3::IncEcmp&)>;

    IncEcmpTestNetwork(const ns3::IncTopology& topology,
                       uint64_t seed,
                       uint32_t interfaces,
                       uint32_t egressInterfaces,
                       const Configure& configure)
        : m_topology(topology),
          m_random(seed)
    {
        const auto n = static_cast<uint32_t>(topology.GetNodes().size());
        m_groups.resize(n);
        for (uint32_t node = 0; node < n; ++node)
        {
            m_stages.push_back(std::make_unique<ns3::IncEcmp>());
            m_tables.push_back(std::make_unique<ns3::IncForwardingTable>());
            m_groups[node] =
                ns3::IncEcmpGroups::Compute(topology, node, interfaces, egressInterfaces);
            m_groups[node].Check(topology, node);
            m_stages[node]->SetKey(m_random());
            m_stages[node]->SetGroups(m_groups[node], topology.GetPorts(node).size());
            configure(*m_stages[node]);
        }
        SetRoutes({});
    }

    /// Compute routes that avoid failed links.
    void SetRoutes(const std::vector<bool>& failedLinks)
    {
        const ns3::IncRouteComputation routes(m_topology, failedLinks);
        std::vector<ns3::IncRouteAttribute> attributes(m_topology.GetNodes().size());
        for (uint32_t host : m_topology.GetHosts())
        {
            const auto& port = m_topology.GetPorts(host).front();
            const auto group = ns3::IncGroupOfPort(m_groups[port.peer].egress,
                                                   m_topology.GetPorts(port.peer).size());
            attributes[host] = ns3::IncRouteAttribute(
                ns3::IncEcmpCommunity{0,
                                      ns3::IncAddressPlan::AddressOf(port.peer),
                                      group[port.peerPort]});
        }
        for (uint32_t node = 0; node < m_tables.size(); ++node)
        {
            m_tables[node]->SetRoutes(routes.GetRoutes(node), m_groups[node], attributes, 0);
        }
    }

    ns3::IncEcmp& Stage(uint32_t node)
    {
        return *m_stages[node];
    }

    ns3::IncFramePtr MakeFlow(uint32_t from, uint32_t to)
    {
        auto frame = ns3::IncFrame::Create();
        frame->source = ns3::IncAddressPlan::AddressOf(from);
        frame->destination = ns3::IncAddressPlan::AddressOf(to);
        frame->sourcePort = std::uniform_int_distribution<uint16_t>(49152, 65535)(m_random);
        frame->flowHash = ns3::IncFlowHash(frame->source, frame->destination, frame->sourcePort);
        return frame;
    }

    /// Return the links of a frame's path, as "a->b".
    std::vector<std::string> PathOf(const ns3::IncFrame& frame)
    {
        std::vector<std::string> path;
        uint32_t node = ns3::IncAddressPlan::IndexOf(frame.source);
        const uint32_t to = ns3::IncAddressPlan::IndexOf(frame.destination);
        uint32_t ingress = ns3::IncEcmp::NO_PORT;
        while (node != to && path.size() < 10)
        {
            const uint16_t port =
                m_topology.IsHost(node)
                    ? 0
                    : m_stages[node]->Choose(m_tables[node]->Lookup(to), frame, ingress);
            const auto& link = m_topology.GetPorts(node)[port];
            path.push_back(m_topology.GetName(node) + "->" + m_topology.GetName(link.peer));
            ingress = link.peerPort;
            node = link.peer;
        }
        return path;
    }

    /// Add a unit of load to each link on the path of a flow.
    void Send(uint32_t from, uint32_t to)
    {
        for (const auto& link : PathOf(*MakeFlow(from, to)))
        {
            ++m_load[link];
        }
    }

    /// Return loads of the ports by which a switch reaches a host.
    std::vector<ns3::IncLinkLoad> LoadsOf(uint32_t node, uint32_t host) const
    {
        std::vector<ns3::IncLinkLoad> loads;
        const auto& group = m_tables[node]->Lookup(host);
        for (uint32_t i = 0; i < group.size; ++i)
        {
            const uint32_t peer = m_topology.GetPorts(node)[group.ports[i]].peer;
            const std::string link = m_topology.GetName(node) + "->" + m_topology.GetName(peer);
            const auto found = m_load.find(link);
            const uint32_t flows = found == m_load.end() ? 0 : found->second;
            loads.push_back({link, flows, flows});
        }
        return loads;
    }

    const ns3::IncForwardingTable& Table(uint32_t node) const
    {
        return *m_tables[node];
    }

  private:
    ns3::IncTopology m_topology;
    std::mt19937_64 m_random;
    std::vector<ns3::IncEcmpGroups> m_groups;
    std::vector<std::unique_ptr<ns3::IncEcmp>> m_stages;
    std::vector<std::unique_ptr<ns3::IncForwardingTable>> m_tables;
    std::map<std::string, uint32_t> m_load;
};

#endif // INC_ECMP_TEST_NETWORK_H
