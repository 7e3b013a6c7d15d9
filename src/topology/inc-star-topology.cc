/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-star-topology.h"

namespace ns3
{

IncStarTopology::IncStarTopology(uint32_t hosts)
    : m_hosts(hosts)
{
}

IncTopology
IncStarTopology::Build() const
{
    Check("hosts", m_hosts, {1, IncTopology::MAX_NODES - 1});
    IncTopology topology;
    AddNodes(topology, IncTopologyNode::Kind::HOST, "h", m_hosts);
    uint32_t hub = AddNodes(topology, IncTopologyNode::Kind::SWITCH, "s", 1);
    AttachHosts(topology, hub, 1, m_hosts);
    topology.DeriveTiers();
    topology.Validate();
    return topology;
}

} // namespace ns3
