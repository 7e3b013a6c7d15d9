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
/// Accepted values in an error message.
constexpr const char* INC_LINK_RATE_ACCEPTED =
    "a rate from 1kbps to 100Tbps, as \"100Gbps\" or \"12.5GBps\"";
constexpr const char* INC_LINK_DELAY_ACCEPTED =
    "a time from 0s to 10s, as \"1us\" or \"500ns\" (s, ms, us, ns, ps)";

/**
 * \ingroup inc
 * \brief Reads a time as ns-3 writes it ("1us", "0.5ms"), to the picosecond whatever the
 * simulator's resolution; the unit is required.
 * \param text the time
 * \return picoseconds, rounded; or nothing when the text is no time or lies outside
 *         0…INC_MAX_LINK_DELAY
 */
std::optional<int64_t> IncParseLinkDelay(const std::string& text);

/**
 * \ingroup inc
 * \param rate bit/s
 * \return an exact text with the largest unit that allows it, e.g. "100Gbps"
 */
std::string IncFormatLinkRate(uint64_t rate);

/**
 * \ingroup inc
 * \param delay picoseconds
 * \return an exact text with the largest unit that allows it, e.g. "1us"
 */
std::string IncFormatLinkDelay(int64_t delay);

} // namespace ns3

#endif // INC_LINK_UNITS_H
