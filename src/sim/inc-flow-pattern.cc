/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-pattern.h"

#include "ns3/inc-topology.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

namespace
{

constexpr uint32_t RESOLUTION = 1 << 30; //!< of random fractions

/// 0…n-1 in random order.
std::vector<uint32_t>
Shuffled(uint32_t n, const IncFlowPattern::Draw& draw)
{
    std::vector<uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (uint32_t i = n - 1; i > 0; --i)
    {
        std::swap(order[i], order[draw(i + 1)]);
    }
    return order;
}

/// Sattolo's shuffle: one cycle through all, hence no fixed point.
std::vector<uint32_t>
Derangement(uint32_t n, const IncFlowPattern::Draw& draw)
{
    std::vector<uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (uint32_t i = n - 1; i > 0; --i)
    {
        std::swap(order[i], order[draw(i)]);
    }
    return order;
}

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
IncFlowPattern::MakePoisson(const IncTopology& topology,
                            const std::vector<uint32_t>& hosts,
                            const Draw& draw) const
{
    const auto count = static_cast<uint32_t>(hosts.size());
    std::vector<IncFlow> made;
    for (uint32_t i = 0; i < count; ++i)
    {
        const double arrivals = GetArrivals(topology, hosts[i]);
        double at = 0;
        while (true)
        {
            at -= std::log(1 - static_cast<double>(draw(RESOLUTION)) / RESOLUTION) / arrivals;
            if (at >= duration.GetSeconds())
            {
                break;
            }
            IncFlow flow;
            flow.from = hosts[i];
            flow.to = hosts[(i + 1 + draw(count - 1)) % count];
            flow.bytes = DrawBytes(draw);
            flow.start = Seconds(at);
            made.push_back(flow);
        }
    }
    return made;
}

IncFlowPattern::Pairs
IncFlowPattern::MakePairs(const IncTopology& topology,
                          uint32_t hosts,
                          uint32_t perLeaf,
                          const Draw& draw) const
{
    Pairs pairs;
    switch (kind)
    {
    case Kind::PERMUTATION: {
        const auto to = Derangement(hosts, draw);
        for (uint32_t i = 0; i < hosts; ++i)
        {
            pairs.emplace_back(i, to[i]);
        }
        break;
    }
    case Kind::RING:
        for (uint32_t i = 0; i < hosts; ++i)
        {
            pairs.emplace_back(i, (i + perLeaf) % hosts);
        }
        break;
    case Kind::ALLTOALL:
        for (uint32_t i = 0; i < hosts; ++i)
        {
            for (uint32_t round = 1; round < hosts; ++round)
            {
                pairs.emplace_back(i, (i + round) % hosts);
            }
        }
        break;
    case Kind::INCAST:
        for (uint32_t i = 1; i < hosts; ++i)
        {
            pairs.emplace_back(i, 0);
        }
        break;
    case Kind::POISSON: // has no pairs
        break;
    case Kind::MIX:
        for (uint32_t i = 0; i < hosts; ++i)
        {
            pairs.emplace_back(i, (i + 1 + draw(hosts - 1)) % hosts);
        }
        break;
    case Kind::RAILS: {
        const uint32_t leaves = hosts / perLeaf;
        std::vector<uint32_t> next(leaves);
        for (uint32_t place = 0; place < perLeaf; ++place)
        {
            const uint32_t job = place * jobs / perLeaf;
            if (place == 0 || job != (place - 1) * jobs / perLeaf)
            {
                const auto order = Shuffled(leaves, draw);
                for (uint32_t i = 0; i < leaves; ++i)
                {
                    next[order[i]] = order[(i + 1) % leaves];
                }
            }
            for (uint32_t leaf = 0; leaf < leaves; ++leaf)
            {
                pairs.emplace_back(leaf * perLeaf + place, next[leaf] * perLeaf + place);
            }
        }
        break;
    }
    }
    return pairs;
}

std::vector<IncFlow>
IncFlowPattern::Make(const IncTopology& topology,
                     const std::vector<uint32_t>& hosts,
                     const Draw& draw) const
{
    if (kind == Kind::POISSON)
    {
        return MakePoisson(topology, hosts, draw);
    }
    const auto count = static_cast<uint32_t>(hosts.size());
    const uint32_t perLeaf = HostsPerLeaf(topology, hosts);
    const bool isDrawnAnew = kind == Kind::PERMUTATION || kind == Kind::MIX;
    Pairs pairs;
    std::vector<IncFlow> made;
    for (uint32_t repeat = 0; repeat < flows; ++repeat)
    {
        if (repeat == 0 || isDrawnAnew)
        {
            pairs = MakePairs(topology, count, perLeaf, draw);
        }
        for (const auto& [from, to] : pairs)
        {
            IncFlow flow;
            flow.from = hosts[from];
            flow.to = hosts[to];
            flow.bytes = DrawBytes(draw);
            if (kind == Kind::MIX && draw(RESOLUTION) >= elephants * RESOLUTION)
            {
                flow.bytes = mouseBytes;
            }
            if (kind == Kind::ALLTOALL)
            {
                flow.round = (to + count - from) % count - 1;
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
