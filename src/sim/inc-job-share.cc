/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-job-share.h"

#include "inc-execution-run.h"
#include "inc-in-network-job.h"
#include "inc-sim-arguments.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-root-addressing.h"
#include "ns3/inc-shortest-path.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/inc-written-tree.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unistd.h>

namespace ns3
{

namespace
{

/// Load of a tree's root, relative to its other nodes: the root replicates results.
constexpr uint32_t LOAD_OF_ROOT = 2;

uint32_t
FindRoot(const IncSimArguments& arguments, const IncSimNetwork& network)
{
    const auto root = network.GetFabric().GetTopology().Find(arguments.aggregation.root);
    arguments.table.Require(root.has_value(),
                            "root",
                            "the network has no such node; accepted: the name of a switch or host");
    const auto& workers = network.GetWorkers();
    arguments.table.Require(std::find(workers.begin(), workers.end(), *root) == workers.end(),
                            "root",
                            "a worker; accepted: a switch, or a host that is no worker");
    return *root;
}

IncTreeBuilder
MakeBuilder(const IncSimArguments& arguments,
            const IncSimNetwork& network,
            const IncTopology& topology,
            const std::vector<uint32_t>& load)
{
    IncTreeBuilder builder(topology);
    builder.SetAggregators(arguments.aggregation.aggregators);
    builder.SetLoad(load);
    if (!arguments.aggregation.root.empty())
    {
        builder.SetRoot(FindRoot(arguments, network));
    }
    return builder;
}

/// Return the argument that prevents a tree.
std::string
ArgumentOfTree(const IncSimArguments& arguments)
{
    return !arguments.aggregation.root.empty()      ? "root"
           : arguments.table.IsGiven("aggregators") ? "aggregators"
                                                    : "topology";
}

IncAggregationTree
BuildTree(const IncSimArguments& arguments,
          const IncSimNetwork& network,
          const IncTopology& topology,
          const std::vector<uint32_t>& hosts,
          const std::vector<uint32_t>& load)
{
    const auto workers = IncTreeWorkers(topology, hosts);
    const bool written = !topology.GetVat().empty();
    arguments.table.Needs(!written,
                          {"root", "aggregators"},
                          "the whole tree (\"vat\") of the file");
    const IncTreeBuilder builder = MakeBuilder(arguments, network, topology, load);
    try
    {
        return written ? IncWrittenTree(topology, workers) : builder.Build(workers);
    }
    catch (const IncTopologyError& error)
    {
        arguments.table.Refuse(ArgumentOfTree(arguments), error.what());
    }
}

void
CheckTree(const IncSimArguments& arguments,
          const IncSimNetwork& network,
          const IncAggregationTree& tree)
{
    const std::string fault = arguments.aggregation.vatAddressing == IncVatAddressing::ROOT
                                  ? IncCheckRootAddressing(network.GetFabric().GetTopology(), tree)
                                  : "";
    if (!fault.empty())
    {
        arguments.table.Refuse("vatAddressing", fault);
    }
}

/// Give all jobs the cells of each switch, and refuse fewer than their trees must have.
void
SharePool(const IncSimArguments& arguments,
          const IncSimNetwork& network,
          const std::string& argument,
          const std::vector<IncJobShare*>& shares)
{
    const IncTopology& topology = network.GetFabric().GetTopology();
    const uint32_t window = arguments.aggregation.slots;
    const IncPoolConfig& pool = arguments.aggregation.pool;
    std::vector<uint64_t> needs(topology.GetNodes().size(), 0);
    for (const IncJobShare* share : shares)
    {
        for (const auto& vatNode : share->tree->GetNodes())
        {
            const bool isRoot = vatNode.node == share->tree->GetRoot();
            needs[vatNode.node] += isRoot ? window : share->cells.least;
        }
    }
    for (uint32_t node = 0; node < needs.size(); ++node)
    {
        const uint32_t own = topology.GetNodes()[node].slots;
        const uint64_t has = topology.IsHost(node) ? UINT64_MAX : own == 0 ? *pool.slots : own;
        const std::string name = own == 0 ? "poolSlots" : argument;
        arguments.table.Require(needs[node] <= has,
                                name,
                                "the jobs' roots and --poolMin need " +
                                    std::to_string(needs[node]) + " slots on " +
                                    topology.GetName(node) + ", which has " + std::to_string(has) +
                                    "; accepted: as many, or fewer --slots");
        arguments.table.Require(needs[node] == 0 || pool.ways <= has,
                                "poolWays",
                                topology.GetName(node) + " has " + std::to_string(has) +
                                    " slots; accepted: all, or 1 to " + std::to_string(has));
    }
}

void
AssignTrees(const IncSimArguments& arguments,
            const IncSimNetwork& network,
            const std::string& argument,
            const std::vector<IncJobShare*>& shares)
{
    const IncTopology& topology = network.GetFabric().GetTopology();
    arguments.table.Require(shares.size() == 1 || topology.GetVat().empty(),
                            argument,
                            "the topology file has the tree of one (\"vat\"); accepted: 1");
    std::vector<uint32_t> load(topology.GetNodes().size(), 0);
    std::vector<uint32_t> trees(topology.GetNodes().size(), 0);
    for (IncJobShare* share : shares)
    {
        share->tree = share->rail ? BuildTree(arguments,
                                              network,
                                              IncRailOf(topology, *share->rail),
                                              share->workers,
                                              load)
                                  : BuildTree(arguments, network, topology, share->workers, load);
        CheckTree(arguments, network, *share->tree);
        for (const auto& vatNode : share->tree->GetNodes())
        {
            ++load[vatNode.node];
            ++trees[vatNode.node];
        }
        load[share->tree->GetRoot()] += LOAD_OF_ROOT - 1;
    }
    if (arguments.control.isManaged)
    {
        return; // jobs that ask first are served first
    }
    if (arguments.aggregation.pool.IsShared())
    {
        SharePool(arguments, network, argument, shares);
        return;
    }
    for (IncJobShare* share : shares)
    {
        for (const auto& vatNode : share->tree->GetNodes())
        {
            const auto& node = topology.GetNodes()[vatNode.node];
            if (node.slots == 0)
            {
                continue; // the switch has no limit
            }
            const uint32_t most = node.slots / trees[vatNode.node];
            const std::string has =
                node.name + " has " + std::to_string(node.slots) + " slots for ";
            const std::string number = std::to_string(trees[vatNode.node]);
            arguments.table.Require(most > 0,
                                    argument,
                                    has + "the trees of " + number + "; accepted: a slot for each");
            arguments.table.Require(
                !arguments.table.IsGiven("slots") || arguments.aggregation.slots <= most,
                "slots",
                has + number + " trees; accepted: 1 to " + std::to_string(most));
            share->slots = std::min(share->slots, most);
        }
    }
}

/// Give a job a part for each rail: with all of its workers, or with those that own NICs of the
/// rail in several servers.
void
DivideByRail(IncJobShare& share,
             IncCollective collective,
             const IncSimArguments& arguments,
             const IncSimNetwork& network)
{
    const uint32_t rails = arguments.topology.rails;
    const auto add = [&](uint32_t rail) -> IncJobShare& {
        IncJobShare part = share;
        part.rails.clear();
        part.rail = rail;
        part.port = rail;
        part.ofRails = rails;
        share.rails.push_back(std::move(part));
        return share.rails.back();
    };
    if (!arguments.topology.servers.AreOn())
    {
        for (uint32_t rail = 0; rail < rails && rails > 1; ++rail)
        {
            add(rail);
        }
        return;
    }
    const auto layout = network.GetServerLayout(share.workers);
    const IncTopology& topology = network.GetFabric().GetTopology();
    const IncServersConfig& servers = arguments.topology.servers;
    const bool usesOneNetwork = layout.heads.empty() || servers.crossRail == IncCrossRail::SPINE;
    const bool isOneNetwork = !usesOneNetwork || IncAreInOneNetwork(topology, share.workers);
    arguments.table.Require(
        !layout.heads.empty() || (isOneNetwork && !arguments.RunsInNetwork()),
        arguments.rows.execution ? "workload"
        : layout.heads.empty() && !IncServerLayout::Of(topology, share.workers).heads.empty()
            ? "fail"
            : "workers",
        "a group of ranks has no rail on which each server has a NIC at one of them; accepted: "
        "whole servers, or with schemes other than inc a NIC for each GPU and switches between "
        "all rails");
    servers.CheckCrossing(arguments.table, arguments.rows, collective, layout, isOneNetwork);
    arguments.table.Require(
        collective == IncCollective::ALLREDUCE || !arguments.rows.MayRunInNetwork() ||
            (layout.servers.size() == 1 ? IncHasBlocks(collective) : layout.GetLargest() == 1),
        arguments.rows.execution ? "workload" : "collective",
        IncName(collective) + " of several GPUs of a server does not run in the network; "
                              "accepted: allreduce, in one server also allgather and "
                              "reducescatter, or --scheme=auto");
    for (std::size_t i = 0; i < layout.rails.size() && layout.servers.size() > 1; ++i)
    {
        IncJobShare& part = add(layout.rails[i]);
        if (rails == 1 && layout.rails.size() == 1)
        {
            part.rail.reset(); // no server has another NIC
        }
        const IncServerLayout::Head& first = layout.heads[i].front();
        part.port = first.port;
        part.ofRails = static_cast<uint32_t>(topology.GetPorts(share.workers[first.rank]).size());
        part.workers.clear();
        for (const auto& head : layout.heads[i])
        {
            part.workers.push_back(share.workers[head.rank]);
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

/// Refuse several trees if results depend on the order, because one tree verifies a result.
void
CheckShapes(const IncSimArguments& arguments, const std::vector<IncJobShare>& rails)
{
    for (const IncJobShare& rail : rails)
    {
        if (arguments.aggregation.reduction == IncReductionOrder::RANK &&
            !IsSameShape(IncShapeOf(*rail.tree, 0), IncShapeOf(*rails.front().tree, 0)))
        {
            arguments.table.Refuse("reduction",
                                   "the rails have trees of different shapes; accepted: arrival");
        }
    }
}

} // namespace

std::vector<IncJobShare>
IncJobShare::Divide(const IncSimArguments& arguments, const IncSimNetwork& network)
{
    const uint32_t jobs = arguments.jobs.count.value_or(1);
    const auto& workers = network.GetWorkers();
    arguments.table.Require(workers.size() % jobs == 0,
                            "jobs",
                            "there are " + std::to_string(workers.size()) +
                                " workers; accepted: a number that divides them");
    arguments.table.Require(!network.GetPlanned() || !arguments.jobs.count,
                            "jobs",
                            "the topology is a plan's, which says what its jobs do");
    std::vector<Group> groups;
    for (auto& dealt : IncDealWorkers(workers, jobs, arguments.jobs.placement))
    {
        groups.push_back({arguments.call.collective, std::move(dealt)});
    }
    return DealTo(arguments, network, std::move(groups), "jobs");
}

std::vector<IncJobShare>
IncJobShare::DealTo(const IncSimArguments& arguments,
                    const IncSimNetwork& network,
                    std::vector<Group> groups,
                    const std::string& argument)
{
    const auto& workers = network.GetWorkers();
    std::vector<uint32_t> servers; // hosts without another task
    for (uint32_t host : network.GetFabric().GetTopology().GetHosts())
    {
        if (std::find(workers.begin(), workers.end(), host) == workers.end())
        {
            servers.push_back(host);
        }
    }
    std::vector<IncJobShare> shares;
    for (Group& group : groups)
    {
        IncJobShare share;
        share.server =
            shares.size() < servers.size() ? servers[shares.size()] : group.workers.front();
        share.workers = std::move(group.workers);
        share.treeId = static_cast<uint16_t>(shares.size() + 1);
        share.slots = arguments.aggregation.slots;
        share.cells = arguments.aggregation.pool.MakeShare(shares.size(),
                                                           arguments.aggregation.dissemination);
        arguments.table.Require(arguments.call.rootRank < share.workers.size(),
                                "root",
                                "accepted: a rank from 0 to " +
                                    std::to_string(share.workers.size() - 1) +
                                    ", or a node's name");
        shares.push_back(std::move(share));
    }
    const uint32_t rails = arguments.topology.rails;
    arguments.table.Require(rails == 1 || shares.size() * rails <= UINT16_MAX,
                            "rails",
                            "there would be more than the " + std::to_string(UINT16_MAX) +
                                " trees that have a number; accepted: fewer, or fewer jobs");
    std::vector<IncJobShare*> trees;
    for (std::size_t i = 0; i < shares.size(); ++i)
    {
        IncJobShare& share = shares[i];
        DivideByRail(share, groups[i].collective, arguments, network);
        for (IncJobShare& part : share.rails)
        {
            trees.push_back(&part);
        }
        if (share.rails.empty() && !arguments.topology.servers.AreOn())
        {
            trees.push_back(&share);
        }
    }
    for (std::size_t i = 0; i < trees.size(); ++i)
    {
        trees[i]->treeId = static_cast<uint16_t>(i + 1);
    }
    if (arguments.RunsInNetwork() && !network.GetPlanned())
    {
        AssignTrees(arguments, network, rails > 1 ? "rails" : argument, trees);
        for (const IncJobShare& share : shares)
        {
            CheckShapes(arguments, share.rails);
        }
    }
    return shares;
}

double
IncRefuseDataBeyondMemory(const IncSimArguments& arguments, const std::vector<IncJobShare>& shares)
{
    const double memory =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    // Count the operands and results of all ranks of all jobs, in doubles, which never overflow.
    const auto check =
        [&](const IncCollectiveConfig& call, uint64_t count, std::size_t ranks, std::size_t jobs) {
            const auto of = static_cast<uint32_t>(ranks);
            const auto elements = [&](bool isRoot) {
                return static_cast<double>(IncSendElements(call.collective, of, 1, isRoot)) +
                       static_cast<double>(IncReceiveElements(call.collective, of, 1, isRoot));
            };
            const double needed = (elements(true) + elements(false) * (ranks - 1.0)) * count *
                                  IncSizeOf(call.dtype) * static_cast<double>(jobs);
            const auto shown = [](double bytes) {
                return std::to_string(static_cast<uint64_t>(bytes / 1e9)) + " GB";
            };
            arguments.table.Require(
                needed <= memory,
                arguments.rows.workloadFile.empty() ? "size" : "workload",
                IncName(call.collective) + " of " + std::to_string(ranks) +
                    " ranks has values of " + shown(needed) +
                    "; accepted: with --data=virtual, or up to this machine's " + shown(memory));
            return needed;
        };
    IncCollectiveConfig call = arguments.call;
    double most = 0;
    if (call.isVirtual)
    {
        return most;
    }
    if (const auto& execution = arguments.rows.execution)
    {
        for (const auto& trace : execution->GetTraces())
        {
            for (const IncTraceNode& node : trace.GetNodes())
            {
                if (node.IsCollective())
                {
                    const auto& asked = trace.GetCommunications()[node.communication];
                    const auto ranks = execution->GetGroups()[asked.group].ranks.size();
                    const auto of = static_cast<uint32_t>(ranks);
                    call.collective = asked.collective;
                    most += check(call,
                                  IncExecutionRun::CountOf(asked, of, IncSizeOf(call.dtype)),
                                  ranks,
                                  1) /
                            static_cast<double>(ranks); // each rank has a node of its own
                }
            }
        }
    }
    else if (arguments.rows.workload)
    {
        for (const IncWorkloadLayer& layer : arguments.rows.workload->layers)
        {
            if (layer.weightGradient.collective)
            {
                call.collective = *layer.weightGradient.collective;
                call.dtype = layer.dtype.value_or(arguments.call.dtype);
                const uint64_t count = layer.weightGradient.bytes / IncSizeOf(call.dtype);
                most += check(call, count, shares.front().workers.size(), 1);
            }
        }
    }
    else if (arguments.rows.RunsCollectives())
    {
        const auto ranks = shares.front().workers.size();
        for (const uint64_t size : arguments.rows.sizes)
        {
            const uint64_t count = call.CountOf(size, static_cast<uint32_t>(ranks));
            most = std::max(most, check(call, count, ranks, shares.size()));
        }
    }
    return most;
}

} // namespace ns3
