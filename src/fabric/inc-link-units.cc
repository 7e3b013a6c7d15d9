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

constexpr Unit TIME_UNITS[] = {{"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}};

} // namespace

std::optional<int64_t>
IncParseLinkDelay(const std::string& text)
{
    double number = 0;
    const char* end = text.data() + text.size();
    auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc())
    {
        return std::nullopt;
    }
    for (const auto& unit : TIME_UNITS)
    {
        if (std::string(rest, end) == unit.name)
        {
            double delay = std::round(number * unit.scale);
            // The condition is written so that NaN fails.
            bool accepted = delay >= 0 && delay <= static_cast<double>(INC_MAX_LINK_DELAY);
            return accepted ? std::make_optional(static_cast<int64_t>(delay)) : std::nullopt;
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
