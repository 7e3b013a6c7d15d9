/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-leaf-spine-topology.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncLeafSpineTopology);

TypeId
IncLeafSpineTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncLeafSpineTopology")
            .SetParent<IncRegularTopology>()
            .SetGroupName("Inc")
            .AddConstructor<IncLeafSpineTopology>()
            .AddAttribute("Leaves",
                          "Leaf switches, each linked to every spine.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&IncLeafSpineTopology::m_leaves),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("Spines",
                          "Spine switches.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&IncLeafSpineTopology::m_spines),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("HostsPerLeaf",
                          "Hosts on each leaf switch.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&IncLeafSpineTopology::m_hostsPerLeaf),
                          MakeUintegerChecker<uint32_t>(1, 4096));
    return tid;
}

IncLeafSpineTopology::IncLeafSpineTopology() = default;

IncLeafSpineTopology::IncLeafSpineTopology(uint32_t leaves, uint32_t spines, uint32_t hostsPerLeaf)
    : m_leaves(leaves),
      m_spines(spines),
      m_hostsPerLeaf(hostsPerLeaf)
{
}

uint64_t
IncLeafSpineTopology::CountHosts() const
{
    return uint64_t{m_leaves} * m_hostsPerLeaf / GetRails();
}

void
IncLeafSpineTopology::Check() const
{
    CheckParameters(GetTypeId());
    CheckRails(m_leaves);
    CheckSize(CountHosts(), uint64_t{m_leaves} + m_spines);
}

IncTopology
IncLeafSpineTopology::Build() const
{
    Check();
    const auto hosts = static_cast<uint32_t>(CountHosts());

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
