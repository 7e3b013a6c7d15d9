/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fat-tree-topology.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncFatTreeTopology);

TypeId
IncFatTreeTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncFatTreeTopology")
            .SetParent<IncRegularTopology>()
            .SetGroupName("Inc")
            .AddConstructor<IncFatTreeTopology>()
            .AddAttribute("K",
                          "Ports of a fat-tree switch, an even number.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&IncFatTreeTopology::m_k),
                          MakeUintegerChecker<uint32_t>(2, 64))
            .AddAttribute("HostsPerEdge",
                          "Hosts on each edge switch of a fat-tree; 0: half of its ports.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncFatTreeTopology::SetHostsPerEdge,
                                               &IncFatTreeTopology::HostsPerEdge),
                          MakeUintegerChecker<uint32_t>(0, 4096));
    return tid;
}

IncFatTreeTopology::IncFatTreeTopology() = default;

IncFatTreeTopology::IncFatTreeTopology(uint32_t k, std::optional<uint32_t> hostsPerEdge)
    : m_k(k),
      m_hostsPerEdge(hostsPerEdge.value_or(0))
{
}

uint32_t
IncFatTreeTopology::HostsPerEdge() const
{
    return m_hostsPerEdge > 0 ? m_hostsPerEdge : m_k / 2;
}

uint64_t
IncFatTreeTopology::CountHosts() const
{
    return uint64_t{m_k} * (m_k / 2) * HostsPerEdge() / GetRails();
}

void
IncFatTreeTopology::Check() const
{
    CheckParameters(GetTypeId());
    if (m_k % 2 != 0)
    {
        throw IncTopologyParameterError("k", m_k, "an even number from 2 to 64");
    }
    CheckRails(m_k / 2);
    CheckSize(CountHosts(), m_k * m_k + m_k * m_k / 4);
}

IncTopology
IncFatTreeTopology::Build() const
{
    Check();
    const uint32_t half = m_k / 2;
    const uint32_t edges = m_k * half;
    const auto hosts = static_cast<uint32_t>(CountHosts());

    IncTopology topology;
    AddNodes(topology, IncTopologyNode::Kind::HOST, "h", hosts);
    uint32_t edge0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "edge", edges);
    uint32_t agg0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "agg", edges);
    uint32_t core0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "core", half * half);
    AttachHosts(topology, edge0, edges, HostsPerEdge());
    for (uint32_t edge = 0; edge < edges; ++edge)
    {
        uint32_t firstOfPod = edge / half * half;
        for (uint32_t j = 0; j < half; ++j)
        {
            AddLink(topology, edge0 + edge, agg0 + firstOfPod + j);
        }
    }
    for (uint32_t agg = 0; agg < edges; ++agg)
    {
        for (uint32_t c = 0; c < half; ++c)
        {
            AddLink(topology, agg0 + agg, core0 + agg % half * half + c);
        }
    }
    topology.DeriveTiers();
    topology.Validate();
    return topology;
}

} // namespace ns3
