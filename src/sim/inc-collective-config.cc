/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-collective-config.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-collective-shape.h"
#include "ns3/inc-own-collective.h"
#include "ns3/inc-parse.h"
#include "ns3/inc-quantity.h"

#include <algorithm>
#include <functional>

namespace ns3
{

namespace
{

constexpr uint64_t MAX_SIZE = uint64_t{1} << 40;

/// Return choices of consecutive values, named by IncName().
template <typename E>
IncArgumentTable::Choices<E>
NamedFrom(E first, E last)
{
    IncArgumentTable::Choices<E> choices;
    for (auto value = static_cast<unsigned>(first); value <= static_cast<unsigned>(last); ++value)
    {
        choices.emplace_back(IncName(static_cast<E>(value)), static_cast<E>(value));
    }
    return choices;
}

/// Return the dtypes; float32, the default, is first.
IncArgumentTable::Choices<IncDataType>
DataTypes()
{
    auto types = NamedFrom(IncDataType::FLOAT16, IncDataType::INT16);
    std::rotate(types.begin(), types.begin() + 2, types.begin() + 3);
    return types;
}

/// Read a comma-separated list of sizes and ranges; each size is at least 1 byte.
std::optional<std::vector<uint64_t>>
ParseAcceptedSizes(const std::string& text)
{
    auto sizes = IncParseSizes(text);
    const auto absurd = [](uint64_t size) { return size == 0 || size > MAX_SIZE; };
    return sizes && std::none_of(sizes->begin(), sizes->end(), absurd) ? sizes : std::nullopt;
}

IncArgumentTable::Choices<const IncScheme*>
Schemes()
{
    IncArgumentTable::Choices<const IncScheme*> schemes;
    for (const IncScheme& scheme : IncSchemes())
    {
        schemes.emplace_back(scheme.name, &scheme);
    }
    return schemes;
}

std::string
SchemeHelp()
{
    std::string help;
    for (const IncScheme& scheme : IncSchemes())
    {
        help += (help.empty() ? "How the collective runs, one row for each: " : "; ") +
                scheme.name + ": " + scheme.help;
    }
    return help + ".";
}

/// Return the collectives, the default first.
IncArgumentTable::Choices<IncCollective>
Collectives()
{
    IncArgumentTable::Choices<IncCollective> collectives;
    for (const auto collective : INC_COLLECTIVES)
    {
        collectives.emplace_back(IncName(collective), collective);
    }
    for (const auto collective : IncOwnCollective::All())
    {
        collectives.emplace_back(IncName(collective), collective);
    }
    return collectives;
}

} // namespace

uint64_t
IncCollectiveConfig::CountOf(uint64_t bytes, uint32_t ranks) const
{
    return collective == IncCollective::BARRIER
               ? 0
               : bytes / IncSizeOf(dtype) / IncTotalElements(collective, ranks, 1);
}

double
IncCollectiveConfig::GetWireGain() const
{
    if (!quantizer)
    {
        return 1;
    }
    const double exponent = quantizer->factor > 0 ? 0 : 1.0 / static_cast<double>(quantizer->block);
    return IncSizeOf(IncDataType::FLOAT32) / (IncSizeOf(quantizer->type) + exponent);
}

bool
IncRowsConfig::MayRunInNetwork() const
{
    return std::any_of(schemes.begin(), schemes.end(), std::mem_fn(&IncScheme::isInNetwork));
}

bool
IncRowsConfig::RunsFlows() const
{
    return std::any_of(schemes.begin(), schemes.end(), std::mem_fn(&IncScheme::IsFlows));
}

void
IncAddCollective(IncArgumentTable& table, IncRowsConfig& rows, IncCollectiveConfig& call)
{
    table.ChoiceList<const IncScheme*>("scheme", rows.schemes, Schemes(), SchemeHelp());
    table.Choice(
        "collective",
        call.collective,
        Collectives(),
        "Collective operation; --root sets the root of broadcast, reduce, gather and scatter.");
    table.Parsed<std::vector<uint64_t>>(
        "size",
        rows.sizes,
        "16MiB",
        ParseAcceptedSizes,
        "sizes from 1 byte to 1 TiB (KiB, MiB, GiB or K, M, G: powers of 1024; KB, MB, GB: powers "
        "of 1000), commas between, or start:end:factor such as 8:128MiB:2, at most 1000 in all",
        "Bytes per rank, the larger of what it sends and receives in all, rounded down to whole "
        "elements (of each block); with --scheme=flows bytes of a flow.");
    table.Text(
        "workload",
        rows.workloadFile,
        "a readable workload file: ours, of ASTRA-sim 1.x or of SimAI; or the PREFIX of Chakra "
        "traces PREFIX.RANK.et",
        "Training workload to run instead of --size.");
    table.Text("groups",
               rows.groupsFile,
               "a JSON file {\"NAME\": [RANK, …], …}",
               "Ranks of the groups that Chakra traces name (pg_name). Without it, a group has the "
               "ranks that name it.");
    table.Choice("dtype", call.dtype, DataTypes(), "Type of the elements.");
    table.Choice("op",
                 call.op,
                 NamedFrom(IncOperation::SUM, IncOperation::MAX),
                 "Operation of the reduction.");
    table.Choice<std::optional<IncDataType>>(
        "wire",
        call.wire,
        {{"as-is", std::nullopt}, {"int32", IncDataType::INT32}, {"int16", IncDataType::INT16}},
        "Type of the elements on the wire. Sums of float32 can travel as integers, after an "
        "exponent for each message.");
    table.Parsed<double>(
        "wireScale",
        call.wireFactor,
        "block",
        [](const std::string& text) -> std::optional<double> {
            const std::string fixed = "fixed:";
            return text == "block"             ? std::optional(0.0)
                   : text.rfind(fixed, 0) == 0 ? IncParsePositive(text.substr(fixed.size()))
                                               : std::nullopt;
        },
        "block, or fixed: and a number above 0, such as fixed:1e6",
        "Scale from float32 to integers: a power of two for each message, from its largest "
        "operand; or one factor without exponents, so that larger operands are clamped.");
    table.Choice<bool>("data",
                       call.isVirtual,
                       {{"real", false}, {"virtual", true}},
                       "Whether values are carried, reduced and verified, or sizes only.");
    table.Flag("inPlace",
               call.isInPlace,
               "Operands and results share memory, as in the second half of nccl-tests' table; the "
               "smaller of the two is a block of the larger.");
    table.Integer("iterations", rows.iterations, 1U, 1000000U, "Measured runs of each row.");
    table.Integer("warmup", rows.warmup, 0U, 1000000U, "Runs before the measured ones.");
}

} // namespace ns3
