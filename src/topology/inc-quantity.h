/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUANTITY_H
#define INC_QUANTITY_H

#include "ns3/data-rate.h"
#include "ns3/inc-argument-value.h"
#include "ns3/nstime.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ns3
{

/** \brief Parse a rate with a unit, as in ns-3, but return nothing where ns-3 aborts. */
inline std::optional<DataRate>
IncParseRate(std::string_view text)
{
    const auto rate = IncParseBitRate(text);
    return rate ? std::optional(DataRate(*rate)) : std::nullopt;
}

/** \brief Parse a time with a unit, as in ns-3, but return nothing where ns-3 aborts. */
inline std::optional<Time>
IncParseTime(std::string_view text)
{
    const auto nanoseconds = IncParseNanoseconds(text);
    return nanoseconds ? std::optional(NanoSeconds(*nanoseconds)) : std::nullopt;
}

/** \return a function that parses a time like IncParseTime() and accepts those from `low` to `high`
 */
inline std::function<std::optional<Time>(const std::string&)>
IncParserOfTimes(Time low, Time high = Seconds(1000))
{
    return [low, high](const std::string& text) {
        const auto time = IncParseTime(text);
        return time && *time >= low && *time <= high ? time : std::nullopt;
    };
}

} // namespace ns3

#endif // INC_QUANTITY_H
