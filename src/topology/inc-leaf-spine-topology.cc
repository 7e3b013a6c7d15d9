/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-leaf-spine-topology.h"

namespace ns3
{

IncLeafSpineTopology::IncLeafSpineTopology(uint32_t leaves, uint32_t spines, uint32_t hostsPerLeaf)
    : m_leaves(leaves),
      m_spines(spines),
      m_hostsPerLeaf(hostsPerLeaf)
{
}

IncTopology
IncLeafSpineTopology::Build() const
{
    Check("leaves", m_leaves, {1, 4096});
    Check("spines", m_spines, {1, 4096});
    Check("hostsPerLeaf", m_hostsPerLeaf, {1, 4096});
    uint32_t hosts = m_leaves * m_hostsPerLeaf;
    CheckSize(hosts, m_leaves + m_spines);

    IncTopology topology;
    AddNodes(topology, IncTopologyNode::Kind::HOST, "h", hosts);
    uint32_t leaf0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "leaf", m_leaves);
    uint32_t spine0 = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "spine", m_spines);
    AttachHosts(topology, leaf0, m_leaves, m_hostsPerLeaf);
    for (uint32_t leaf = 0; leaf < m_leaves; ++leaf)
    {
        for (uint32_t spine = 0; spine < m_spines; ++spine)
        {
            AddLink(topology, leaf0 + leaf, spine0 + spine);
        }
    }
    topology.DeriveTiers();
    topology.Validate();
    return topology;
}

} // namespace ns3
