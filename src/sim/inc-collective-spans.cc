/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-collective-spans.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <memory>

namespace ns3
{

IncCollectiveAlgorithm::CompletionCallback
IncCollectiveSpans::Record(Ptr<IncTimeline> timeline,
                           const IncCollectiveAlgorithm::CompletionCallback& done) const
{
    const std::string thread = "communication";
    const auto missing = std::make_shared<std::size_t>(calls.size());
    return IncCollectiveAlgorithm::CompletionCallback([timeline,
                                                       done,
                                                       thread,
                                                       missing,
                                                       spans = *this](uint32_t rank,
                                                                      const std::string& status) {
        const auto& [host, call] = spans.calls.at(rank);
        const std::string failed = status.empty() ? "" : " (failed)";
        timeline->Add(
            {host, thread, spans.name + failed, "collective", call, Simulator::Now(), spans.bytes});
        if (--*missing == 0)
        {
            std::vector<std::pair<std::pair<std::string, std::string>, Time>> ends;
            for (const auto& [name, when] : spans.calls)
            {
                ends.emplace_back(std::pair(name, thread), when);
            }
            std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
                return a.second < b.second;
            });
            timeline->AddArrow(spans.name, ends);
        }
        done(rank, status);
    });
}

} // namespace ns3
