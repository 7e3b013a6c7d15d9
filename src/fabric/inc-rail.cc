/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rail.h"

namespace ns3
{

IncTopology
IncRailOf(const IncTopology& topology, uint32_t rail)
{
    IncTopology only;
    for (const auto& node : topology.GetNodes())
    {
        only.AddNode(node);
    }
    const auto& links = topology.GetLinks();
    const auto isOfAnother = [&](uint32_t node, uint32_t link) {
        const auto& ports = topology.GetPorts(node);
        const auto number = static_cast<uint32_t>(ports.size());
        return topology.IsHost(node) && ports[IncRailPort(rail, number)].link != link;
    };
    for (uint32_t link = 0; link < links.size(); ++link)
    {
        const IncTopologyLink& all = links[link];
        if (!isOfAnother(all.a, link) && !isOfAnother(all.b, link))
        {
            only.AddLink(all.a, all.b, all.rate, all.delay, all.back);
        }
    }
    if (topology.GetRoot())
    {
        only.SetRoot(*topology.GetRoot());
    }
    return only;
}

} // namespace ns3
