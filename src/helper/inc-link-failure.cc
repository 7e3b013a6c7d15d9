/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-link-failure.h"

#include "inc-fabric-helper.h"

#include "ns3/abort.h"
#include "ns3/inc-quantity.h"
#include "ns3/simulator.h"

namespace ns3
{

std::optional<IncLinkFailure>
IncLinkFailure::Parse(std::string_view text)
{
    const auto arrow = text.find("->");
    const auto sign = text.rfind('@');
    if (arrow == std::string_view::npos || sign == std::string_view::npos || sign < arrow + 2)
    {
        return std::nullopt;
    }
    const auto times = text.substr(sign + 1);
    const auto colon = times.find(':');
    const auto at = IncParseTime(times.substr(0, colon));
    IncLinkFailure failure;
    failure.from = text.substr(0, arrow);
    failure.to = text.substr(arrow + 2, sign - arrow - 2);
    if (!at || failure.from.empty() || failure.to.empty())
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

std::optional<uint32_t>
IncLinkFailure::FindLink(const IncTopology& topology) const
{
    const auto node = topology.Find(from);
    const auto peer = topology.Find(to);
    if (!node || !peer)
    {
        return std::nullopt;
    }
    for (const auto& port : topology.GetPorts(*node))
    {
        if (port.peer == *peer)
        {
            return port.link;
        }
    }
    return std::nullopt;
}

void
IncLinkFailure::Schedule(const IncFabric& fabric, const Listener& listener) const
{
    const auto link = FindLink(fabric.GetTopology());
    NS_ABORT_MSG_UNLESS(link, "IncLinkFailure::Schedule: no link " << from << "->" << to);
    const Ptr<IncChannel> channel = fabric.GetChannel(*link);
    Simulator::Schedule(at, [channel, listener, index = *link]() {
        channel->SetUp(false);
        if (listener)
        {
            listener(index);
        }
    });
    if (until)
    {
        Simulator::Schedule(*until, &IncChannel::SetUp, channel, true);
    }
}

} // namespace ns3
