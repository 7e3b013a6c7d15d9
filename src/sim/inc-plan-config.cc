/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-bit-string.h"

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

uint32_t
IncPlanConfig::GetBitStringLength() const
{
    // One packet serves all workers of a switch. Several packets would exceed the planned load.
    const uint32_t length = IncBitString::LengthFor(static_cast<uint32_t>(plan->CountWorkers()));
    return length == 0 ? IncBitString::MAX_WIRE_LENGTH : length;
}

} // namespace ns3
