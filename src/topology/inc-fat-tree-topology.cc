/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fat-tree-topology.h"

namespace ns3
{

IncFatTreeTopology::IncFatTreeTopology(uint32_t k, std::optional<uint32_t> hostsPerEdge)
    : m_k(k),
      m_hostsPerEdge(hostsPerEdge.value_or(k / 2))
{
}

IncTopology
IncFatTreeTopology::Build() const
{
    if (m_k < 2 || m_k > 32 || m_k % 2 != 0)
    {
        throw IncTopologyError("k: " + std::to_string(m_k) +
                               " is not accepted; expected an even number from 2 to 32");
    }
    Check("hostsPerEdge", m_hostsPerEdge, {1, 4096});
    const uint32_t half = m_k / 2;
    const uint32_t edges = m_k * half;
    const uint32_t hosts = edges * m_hostsPerEdge;
    CheckSize(hosts, 2 * edges + half * half);

    IncTopology topology;
    AddNodes(topology, IncTopologyNode::Kind::HOST, "h", hosts);
    uint32_t edge0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "edge", edges);
    uint32_t agg0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "agg", edges);
    uint32_t core0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "core", half * half);
    AttachHosts(topology, edge0, edges, m_hostsPerEdge);
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
