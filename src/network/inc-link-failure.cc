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

std::vector<uint32_t>
IncLinkFailure::FindLinks(const IncTopology& topology) const
{
    std::vector<uint32_t> links;
    const auto node = topology.Find(from);
    const auto peer = topology.Find(to);
    uint32_t found = 0;
    for (uint32_t port = 0; node && peer && port < topology.GetPorts(*node).size(); ++port)
    {
        const IncTopologyPort& each = topology.GetPorts(*node)[port];
        if (each.peer == *peer && (++found == number || number == 0))
        {
            links.push_back(each.link);
        }
    }
    return links;
}

void
IncLinkFailure::Schedule(const IncFabric& fabric,
                         IncOwnedEvents& events,
                         const Listener& listener,
                         const Listener& repaired) const
{
    const auto links = FindLinks(fabric.GetTopology());
    NS_ABORT_MSG_IF(links.empty(), "IncLinkFailure::Schedule: no link " << from << "->" << to);
    for (const uint32_t link : links)
    {
        const Ptr<IncChannel> channel = fabric.GetChannel(link);
        events.Schedule(at, [channel, listener, link]() {
            channel->SetUp(false);
            if (listener)
            {
                listener(link);
            }
        });
        if (until)
        {
            events.Schedule(*until, [channel, repaired, link]() {
                channel->SetUp(true);
                if (repaired)
                {
                    repaired(link);
                }
            });
        }
    }
}

} // namespace ns3
