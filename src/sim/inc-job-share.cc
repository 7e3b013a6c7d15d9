/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-job-share.h"

#include "inc-in-network-job.h"

#include "ns3/inc-rail.h"
#include "ns3/inc-root-addressing.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/inc-written-tree.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ns3
{

namespace
{

/// What it takes to be the root, against being another node of a tree: results are multiplied.
constexpr uint32_t LOAD_OF_ROOT = 2;

uint32_t
FindRoot(const IncScenarioConfig& config, const IncScenarioNetwork& network)
{
    const auto root = network.GetFabric().GetTopology().Find(config.root);
    if (!root)
    {
        config.Refuse("root",
                      "the network has no such node; accepted: the name of a switch or host");
    }
    const auto& workers = network.GetWorkers();
    if (std::find(workers.begin(), workers.end(), *root) != workers.end())
    {
        config.Refuse("root", "a worker; accepted: a switch, or a host that is no worker");
    }
    return *root;
}

IncTreeBuilder
MakeBuilder(const IncScenarioConfig& config,
            const IncScenarioNetwork& network,
            const IncTopology& topology,
            const std::vector<uint32_t>& load)
{
    IncTreeBuilder builder(topology);
    builder.SetAggregators(config.aggregators);
    builder.SetLoad(load);
    if (!config.root.empty())
    {
        builder.SetRoot(FindRoot(config, network));
    }
    return builder;
}

/// The argument that a tree fails by.
std::string
ArgumentOfTree(const IncScenarioConfig& config)
{
    return !config.root.empty()                    ? "root"
           : config.given.count("aggregators") > 0 ? "aggregators"
                                                   : "topology";
}

IncAggregationTree
BuildTree(const IncScenarioConfig& config,
          const IncScenarioNetwork& network,
          const IncTopology& topology,
          const std::vector<uint32_t>& hosts,
          const std::vector<uint32_t>& load)
{
    const auto workers = IncTreeWorkers(topology, hosts);
    const bool written = !topology.GetVat().empty();
    if (written)
    {
        config.RefuseIfGiven({"root", "aggregators"}, "the whole tree (\"vat\") of the file");
    }
    const IncTreeBuilder builder = MakeBuilder(config, network, topology, load);
    try
    {
        return written ? IncWrittenTree(topology, workers) : builder.Build(workers);
    }
    catch (const IncTopologyError& error)
    {
        config.Refuse(ArgumentOfTree(config), error.what());
    }
}

void
CheckTree(const IncScenarioConfig& config,
          const IncScenarioNetwork& network,
          const IncAggregationTree& tree)
{
    const std::string fault = config.vatAddressing == IncVatAddressing::ROOT
                                  ? IncCheckRootAddressing(network.GetFabric().GetTopology(), tree)
                                  : "";
    if (!fault.empty())
    {
        config.Refuse("vatAddressing", fault);
    }
}

void
DealTrees(const IncScenarioConfig& config,
          const IncScenarioNetwork& network,
          const std::string& argument,
          const std::vector<IncJobShare*>& shares)
{
    const IncTopology& topology = network.GetFabric().GetTopology();
    if (shares.size() > 1 && !topology.GetVat().empty())
    {
        config.Refuse(argument, "the topology file has the tree of one (\"vat\"); accepted: 1");
    }
    std::vector<uint32_t> load(topology.GetNodes().size(), 0);
    std::vector<uint32_t> trees(topology.GetNodes().size(), 0);
    for (IncJobShare* share : shares)
    {
        share->tree =
            share->ofRails > 1
                ? BuildTree(config, network, IncRailOf(topology, share->rail), share->workers, load)
                : BuildTree(config, network, topology, share->workers, load);
        CheckTree(config, network, *share->tree);
        for (const auto& vatNode : share->tree->GetNodes())
        {
            ++load[vatNode.node];
            ++trees[vatNode.node];
        }
        load[share->tree->GetRoot()] += LOAD_OF_ROOT - 1;
    }
    if (config.control.isManaged)
    {
        return; // the job that asks first is served first
    }
    for (IncJobShare* share : shares)
    {
        for (const auto& vatNode : share->tree->GetNodes())
        {
            const auto& node = topology.GetNodes()[vatNode.node];
            if (node.slots == 0)
            {
                continue; // no limit
            }
            if (node.slots < trees[vatNode.node])
            {
                config.Refuse(argument,
                              node.name + " has " + std::to_string(node.slots) +
                                  " slots for the trees of " + std::to_string(trees[vatNode.node]) +
                                  "; accepted: a slot for each");
            }
            const uint32_t most = node.slots / trees[vatNode.node];
            if (config.given.count("slots") > 0 && config.slots > most)
            {
                config.Refuse("slots",
                              node.name + " has " + std::to_string(node.slots) + " slots for " +
                                  std::to_string(trees[vatNode.node]) + " trees; accepted: 1 to " +
                                  std::to_string(most));
            }
            share->slots = std::min(share->slots, most);
        }
    }
}

bool
IsSameShape(const IncReductionTree& a, const IncReductionTree& b)
{
    return a.rank == b.rank && std::equal(a.children.begin(),
                                          a.children.end(),
                                          b.children.begin(),
                                          b.children.end(),
                                          IsSameShape);
}

/// A result is one tree's to verify, where it depends on the order.
void
CheckShapes(const IncScenarioConfig& config, const std::vector<IncJobShare>& rails)
{
    for (const IncJobShare& rail : rails)
    {
        if (config.reduction == IncReductionOrder::RANK &&
            !IsSameShape(IncShapeOf(*rail.tree, 0), IncShapeOf(*rails.front().tree, 0)))
        {
            config.Refuse("reduction",
                          "the rails have trees of different shapes; accepted: arrival");
        }
    }
}

} // namespace

std::vector<IncJobShare>
IncJobShare::Deal(const IncScenarioConfig& config, const IncScenarioNetwork& network)
{
    const uint32_t jobs = config.jobs.count.value_or(1);
    const auto& workers = network.GetWorkers();
    if (workers.size() % jobs != 0)
    {
        config.Refuse("jobs",
                      "there are " + std::to_string(workers.size()) +
                          " workers; accepted: a number that divides them");
    }
    if (network.GetPlanned() && config.jobs.count)
    {
        config.Refuse("jobs", "the topology is a plan's, which says what its jobs do");
    }
    return DealTo(config, network, IncDealWorkers(workers, jobs, config.jobs.placement), "jobs");
}

std::vector<IncJobShare>
IncJobShare::DealTo(const IncScenarioConfig& config,
                    const IncScenarioNetwork& network,
                    std::vector<std::vector<uint32_t>> groups,
                    const std::string& argument)
{
    const auto& workers = network.GetWorkers();
    std::vector<uint32_t> servers; // hosts that have nothing else to do
    for (uint32_t host : network.GetFabric().GetTopology().GetHosts())
    {
        if (std::find(workers.begin(), workers.end(), host) == workers.end())
        {
            servers.push_back(host);
        }
    }
    std::vector<IncJobShare> shares;
    for (auto& dealt : groups)
    {
        IncJobShare share;
        share.server = shares.size() < servers.size() ? servers[shares.size()] : dealt.front();
        share.workers = std::move(dealt);
        share.treeId = static_cast<uint16_t>(shares.size() + 1);
        share.slots = config.slots;
        if (config.rootRank >= share.workers.size())
        {
            config.Refuse("root",
                          "accepted: a rank from 0 to " + std::to_string(share.workers.size() - 1) +
                              ", or a node's name");
        }
        shares.push_back(std::move(share));
    }
    const uint32_t rails = config.topology.rails;
    if (rails > 1 && shares.size() * rails > UINT16_MAX)
    {
        config.Refuse("rails",
                      "there would be more than the " + std::to_string(UINT16_MAX) +
                          " trees that have a number; accepted: fewer, or fewer jobs");
    }
    std::vector<IncJobShare*> trees;
    for (IncJobShare& share : shares)
    {
        for (uint32_t rail = 0; rail < rails && rails > 1; ++rail)
        {
            IncJobShare part = share;
            part.rails.clear();
            part.treeId = static_cast<uint16_t>((share.treeId - 1) * rails + rail + 1);
            part.rail = rail;
            part.ofRails = rails;
            share.rails.push_back(std::move(part));
        }
        for (IncJobShare& part : share.rails)
        {
            trees.push_back(&part);
        }
        if (share.rails.empty())
        {
            trees.push_back(&share);
        }
    }
    if (config.RunsInNetwork() && !network.GetPlanned())
    {
        DealTrees(config, network, rails > 1 ? "rails" : argument, trees);
        for (const IncJobShare& share : shares)
        {
            CheckShapes(config, share.rails);
        }
    }
    return shares;
}

} // namespace ns3
