/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregation-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-bit-string.h"

#include <charconv>

namespace ns3
{

namespace
{

/// Return the lengths of BitStrings in RFC 8296.
IncArgumentTable::Choices<uint32_t>
BitStringLengths()
{
    IncArgumentTable::Choices<uint32_t> lengths;
    for (uint32_t length = IncBitString::MIN_WIRE_LENGTH; length <= IncBitString::MAX_WIRE_LENGTH;
         length *= 2)
    {
        lengths.emplace_back(std::to_string(length), length);
    }
    return lengths;
}

/// Read all, edge, core, N or list:NAME,…
bool
StoreAggregators(const std::string& text, IncAggregatorSelection& aggregators)
{
    try
    {
        aggregators = IncAggregatorSelection::Parse(text);
        return true;
    }
    catch (const IncError&)
    {
        return false;
    }
}

} // namespace

void
IncAggregationConfig::AddArguments(IncArgumentTable& table, uint32_t& rootRank)
{
    table.Group("In-network aggregation");
    table.Choice<bool>(
        "aggregation",
        bitmaps,
        {{"vat", true}, {"tree", false}},
        "How a switch knows whose elements a packet has: by bitmaps in the packet, or by tree id "
        "and queue pair.");
    table.Choice<IncVatAddressing>(
        "vatAddressing",
        vatAddressing,
        {{"next", IncVatAddressing::NEXT}, {"root", IncVatAddressing::ROOT}},
        "Address of packets of a virtual aggregation tree: the next node of the tree, which alone "
        "processes them, or its root; then any node of the tree on the way may process them.");
    table.Choice<IncDisseminationMode>(
        "dissemination",
        dissemination,
        {{"bier", IncDisseminationMode::BIER},
         {"tree", IncDisseminationMode::TREE},
         {"unicast", IncDisseminationMode::UNICAST}},
        "How results travel back: multicast with the root's bitmap, a copy for each child of the "
        "tree, or a copy for each worker.");
    table.Choice<bool>("lastHop",
                       lastHopIsHost,
                       {{"switch", false}, {"host", true}},
                       "Node that removes the BIER header of a result and sets the worker's queue "
                       "pair: the switch before the worker, or the worker's NIC. With the NIC, "
                       "switches keep no state per group for it.");
    table.Choice<uint32_t>("bitStringLength",
                           bitStringLength,
                           BitStringLengths(),
                           "Longest BitString, in bits. The shortest one that holds all hosts is "
                           "used, or this one with several set identifiers.");
    table.Choice<IncAggregationTransport>(
        "transport",
        transport,
        {{"uc", IncAggregationTransport::UC}, {"rc", IncAggregationTransport::RC}},
        "RDMA service of in-network aggregation: with uc workers repeat messages without a result, "
        "with rc every hop acknowledges.");
    table.Integer("slots",
                  slots,
                  1U,
                  65536U,
                  "Aggregator slots per tree and switch, and "
                  "messages in flight of each worker.");
    table.Choice<IncSlotMode>(
        "slotMode",
        slotMode,
        {{"shadow", IncSlotMode::SHADOW}, {"literal", IncSlotMode::LITERAL}},
        "Whether a slot keeps its last result for workers that missed it, or clears it at once.");
    pool.AddArguments(table);
    table.Choice<IncReductionOrder>(
        "reduction",
        reduction,
        {{"arrival", IncReductionOrder::ARRIVAL}, {"rank", IncReductionOrder::RANK}},
        "Order of the arithmetic, for a parameter server too. By rank, the result is bit-exact in "
        "any order of arrival.");
    IncArgument argument;
    argument.name = "aggregators";
    argument.value = "all";
    argument.accepted = "all, edge, core, a number from 1 or list:NAME,… with names given once";
    argument.help = "Switches that can aggregate: all, the lowest or the highest tier, a number of "
                    "them evenly chosen, or named ones.";
    argument.store = [this](const std::string& text) {
        aggregatorsAre = text;
        return StoreAggregators(text, aggregators);
    };
    table.Add(argument);
    argument = IncArgument();
    argument.name = "root";
    argument.byDefault = "chosen";
    argument.accepted = "a rank, or the name of a node that is no worker, such as core0";
    argument.help =
        "A rank is the root of broadcast, reduce, gather and scatter, by default 0. A name is the "
        "root of the aggregation tree: a switch, or a host as parameter server.";
    argument.store = [this, &rootRank](const std::string& text) {
        rootRank = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rootRank);
        const bool isNumber = end == text.data() + text.size();
        root = isNumber ? "" : text;
        return !text.empty() && !(isNumber && error != std::errc());
    };
    table.Add(argument);
    table.SetsAttributes("reduction", {"ns3::IncParameterServer::RankOrder"});
}

std::vector<std::string>
IncAggregationConfig::Names()
{
    std::vector<std::string> names = IncPoolConfig::Names();
    names.insert(names.end(),
                 {"aggregation",
                  "vatAddressing",
                  "dissemination",
                  "lastHop",
                  "bitStringLength",
                  "transport",
                  "slots",
                  "slotMode",
                  "pool",
                  "aggregators"});
    return names;
}

} // namespace ns3
