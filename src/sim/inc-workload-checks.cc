/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-workload-checks.h"

#include "ns3/inc-execution-workload.h"
#include "ns3/inc-workload.h"

#include <filesystem>
#include <memory>
#include <utility>

namespace ns3
{

namespace
{

using Config = IncScenarioConfig;
using Table = IncArgumentTable;

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
CheckExecution(const Table& table,
               Config& config,
               std::shared_ptr<const IncExecutionWorkload> execution)
{
    const std::string given = table.Assignment("workload");
    table.RefuseIfGiven({"jobs", "jobPlacement", "iterations", "warmup"}, given);
    if (config.plan.plan)
    {
        table.Refuse("topology", "a plan says what its workers do; accepted with traces: others");
    }
    config.execution = std::move(execution);
    RequireKnown(*config.execution, config.schemes);
    const std::size_t ranks = config.execution->GetTraces().size();
    if (config.workers.value_or(ranks) != ranks)
    {
        table.Refuse("workers",
                     "there are traces of " + std::to_string(ranks) +
                         " ranks; accepted: " + std::to_string(ranks));
    }
    if (ranks > config.HostCount().value_or(ranks))
    {
        table.Refuse("workload",
                     "there are traces of " + std::to_string(ranks) +
                         " ranks; accepted in this network: at most " +
                         std::to_string(*config.HostCount()));
    }
    config.workers = static_cast<uint32_t>(ranks);
    if (config.payload % IncSizeOf(config.dtype) != 0)
    {
        table.Refuse("payload",
                     "accepted with " + IncName(config.dtype) + ": a multiple of " +
                         std::to_string(IncSizeOf(config.dtype)));
    }
}

/// Layers with other collectives than AllReduce run rank by rank, as execution traces do.
void
CheckLayers(const Table& table, Config& config)
{
    const IncWorkload workload = std::move(*config.workload);
    config.workload.reset();
    if (workload.HasDataTypes())
    {
        workload.RequireOneDataType();
        table.RefuseIfGiven({"dtype"}, table.Assignment("workload") + ": its lines say the dtype");
        config.dtype = *workload.layers.front().dtype;
    }
    const auto hosts = config.HostCount();
    if (!config.workers && !hosts)
    {
        table.Refuse("workers", "needed with a workload of this kind in this network");
    }
    const auto ranks = config.workers.value_or(static_cast<uint32_t>(hosts.value_or(1)));
    const std::string refusal = workload.parallelism.Refusal(ranks);
    if (!refusal.empty())
    {
        table.Refuse("workload", refusal);
    }
    CheckExecution(table, config, std::make_shared<IncExecutionWorkload>(workload, ranks));
}

} // namespace

void
IncCheckWorkload(const IncArgumentTable& table, IncScenarioConfig& config)
{
    if (config.workloadFile.empty())
    {
        table.RefuseIfGiven({"groups"}, "no --workload of execution traces");
        return;
    }
    table.RefuseIfGiven({"size", "collective", "inPlace"}, table.Assignment("workload"));
    table.RefuseIfGiven({"iterations", "warmup"},
                        table.Assignment("workload") + ", which is run once");
    try
    {
        std::error_code error; // whatever it is, reading the file will say
        if (!std::filesystem::exists(config.workloadFile, error) &&
            IncExecutionWorkload::IsThere(config.workloadFile))
        {
            CheckExecution(
                table,
                config,
                std::make_shared<IncExecutionWorkload>(config.workloadFile, config.groupsFile));
            return;
        }
        table.RefuseIfGiven({"groups"}, table.Assignment("workload") + ": no execution traces");
        config.workload = IncWorkload::Load(config.workloadFile);
        if (!config.workload->IsDataParallel())
        {
            CheckLayers(table, config);
            return;
        }
        config.workload->RequireDataParallel();
    }
    catch (const IncWorkloadError& error)
    {
        table.Refuse("workload", error.what());
    }
    if (config.workload->HasDataTypes())
    {
        table.RefuseIfGiven({"dtype"}, table.Assignment("workload") + ": its lines say the dtype");
    }
    for (const auto& layer : config.workload->layers)
    {
        const IncDataType dtype = layer.dtype.value_or(config.dtype);
        if (config.payload % IncSizeOf(dtype) != 0)
        {
            table.Refuse("payload",
                         layer.name + " of the workload is " + IncName(dtype) +
                             "; accepted: a multiple of " + std::to_string(IncSizeOf(dtype)));
        }
    }
}

} // namespace ns3
