/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-traffic-pattern.h"

#include <cmath>

namespace ns3
{

namespace
{

constexpr uint32_t ONE = 1 << 30; //!< resolution of random fractions

/// Draw flows of each host with exponential times between them, to random other hosts.
std::vector<IncFlow>
MakePoisson(const IncFlowPattern& pattern,
            const IncTopology& topology,
            const std::vector<uint32_t>& hosts,
            const IncFlowPattern::Draw& draw)
{
    const auto count = static_cast<uint32_t>(hosts.size());
    std::vector<IncFlow> made;
    for (uint32_t i = 0; i < count; ++i)
    {
        const double arrivals = pattern.GetArrivals(topology, hosts[i]);
        double at = 0;
        while (true)
        {
            at -= std::log(1 - static_cast<double>(draw(ONE)) / ONE) / arrivals;
            if (at >= pattern.duration.GetSeconds())
            {
                break;
            }
            IncFlow flow;
            flow.from = hosts[i];
            flow.to = hosts[(i + 1 + draw(count - 1)) % count];
            flow.bytes = pattern.DrawBytes(draw);
            flow.start = Seconds(at);
            made.push_back(flow);
        }
    }
    return made;
}

const IncTrafficPatternRegistration POISSON("poisson", [](IncTrafficPattern& self) {
    self.help = "every host to random ones at random times, as many as --load asks for";
    self.own = {"load", "duration"};
    self.refusals = {{{"flows", "startSpread"}, ": --load says how many there are"}};
    self.flows = MakePoisson;
});

} // namespace

} // namespace ns3
