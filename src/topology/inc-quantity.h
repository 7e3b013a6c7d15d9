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

#include <optional>
#include <string_view>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Parse a rate with a unit, written as in ns-3; unlike ns-3 it never aborts.
 * \param text text of the rate, see IncParseBitRate()
 * \return the rate; nothing if the text is not a rate
 */
inline std::optional<DataRate>
IncParseRate(std::string_view text)
{
    const auto rate = IncParseBitRate(text);
    return rate ? std::optional(DataRate(*rate)) : std::nullopt;
}

/**
 * \ingroup inc
 * \brief Parse a time with a unit, written as in ns-3; unlike ns-3 it never aborts.
 * \param text text of the time, see IncParseNanoseconds()
 * \return the time; nothing if the text is not a time
 */
inline std::optional<Time>
IncParseTime(std::string_view text)
{
    const auto nanoseconds = IncParseNanoseconds(text);
    return nanoseconds ? std::optional(NanoSeconds(*nanoseconds)) : std::nullopt;
}

} // namespace ns3

#endif // INC_QUANTITY_H
