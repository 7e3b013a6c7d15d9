/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-spar-planner.h"

#include "inc-fixed-topology.h"
#include "inc-plan-algorithms.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

using Node = IncCluster::Node;

/** Choose the racks with most workers, except the PS's rack; among equal racks choose at random. */
std::vector<Node>
PlaceAggregators(const IncCluster& cluster, const std::vector<Node>& attach, IncPlanRandom& random)
{
    std::vector<uint32_t> workers(cluster.Switches(), 0);
    for (uint32_t w = 0; w < cluster.workers; ++w)
    {
        workers[attach[w]]++;
    }
    const auto places = cluster.HostPlaces();
    std::vector<Node> racks;
    for (Node v = 0; v < cluster.Switches(); ++v)
    {
        if (places[v] > 0 && v != attach.back())
        {
            racks.push_back(v);
        }
    }
    random.Shuffle(racks);
    std::stable_sort(racks.begin(), racks.end(), [&](Node u, Node v) {
        return workers[u] > workers[v];
    });
    const std::size_t count = cluster.aggregatorsToPlace.value_or(cluster.Aggregators());
    racks.resize(std::min(racks.size(), count));
    std::sort(racks.begin(), racks.end());
    return racks;
}

std::vector<Node>
Nearest(const IncFixedTopology& topology, const std::vector<Node>& aggregators, Node rack)
{
    uint32_t nearest = IncFixedTopology::UNREACHABLE;
    for (const Node v : aggregators)
    {
        nearest = std::min(nearest, topology.Hops(rack, v));
    }
    std::vector<Node> near;
    std::copy_if(aggregators.begin(), aggregators.end(), std::back_inserter(near), [&](Node v) {
        return topology.Hops(rack, v) == nearest;
    });
    return near;
}

} // namespace

void
IncSparPlanner::Solve(IncClusterPlan& plan)
{
    m_instance.RequireOneParameterServer("spar");
    const IncFixedTopology topology(m_instance);
    IncPlanRandom random(m_options.seed);
    const std::vector<Node> attach = topology.DrawPlacement(random);
    const Node psRack = attach.back();
    plan.aggregators = PlaceAggregators(m_instance, attach, random);
    std::vector<bool> used(m_instance.Switches(), false);
    std::vector<bool> chosen(m_instance.Switches(), false);
    for (const Node v : plan.aggregators)
    {
        chosen[v] = true;
    }
    // Racks of one class have the same nearest aggregators, except a rack that is one itself.
    std::map<std::pair<bool, Node>, std::vector<Node>> nearest;
    for (uint32_t w = 0; w < m_instance.workers; ++w)
    {
        const Node rack = attach[w];
        // NONE stands for the PS.
        Node to = IncCluster::NONE;
        if (rack != psRack && !plan.aggregators.empty())
        {
            const bool own = chosen[rack];
            auto& near = nearest[{own, own ? rack : topology.Class(rack)}];
            if (near.empty())
            {
                near = Nearest(topology, plan.aggregators, rack);
            }
            to = near[random.Below(near.size())];
        }
        std::vector<Node> path =
            topology.RandomPath(rack, to == IncCluster::NONE ? psRack : to, random);
        path.insert(path.begin(), m_instance.Worker(w));
        if (to == IncCluster::NONE)
        {
            path.push_back(m_instance.ParameterServer());
        }
        else
        {
            used[to] = true;
        }
        plan.routes.push_back(std::move(path));
    }
    for (const Node v : plan.aggregators)
    {
        if (used[v])
        {
            plan.routes.push_back(topology.RandomPath(v, psRack, random));
            plan.routes.back().push_back(m_instance.ParameterServer());
        }
    }
    IncFinishOverlay(plan, attach, m_options.steps);
}

const IncPlanRegistration REGISTERED_SPAR(IncSparPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "SPAR-like: places aggregators in a fixed topology";
    self.own = {IncAddSteps};
    self.rules.overlay = true;
    self.rules.ownAggregators = true;
    self.cluster = IncRunPlanner<IncSparPlanner, IncCluster>;
});

} // namespace ns3
