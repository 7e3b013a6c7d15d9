/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-atro-bound.h"
#include "ns3/inc-atro-construction.h"
#include "ns3/inc-atro-layer-bound.h"
#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-plan-random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>

using namespace ns3;

namespace
{

/// Finds the most workers that a few switches can serve. It tries every set of links out of every
/// switch, and uses no code of the planner.
class NaiveCluster
{
  public:
    NaiveCluster(const IncCluster& cluster, double rate)
        : m_cluster(cluster),
          m_rate(rate),
          m_out(cluster.Switches(), 0)
    {
    }

    int MaxWorkers()
    {
        int most = 0;
        for (m_root = 0; m_root < m_cluster.Switches(); ++m_root)
        {
            if (Flows(m_root, m_cluster.ParameterServer()) >= 1)
            {
                most = std::max(most, Try(0));
            }
        }
        return most;
    }

  private:
    int Flows(uint32_t u, uint32_t v) const
    {
        return int(m_cluster.CapacityOf(u, v) / m_rate + 1e-9);
    }

    int Try(uint32_t v)
    {
        if (v == m_cluster.Switches())
        {
            return Places();
        }
        int most = 0;
        for (uint32_t out = 0; out < 1U << m_cluster.Switches(); ++out)
        {
            const int links = __builtin_popcount(out);
            if (out >> v & 1 || (v == m_root && out) || (m_cluster.IsAggregator(v) && links > 1))
            {
                continue;
            }
            m_out[v] = out;
            most = std::max(most, Try(v + 1));
        }
        return most;
    }

    /// Return the layer of a switch: one more than the lowest layer to which it sends; in a cycle,
    /// a very large number.
    int Layer(uint32_t v, int depth) const
    {
        if (v == m_root || depth > int(m_cluster.Switches()))
        {
            return v == m_root ? 1 : 1000;
        }
        int layer = m_out[v] ? 0 : 1000;
        for (uint32_t u = 0; u < m_cluster.Switches(); ++u)
        {
            layer = m_out[v] >> u & 1 ? std::max(layer, Layer(u, depth + 1) + 1) : layer;
        }
        return layer;
    }

    bool Augment(uint32_t at, std::vector<bool>& seen)
    {
        const uint32_t sink = m_cluster.Switches();
        if (at == sink)
        {
            return true;
        }
        seen[at] = true;
        for (uint32_t to = 0; to <= sink; ++to)
        {
            if (!seen[to] && m_room[at][to] > 0 && Augment(to, seen))
            {
                --m_room[at][to];
                ++m_room[to][at];
                return true;
            }
        }
        return false;
    }

    bool Send(uint32_t from)
    {
        std::vector<bool> seen(m_cluster.Switches() + 1, false);
        return Augment(from, seen);
    }

    int Places()
    {
        const uint32_t n = m_cluster.Switches();
        m_room.assign(n + 1, std::vector<int>(n + 1, 0));
        std::vector<int> free(n, -1);
        for (uint32_t v = 0; v < n; ++v)
        {
            const bool used = v == m_root || m_out[v];
            if (used && Layer(v, 0) > int(m_cluster.maxLayers))
            {
                return 0;
            }
            free[v] = used ? int(m_cluster.switches[v].ports) - (v == m_root) : 0;
        }
        std::vector<uint32_t> emitted;
        for (uint32_t v = 0; v < n; ++v)
        {
            for (uint32_t u = 0; u < n; ++u)
            {
                if (!(m_out[v] >> u & 1))
                {
                    continue;
                }
                --free[v];
                --free[u];
                if (!m_cluster.IsAggregator(v))
                {
                    m_room[v][u] = Flows(v, u);
                }
                else if (Flows(v, u) < 1)
                {
                    return 0;
                }
                else
                {
                    emitted.push_back(u);
                }
            }
            m_room[v][n] = m_cluster.IsAggregator(v) ? 1000
                           : v == m_root             ? Flows(v, m_cluster.ParameterServer())
                                                     : 0;
        }
        if (*std::min_element(free.begin(), free.end()) < 0 ||
            !std::all_of(emitted.begin(), emitted.end(), [this](uint32_t u) { return Send(u); }))
        {
            return 0;
        }
        int placed = 0;
        for (uint32_t v = 0; v < n; ++v)
        {
            for (int port = 0; port < free[v] && Send(v); ++port)
            {
                ++placed;
            }
        }
        return placed;
    }

    const IncCluster& m_cluster;
    const double m_rate;
    uint32_t m_root{0};
    std::vector<uint32_t> m_out;
    std::vector<std::vector<int>> m_room;
};

/// Return a cluster with few switches and any number of workers; all worker links have the default
/// capacity.
IncCluster
SmallCluster(IncPlanRandom& random, uint32_t switches)
{
    IncCluster cluster;
    const bool alike = random.Between(0, 1);
    const uint32_t ports = random.Between(2, 9);
    const uint32_t aggregators = random.Between(0, switches);
    for (uint32_t i = 0; i < switches; ++i)
    {
        cluster.switches.push_back({"s" + std::to_string(i),
                                    alike ? ports : uint32_t(random.Between(2, 9)),
                                    i < aggregators,
                                    {}});
    }
    random.Shuffle(cluster.switches);
    cluster.Index();
    cluster.workers = 50;
    cluster.maxLayers = random.Between(1, 5);
    cluster.capacity = random.Between(1, 4);
    for (int64_t i = random.Between(0, 1) ? random.Between(1, 8) : 0; i > 0; --i)
    {
        const IncCluster::Node v = random.Below(switches);
        const IncCluster::Node u = random.Below(switches + 1);
        const IncCluster::Node other = u == switches ? cluster.ParameterServer() : u;
        if (other != v)
        {
            cluster.SetCapacity(v, other, random.Between(1, 16) / 2.0);
        }
    }
    return cluster;
}

void
CompareWithTryingAll(uint64_t seed, uint32_t switches, int instances)
{
    SCOPED_TRACE("seed " + std::to_string(seed));
    IncPlanRandom random(seed);
    int64_t counted = 0;
    int64_t best = 0;
    int64_t built = 0;
    for (int i = 0; i < instances; ++i)
    {
        const IncCluster cluster = SmallCluster(random, switches);
        const IncAtroProblem problem(cluster, 1);
        const auto most = static_cast<uint64_t>(NaiveCluster(cluster, 1).MaxWorkers());
        uint64_t bound = IncAtroBound(problem).MaxWorkers();
        ASSERT_GE(bound, most) << cluster.ToJson().dump();
        if (cluster.maxLayers >= 3)
        {
            const uint64_t byLayer = IncAtroLayerBound(problem).MaxWorkers();
            ASSERT_GE(byLayer, most) << cluster.ToJson().dump();
            bound = std::min(bound, byLayer);
        }
        uint64_t placed = 0;
        for (const IncAtroTopology& topology : IncAtroConstruction(problem).Candidates())
        {
            placed = std::max(placed, IncAtroRouter(problem).MaxWorkers(topology));
        }
        ASSERT_LE(placed, most) << cluster.ToJson().dump();
        counted += bound;
        best += most;
        built += placed;
    }
    std::cout << "seed " << seed << ", " << instances << " clusters of " << switches
              << " switches: construction " << built << ", optimum " << best << ", bound "
              << counted << " workers" << std::endl;
    EXPECT_GE(built, best * 0.95);
    EXPECT_LE(counted, best * 1.05);
}

/** Plan for 2,000 switches, 200 of which are aggregators. */
IncClusterPlan
LargePlan(uint32_t workers, uint32_t layers, uint32_t ownCapacities = 0, uint64_t seed = 1)
{
    IncClusterGenerator make;
    make.switches = 2000;
    make.aggregators = 200;
    make.workers = workers;
    make.layers = layers;
    make.ownCapacities = ownCapacities;
    make.seed = seed;
    return IncAtroPlanner(make.Make()).Run();
}

} // namespace

TEST(IncAtroBounds, HoldTheOptimumOfThreeSwitchesBetweenThem)
{
    CompareWithTryingAll(301, 3, 2000);
}

TEST(IncAtroBounds, HoldTheOptimumOfFourSwitchesBetweenThem)
{
    CompareWithTryingAll(401, 4, 3000);
}

TEST(IncAtroBounds, HoldTheOptimumOfFiveSwitchesBetweenThem)
{
    CompareWithTryingAll(501, 5, 25);
}

TEST(IncAtroBounds, ProveTenThousandWorkersWithinFivePercentInAnyNumberOfLayers)
{
    const uint32_t workers[] = {20, 500, 10000, 10000, 10000, 10000, 10000, 10000};
    const double rates[] = {100, 100, 5, 33, 33, 33, 33, 33};
    for (uint32_t layers = 1; layers <= 8; ++layers)
    {
        const IncClusterPlan plan = LargePlan(workers[layers - 1], layers);
        EXPECT_EQ(plan.status, IncPlanStatus::OPTIMAL) << layers;
        EXPECT_EQ(plan.rate, rates[layers - 1]) << layers;
        EXPECT_LE(plan.notes["gap_percent"].get<double>(), 5) << layers;
        EXPECT_TRUE(IncCheckPlan(plan).empty()) << layers;
    }
}

TEST(IncAtroBounds, ProveTenThousandWorkersWithinFivePercentWhereLinksDiffer)
{
    for (uint64_t seed = 1; seed <= 3; ++seed)
    {
        for (uint32_t layers = 1; layers <= 5; ++layers)
        {
            const uint32_t workers = layers == 1 ? 20 : layers == 2 ? 500 : 10000;
            const IncClusterPlan plan = LargePlan(workers, layers, 5000, seed);
            EXPECT_GE(plan.rate, layers == 3 ? 5 : 50) << layers << " layers, seed " << seed;
            EXPECT_LE(plan.notes["gap_percent"].get<double>(), 5) << layers << " seed " << seed;
            EXPECT_TRUE(IncCheckPlan(plan).empty()) << layers << " seed " << seed;
        }
    }
}

TEST(IncAtroBounds, ProveClustersOfDifferentPortsWithinFivePercent)
{
    for (uint64_t seed = 1; seed <= 4; ++seed)
    {
        IncPlanRandom random(seed);
        IncCluster cluster;
        for (uint32_t i = 0; i < 2000; ++i)
        {
            const uint32_t ports = 16U << random.Below(3);
            cluster.switches.push_back({"s" + std::to_string(i), ports, random.Below(10) == 0, {}});
        }
        cluster.Index();
        cluster.workers = random.Between(5000, 20000);
        cluster.maxLayers = random.Between(3, 5);
        const IncClusterPlan plan = IncAtroPlanner(cluster).Run();
        EXPECT_LE(plan.notes["gap_percent"].get<double>(), 5) << "seed " << seed;
        EXPECT_TRUE(IncCheckPlan(plan).empty()) << "seed " << seed;
    }
}
