/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scenario-job.h"
#include "inc-scheme.h"

#include "ns3/inc-host-algorithm.h"
#include "ns3/inc-ring-allreduce.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Job of the ring AllReduce. A special algorithm reduces in the memory of the results.
class IncRingJob : public IncScenarioJob
{
  public:
    IncRingJob(const IncJobSetting& setting)
        : IncScenarioJob(setting)
    {
        m_ring = CreateObject<IncRingAllReduce>();
        m_ring->Setup(setting.GetWorkers());
        m_algorithm = m_ring;
        WatchRounds();
    }

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override
    {
        if (m_share.workers.size() < 2)
        {
            return std::nullopt;
        }
        // The window limits the bytes per round trip between the most distant neighbors.
        const auto ranks = static_cast<double>(m_share.workers.size());
        uint32_t before = m_share.workers.back();
        double longest = 0;
        for (const uint32_t worker : m_share.workers)
        {
            longest = std::max(longest, GetRoundTrip(before, worker));
            before = worker;
        }
        const double window = ranks / (2 * (ranks - 1)) * m_ring->GetWindowBytes() / longest / 1e9;
        const double ring = FormOf(GetSlowestRate(m_network.GetWorkers())).RingGBps();
        const auto path = count > 0 ? GetHostBound(IncHostAlgorithmOf("ring"),
                                                   collective,
                                                   count,
                                                   m_ring->GetSliceBytes())
                                    : std::nullopt;
        return std::min({ring, window, path.value_or(ring)});
    }

  private:
    Ptr<IncRingAllReduce> m_ring;
};

const IncSchemeRegistration RING_SCHEME("ring", [](IncScheme& self) {
    const IncHostAlgorithm& ring = IncHostAlgorithmOf("ring");
    self.help = ring.help;
    self.place = 1;
    self.collectives = ring.collectives;
    self.make = [](const auto& setting) -> std::unique_ptr<IncScenarioJob> {
        if (setting.call.collective != IncCollective::ALLREDUCE)
        {
            return IncMakeHostJob(setting, IncHostAlgorithmOf("ring"));
        }
        return std::make_unique<IncRingJob>(setting);
    };
});

} // namespace

} // namespace ns3
