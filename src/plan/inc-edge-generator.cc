/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-edge-generator.h"

#include "inc-plan-random.h"

#include "ns3/inc-error.h"

#include <numeric>

namespace ns3
{

IncEdge
IncEdgeGenerator::Make() const
{
    if (emptyAggregators >= aggregators)
    {
        throw IncError("--empty=" + std::to_string(emptyAggregators) +
                       ": accepted: fewer than the " + std::to_string(aggregators) +
                       " aggregators");
    }
    IncPlanRandom random(seed);
    IncEdge edge;
    edge.maxDepth = maxDepth;
    edge.rateMin = rateMin;
    edge.rateMax = rateMax;
    edge.integerRates = integerRates;
    const auto draw = [&](const Range& range) { return random.Between(range.first, range.second); };
    for (uint32_t i = 0; i < aggregators; ++i)
    {
        IncEdge::Aggregator a;
        a.name = "a" + std::to_string(i);
        a.workers = draw(workers);
        a.capacity = draw(capacity);
        a.ingress = draw(ingress);
        a.egress = draw(egress);
        edge.aggregators.push_back(a);
    }
    // Draw the aggregators without workers; they may be aggregators of parameter servers.
    std::vector<uint32_t> order(aggregators);
    std::iota(order.begin(), order.end(), 0);
    random.Shuffle(order);
    for (uint32_t i = 0; i < emptyAggregators; ++i)
    {
        edge.aggregators[order[i]].workers = 0;
    }
    random.Shuffle(order);
    for (uint32_t p = 0; p < parameterServers; ++p)
    {
        edge.ps.push_back(
            {"p" + std::to_string(p), order[p % aggregators], rateMin, rateMax, false});
    }
    return edge;
}

IncEdge
IncEdgeGenerator::Figure1()
{
    IncEdge edge;
    edge.rateMax = 1;
    edge.integerRates = false;
    const uint32_t workers[] = {1, 2, 2, 0};
    for (uint32_t i = 0; i < 4; ++i)
    {
        edge.aggregators.push_back({"a" + std::to_string(i), workers[i], 1, 1, i == 0 ? 0.8 : 1});
    }
    edge.ps.push_back({"p0", 0, 0, 1, false});
    return edge;
}

} // namespace ns3
