/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-congestion-config.h"

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

/// Return the registered algorithms under the users' words, and "none".
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

} // namespace

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

void
IncCongestionConfig::AddArguments(IncArgumentTable& table)
{
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
        "Congestion control of the senders: by marks (needs --ecn=1), or by delay or telemetry, "
        "of reliable connections; parameters are attributes, such as --ns3::IncDcqcn::Gain.");
    table.SetsAttributes("ecn",
                         {"ns3::IncEcnMarker::Priorities",
                          "ns3::IncQueuePair::CnpPriority",
                          "ns3::IncQueuePair::EcnCapable",
                          "ns3::IncAggregator::CnpPriority"});
    table.SetsAttributes("cc", {"ns3::IncQueuePair::CongestionControl"});
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
    table.SetsAttributes("retransmission", {"ns3::IncRcQueuePair::SelectiveRepeat"});
}

void
IncCongestionConfig::Check(const IncArgumentTable& table, bool usesRc, bool hasHostTraffic) const
{
    const std::string unreliable = "unreliable connections: nothing is acknowledged";
    const auto needs = [this](bool (IncCongestionControl::*asks)() const) {
        return !algorithm.empty() &&
               (*ObjectFactory(algorithm).Create<IncCongestionControl>().*asks)();
    };
    table.Needs(ecn, {"ecnMin", "ecnMax", "ecnProbability"}, "--ecn=0");
    table.Require(ecn || !needs(&IncCongestionControl::NeedsMarks),
                  "cc",
                  "reacts to marks; accepted: with --ecn=1");
    table.Require(table.Value("ecmp") != "per-packet" ||
                      !needs(&IncCongestionControl::NeedsTelemetry),
                  "cc",
                  "compares packets of one path; accepted: without --ecmp=per-packet");
    table.Require(table.Value("verb") != "read" ||
                      !needs(&IncCongestionControl::NeedsAcknowledgements),
                  "cc",
                  "needs acknowledgements, and data of a READ have none; accepted: without "
                  "--verb=read");
    table.Needs(usesRc, {"retransmission"}, unreliable);
    table.Needs(usesRc || !needs(&IncCongestionControl::NeedsAcknowledgements), {"cc"}, unreliable);
    table.Needs(hasHostTraffic || !needs(&IncCongestionControl::NeedsTelemetry),
                {"cc"},
                "in-network computing: its packets carry no telemetry");
}

void
IncCongestionConfig::Configure(IncFabricHelper& helper, uint8_t priority) const
{
    if (ecn)
    {
        IncSetDefault("ns3::IncQueuePair::EcnCapable", BooleanValue(true));
        IncSetDefault("ns3::IncQueuePair::CnpPriority", UintegerValue(CNPS));
        IncSetDefault("ns3::IncAggregator::CnpPriority", UintegerValue(CNPS));
        helper.EnableEcn(std::to_string(priority));
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

} // namespace ns3
