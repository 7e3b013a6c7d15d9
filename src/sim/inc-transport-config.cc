/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-transport-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-path-mtu.h"
#include "ns3/inc-quantity.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Largest path MTU of IBTA, bytes.
constexpr uint32_t MAX_PAYLOAD = 4096;
/// Size of the widest element, bytes.
constexpr uint32_t MIN_PAYLOAD = 8;

/// Read NODE:TIME,…, with each node once.
std::optional<std::map<std::string, Time>>
ParseStragglers(const std::string& text)
{
    std::map<std::string, Time> late;
    for (const auto& each : IncSplit(text, ','))
    {
        const auto colon = each.rfind(':');
        const auto time =
            colon == std::string::npos ? std::nullopt : IncParseTime(each.substr(colon + 1));
        if (!time || colon == 0 || !late.emplace(each.substr(0, colon), *time).second)
        {
            return std::nullopt;
        }
    }
    return late;
}

} // namespace

void
IncTransportConfig::AddIp(IncArgumentTable& table)
{
    table.Choice<IncIpVersion>("ip",
                               ip,
                               {{"4", IncIpVersion::V4}, {"6", IncIpVersion::V6}},
                               "Version of the Internet protocol under all RoCEv2 packets.");
}

uint32_t
IncTransportConfig::GetPathMtu() const
{
    return IncPathMtu::NoLongerThan(payload);
}

Time
IncTransportConfig::GetRcTimeout(bool isLossless,
                                 uint64_t slowestLink,
                                 std::size_t hostsInNetwork) const
{
    if (!isLossless || rto)
    {
        return rto.value_or(Time(0));
    }
    // Paused switches can hold this many MiB in front of a packet. The timeout must be longer.
    constexpr double MEBIBITS = 8.0 * (1U << 20);
    const auto waiting = static_cast<double>(std::max<std::size_t>(hostsInNetwork, 128));
    return Max(LEAST_PAUSED_TIMEOUT,
               Seconds(waiting * MEBIBITS / static_cast<double>(slowestLink)));
}

Time
IncFaultConfig::LateBy(const std::string& name) const
{
    const auto found = late.find(name);
    return found == late.end() ? Time(0) : found->second;
}

void
IncAddTransport(IncArgumentTable& table, IncTransportConfig& transport, IncFaultConfig& faults)
{
    table.Group("Transport and faults");
    IncArgument payload;
    payload.name = "payload";
    payload.value = std::to_string(transport.payload);
    payload.accepted = "a whole number from " + std::to_string(MIN_PAYLOAD) + " to " +
                       std::to_string(MAX_PAYLOAD) + ", or a size such as 4KiB";
    payload.help = "Bytes of data in a full frame, a multiple of the element's size.";
    payload.kind = IncArgument::Kind::NUMBER;
    payload.store = [&transport](const std::string& text) {
        const uint64_t bytes = IncParseBytes(text).value_or(0);
        transport.payload = static_cast<uint32_t>(std::min<uint64_t>(bytes, MAX_PAYLOAD));
        return bytes >= MIN_PAYLOAD && bytes <= MAX_PAYLOAD;
    };
    table.Add(payload);
    table.Probability("loss",
                      faults.loss,
                      "Probability that a frame is lost, on each link it crosses.");
    table.Choice<IncFaultConfig::LossModel>("lossModel",
                                            faults.lossModel,
                                            {{"random", IncFaultConfig::LossModel::RANDOM},
                                             {"burst", IncFaultConfig::LossModel::BURST}},
                                            "Whether losses are independent, or come in bursts.");
    table.Probability("duplicate",
                      faults.duplicate,
                      "Probability that a frame is duplicated, on each link it crosses.",
                      true);
    table.Probability("reorder",
                      faults.reorder,
                      "Probability that a frame is overtaken, on each link it crosses.",
                      true);
    table.Parsed<Time>(
        "rto",
        transport.rto,
        "from rates, delays and windows",
        IncParserOfTimes(MicroSeconds(1)),
        "a time with its unit, 1us to 1000s, no finer than a nanosecond, such as 2ms",
        "Initial retransmission time; adapted to measured round trips from then on. If it is not "
        "given, it is three times the longest round trip that the links and the window can cause. "
        "Reliable connections with --pfc=1 wait as long as the slowest link takes for 1 MiB of "
        "each host, of 128 at least, because frames wait there for long without being lost.");
    table.Parsed<std::map<std::string, Time>>(
        "straggler",
        faults.late,
        "",
        ParseStragglers,
        "NODE:TIME with commas between, each worker once, such as h3:50us",
        "Workers that are late by so much: to each collective, to each gradient of a workload, to "
        "the first node of an execution trace, to their flows.");
    table.Integer("maxRetries",
                  transport.maxRetries,
                  1U,
                  1000000U,
                  "Timeouts of one message without progress, after which it fails.");
    table.SetsAttributes("maxRetries",
                         {"ns3::IncClient::MaxRetries", "ns3::IncRcQueuePair::RetryCount"});
    table.SetsAttributes("payload", {"ns3::IncClient::Payload", "ns3::IncRcQueuePair::PathMtu"});
    table.SetsAttributes(
        "rto",
        {"ns3::IncClient::RetransmitTimeout", "ns3::IncRcQueuePair::RetransmitTimeout"});
    table.SetsAttributes("duplicate", {"ns3::IncImpairment::DuplicateProbability"});
    table.SetsAttributes("reorder", {"ns3::IncImpairment::ReorderProbability"});
}

} // namespace ns3
