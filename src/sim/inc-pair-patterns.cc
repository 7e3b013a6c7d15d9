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

using Pattern = IncTrafficPattern;
using Pairs = std::vector<Pattern::Pair>;
using Draw = IncFlowPattern::Draw;

/// Shuffle 0…n-1 by Sattolo's algorithm: the result is one cycle, so it has no fixed point.
std::vector<uint32_t>
Derangement(uint32_t n, const Draw& draw)
{
    std::vector<uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (uint32_t i = n - 1; i > 0; --i)
    {
        std::swap(order[i], order[draw(i)]);
    }
    return order;
}

const IncTrafficPatternRegistration PERMUTATION("permutation", [](Pattern& self) {
    self.help = "every host to another one at random";
    self.drawsEachFlow = true;
    self.pairs = [](const Pattern::Hosts& hosts, const Draw& draw) {
        const auto to = Derangement(hosts.count, draw);
        Pairs pairs;
        for (uint32_t i = 0; i < hosts.count; ++i)
        {
            pairs.push_back({i, to[i]});
        }
        return pairs;
    };
});

const IncTrafficPatternRegistration RING("ring", [](Pattern& self) {
    self.help = "host j to host j + hosts per leaf";
    self.needsLeaves = true;
    self.pairs = [](const Pattern::Hosts& hosts, const Draw&) {
        Pairs pairs;
        for (uint32_t i = 0; i < hosts.count; ++i)
        {
            pairs.push_back({i, (i + hosts.perLeaf) % hosts.count});
        }
        return pairs;
    };
});

const IncTrafficPatternRegistration ALLTOALL("alltoall", [](Pattern& self) {
    self.help = "every host to every other one in rounds";
    self.pairs = [](const Pattern::Hosts& hosts, const Draw&) {
        Pairs pairs;
        for (uint32_t i = 0; i < hosts.count; ++i)
        {
            for (uint32_t round = 1; round < hosts.count; ++round)
            {
                pairs.push_back({i, (i + round) % hosts.count, round - 1});
            }
        }
        return pairs;
    };
});

const IncTrafficPatternRegistration INCAST("incast", [](Pattern& self) {
    self.help = "all to the first";
    self.pairs = [](const Pattern::Hosts& hosts, const Draw&) {
        Pairs pairs;
        for (uint32_t i = 1; i < hosts.count; ++i)
        {
            pairs.push_back({i, 0});
        }
        return pairs;
    };
});

const IncTrafficPatternRegistration MIX("mix", [](Pattern& self) {
    self.help = "elephants and mice to random hosts";
    self.own = {"elephants", "mouseSize"};
    self.refusals = {{{"sizes"}, ", which has two"}};
    self.drawsEachFlow = true;
    self.pairs = [](const Pattern::Hosts& hosts, const Draw& draw) {
        Pairs pairs;
        for (uint32_t i = 0; i < hosts.count; ++i)
        {
            pairs.push_back({i, (i + 1 + draw(hosts.count - 1)) % hosts.count});
        }
        return pairs;
    };
});

} // namespace

} // namespace ns3
