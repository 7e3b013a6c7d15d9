/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-argument-value.h"

#include <cmath>

namespace ns3
{

namespace
{

constexpr std::size_t MAX_SIZES = 1000;

struct Unit
{
    std::string_view name;
    double factor;
};

constexpr Unit BYTE_UNITS[] = {
    {"", 1},
    {"B", 1},
    {"KiB", 0x1p10},
    {"K", 0x1p10},
    {"MiB", 0x1p20},
    {"M", 0x1p20},
    {"GiB", 0x1p30},
    {"G", 0x1p30},
    {"TiB", 0x1p40},
    {"T", 0x1p40},
    {"kB", 1e3},
    {"KB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"TB", 1e12},
};

// The empty unit is absent: ns-3 reads "100" as 100 bit/s, but here its unit was forgotten.
constexpr Unit RATE_UNITS[] = {
    {"bps", 1},    {"b/s", 1},    {"Bps", 8},     {"B/s", 8},     {"kbps", 1e3}, {"kb/s", 1e3},
    {"Kbps", 1e3}, {"Kb/s", 1e3}, {"kBps", 8e3},  {"kB/s", 8e3},  {"KBps", 8e3}, {"KB/s", 8e3},
    {"Mbps", 1e6}, {"Mb/s", 1e6}, {"MBps", 8e6},  {"MB/s", 8e6},  {"Gbps", 1e9}, {"Gb/s", 1e9},
    {"GBps", 8e9}, {"GB/s", 8e9}, {"Tbps", 1e12}, {"Tb/s", 1e12},
};

constexpr Unit TIME_UNITS[] = {
    {"s", 1},
    {"ms", 1e-3},
    {"us", 1e-6},
    {"ns", 1e-9},
    {"ps", 1e-12},
    {"fs", 1e-15},
    {"min", 60},
    {"h", 3600},
};

template <std::size_t N>
std::optional<double>
ParseWithUnit(std::string_view text, const Unit (&units)[N])
{
    const auto end = text.find_first_not_of("0123456789.");
    const auto number = IncParseReal(text.substr(0, end));
    const auto name = end == std::string_view::npos ? std::string_view() : text.substr(end);
    for (const auto& unit : units)
    {
        if (number && name == unit.name)
        {
            return *number * unit.factor;
        }
    }
    return std::nullopt;
}

/// Append the sizes start, start*factor, … up to and including end; return false on an error.
bool
AppendRange(const std::vector<std::string>& parts, std::vector<uint64_t>& sizes)
{
    const auto start = IncParseBytes(parts[0]);
    const auto end = IncParseBytes(parts[1]);
    const auto factor = IncParseInteger(parts[2]);
    if (!start || !end || !factor || *start == 0 || *end < *start || *factor < 2)
    {
        return false;
    }
    uint64_t size = *start;
    while (sizes.size() < MAX_SIZES)
    {
        sizes.push_back(size);
        if (size > *end / *factor)
        {
            return true;
        }
        size *= *factor;
    }
    return false;
}

} // namespace

std::optional<uint64_t>
IncParseBytes(std::string_view text)
{
    constexpr double EXACT = 0x1p53;
    const auto bytes = ParseWithUnit(text, BYTE_UNITS);
    if (!bytes || *bytes > EXACT || *bytes != std::floor(*bytes))
    {
        return std::nullopt;
    }
    return static_cast<uint64_t>(*bytes);
}

std::optional<std::vector<uint64_t>>
IncParseSizes(std::string_view text)
{
    std::vector<uint64_t> sizes;
    for (const auto& item : IncSplit(text, ','))
    {
        const auto parts = IncSplit(item, ':');
        if (parts.size() == 3)
        {
            if (!AppendRange(parts, sizes))
            {
                return std::nullopt;
            }
            continue;
        }
        const auto bytes = IncParseBytes(item);
        if (!bytes || sizes.size() == MAX_SIZES)
        {
            return std::nullopt;
        }
        sizes.push_back(*bytes);
    }
    return sizes;
}

std::optional<uint64_t>
IncParseBitRate(std::string_view text)
{
    const auto bitsPerSecond = ParseWithUnit(text, RATE_UNITS);
    if (!bitsPerSecond || *bitsPerSecond < 1e3 || *bitsPerSecond > 1e14)
    {
        return std::nullopt;
    }
    return static_cast<uint64_t>(std::llround(*bitsPerSecond));
}

std::optional<int64_t>
IncParseNanoseconds(std::string_view text)
{
    const auto seconds = ParseWithUnit(text, TIME_UNITS);
    if (!seconds || *seconds > 1000)
    {
        return std::nullopt;
    }
    const int64_t nanoseconds = std::llround(*seconds * 1e9);
    if (std::abs(static_cast<double>(nanoseconds) - *seconds * 1e9) > *seconds)
    {
        return std::nullopt;
    }
    return nanoseconds;
}

} // namespace ns3
