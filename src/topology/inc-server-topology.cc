/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-topology.h"

#include <map>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// Return the GPU that gets each port of the hosts that servers replace. Keys are node index and
/// port number of the host.
std::map<std::pair<uint32_t, uint32_t>, uint32_t>
FindOwners(const IncTopology& hosts, const IncServerShape& shape)
{
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> owners;
    for (uint32_t server = 0; server < shape.servers; ++server)
    {
        uint32_t nic = 0;
        for (uint32_t i = 0; i < shape.places; ++i)
        {
            const uint32_t place = hosts.GetHosts()[server * shape.places + i];
            for (uint32_t port = 0; port < hosts.GetPorts(place).size(); ++port)
            {
                owners[{place, port}] = server * shape.gpus + shape.owners.at(nic++);
            }
        }
    }
    return owners;
}

} // namespace

IncTopology
IncMakeServers(const IncTopology& hosts, const IncServerShape& shape)
{
    if (uint64_t{shape.servers} * shape.places > hosts.GetHosts().size())
    {
        throw IncTopologyError(std::to_string(shape.servers) + " servers with " +
                               std::to_string(shape.owners.size()) +
                               " NICs are not accepted; expected at most " +
                               std::to_string(hosts.GetHosts().size() / shape.places) +
                               ", for which the network has links");
    }
    IncTopology servers;
    for (uint32_t i = 0; i < shape.servers * shape.gpus; ++i)
    {
        servers.AddHost("h" + std::to_string(i));
    }
    std::map<uint32_t, uint32_t> moved; // new index by old index of a switch
    for (uint32_t node = 0; node < hosts.GetNodes().size(); ++node)
    {
        if (!hosts.IsHost(node))
        {
            moved[node] = servers.AddNode(hosts.GetNodes()[node]);
        }
    }
    const auto owners = FindOwners(hosts, shape);
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> ports; // new node at a link's end
    for (uint32_t node = 0; node < hosts.GetNodes().size(); ++node)
    {
        for (uint32_t port = 0; port < hosts.GetPorts(node).size(); ++port)
        {
            const auto owner = owners.find({node, port});
            const auto known = moved.find(node);
            if (known != moved.end() || owner != owners.end())
            {
                ports[{node, hosts.GetPorts(node)[port].link}] =
                    known != moved.end() ? known->second : owner->second;
            }
        }
    }
    for (uint32_t i = 0; i < hosts.GetLinks().size(); ++i)
    {
        const IncTopologyLink& link = hosts.GetLinks()[i];
        const auto a = ports.find({link.a, i});
        const auto b = ports.find({link.b, i});
        if (a != ports.end() && b != ports.end())
        {
            servers.AddLink(a->second, b->second, link.rate, link.delay, link.back);
        }
    }
    for (uint32_t i = 0; i < shape.servers; ++i)
    {
        const std::string name = "v" + std::to_string(i);
        IncTopologyServer server{name, name + ".up", shape.reduction, {}, shape.isMesh};
        for (uint32_t gpu = 0; gpu < shape.gpus; ++gpu)
        {
            server.gpus.push_back({i * shape.gpus + gpu, shape.rate, shape.delay});
        }
        servers.AddServer(std::move(server));
    }
    servers.DeriveTiers();
    servers.Validate();
    return servers;
}

} // namespace ns3
