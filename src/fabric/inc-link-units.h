/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LINK_UNITS_H
#define INC_LINK_UNITS_H

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/// \ingroup inc
/// Slowest and fastest link accepted, bit/s.
constexpr uint64_t INC_MIN_LINK_RATE = 1'000;
constexpr uint64_t INC_MAX_LINK_RATE = 100'000'000'000'000;
/// Longest link accepted, ps (10 s; the shortest is 0).
constexpr int64_t INC_MAX_LINK_DELAY = 10'000'000'000'000;

/// \ingroup inc
/// Text of error messages about accepted values.
constexpr const char* INC_LINK_RATE_ACCEPTED =
    "a rate from 1kbps to 100Tbps, as \"100Gbps\" or \"12.5GBps\"";
constexpr const char* INC_LINK_DELAY_ACCEPTED =
    "a time from 0s to 10s, as \"1us\" or \"500ns\" (s, ms, us, ns, ps)";

/// \brief Return the picoseconds, rounded, of a time with a unit ("1us", "0.5ms"); nothing if the
/// text is no time or outside 0…INC_MAX_LINK_DELAY.
std::optional<int64_t> IncParseLinkDelay(const std::string& text);

/// \brief Return an exact text of a rate in bit/s with the largest possible unit, e.g. "100Gbps".
std::string IncFormatLinkRate(uint64_t rate);

/** \brief Return an exact text of a delay in ps with the largest possible unit, e.g. "1us". */
std::string IncFormatLinkDelay(int64_t delay);

} // namespace ns3

#endif // INC_LINK_UNITS_H
