/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-cluster-generator.h"

#include "inc-plan-random.h"

#include "ns3/inc-error.h"

#include <cmath>
#include <set>

namespace ns3
{

IncCluster
IncClusterGenerator::Make() const
{
    IncCluster cluster;
    cluster.capacity = capacity;
    cluster.maxLayers = layers;
    cluster.workers = workers;
    cluster.parameterServers = parameterServers;
    if (topology == "leaf-spine")
    {
        LeafSpine(cluster);
    }
    else if (topology == "fat-tree")
    {
        FatTree(cluster);
    }
    else
    {
        for (uint32_t i = 0; i < switches; ++i)
        {
            cluster.switches.push_back({"s" + std::to_string(i), ports, i < aggregators, {}});
        }
    }
    if (aggregators > cluster.Switches())
    {
        throw IncError("--aggregators=" + std::to_string(aggregators) + ": accepted: at most the " +
                       std::to_string(cluster.Switches()) + " switches");
    }
    cluster.Index();
    DrawCapacities(cluster);
    if (!cluster.links.empty())
    {
        CheckPorts(cluster);
        Draw(cluster);
    }
    return cluster;
}

void
IncClusterGenerator::DrawCapacities(IncCluster& cluster) const
{
    const uint64_t pairs = uint64_t(cluster.Switches()) * (cluster.Switches() - 1) / 2;
    if (ownCapacities > pairs)
    {
        throw IncError("--ownCapacities=" + std::to_string(ownCapacities) +
                       ": accepted: at most the " + std::to_string(pairs) + " pairs of switches");
    }
    IncPlanRandom random(seed);
    const double shares[] = {0.1, 0.25, 0.4, 2, 4};
    // Floyd's sampling draws distinct pairs; all pairs are equally probable.
    std::set<uint64_t> drawn;
    for (uint64_t last = pairs - ownCapacities; last < pairs; ++last)
    {
        const uint64_t draw = random.Below(last + 1);
        const uint64_t pair = drawn.insert(draw).second ? draw : *drawn.insert(last).first;
        const auto v = static_cast<IncCluster::Node>((1 + std::sqrt(1 + 8.0 * pair)) / 2);
        const IncCluster::Node u = pair - uint64_t(v) * (v - 1) / 2;
        cluster.SetCapacity(u, v, capacity * shares[random.Below(5)]);
    }
}

void
IncClusterGenerator::AddSwitches(IncCluster& cluster,
                                 const std::string& tier,
                                 uint32_t count,
                                 uint32_t hosts) const
{
    for (uint32_t i = 0; i < count; ++i)
    {
        cluster.switches.push_back({tier + std::to_string(i), ports, false, hosts});
    }
}

void
IncClusterGenerator::LeafSpine(IncCluster& cluster) const
{
    AddSwitches(cluster, "leaf", leaves, hostsPerLeaf);
    AddSwitches(cluster, "spine", spines, 0);
    for (uint32_t leaf = 0; leaf < leaves; ++leaf)
    {
        for (uint32_t spine = 0; spine < spines; ++spine)
        {
            cluster.AddLink(leaf, leaves + spine, capacity);
        }
    }
}

void
IncClusterGenerator::FatTree(IncCluster& cluster) const
{
    if (k % 2)
    {
        throw IncError("--k=" + std::to_string(k) + ": accepted: an even number");
    }
    const uint32_t half = k / 2;
    AddSwitches(cluster, "core", half * half, 0);
    AddSwitches(cluster, "agg", k * half, 0);
    AddSwitches(cluster, "edge", k * half, hostsPerEdge);
    const uint32_t firstAgg = half * half;
    const uint32_t firstEdge = firstAgg + k * half;
    for (uint32_t pod = 0; pod < k; ++pod)
    {
        for (uint32_t i = 0; i < half; ++i)
        {
            const uint32_t agg = firstAgg + pod * half + i;
            for (uint32_t j = 0; j < half; ++j)
            {
                cluster.AddLink(agg, i * half + j, capacity);
                cluster.AddLink(firstEdge + pod * half + j, agg, capacity);
            }
        }
    }
}

void
IncClusterGenerator::CheckPorts(const IncCluster& cluster) const
{
    std::vector<uint64_t> used(cluster.Switches(), 0);
    for (const IncCluster::Link& link : cluster.links)
    {
        ++used[link.a];
        ++used[link.b];
    }
    for (IncCluster::Node v = 0; v < cluster.Switches(); ++v)
    {
        const uint64_t needed = used[v] + cluster.switches[v].hosts.value_or(0);
        if (needed > ports)
        {
            throw IncError("--ports=" + std::to_string(ports) + ": accepted: at least the " +
                           std::to_string(needed) + " that " + cluster.switches[v].name + " needs");
        }
    }
}

void
IncClusterGenerator::Draw(IncCluster& cluster) const
{
    IncPlanRandom random(seed);
    std::vector<IncCluster::Node> order;
    std::vector<IncCluster::Node> places;
    const auto hosts = cluster.HostPlaces();
    for (IncCluster::Node v = 0; v < cluster.Switches(); ++v)
    {
        order.push_back(v);
        places.insert(places.end(), hosts[v], v);
    }
    random.Shuffle(order);
    for (uint32_t i = 0; i < aggregators; ++i)
    {
        cluster.switches[order[i]].aggregator = true;
    }
    const uint64_t ends = uint64_t(workers) + parameterServers;
    if (places.size() < ends)
    {
        throw IncError("--workers=" + std::to_string(workers) +
                       ": accepted: with the parameter servers at most the " +
                       std::to_string(places.size()) + " hosts");
    }
    random.Shuffle(places);
    cluster.attach.assign(places.begin(), places.begin() + ends);
    cluster.aggregatorsToPlace = aggregators;
}

} // namespace ns3
