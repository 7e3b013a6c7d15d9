/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Checks of IncSimArguments that involve several of its parts.

#include "inc-sim-arguments.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-path-mtu.h"

#include <algorithm>
#include <filesystem>

namespace ns3
{

void
IncSimArguments::CheckHosts() const
{
    const uint64_t hosts = topology.CountHosts().value_or(0);
    table.Require(hosts == 0 || jobs.workers.value_or(1) <= hosts,
                  "workers",
                  "the network has " + std::to_string(hosts) + " hosts; accepted: 1 to " +
                      std::to_string(hosts));
}

void
IncSimArguments::CheckPlannedCollective()
{
    const std::string chosen = table.Assignment("topology");
    const bool isEdge = plan.plan->IsEdge();
    if (isEdge && !table.IsGiven("collective"))
    {
        call.collective = IncCollective::REDUCE;
    }
    const bool isReduce = call.collective == IncCollective::REDUCE;
    table.Require(!isEdge || isReduce,
                  "collective",
                  "a plan of the edge covers the reduction only; accepted: reduce");
    table.Require(isReduce || call.collective == IncCollective::ALLREDUCE,
                  "collective",
                  "a plan's parameter servers reduce; accepted: allreduce and reduce");
    table.Needs(!isReduce || !aggregation.root.empty(),
                {"root"},
                chosen + ": results stay at its parameter servers");
    table.RefuseIfGiven({"inPlace"}, chosen);
    const auto servers = plan.plan->CountServers();
    table.Require(servers <= 1 || aggregation.reduction != IncReductionOrder::RANK,
                  "reduction",
                  "the plan has " + std::to_string(servers) +
                      " parameter servers, each with an order of its own; accepted: arrival");
}

void
IncSimArguments::CheckPlan()
{
    const std::string chosen = table.Assignment("topology");
    table.Needs(!plan.file.empty(), {"pace"}, chosen + ": there is no plan");
    if (plan.file.empty())
    {
        return;
    }
    plan.Load(table);
    table.RefuseIfGiven({"background", "flowList"}, chosen + ": links are planned");
    table.RefuseIfGiven({"workers", "placement", "aggregators"}, chosen + ": the plan says");
    table.RefuseIfGiven(IncEcmpConfig::Names(), chosen + ": every flow has its path");
    table.RefuseIfGiven({"workload"}, chosen);
    table.Require(rows.schemes.size() == 1 && rows.schemes.front()->isInNetwork,
                  "scheme",
                  "a plan is for in-network aggregation; accepted: inc");
    table.Require(aggregation.vatAddressing != IncVatAddressing::ROOT,
                  "vatAddressing",
                  "packets go to the plan's next aggregator; accepted: next");
    if (!table.IsGiven("dissemination"))
    {
        aggregation.dissemination = IncDisseminationMode::TREE;
    }
    table.Require(aggregation.dissemination == IncDisseminationMode::TREE,
                  "dissemination",
                  "results go back over the plan's links; accepted: tree");
    CheckPlannedCollective();
    if (!table.IsGiven("bitStringLength"))
    {
        aggregation.bitStringLength = plan.GetBitStringLength();
    }
}

/// Refuse arguments that contradict servers, and make the schemes that run over servers.
void
IncSimArguments::CheckServers()
{
    const IncServersConfig& servers = topology.servers;
    servers.Check(table, topology.nics, rows);
    if (!servers.AreOn())
    {
        return;
    }
    const std::string chosen =
        table.Assignment(servers.areInFile ? "topology" : "gpusPerServer") + ": ";
    table.Require(!control.isManaged, "control", "the manager knows no servers; accepted: static");
    table.RefuseIfGiven({"background", "flowList", "fastForward", "wire"},
                        chosen + "not for servers of several GPUs");
    servers.MakeSchemes(rows);
    for (const IncControlConfig::Event& death : std::exchange(control.deaths, {}))
    {
        ecmp.failures.push_back({death.who, "", 0, death.at, std::nullopt});
    }
}

/// Refuse arguments that contradict several NICs, and choose a dissemination that allows them.
void
IncSimArguments::CheckRails()
{
    using Source = IncTopologyConfig::Source;
    if (topology.rails == 1)
    {
        return;
    }
    const bool isGiven = topology.servers.gpus == 1 || table.IsGiven("rails");
    const std::string argument = topology.nics == 1 ? "planes" : "rails";
    const std::string chosen = table.Assignment(isGiven ? argument : "gpusPerServer");
    table.Require(topology.source != Source::PLAN,
                  "rails",
                  "a plan says which links its workers use; accepted: 1");
    table.Needs(rows.RunsCollectives() || topology.source != Source::FILE,
                {"rails"},
                table.Assignment("scheme") + ": flows are not striped");
    if (!RunsInNetwork())
    {
        return;
    }
    table.Require(!control.isManaged,
                  argument,
                  "the manager does not know of rails; accepted: 1, or --control=static");
    table.Require(aggregation.vatAddressing != IncVatAddressing::ROOT,
                  "vatAddressing",
                  chosen + " has a switch of the tree beside every NIC; accepted: next");
    if (!table.IsGiven("dissemination"))
    {
        aggregation.dissemination = IncDisseminationMode::TREE;
    }
    table.Require(aggregation.dissemination != IncDisseminationMode::UNICAST,
                  "dissemination",
                  chosen + ": unicast finds hosts, not their NICs; accepted: tree, bier");
}

/// Return the argument that makes hosts run the collective.
std::string
IncSimArguments::AssignmentOverHosts() const
{
    return table.Assignment(rows.MayRunInNetwork() ? "collective" : "scheme");
}

void
IncSimArguments::CheckScheme() const
{
    const std::string overHosts = AssignmentOverHosts();
    std::vector<std::string> names = IncAggregationConfig::Names();
    names.emplace_back("animation");
    table.Needs(RunsInNetwork(), names, overHosts + ": nothing is aggregated in the network");
    table.Require(output.topology.empty() || !control.isManaged || !control.host.empty(),
                  "export",
                  "the manager has a node of its own; accepted: with --manager=HOST");
    table.Needs(RunsInNetwork() || aggregation.root.empty(),
                {"root"},
                overHosts + ": there is no aggregation tree");
    const auto reducesByRank = [this](const IncScheme* scheme) {
        return std::count(scheme->byRank.begin(), scheme->byRank.end(), call.collective) > 0;
    };
    table.Needs(std::any_of(rows.schemes.begin(), rows.schemes.end(), reducesByRank),
                {"reduction"},
                table.Assignment("scheme") + ": neither switches nor a server reduce it by rank");
    table.Needs(!call.isVirtual, {"reduction"}, "--data=virtual: there are no values");
    table.Require(aggregation.transport != IncAggregationTransport::RC ||
                      aggregation.vatAddressing != IncVatAddressing::ROOT,
                  "vatAddressing",
                  "with --transport=rc every connection ends at the next node of the tree; "
                  "accepted: next");
    const bool isBier = aggregation.dissemination == IncDisseminationMode::BIER;
    table.Needs(isBier, {"lastHop"}, table.Assignment("dissemination"));
    table.Needs(aggregation.bitmaps, {"vatAddressing"}, table.Assignment("aggregation"));
    table.Needs(aggregation.bitmaps || isBier,
                {"bitStringLength"},
                table.Assignment("aggregation") + " and " + table.Assignment("dissemination"));
}

void
IncSimArguments::CheckPool()
{
    const uint32_t trees = jobs.count.value_or(1) * topology.rails;
    aggregation.pool.Check(table,
                           aggregation.dissemination,
                           aggregation.transport,
                           jobs.count.value_or(1),
                           trees * aggregation.slots);
    if (!aggregation.pool.IsShared())
    {
        return;
    }
    const std::string accepted = "accepted with " + table.Assignment("pool") + ": ";
    const bool isFromAll = call.collective == IncCollective::ALLREDUCE ||
                           call.collective == IncCollective::REDUCE ||
                           call.collective == IncCollective::REDUCESCATTER ||
                           call.collective == IncCollective::BARRIER;
    table.Require(isFromAll && !rows.execution,
                  rows.execution ? "workload" : "collective",
                  accepted + "allreduce, reduce, reducescatter, barrier");
    table.Require(aggregation.bitmaps, "aggregation", accepted + "vat");
    table.Require(aggregation.vatAddressing == IncVatAddressing::NEXT,
                  "vatAddressing",
                  accepted + "next");
    table.Require(aggregation.slotMode == IncSlotMode::SHADOW, "slotMode", accepted + "shadow");
    table.Require(aggregation.reduction == IncReductionOrder::ARRIVAL,
                  "reduction",
                  accepted + "arrival");
    table.Require(plan.file.empty(), "topology", accepted + "any but a plan");
}

/// Refuse arguments that contradict integers on the wire.
void
IncSimArguments::CheckWire()
{
    table.Needs(call.wire.has_value(), {"wireScale"}, table.Assignment("wire"));
    if (!call.wire)
    {
        return;
    }
    const std::string accepted = "accepted with " + table.Assignment("wire") + ": ";
    table.Require(call.dtype == IncDataType::FLOAT32, "dtype", accepted + "float32");
    table.Require(call.op == IncOperation::SUM, "op", accepted + "sum");
    table.Require(call.collective == IncCollective::ALLREDUCE,
                  "collective",
                  accepted + "allreduce");
    table.Require(rows.workloadFile.empty(), "workload", accepted + "none, but --size");
    table.Require(!control.isManaged, "control", accepted + "static");
    table.Require(plan.file.empty(), "topology", accepted + "any but a plan");
    call.quantizer = {*call.wire, transport.payload / IncSizeOf(*call.wire), call.wireFactor};
}

/// Refuse arguments without effect on the collective, and schemes that cannot run it.
void
IncSimArguments::CheckCollective() const
{
    const std::string chosen = "--collective=" + IncName(call.collective);
    for (const IncScheme* scheme : rows.schemes)
    {
        std::string known;
        for (const IncCollective collective : scheme->collectives)
        {
            known += (known.empty() ? "" : ", ") + IncName(collective);
        }
        table.Require(scheme->IsFlows() || scheme->Knows(call.collective),
                      "collective",
                      scheme->name + " does not run it; accepted: " + known);
    }
    table.Needs(IncReduces(call.collective), {"op", "reduction"}, chosen + ": nothing is reduced");
    table.Needs(call.collective != IncCollective::BARRIER,
                {"size", "dtype", "data", "inPlace"},
                chosen + ": it has no elements");
    table.Needs(!aggregation.root.empty() || IncHasRoot(call.collective),
                {"root"},
                chosen + ": all ranks are alike");
    table.Needs(!call.isVirtual, {"inPlace"}, "--data=virtual: there are no values");
}

/// Refuse arguments of collectives without collectives, and arguments of flows without flows.
void
IncSimArguments::CheckFlows()
{
    const std::string chosen = table.Assignment("scheme");
    ecmp.Check(table);
    flows.Check(table, rows.RunsFlows(), rows.RunsCollectives());
    jobs.Check(table, rows.RunsCollectives(), rows.RunsFlows() && flows.Takes("jobs"));
    table.Needs(rows.RunsCollectives(),
                {"collective", "dtype", "op", "wire", "data", "inPlace", "iterations", "warmup"},
                chosen + ": flows are no collective");
    table.Needs(!rows.RunsFlows(), {"workload"}, chosen);
}

void
IncSimArguments::CheckSizes() const
{
    if (!rows.workloadFile.empty() || !rows.RunsCollectives() ||
        call.collective == IncCollective::BARRIER)
    {
        return;
    }
    const uint32_t element = IncSizeOf(call.dtype);
    const std::string described =
        IncName(call.dtype) + " has " + std::to_string(element) + " bytes";
    table.Require(transport.payload % element == 0,
                  "payload",
                  described + "; accepted: a multiple of " + std::to_string(element));
    for (const auto size : rows.sizes)
    {
        table.Require(call.CountOf(size, 1) > 0,
                      "size",
                      described + "; accepted: sizes of at least " + std::to_string(element));
    }
}

void
IncSimArguments::CheckControl()
{
    table.Needs(control.isManaged || topology.servers.AreOn(),
                {"kill"},
                table.Assignment("control"));
    control.Check(table);
    if (!control.isManaged)
    {
        return;
    }
    // A collective that switches cannot speed up runs on the hosts, and the row says so.
    table.Needs(RunsInNetwork(),
                {rows.MayRunInNetwork() ? "leave" : "control"},
                AssignmentOverHosts() + ": nothing is aggregated in the network");
    const std::string accepted = "the manager does not set up such groups; accepted: ";
    table.Require(topology.source != IncTopologyConfig::Source::PLAN,
                  "topology",
                  accepted + "any but a plan, or --control=static");
    table.Require(transport.ip != IncIpVersion::V6,
                  "ip",
                  "control datagrams are of IPv4; accepted: 4, or --control=static");
}

void
IncSimArguments::Check()
{
    if (topology.source == IncTopologyConfig::Source::PLAN)
    {
        plan.file = topology.file;
    }
    topology.Prepare(table);
    topology.Check(table);
    CheckHosts();
    CheckServers();
    CheckPlan();
    CheckRails();
    CheckScheme();
    CheckCollective();
    CheckFlows();
    CheckSizes();
    CheckWorkload();
    // Aggregated messages over UC are single packets of any size. All other traffic uses RC.
    table.Require(!UsesRc() || IncPathMtu::IsValid(transport.payload),
                  "payload",
                  "is the path MTU of reliable connections; accepted: 256, 512, 1024, 2048 or "
                  "4096");
    table.Needs(faults.loss > 0, {"lossModel"}, "--loss=0");
    pfc.Check(table);
    congestion.Check(table, UsesRc(), HasHostTraffic());
    CheckControl();
    CheckPool();
    CheckWire();
    output.Check(table,
                 {{"monitor", control.monitor}},
                 {{"flowTable", flows.tableFile}, {"inventory", control.inventory}});
}

void
IncSimArguments::Decide()
{
    topology.Decide(table);
    if (topology.servers.AreOn())
    {
        table.Decide("rails", std::to_string(topology.nics));
    }
    if (const auto hosts = topology.CountHosts())
    {
        table.Decide("workers", std::to_string(*hosts));
    }
    ecmp.Decide(table);
    table.Decide("jobs", std::to_string(flows.Takes("jobs") ? IncJobsConfig::DEFAULT_OF_RAILS : 1));
    pfc.Decide(table);
    table.Decide("retransmission", "go-back-n");
    if (plan.plan)
    {
        table.Decide("collective", IncName(call.collective));
        table.Decide("dissemination", "tree");
        table.Decide("bitStringLength", std::to_string(aggregation.bitStringLength));
        // each tree of a plan has its own number of slots, by the length of its paths
        table.Decide("slots", "");
        table.Decide("rto", ""); // each tree of a plan has its own timeout, by its window
    }
    if (topology.rails > 1 && RunsInNetwork())
    {
        table.Decide("dissemination", "tree");
    }
}

namespace
{

/// Throw IncWorkloadError if a scheme cannot run a collective of the traces.
void
RequireKnown(const IncExecutionWorkload& workload, const std::vector<const IncScheme*>& schemes)
{
    for (const auto& trace : workload.GetTraces())
    {
        for (uint32_t i = 0; i < trace.GetNodes().size(); ++i)
        {
            const auto& node = trace.GetNodes()[i];
            if (!node.IsCollective())
            {
                continue;
            }
            const auto collective = trace.GetCommunications()[node.communication].collective;
            for (const IncScheme* scheme : schemes)
            {
                if (!scheme->Knows(collective))
                {
                    throw IncWorkloadError(trace.GetPath() + ": " + trace.GetName(i) + " (node " +
                                           std::to_string(node.id) + ") is " + IncName(collective) +
                                           "; accepted: what --scheme=" + scheme->name + " runs");
                }
            }
        }
    }
}

/// Take execution traces as the workload, and refuse arguments that contradict them.
void
CheckExecution(IncSimArguments& arguments, std::shared_ptr<const IncExecutionWorkload> execution)
{
    const std::string given = arguments.table.Assignment("workload");
    arguments.table.RefuseIfGiven({"jobs", "jobPlacement", "iterations", "warmup"}, given);
    arguments.table.Require(!arguments.plan.plan,
                            "topology",
                            "a plan says what its workers do; accepted with traces: others");
    arguments.rows.execution = std::move(execution);
    RequireKnown(*arguments.rows.execution, arguments.rows.schemes);
    const std::size_t ranks = arguments.rows.execution->GetTraces().size();
    arguments.table.Require(arguments.jobs.workers.value_or(ranks) == ranks,
                            "workers",
                            "there are traces of " + std::to_string(ranks) +
                                " ranks; accepted: " + std::to_string(ranks));
    const std::size_t hosts = arguments.topology.CountHosts().value_or(ranks);
    arguments.table.Require(ranks <= hosts,
                            "workload",
                            "there are traces of " + std::to_string(ranks) +
                                " ranks; accepted in this network: at most " +
                                std::to_string(hosts));
    arguments.jobs.workers = static_cast<uint32_t>(ranks);
    arguments.table.Require(arguments.transport.payload % IncSizeOf(arguments.call.dtype) == 0,
                            "payload",
                            "accepted with " + IncName(arguments.call.dtype) + ": a multiple of " +
                                std::to_string(IncSizeOf(arguments.call.dtype)));
}

/// Run layers with other collectives than AllReduce as one execution trace for each rank.
void
CheckLayers(IncSimArguments& arguments)
{
    const IncWorkload workload = std::move(*arguments.rows.workload);
    arguments.rows.workload.reset();
    if (workload.HasDataTypes())
    {
        workload.RequireOneDataType();
        arguments.table.RefuseIfGiven({"dtype"},
                                      arguments.table.Assignment("workload") +
                                          ": its lines say the dtype");
        arguments.call.dtype = *workload.layers.front().dtype;
    }
    const auto hosts = arguments.topology.CountHosts();
    arguments.table.Require(arguments.jobs.workers || hosts,
                            "workers",
                            "needed with a workload of this kind in this network");
    const auto ranks = arguments.jobs.workers.value_or(static_cast<uint32_t>(hosts.value_or(1)));
    const std::string refusal = workload.parallelism.Refusal(ranks);
    arguments.table.Require(refusal.empty(), "workload", refusal);
    CheckExecution(arguments, std::make_shared<IncExecutionWorkload>(workload, ranks));
}

} // namespace

void
IncSimArguments::CheckWorkload()
{
    if (rows.workloadFile.empty())
    {
        table.RefuseIfGiven({"groups"}, "no --workload of execution traces");
        return;
    }
    const std::string given = table.Assignment("workload");
    table.RefuseIfGiven({"size", "collective", "inPlace"}, given);
    table.RefuseIfGiven({"iterations", "warmup"}, given + ", which is run once");
    try
    {
        std::error_code error; // errors are ignored here, because reading the file reports them
        if (!std::filesystem::exists(rows.workloadFile, error) &&
            IncExecutionWorkload::IsThere(rows.workloadFile))
        {
            CheckExecution(
                *this,
                std::make_shared<IncExecutionWorkload>(rows.workloadFile, rows.groupsFile));
            return;
        }
        table.RefuseIfGiven({"groups"}, given + ": no execution traces");
        rows.workload = IncWorkload::Load(rows.workloadFile);
        if (!rows.workload->IsDataParallel())
        {
            CheckLayers(*this);
            return;
        }
        rows.workload->RequireDataParallel();
    }
    catch (const IncWorkloadError& error)
    {
        table.Refuse("workload", error.what());
    }
    table.Needs(!rows.workload->HasDataTypes(), {"dtype"}, given + ": its lines say the dtype");
    for (const auto& layer : rows.workload->layers)
    {
        const IncDataType dtype = layer.dtype.value_or(call.dtype);
        table.Require(transport.payload % IncSizeOf(dtype) == 0,
                      "payload",
                      layer.name + " of the workload is " + IncName(dtype) +
                          "; accepted: a multiple of " + std::to_string(IncSizeOf(dtype)));
    }
}

} // namespace ns3
