/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PRIORITY_H
#define INC_PRIORITY_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/// \ingroup inc
/// Priorities (traffic classes) of a port, IEEE 802.1Q; 7 is served first.
constexpr uint32_t INC_PRIORITIES = 8;

/// \ingroup inc
/// A set of priorities: bit n stands for priority n, as in the class-enable vector of a PFC frame.
using IncPrioritySet = uint8_t;

/** \brief Return the DSCP of a priority, 0 to 7: the class selector of RFC 2474, section 4.2.2. */
constexpr uint8_t
IncDscpOf(uint8_t priority)
{
    return static_cast<uint8_t>(priority << 3);
}

/** \brief Return the priority, 0 to 7, of a DSCP in an IP header. */
constexpr uint8_t
IncPriorityOf(uint8_t dscp)
{
    return static_cast<uint8_t>(dscp >> 3 & 7);
}

/** \brief Return the priorities in a text such as "3,6" (empty: none); nothing if it is invalid. */
std::optional<IncPrioritySet> IncParsePriorities(const std::string& text);

/** \brief Return the text of a set of priorities, in the form of IncParsePriorities(). */
std::string IncFormatPriorities(IncPrioritySet priorities);

/// \ingroup inc
/// A number for each priority, priority 0 first.
using IncPriorityWeights = std::array<uint32_t, INC_PRIORITIES>;

/// \return eight numbers up to 1000 from a text separated by commas, priority 0 first; nothing if
/// the text is invalid
std::optional<IncPriorityWeights> IncParseWeights(const std::string& text);

/** \brief Return numbers, one for each priority, as the text that IncParseWeights() reads. */
std::string IncFormatWeights(const IncPriorityWeights& weights);

} // namespace ns3

#endif // INC_PRIORITY_H
