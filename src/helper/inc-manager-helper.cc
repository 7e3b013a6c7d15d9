/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-manager-helper.h"

#include "inc-bier-helper.h"

#include "ns3/abort.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-ecmp-hash.h"
#include "ns3/ipv4-address.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Make the secret that all nodes share; the secret depends on seed and run of ns-3.
IncDigest
MakeSecret()
{
    IncDigest secret;
    uint64_t state =
        IncMix64((uint64_t{RngSeedManager::GetSeed()} << 32) ^ RngSeedManager::GetRun());
    for (uint8_t& byte : secret)
    {
        state = IncMix64(state + 1);
        byte = static_cast<uint8_t>(state);
    }
    return secret;
}

} // namespace

Ptr<IncControlAgent>
IncControlPlane::GetAgent(uint32_t node) const
{
    if (m_switchAgents[node])
    {
        return m_switchAgents[node];
    }
    return m_clientAgents[node];
}

void
IncControlPlane::Start() const
{
    Simulator::ScheduleWithContext(m_nodes.Get(m_managerNode)->GetId(),
                                   Time(0),
                                   &IncAggregationManager::Start,
                                   m_manager);
    for (uint32_t node = 0; node < m_endpoints.size(); ++node)
    {
        if (const auto agent = GetAgent(node))
        {
            Simulator::ScheduleWithContext(m_nodes.Get(node)->GetId(),
                                           Time(0),
                                           &IncControlAgent::Start,
                                           agent);
        }
    }
}

void
IncControlPlane::Stop() const
{
    m_manager->Stop();
    for (uint32_t node = 0; node < m_endpoints.size(); ++node)
    {
        if (const auto agent = GetAgent(node))
        {
            agent->Stop();
        }
    }
}

void
IncControlPlane::Kill(const IncFabric& fabric, uint32_t node) const
{
    if (node == m_managerNode)
    {
        m_manager->Stop();
    }
    if (const auto agent = GetAgent(node))
    {
        agent->Stop();
    }
    for (const auto& port : fabric.GetTopology().GetPorts(node))
    {
        fabric.GetChannel(port.link)->SetUp(false);
    }
}

IncManagerHelper::IncManagerHelper()
    : m_managerFactory("ns3::IncAggregationManager"),
      m_switchFactory("ns3::IncSwitchAgent"),
      m_clientFactory("ns3::IncClientAgent"),
      m_endpointFactory("ns3::IncControlEndpoint")
{
}

void
IncManagerHelper::SetManagerAttribute(const std::string& name, const AttributeValue& value)
{
    m_managerFactory.Set(name, value);
}

void
IncManagerHelper::SetAgentAttribute(const std::string& name, const AttributeValue& value)
{
    m_switchFactory.Set(name, value);
    m_clientFactory.Set(name, value);
}

void
IncManagerHelper::SetSwitchAgentAttribute(const std::string& name, const AttributeValue& value)
{
    m_switchFactory.Set(name, value);
}

void
IncManagerHelper::SetClientAgentAttribute(const std::string& name, const AttributeValue& value)
{
    m_clientFactory.Set(name, value);
}

void
IncManagerHelper::SetEndpointAttribute(const std::string& name, const AttributeValue& value)
{
    m_endpointFactory.Set(name, value);
}

uint32_t
IncManagerHelper::AddManagerNode(IncTopology& topology, uint64_t rate, int64_t delay)
{
    uint32_t last = static_cast<uint32_t>(topology.GetNodes().size());
    while (last > 0 && !topology.Forwards(last - 1))
    {
        --last;
    }
    NS_ABORT_MSG_IF(last == 0, "IncManagerHelper::AddManagerNode: the topology has no switch");
    IncTopologyNode node;
    node.name = "manager";
    node.kind = IncTopologyNode::Kind::SWITCH;
    node.inc = false;
    // With the tier of its neighbor, the new node does not raise the highest tier.
    node.tier = topology.GetNodes()[last - 1].tier;
    const uint32_t index = topology.AddNode(node);
    topology.AddLink(last - 1, index, rate, delay);
    return index;
}

Ptr<IncControlEndpoint>
IncManagerHelper::MakeEndpoint(const IncFabric& fabric, uint32_t node, uint16_t port) const
{
    auto endpoint = m_endpointFactory.Create<IncControlEndpoint>();
    endpoint->SetPort(port);
    if (fabric.GetTopology().IsHost(node))
    {
        endpoint->Attach(fabric.GetNic(node), fabric.GetNodes().Get(node), MakeSecret());
    }
    else
    {
        endpoint->Attach(fabric.GetSwitch(node), MakeSecret());
    }
    return endpoint;
}

Ptr<IncSwitchAgent>
IncManagerHelper::MakeSwitchAgent(const IncFabric& fabric,
                                  uint32_t node,
                                  const IncGroupHelper& groups,
                                  const SubDomain& subDomain) const
{
    const IncTopology& topology = fabric.GetTopology();
    Ptr<Node> object = fabric.GetNodes().Get(node);
    IncSwitchAgent::Resources resources;
    resources.device = topology.IsHost(node) ? nullptr : fabric.GetSwitch(node);
    resources.subDomain = subDomain;
    resources.bfr = object->GetObject<IncBfr>();
    if (topology.CanAggregate(node) || m_servers.count(node) > 0)
    {
        resources.aggregator = groups.GetAggregator(fabric, node);
    }
    const auto& ports = topology.GetPorts(node);
    if (!m_lastHopIsHost &&
        std::any_of(ports.begin(), ports.end(), [&](const IncTopologyPort& port) {
            return topology.IsHost(port.peer);
        }))
    {
        resources.lastHop = IncBierHelper::GetLastHop(object);
    }
    auto agent = m_switchFactory.Create<IncSwitchAgent>();
    agent->SetResources(resources);
    return agent;
}

IncControlPlane
IncManagerHelper::Install(const IncFabric& fabric,
                          uint32_t managerNode,
                          const IncGroupHelper& groups) const
{
    const IncTopology& topology = fabric.GetTopology();
    const auto hosts = static_cast<uint32_t>(topology.GetHosts().size());
    const uint32_t length = IncBitString::LengthFor(hosts);
    const SubDomain subDomain = IncBierHelper::MakeHostSubDomain(
        topology,
        length == 0 ? m_bitStringLength : std::min(length, m_bitStringLength));
    IncBierHelper::InstallMissing(fabric, subDomain);

    IncControlPlane plane;
    plane.m_managerNode = managerNode;
    plane.m_nodes = fabric.GetNodes();
    const std::size_t nodes = topology.GetNodes().size();
    plane.m_endpoints.resize(nodes);
    plane.m_clientAgents.resize(nodes);
    plane.m_switchAgents.resize(nodes);
    const Ipv4AddressValue manager(IncFabric::GetAddress(managerNode));
    for (uint32_t node = 0; node < nodes; ++node)
    {
        IncNodeIdentity identity;
        identity.name = topology.GetName(node);
        identity.isHost = topology.IsHost(node);
        identity.isServer = m_servers.count(node) > 0;
        identity.aggregates = topology.CanAggregate(node) || identity.isServer;
        identity.tier = topology.GetNodes()[node].tier;
        Ptr<IncControlAgent> agent;
        if (identity.isHost && !identity.isServer)
        {
            plane.m_clientAgents[node] = m_clientFactory.Create<IncClientAgent>();
            plane.m_clientAgents[node]->SetBier(
                subDomain,
                m_lastHopIsHost ? IncBierHelper::GetLastHop(fabric.GetNodes().Get(node)) : nullptr);
            agent = plane.m_clientAgents[node];
        }
        else if (topology.Forwards(node) || identity.isServer)
        {
            plane.m_switchAgents[node] = MakeSwitchAgent(fabric, node, groups, subDomain);
            agent = plane.m_switchAgents[node];
        }
        else
        {
            continue; // an optical switch receives no packets
        }
        plane.m_endpoints[node] = MakeEndpoint(fabric, node, IncControlEndpoint::PORT);
        fabric.GetNodes().Get(node)->AggregateObject(plane.m_endpoints[node]);
        fabric.GetNodes().Get(node)->AggregateObject(agent);
        agent->SetAttribute("Manager", manager);
        agent->Attach(plane.m_endpoints[node], identity);
    }
    NS_ABORT_MSG_UNLESS(plane.m_endpoints.at(managerNode),
                        "IncManagerHelper::Install: node " << managerNode
                                                           << " is no host and no switch");
    plane.m_manager = m_managerFactory.Create<IncAggregationManager>();
    fabric.GetNodes().Get(managerNode)->AggregateObject(plane.m_manager);
    plane.m_manager->Attach(plane.m_endpoints[managerNode]);
    return plane;
}

std::vector<Ptr<IncRouteSpeaker>>
IncManagerHelper::InstallSpeakers(const IncFabric& fabric) const
{
    const IncTopology& topology = fabric.GetTopology();
    const auto speaks = [&topology](uint32_t node) {
        return topology.Forwards(node) || topology.GetPorts(node).size() > 1;
    };
    std::vector<Ptr<IncRouteSpeaker>> speakers;
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        std::vector<IncRouteSpeaker::Interface> interfaces;
        for (const auto& port : topology.GetPorts(node))
        {
            const uint32_t peer = IncAddressPlan::AddressOf(port.peer);
            interfaces.push_back({peer, topology.IsHost(port.peer), speaks(port.peer)});
        }
        if (speaks(node))
        {
            speakers.push_back(CreateObject<IncRouteSpeaker>());
            speakers.back()->Attach(fabric.GetNodes().Get(node),
                                    MakeEndpoint(fabric, node, IncRouteSpeaker::PORT),
                                    interfaces);
        }
    }
    return speakers;
}

} // namespace ns3
