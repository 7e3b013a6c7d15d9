/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-lossless-config.h"

#include "inc-attribute-argument.h"
#include "inc-attribute-text.h"
#include "inc-given-attributes.h"

#include "ns3/boolean.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-congestion-control.h"
#include "ns3/inc-registered-types.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

/// The registered ones by the words that users write, and none.
IncArgumentTable::Choices<std::string>
CongestionControls()
{
    IncArgumentTable::Choices<std::string> choices{{"none", ""}};
    const IncRegisteredTypes types(IncCongestionControl::GetTypeId(), "CongestionControl");
    for (const auto& [word, tid] : types.All())
    {
        choices.emplace_back(word, tid.GetName());
    }
    return choices;
}

Ptr<IncCongestionControl>
MakeCongestionControl(const std::string& name)
{
    ObjectFactory factory;
    factory.SetTypeId(name);
    return factory.Create<IncCongestionControl>();
}

} // namespace

void
IncLosslessConfig::AddArguments(IncArgumentTable& table)
{
    table.Group("Flow and congestion control");
    table.Flag("pfc",
               pfc,
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
    table.Flag("ecn",
               ecn,
               "Explicit congestion notification: switches mark data that wait, receivers "
               "and aggregating switches answer with CNPs.");
    IncAddAttribute(table,
                    "ecnMin",
                    "ns3::IncEcnMarker::MinThreshold",
                    "Kmin: queue of a port up to which nothing is marked, bytes, such as 100KB.");
    IncAddAttribute(
        table,
        "ecnMax",
        "ns3::IncEcnMarker::MaxThreshold",
        "Kmax: queue of a port above which everything is marked, bytes, such as 400KB.");
    IncAddAttribute(table,
                    "ecnProbability",
                    "ns3::IncEcnMarker::MaxProbability",
                    "Pmax: probability of a mark at --ecnMax.");
    table.Choice<std::string>(
        "cc",
        algorithm,
        CongestionControls(),
        "Congestion control of the senders: by marks (needs --ecn=1), or by delay, of reliable "
        "connections; parameters are attributes, such as --ns3::IncDcqcn::Gain.");
    table.StandsFor("pfc",
                    {"ns3::IncSharedBuffer::LosslessPriorities", "ns3::IncQueuePair::Priority"});
    table.StandsFor("ecn",
                    {"ns3::IncEcnMarker::Priorities",
                     "ns3::IncQueuePair::CnpPriority",
                     "ns3::IncQueuePair::EcnCapable",
                     "ns3::IncAggregator::CnpPriority"});
    table.StandsFor("cc", {"ns3::IncQueuePair::CongestionControl"});
    table.Parsed<bool>(
        "retransmission",
        selectiveRepeat,
        "go-back-n",
        [](const std::string& text) -> std::optional<bool> {
            return text == "go-back-n"          ? std::optional(false)
                   : text == "selective-repeat" ? std::optional(true)
                                                : std::nullopt;
        },
        "go-back-n or selective-repeat",
        "What a reliable connection sends again after a loss: all from there on, or what is "
        "missing.");
    table.AcceptsWords("retransmission", {"go-back-n", "selective-repeat"});
    table.StandsFor("retransmission", {"ns3::IncRcQueuePair::SelectiveRepeat"});
}

void
IncLosslessConfig::Check(const IncArgumentTable& table, bool usesRc)
{
    hasBuffer = !table.Value("buffer").empty(); // given, or of a profile
    if (!pfc)
    {
        table.RefuseIfGiven({"headroom"}, "--pfc=0");
    }
    if (!ecn)
    {
        table.RefuseIfGiven({"ecnMin", "ecnMax", "ecnProbability"}, "--ecn=0");
        if (!algorithm.empty() && MakeCongestionControl(algorithm)->NeedsMarks())
        {
            table.Refuse("cc", "reacts to marks; accepted: with --ecn=1");
        }
    }
    if (!usesRc)
    {
        const std::string why = "unreliable connections: nothing is acknowledged";
        table.RefuseIfGiven({"retransmission"}, why);
        if (!algorithm.empty() && MakeCongestionControl(algorithm)->NeedsAcknowledgements())
        {
            table.RefuseIfGiven({"cc"}, why);
        }
    }
}

void
IncLosslessConfig::Decide(IncArgumentTable& table) const
{
    if (pfc)
    {
        table.Decide("buffer",
                     IncDefaultText(IncFindAttribute("ns3::IncSharedBuffer::BufferSize")));
    }
    table.Decide("retransmission", "go-back-n");
}

void
IncLosslessConfig::SetDefaults() const
{
    if (pfc)
    {
        IncSetDefault("ns3::IncQueuePair::Priority", UintegerValue(LOSSLESS_DATA));
    }
    if (ecn)
    {
        IncSetDefault("ns3::IncQueuePair::EcnCapable", BooleanValue(true));
        IncSetDefault("ns3::IncQueuePair::CnpPriority", UintegerValue(CNPS));
        IncSetDefault("ns3::IncAggregator::CnpPriority", UintegerValue(CNPS));
    }
    if (!algorithm.empty())
    {
        IncSetDefault("ns3::IncQueuePair::CongestionControl", StringValue(algorithm));
    }
    if (selectiveRepeat)
    {
        IncSetDefault("ns3::IncRcQueuePair::SelectiveRepeat", BooleanValue(*selectiveRepeat));
    }
}

void
IncLosslessConfig::Configure(IncFabricHelper& helper) const
{
    if (pfc)
    {
        helper.EnablePfc(aggregates ? "3,4" : "3");
        if (!aggregates)
        {
            helper.SetBufferAttribute("LocalReserve", UintegerValue(0));
        }
    }
    if (hasBuffer)
    {
        helper.EnableSharedBuffer();
    }
    if (ecn)
    {
        helper.EnableEcn(std::to_string(GetPriority()));
    }
}

std::vector<std::string>
IncLosslessConfig::Names()
{
    return {"buffer", "headroom", "ecnMin", "ecnMax", "ecnProbability", "retransmission"};
}

} // namespace ns3
