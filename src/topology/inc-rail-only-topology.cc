/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rail-only-topology.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRailOnlyTopology);

TypeId
IncRailOnlyTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncRailOnlyTopology")
            .SetParent<IncRegularTopology>()
            .SetGroupName("Inc")
            .AddConstructor<IncRailOnlyTopology>()
            .AddAttribute("HostsOnRail",
                          "Hosts, or servers, each of which has a NIC on the leaf switch of every "
                          "rail.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&IncRailOnlyTopology::m_hosts),
                          MakeUintegerChecker<uint32_t>(1, IncTopology::MAX_PORTS));
    return tid;
}

IncRailOnlyTopology::IncRailOnlyTopology() = default;

IncRailOnlyTopology::IncRailOnlyTopology(uint32_t hosts)
    : m_hosts(hosts)
{
}

uint64_t
IncRailOnlyTopology::CountHosts() const
{
    return m_hosts;
}

void
IncRailOnlyTopology::Check() const
{
    CheckParameters(GetTypeId());
}

IncTopology
IncRailOnlyTopology::Build() const
{
    Check();
    IncTopology topology;
    AddNodes(topology, IncTopologyNode::Kind::HOST, "h", m_hosts);
    const uint32_t leaf0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "leaf", GetRails());
    AttachHosts(topology, leaf0, GetRails(), m_hosts);
    topology.DeriveTiers();
    topology.Validate();
    return topology;
}

} // namespace ns3
