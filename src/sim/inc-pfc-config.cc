/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pfc-config.h"

#include "inc-attribute-text.h"
#include "inc-given-attributes.h"

#include "ns3/inc-argument-table.h"
#include "ns3/uinteger.h"

namespace ns3
{

void
IncPfcConfig::AddArguments(IncArgumentTable& table)
{
    table.Group("Flow and congestion control");
    table.Flag("pfc",
               isOn,
               "Priority flow control on all links: data travel in the lossless priority "
               "3, aggregation results in 4.");
    IncAddAttribute(table,
                    "buffer",
                    "ns3::IncSharedBuffer::BufferSize",
                    "Buffer that the ports of a switch share, bytes, such as 4MiB.",
                    "32MiB with --pfc=1, else 2MiB a port");
    IncAddAttribute(table,
                    "headroom",
                    "ns3::IncSharedBuffer::Headroom",
                    "Part of the buffer for what still comes after a pause, of each lossless "
                    "priority of each port, bytes, such as 64KiB.",
                    "by rate and delay");
    table.SetsAttributes(
        "pfc",
        {"ns3::IncSharedBuffer::LosslessPriorities", "ns3::IncQueuePair::Priority"});
}

void
IncPfcConfig::Check(const IncArgumentTable& table) const
{
    table.Needs(isOn, {"headroom"}, "--pfc=0");
}

void
IncPfcConfig::Decide(IncArgumentTable& table) const
{
    if (isOn)
    {
        table.Decide("buffer",
                     IncDefaultText(IncFindAttribute("ns3::IncSharedBuffer::BufferSize")));
    }
}

void
IncPfcConfig::Configure(IncFabricHelper& helper,
                        const IncArgumentTable& table,
                        bool aggregates) const
{
    if (isOn)
    {
        IncSetDefault("ns3::IncQueuePair::Priority", UintegerValue(LOSSLESS_DATA));
        helper.EnablePfc(aggregates ? "3,4" : "3");
    }
    if (isOn && !aggregates)
    {
        helper.SetBufferAttribute("LocalReserve", UintegerValue(0));
    }
    if (!table.Value("buffer").empty()) // set by the user, a profile or Decide()
    {
        helper.EnableSharedBuffer();
    }
}

} // namespace ns3
