/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-traffic-pattern.h"

#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/// Return 0…n-1 in random order.
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

/// Make a ring over the leaves for each rail: hosts at equal places under their leaves. The places
/// are divided among the jobs in equal ranges. Each job draws an order of the leaves for its rings.
std::vector<IncTrafficPattern::Pair>
MakeRails(const IncTrafficPattern::Hosts& hosts, const IncFlowPattern::Draw& draw)
{
    const uint32_t perLeaf = hosts.perLeaf;
    const uint32_t leaves = hosts.count / perLeaf;
    std::vector<uint32_t> next(leaves);
    std::vector<IncTrafficPattern::Pair> pairs;
    for (uint32_t place = 0; place < perLeaf; ++place)
    {
        const uint32_t job = place * hosts.jobs / perLeaf;
        if (place == 0 || job != (place - 1) * hosts.jobs / perLeaf)
        {
            const auto order = Shuffled(leaves, draw);
            for (uint32_t i = 0; i < leaves; ++i)
            {
                next[order[i]] = order[(i + 1) % leaves];
            }
        }
        for (uint32_t leaf = 0; leaf < leaves; ++leaf)
        {
            pairs.push_back({leaf * perLeaf + place, next[leaf] * perLeaf + place});
        }
    }
    return pairs;
}

const IncTrafficPatternRegistration RAILS("rails", [](IncTrafficPattern& self) {
    self.help = "rail-aligned rings of several jobs";
    self.own = {"jobs"};
    self.needsLeaves = true;
    self.pairs = MakeRails;
});

} // namespace

} // namespace ns3
