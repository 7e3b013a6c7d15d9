/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-link-units.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

struct Unit
{
    const char* name;
    double scale;
};

/// Prefixes of bits or bytes per second, as ns-3's DataRate has them and Tera besides.
constexpr Unit RATE_PREFIXES[] = {
    {"", 1},
    {"k", 1e3},
    {"K", 1e3},
    {"M", 1e6},
    {"G", 1e9},
    {"T", 1e12},
    {"Ki", 1024.0},
    {"Mi", 1048576.0},
    {"Gi", 1073741824.0},
    {"Ti", 1099511627776.0},
};

/// Picoseconds of each unit of time.
constexpr Unit TIME_UNITS[] = {{"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}};

/// "12.5GBps" → (12.5, "GBps"); nothing when there is no leading number.
std::optional<std::pair<double, std::string>>
SplitNumber(const std::string& text)
{
    double number = 0;
    const char* end = text.data() + text.size();
    auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || !std::isfinite(number))
    {
        return std::nullopt;
    }
    return std::make_pair(number, std::string(rest, end));
}

/// The scale of a rate's unit in bit/s, 0 when unknown.
double
RateScale(std::string unit)
{
    if (unit.size() < 3)
    {
        return 0;
    }
    std::string perSecond = unit.substr(unit.size() - 2);
    char quantity = unit[unit.size() - 3];
    if ((perSecond != "ps" && perSecond != "/s") || (quantity != 'b' && quantity != 'B'))
    {
        return 0;
    }
    unit.resize(unit.size() - 3);
    for (const auto& prefix : RATE_PREFIXES)
    {
        if (unit == prefix.name)
        {
            return prefix.scale * (quantity == 'B' ? 8 : 1);
        }
    }
    return 0;
}

} // namespace

std::optional<uint64_t>
IncParseLinkRate(const std::string& text)
{
    auto split = SplitNumber(text);
    if (!split)
    {
        return std::nullopt;
    }
    double rate = std::round(split->first * RateScale(split->second));
    if (!(rate >= static_cast<double>(INC_MIN_LINK_RATE) &&
          rate <= static_cast<double>(INC_MAX_LINK_RATE)))
    {
        return std::nullopt;
    }
    return static_cast<uint64_t>(rate);
}

std::optional<int64_t>
IncParseLinkDelay(const std::string& text)
{
    auto split = SplitNumber(text);
    if (!split)
    {
        return std::nullopt;
    }
    for (const auto& unit : TIME_UNITS)
    {
        if (split->second == unit.name)
        {
            double delay = std::round(split->first * unit.scale);
            if (!(delay >= 0 && delay <= static_cast<double>(INC_MAX_LINK_DELAY)))
            {
                return std::nullopt;
            }
            return static_cast<int64_t>(delay);
        }
    }
    return std::nullopt;
}

std::string
IncFormatLinkRate(uint64_t rate)
{
    static constexpr std::pair<uint64_t, const char*> UNITS[] = {{1'000'000'000'000, "Tbps"},
                                                                 {1'000'000'000, "Gbps"},
                                                                 {1'000'000, "Mbps"},
                                                                 {1'000, "kbps"}};
    for (const auto& [scale, name] : UNITS)
    {
        if (rate != 0 && rate % scale == 0)
        {
            return std::to_string(rate / scale) + name;
        }
    }
    return std::to_string(rate) + "bps";
}

std::string
IncFormatLinkDelay(int64_t delay)
{
    static constexpr std::pair<int64_t, const char*> UNITS[] = {{1'000'000'000'000, "s"},
                                                                {1'000'000'000, "ms"},
                                                                {1'000'000, "us"},
                                                                {1'000, "ns"}};
    for (const auto& [scale, name] : UNITS)
    {
        if (delay % scale == 0)
        {
            return std::to_string(delay / scale) + name;
        }
    }
    return std::to_string(delay) + "ps";
}

} // namespace ns3
