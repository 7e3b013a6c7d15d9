/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-fabric.h"

#include "ns3/inc-address-plan.h"

#include <algorithm>

namespace ns3
{

Ptr<IncNetDevice>
IncFabric::GetDevice(uint32_t node, uint32_t port) const
{
    return DynamicCast<IncNetDevice>(m_nodes.Get(node)->GetDevice(port));
}

std::vector<bool>
IncFabric::FindReachable(uint32_t from) const
{
    std::vector<bool> isReachable(m_nodes.GetN());
    std::vector<uint32_t> found{from};
    isReachable[from] = true;
    while (!found.empty())
    {
        const uint32_t node = found.back();
        found.pop_back();
        if (node != from && m_topology.IsHost(node))
        {
            continue; // hosts do not forward
        }
        for (const IncTopologyPort& port : m_topology.GetPorts(node))
        {
            if (!isReachable[port.peer] && m_channels[port.link]->GetDevice(0)->IsLinkUp())
            {
                isReachable[port.peer] = true;
                found.push_back(port.peer);
            }
        }
    }
    return isReachable;
}

Ipv4Address
IncFabric::GetAddress(uint32_t node)
{
    return Ipv4Address(IncAddressPlan::AddressOf(node));
}

Ipv6Address
IncFabric::GetIpv6Address(uint32_t node)
{
    IncIpv6Octets octets = IncAddressPlan::Ipv6Of(IncAddressPlan::AddressOf(node));
    return Ipv6Address(octets.data());
}

void
IncFabric::DistributeRoutes(const IncRouteComputation& routes) const
{
    std::vector<IncRouteAttribute> attributes(m_topology.GetNodes().size());
    for (uint32_t host : m_topology.GetHosts())
    {
        for (const auto& port : m_topology.GetPorts(host))
        {
            if (m_switches[port.peer] && GetDevice(port.peer, port.peerPort)->IsLinkUp())
            {
                attributes[host].Add(m_switches[port.peer]->Advertise(port.peerPort));
            }
        }
    }
    for (uint32_t i = 0; i < m_switches.size(); ++i)
    {
        if (m_switches[i])
        {
            m_switches[i]->SetRoutes(routes.GetRoutes(i), attributes);
        }
        else if (m_topology.GetPorts(i).size() > 1)
        {
            m_nics[i]->SetRoutes(routes.GetRoutes(i)); // a host with a single port needs no table
        }
    }
}

void
IncFabric::SetScaleUpLink(uint32_t gpu, bool isUp) const
{
    for (const auto& hub : m_scaleUps.at(*m_topology.FindServer(gpu)))
    {
        hub->SetUp(m_nodes.Get(gpu), isUp);
    }
}

std::vector<IncFabric::ScaleUpDirection>
IncFabric::GetScaleUpDirections() const
{
    std::vector<ScaleUpDirection> directions;
    for (std::size_t i = 0; i < m_scaleUps.size(); ++i)
    {
        const IncTopologyServer& server = m_topology.GetServers()[i];
        const auto nameOf = [this, &server](const Ptr<IncScaleUpLink>& link) {
            const auto isGpus = [this, &link](const auto& gpu) {
                return m_nodes.Get(gpu.host) == link->GetGpu();
            };
            const auto gpu = std::find_if(server.gpus.begin(), server.gpus.end(), isGpus);
            return m_topology.GetName(gpu->host);
        };
        for (const auto& hub : m_scaleUps[i])
        {
            for (uint32_t port = 0; port < hub->GetGpus(); ++port)
            {
                const auto link = hub->GetLink(port);
                const std::string end =
                    server.isMesh ? nameOf(hub->GetLink(1 - port)) : server.switchName;
                directions.push_back({nameOf(link) + "->" + end, link, &link->up});
                if (!server.isMesh) // the other direction is that of the other GPU
                {
                    directions.push_back({end + "->" + nameOf(link), link, &link->down});
                }
            }
        }
    }
    return directions;
}

} // namespace ns3
