/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-workload-checks.h"

#include "inc-sim-arguments.h"

#include "ns3/inc-execution-workload.h"
#include "ns3/inc-workload.h"

#include <filesystem>
#include <memory>
#include <utility>

namespace ns3
{

namespace
{

/// Every scheme has to know every collective of the traces.
void
RequireKnown(const IncExecutionWorkload& workload, const std::vector<const IncScheme*>& schemes)
{
    for (const auto& trace : workload.GetTraces())
    {
        for (uint32_t i = 0; i < trace.GetNodes().size(); ++i)
        {
            const auto& node = trace.GetNodes()[i];
            if (node.type != IncChakraNode::Type::COLLECTIVE ||
                node.communication == IncTraceNode::NO_COMMUNICATION)
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

/// Execution traces say how many workers there are, and what they do.
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

/// Layers with other collectives than AllReduce run rank by rank, as execution traces do.
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
IncCheckWorkload(IncSimArguments& arguments)
{
    if (arguments.rows.workloadFile.empty())
    {
        arguments.table.RefuseIfGiven({"groups"}, "no --workload of execution traces");
        return;
    }
    const std::string given = arguments.table.Assignment("workload");
    arguments.table.RefuseIfGiven({"size", "collective", "inPlace"}, given);
    arguments.table.RefuseIfGiven({"iterations", "warmup"}, given + ", which is run once");
    try
    {
        std::error_code error; // whatever it is, reading the file will say
        if (!std::filesystem::exists(arguments.rows.workloadFile, error) &&
            IncExecutionWorkload::IsThere(arguments.rows.workloadFile))
        {
            CheckExecution(arguments,
                           std::make_shared<IncExecutionWorkload>(arguments.rows.workloadFile,
                                                                  arguments.rows.groupsFile));
            return;
        }
        arguments.table.RefuseIfGiven({"groups"}, given + ": no execution traces");
        arguments.rows.workload = IncWorkload::Load(arguments.rows.workloadFile);
        if (!arguments.rows.workload->IsDataParallel())
        {
            CheckLayers(arguments);
            return;
        }
        arguments.rows.workload->RequireDataParallel();
    }
    catch (const IncWorkloadError& error)
    {
        arguments.table.Refuse("workload", error.what());
    }
    arguments.table.Needs(!arguments.rows.workload->HasDataTypes(),
                          {"dtype"},
                          given + ": its lines say the dtype");
    for (const auto& layer : arguments.rows.workload->layers)
    {
        const IncDataType dtype = layer.dtype.value_or(arguments.call.dtype);
        arguments.table.Require(arguments.transport.payload % IncSizeOf(dtype) == 0,
                                "payload",
                                layer.name + " of the workload is " + IncName(dtype) +
                                    "; accepted: a multiple of " +
                                    std::to_string(IncSizeOf(dtype)));
    }
}

} // namespace ns3
