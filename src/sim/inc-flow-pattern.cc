/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-traffic-pattern.h"

#include "ns3/inc-topology.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t RESOLUTION = 1 << 30; //!< resolution of random fractions

} // namespace

uint32_t
IncFlowPattern::HostsPerLeaf(const IncTopology& topology, const std::vector<uint32_t>& hosts)
{
    const auto leafOf = [&](std::size_t i) { return topology.GetPorts(hosts[i]).front().peer; };
    std::size_t size = 0;
    while (size < hosts.size() && leafOf(size) == leafOf(0))
    {
        ++size;
    }
    if (size == hosts.size() || hosts.size() % size != 0)
    {
        return 0;
    }
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        if (leafOf(i) != leafOf(i - i % size))
        {
            return 0;
        }
    }
    return static_cast<uint32_t>(size);
}

uint64_t
IncFlowPattern::DrawBytes(const Draw& draw) const
{
    return sizes ? sizes->At(static_cast<double>(draw(RESOLUTION)) / RESOLUTION) : bytes;
}

double
IncFlowPattern::GetArrivals(const IncTopology& topology, uint32_t host) const
{
    double rate = 0;
    for (const auto& port : topology.GetPorts(host))
    {
        rate += static_cast<double>(topology.GetLinks()[port.link].rate);
    }
    return load * rate / 8 / (sizes ? sizes->GetMean() : static_cast<double>(bytes));
}

std::vector<IncFlow>
IncFlowPattern::Make(const IncTopology& topology,
                     const std::vector<uint32_t>& hosts,
                     const Draw& draw) const
{
    const IncTrafficPattern& pattern = IncTrafficPatterns().at(name);
    if (!pattern.pairs)
    {
        return pattern.flows(*this, topology, hosts, draw);
    }
    const IncTrafficPattern::Hosts all{static_cast<uint32_t>(hosts.size()),
                                       HostsPerLeaf(topology, hosts),
                                       jobs};
    const bool hasMice = pattern.Takes("mouseSize");
    std::vector<IncTrafficPattern::Pair> pairs;
    std::vector<IncFlow> made;
    for (uint32_t repeat = 0; repeat < flows; ++repeat)
    {
        if (repeat == 0 || pattern.drawsEachFlow)
        {
            pairs = pattern.pairs(all, draw);
        }
        for (const auto& pair : pairs)
        {
            IncFlow flow;
            flow.from = hosts[pair.from];
            flow.to = hosts[pair.to];
            flow.round = pair.round;
            flow.bytes = DrawBytes(draw);
            if (hasMice && draw(RESOLUTION) >= elephants * RESOLUTION)
            {
                flow.bytes = mouseBytes;
            }
            flow.start = Time::FromDouble(spread.GetDouble() * draw(RESOLUTION) / RESOLUTION,
                                          Time::GetResolution());
            made.push_back(flow);
        }
    }
    std::stable_sort(made.begin(), made.end(), [](const IncFlow& a, const IncFlow& b) {
        return std::pair(a.from, a.round) < std::pair(b.from, b.round);
    });
    return made;
}

} // namespace ns3
