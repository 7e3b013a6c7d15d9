/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-lossless-config.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inc-argument-table.h"
#include "ns3/inc-argument-value.h"
#include "ns3/inc-parse.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <limits>

namespace ns3
{

namespace
{

constexpr uint64_t LARGEST_BUFFER = uint64_t{1} << 40;

/// A size that an attribute of so many bits can hold.
template <typename T>
void
AddSize(IncArgumentTable& table,
        const std::string& name,
        std::optional<T>& target,
        T low,
        T high,
        const std::string& byDefault,
        const std::string& example,
        const std::string& help)
{
    table.Parsed<T>(
        name,
        target,
        byDefault,
        [low, high](const std::string& text) -> std::optional<T> {
            const auto bytes = IncParseBytes(text);
            return bytes && *bytes >= low && *bytes <= high ? std::optional(static_cast<T>(*bytes))
                                                            : std::nullopt;
        },
        "a size from " + std::to_string(low) + " to " + std::to_string(high) + " bytes, such as " +
            example,
        help);
}

} // namespace

void
IncLosslessConfig::AddArguments(IncArgumentTable& table)
{
    constexpr uint32_t LARGEST = std::numeric_limits<uint32_t>::max();
    table.Group("Flow and congestion control");
    table.Flag("pfc",
               pfc,
               "Priority flow control on all links: data travel in the lossless priority "
               "3, aggregation results in 4.");
    AddSize<uint64_t>(table,
                      "buffer",
                      buffer,
                      64,
                      LARGEST_BUFFER,
                      "32MiB with --pfc=1, else 2MiB a port",
                      "4MiB",
                      "Buffer that the ports of a switch share.");
    AddSize<uint32_t>(table,
                      "headroom",
                      headroom,
                      1,
                      LARGEST,
                      "by rate and delay",
                      "64KiB",
                      "Part of the buffer for what still comes after a pause, of each lossless "
                      "priority of each port.");
    table.Flag("ecn",
               ecn,
               "Explicit congestion notification: switches mark data that wait, receivers "
               "and aggregating switches answer with CNPs.");
    AddSize<uint32_t>(table,
                      "ecnMin",
                      ecnMin,
                      0,
                      LARGEST,
                      "5KB",
                      "100KB",
                      "Kmin: queue of a port up to which nothing is marked.");
    AddSize<uint32_t>(table,
                      "ecnMax",
                      ecnMax,
                      0,
                      LARGEST,
                      "200KB",
                      "400KB",
                      "Kmax: queue of a port above which everything is marked.");
    table.Parsed<double>(
        "ecnProbability",
        ecnProbability,
        "0.01",
        [](const std::string& text) -> std::optional<double> {
            const auto value = IncParseReal(text);
            return value && *value >= 0 && *value <= 1 ? value : std::nullopt;
        },
        "a probability, 0 to 1",
        "Pmax: probability of a mark at --ecnMax.");
    table.Choice<std::string>(
        "cc",
        algorithm,
        {{"none", ""}, {"dcqcn", "ns3::IncDcqcn"}, {"swift", "ns3::IncSwift"}},
        "Congestion control of the senders: by marks (needs --ecn=1), or by delay, of reliable "
        "connections; parameters are attributes, such as --ns3::IncDcqcn::Gain.",
        {"hpcc"});
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
}

void
IncLosslessConfig::Check(const IncArgumentTable& table, bool usesRc) const
{
    if (!pfc)
    {
        table.RefuseIfGiven({"headroom"}, "--pfc=0");
    }
    if (!ecn)
    {
        table.RefuseIfGiven({"ecnMin", "ecnMax", "ecnProbability"}, "--ecn=0");
        if (algorithm == "ns3::IncDcqcn")
        {
            table.Refuse("cc", "hears of congestion by marks; accepted: with --ecn=1");
        }
    }
    if (!usesRc)
    {
        const std::string why = "unreliable connections: nothing is acknowledged";
        table.RefuseIfGiven({"retransmission"}, why);
        if (algorithm == "ns3::IncSwift")
        {
            table.RefuseIfGiven({"cc"}, why);
        }
    }
}

void
IncLosslessConfig::SetDefaults() const
{
    if (pfc)
    {
        Config::SetDefault("ns3::IncQueuePair::Priority", UintegerValue(LOSSLESS_DATA));
    }
    if (ecn)
    {
        Config::SetDefault("ns3::IncQueuePair::EcnCapable", BooleanValue(true));
        Config::SetDefault("ns3::IncQueuePair::CnpPriority", UintegerValue(CNPS));
        Config::SetDefault("ns3::IncAggregator::CnpPriority", UintegerValue(CNPS));
    }
    if (!algorithm.empty())
    {
        Config::SetDefault("ns3::IncQueuePair::CongestionControl", StringValue(algorithm));
    }
    if (selectiveRepeat)
    {
        Config::SetDefault("ns3::IncRcQueuePair::SelectiveRepeat", BooleanValue(*selectiveRepeat));
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
    if (buffer)
    {
        helper.SetBufferAttribute("BufferSize", UintegerValue(*buffer));
    }
    if (headroom)
    {
        helper.SetBufferAttribute("Headroom", UintegerValue(*headroom));
    }
    if (!ecn)
    {
        return;
    }
    helper.EnableEcn(std::to_string(GetPriority()));
    if (ecnMin)
    {
        helper.SetEcnAttribute("MinThreshold", UintegerValue(*ecnMin));
    }
    if (ecnMax)
    {
        helper.SetEcnAttribute("MaxThreshold", UintegerValue(*ecnMax));
    }
    if (ecnProbability)
    {
        helper.SetEcnAttribute("MaxProbability", DoubleValue(*ecnProbability));
    }
}

std::vector<std::string>
IncLosslessConfig::Names()
{
    return {"buffer", "headroom", "ecnMin", "ecnMax", "ecnProbability", "retransmission"};
}

std::string
IncLosslessConfig::ArgumentOf(const std::string& error) const
{
    if (error.find("IncEcnMarker::") != std::string::npos)
    {
        return ecnMin ? "ecnMin" : ecnMax ? "ecnMax" : "ecn";
    }
    return headroom ? "headroom" : buffer ? "buffer" : "pfc";
}

} // namespace ns3
