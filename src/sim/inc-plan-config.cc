/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-config.h"

#include "inc-scenario-config.h"

#include "ns3/inc-argument-table.h"

namespace ns3
{

void
IncPlanConfig::AddArguments(IncArgumentTable& table)
{
    table.Group("Plans");
    table.Choice<bool>("pace",
                       paced,
                       {{"1", true}, {"0", false}},
                       "With --topology=plan:PATH: whether workers send at the plan's rate, or as "
                       "fast as slots and links let them.");
}

void
IncPlanConfig::Load(const IncArgumentTable& table)
{
    try
    {
        plan = IncRunnablePlan::Load(file);
    }
    catch (const IncError& error)
    {
        throw IncError(table.Assignment("topology") + ": " + error.what());
    }
}

void
IncPlanConfig::CheckCollective(const IncArgumentTable& table, IncScenarioConfig& config) const
{
    const std::string chosen = table.Assignment("topology");
    if (plan->IsEdge())
    {
        if (!table.IsGiven("collective"))
        {
            config.collective = IncCollective::REDUCE;
        }
        if (config.collective != IncCollective::REDUCE)
        {
            table.Refuse("collective",
                         "a plan of the edge covers the reduction only; accepted: reduce");
        }
    }
    if (config.collective != IncCollective::REDUCE && config.collective != IncCollective::ALLREDUCE)
    {
        table.Refuse("collective",
                     "a plan's parameter servers reduce; accepted: allreduce and reduce");
    }
    if (config.collective == IncCollective::REDUCE && config.root.empty())
    {
        table.RefuseIfGiven({"root"}, chosen + ": results stay at its parameter servers");
    }
    table.RefuseIfGiven({"inPlace"}, chosen);
    if (plan->CountServers() > 1 && config.reduction == IncReductionOrder::RANK)
    {
        table.Refuse("reduction",
                     "the plan has " + std::to_string(plan->CountServers()) +
                         " parameter servers, each with an order of its own; accepted: arrival");
    }
}

void
IncPlanConfig::Decide(IncArgumentTable& table, const IncScenarioConfig& config) const
{
    if (plan)
    {
        table.Decide("collective", IncName(config.collective));
        table.Decide("dissemination", "tree");
        table.Decide("bitStringLength", std::to_string(config.bitStringLength));
        table.Decide("slots", ""); // what the paths of each tree hold
        table.Decide("rto", "");   // what the windows of each tree need
    }
}

void
IncPlanConfig::Check(const IncArgumentTable& table, IncScenarioConfig& config)
{
    if (file.empty())
    {
        table.RefuseIfGiven({"pace"}, table.Assignment("topology") + ": there is no plan");
        return;
    }
    Load(table);
    const std::string chosen = table.Assignment("topology");
    table.RefuseIfGiven({"workers", "placement", "aggregators"}, chosen + ": the plan says");
    table.RefuseIfGiven(IncEcmpConfig::Names(), chosen + ": every flow has its path");
    table.RefuseIfGiven({"workload"}, chosen);
    if (config.schemes.size() > 1 || !config.schemes.front()->isInNetwork)
    {
        table.Refuse("scheme", "a plan is for in-network aggregation; accepted: inc");
    }
    if (config.vatAddressing == IncVatAddressing::ROOT)
    {
        table.Refuse("vatAddressing", "packets go to the plan's next aggregator; accepted: next");
    }
    if (!table.IsGiven("dissemination"))
    {
        config.dissemination = IncDisseminationMode::TREE;
    }
    if (config.dissemination != IncDisseminationMode::TREE)
    {
        table.Refuse("dissemination", "results go back over the plan's links; accepted: tree");
    }
    CheckCollective(table, config);
    if (!table.IsGiven("bitStringLength"))
    {
        // All of a switch's workers share one packet: several would load links beyond the plan.
        const auto workers = static_cast<uint32_t>(plan->CountWorkers());
        const uint32_t length = IncBitString::LengthFor(workers);
        config.bitStringLength = length == 0 ? IncBitString::MAX_WIRE_LENGTH : length;
    }
}

} // namespace ns3
