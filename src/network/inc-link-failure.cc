/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-link-failure.h"

#include "inc-fabric.h"

#include "ns3/abort.h"
#include "ns3/inc-quantity.h"

#include <charconv>

namespace ns3
{

namespace
{

/// Return the nodes with a name: one node, or the GPUs of a server.
std::vector<uint32_t>
NodesOf(const IncTopology& topology, const std::string& name)
{
    if (const auto node = topology.Find(name))
    {
        return {*node};
    }
    std::vector<uint32_t> nodes;
    for (const IncTopologyServer& server : topology.GetServers())
    {
        for (const auto& gpu : server.gpus)
        {
            if (server.name == name)
            {
                nodes.push_back(gpu.host);
            }
        }
    }
    return nodes;
}

} // namespace

std::optional<IncLinkFailure>
IncLinkFailure::Parse(std::string_view text)
{
    const auto arrow = text.find("->");
    const auto sign = text.rfind('@');
    const bool isNode = arrow == std::string_view::npos;
    if (sign == std::string_view::npos || (!isNode && sign < arrow + 2))
    {
        return std::nullopt;
    }
    const auto times = text.substr(sign + 1);
    const auto colon = times.find(':');
    const auto at = IncParseTime(times.substr(0, colon));
    IncLinkFailure failure;
    failure.from = text.substr(0, isNode ? sign : arrow);
    failure.to = isNode ? "" : text.substr(arrow + 2, sign - arrow - 2);
    if (const auto hash = failure.to.find('#'); hash != std::string::npos)
    {
        const char* end = failure.to.data() + failure.to.size();
        const auto read = std::from_chars(failure.to.data() + hash + 1, end, failure.number);
        if (read.ec != std::errc() || read.ptr != end || failure.number == 0)
        {
            return std::nullopt;
        }
        failure.to.resize(hash);
    }
    if (!at || failure.from.empty() || (failure.to.empty() && !isNode))
    {
        return std::nullopt;
    }
    failure.at = *at;
    if (colon != std::string_view::npos)
    {
        failure.until = IncParseTime(times.substr(colon + 1));
        if (!failure.until || *failure.until <= failure.at)
        {
            return std::nullopt;
        }
    }
    return failure;
}

std::vector<uint32_t>
IncLinkFailure::FindLinks(const IncTopology& topology) const
{
    std::vector<uint32_t> links;
    const auto peer = topology.Find(to);
    uint32_t found = 0;
    for (const uint32_t node : NodesOf(topology, from))
    {
        for (const IncTopologyPort& port : topology.GetPorts(node))
        {
            const bool isNamed = to.empty() || (peer && port.peer == *peer);
            if (isNamed && (++found == number || number == 0))
            {
                links.push_back(port.link);
            }
        }
    }
    return links;
}

std::vector<uint32_t>
IncLinkFailure::FindScaleUpLinks(const IncTopology& topology) const
{
    std::vector<uint32_t> gpus;
    for (const auto& [gpu, other] : {std::pair(from, to), {to, from}})
    {
        for (const uint32_t node : NodesOf(topology, gpu))
        {
            const auto server = topology.FindServer(node);
            if (server && (to.empty() || other == topology.GetServers()[*server].switchName))
            {
                gpus.push_back(node);
            }
        }
    }
    return gpus;
}

void
IncLinkFailure::Schedule(const IncFabric& fabric,
                         IncOwnedEvents& events,
                         const Listener& listener,
                         const Listener& repaired) const
{
    const IncTopology& topology = fabric.GetTopology();
    const auto links = FindLinks(topology);
    const auto gpus = FindScaleUpLinks(topology);
    NS_ABORT_MSG_IF(links.empty() && gpus.empty(),
                    "IncLinkFailure::Schedule: no link " << from << "->" << to);
    for (const uint32_t gpu : gpus)
    {
        events.Schedule(at, [&fabric, listener, gpu]() {
            fabric.SetScaleUpLink(gpu, false);
            if (listener)
            {
                const IncTopology& topology = fabric.GetTopology();
                const auto& server = topology.GetServers()[*topology.FindServer(gpu)];
                listener(std::nullopt, topology.GetName(gpu) + "->" + server.switchName);
            }
        });
    }
    for (const uint32_t link : links)
    {
        const Ptr<IncChannel> channel = fabric.GetChannel(link);
        const std::string name = to.empty() ? topology.GetLinkName(link) : from + "->" + to;
        events.Schedule(at, [channel, listener, link, name]() {
            channel->SetUp(false);
            if (listener)
            {
                listener(link, name);
            }
        });
        if (until)
        {
            events.Schedule(*until, [channel, repaired, link, name]() {
                channel->SetUp(true);
                if (repaired)
                {
                    repaired(link, name);
                }
            });
        }
    }
}

} // namespace ns3
