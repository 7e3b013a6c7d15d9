/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-topology-builder.h"

#include "ns3/uinteger.h"

#include <cctype>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRegularTopology);

TypeId
IncRegularTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncRegularTopology").SetParent<Object>().SetGroupName("Inc");
    return tid;
}

IncTopologyParameterError::IncTopologyParameterError(const std::string& name,
                                                     uint64_t value,
                                                     const std::string& accepted)
    : IncTopologyError(name + ": " + std::to_string(value) + " is not accepted; expected " +
                       accepted),
      parameter(name),
      accepted(accepted)
{
}

std::string
IncRegularTopology::ParameterName(const std::string& attribute)
{
    std::string name = attribute;
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return name;
}

void
IncRegularTopology::SetLink(uint64_t rate, int64_t delay)
{
    m_rate = rate;
    m_delay = delay;
}

void
IncRegularTopology::CheckRails(uint32_t switches) const
{
    if (m_rails == 0 || switches % m_rails != 0)
    {
        throw IncTopologyParameterError("rails",
                                        m_rails,
                                        "a number that divides the " + std::to_string(switches) +
                                            " switches that a host may be attached to");
    }
}

void
IncRegularTopology::CheckParameters(TypeId tid) const
{
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation attribute = tid.GetAttribute(i);
        UintegerValue value;
        if (!attribute.accessor->Get(this, value) || attribute.checker->Check(value))
        {
            continue;
        }
        // The checker tells the range as text, such as "uint32_t 2:32".
        std::string range = attribute.checker->GetUnderlyingTypeInformation();
        range.erase(0, range.find(' ') + 1);
        range.replace(range.find(':'), 1, " to ");
        throw IncTopologyParameterError(ParameterName(attribute.name), value.Get(), range);
    }
}

void
IncRegularTopology::CheckSize(uint64_t hosts, uint64_t switches)
{
    if (hosts > IncTopology::MAX_HOSTS || hosts + switches > IncTopology::MAX_NODES)
    {
        throw IncTopologyError(std::to_string(hosts) + " hosts and " + std::to_string(switches) +
                               " switches are not accepted; expected at most " +
                               std::to_string(IncTopology::MAX_HOSTS) + " hosts and " +
                               std::to_string(IncTopology::MAX_NODES) + " nodes together");
    }
}

uint32_t
IncRegularTopology::AddNodes(IncTopology& topology,
                             IncTopologyNode::Kind kind,
                             const std::string& prefix,
                             uint32_t count)
{
    auto first = static_cast<uint32_t>(topology.GetNodes().size());
    for (uint32_t i = 0; i < count; ++i)
    {
        IncTopologyNode node;
        node.name = prefix + std::to_string(i);
        node.kind = kind;
        topology.AddNode(std::move(node));
    }
    return first;
}

void
IncRegularTopology::AddLink(IncTopology& topology, uint32_t a, uint32_t b) const
{
    topology.AddLink(a, b, m_rate, m_delay);
}

void
IncRegularTopology::AttachHosts(IncTopology& topology,
                                uint32_t firstSwitch,
                                uint32_t switches,
                                uint32_t hostsPerSwitch) const
{
    for (uint32_t s = 0; s < switches; ++s)
    {
        for (uint32_t h = 0; h < hostsPerSwitch; ++h)
        {
            AddLink(topology, s / m_rails * hostsPerSwitch + h, firstSwitch + s);
        }
    }
}

} // namespace ns3
