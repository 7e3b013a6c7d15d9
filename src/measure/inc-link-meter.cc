/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-link-meter.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-ecmp-members.h"
#include "ns3/inc-state-visitor.h"

namespace ns3
{

IncLinkMeter::IncLinkMeter(const IncFabric& fabric)
    : m_fabric(fabric)
{
    const std::size_t nodes = fabric.GetTopology().GetNodes().size();
    m_destinationsOf.assign(nodes, std::vector<bool>(nodes));
    for (uint32_t node = 0; node < nodes; ++node)
    {
        m_firstPort.push_back(m_ports.size());
        for (uint32_t p = 0; p < fabric.GetTopology().GetPorts(node).size(); ++p)
        {
            auto port = std::make_unique<Port>();
            port->meter = this;
            port->device = fabric.GetDevice(node, p);
            port->node = node;
            port->device->AddMeter(*port);
            m_ports.push_back(std::move(port));
        }
    }
}

IncLinkMeter::~IncLinkMeter()
{
    for (const auto& port : m_ports)
    {
        port->device->RemoveMeter(*port);
    }
}

void
IncLinkMeter::Load::Add(const IncFrame& frame)
{
    bytes += frame.GetSize();
    if (frame.flowHash != lastFlow || flows.empty())
    {
        lastFlow = frame.flowHash;
        flows.insert(lastFlow);
    }
}

void
IncLinkMeter::Port::Sent(const IncFrame& frame)
{
    if (frame.kind != IncFrame::Kind::ROCE || frame.payloadSize == 0)
    {
        return;
    }
    all.Add(frame);
    if (frame.IsBier() || meter->m_fabric.GetTopology().IsHost(node))
    {
        return;
    }
    unicast.Add(frame);
    auto& destinations = meter->m_destinationsOf[node];
    const uint32_t to = IncAddressPlan::IndexOf(frame.destination);
    if (to < destinations.size())
    {
        destinations[to] = true;
    }
}

void
IncLinkMeter::Port::VisitState(IncStateVisitor& visitor)
{
    // A repeated period has no new flows or destinations, because it was simulated once.
    visitor.Count("IncLinkMeter::Load::bytes", all.bytes);
    visitor.Count("IncLinkMeter::Load::bytes", unicast.bytes);
}

IncLinkLoad
IncLinkMeter::MakeLoad(const Port& port, const Load& load) const
{
    return {IncLinkName(m_fabric.GetTopology(), port.node, port.device->GetPort()),
            load.bytes,
            static_cast<uint32_t>(load.flows.size())};
}

std::vector<IncLinkLoad>
IncLinkMeter::GetLinks() const
{
    std::vector<IncLinkLoad> links;
    for (const auto& port : m_ports)
    {
        links.push_back(MakeLoad(*port, port->all));
    }
    return links;
}

std::optional<IncEcmpBalance>
IncLinkMeter::GetBalance() const
{
    std::vector<std::vector<IncLinkLoad>> groups;
    for (uint32_t node = 0; node < m_firstPort.size(); ++node)
    {
        std::vector<uint32_t> destinations;
        for (uint32_t to = 0; to < m_destinationsOf[node].size(); ++to)
        {
            if (m_destinationsOf[node][to])
            {
                destinations.push_back(to);
            }
        }
        for (const auto& ports : IncEcmpMembers(m_fabric, node, destinations))
        {
            groups.emplace_back();
            for (const uint16_t port : ports)
            {
                const Port& member = *m_ports[m_firstPort[node] + port];
                groups.back().push_back(MakeLoad(member, member.unicast));
            }
        }
    }
    return IncEcmpBalance::Of(groups);
}

} // namespace ns3
