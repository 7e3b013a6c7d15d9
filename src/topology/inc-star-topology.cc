/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-star-topology.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncStarTopology);

TypeId
IncStarTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncStarTopology")
                            .SetParent<IncRegularTopology>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncStarTopology>()
                            .AddAttribute("Hosts",
                                          "Number of hosts around the switch.",
                                          UintegerValue(8),
                                          MakeUintegerAccessor(&IncStarTopology::m_hosts),
                                          MakeUintegerChecker<uint32_t>(1, IncTopology::MAX_PORTS));
    return tid;
}

IncStarTopology::IncStarTopology() = default;

IncStarTopology::IncStarTopology(uint32_t hosts)
    : m_hosts(hosts)
{
}

uint64_t
IncStarTopology::CountHosts() const
{
    return m_hosts;
}

void
IncStarTopology::Check() const
{
    CheckParameters(GetTypeId());
}

IncTopology
IncStarTopology::Build() const
{
    Check();
    IncTopology topology;
    AddNodes(topology, IncTopologyNode::Kind::HOST, "h", m_hosts);
    uint32_t hub = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "s", 1);
    AttachHosts(topology, hub, 1, m_hosts);
    topology.DeriveTiers();
    topology.Validate();
    return topology;
}

} // namespace ns3
