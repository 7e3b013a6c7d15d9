/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARSE_H
#define INC_PARSE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Split at a separator; empty parts are kept, so that `a,,b` can be refused.
 * \param text what to split
 * \param separator character between the pieces
 * \return the parts, at least one
 */
std::vector<std::string> IncSplit(std::string_view text, char separator);

/**
 * \ingroup inc
 * \brief A whole number in decimal digits: no sign, no blanks, nothing behind it.
 *
 * ns-3's own parsers turn `-4` into 4294967292 and stop at the first character that they do not
 * understand.
 * \param text the digits
 * \return the number, or nothing
 */
std::optional<uint64_t> IncParseInteger(std::string_view text);

/**
 * \ingroup inc
 * \brief A finite decimal number such as 0.001 or 1e-3; no NaN, no infinity, nothing behind it.
 * \param text the number
 * \return the number, or nothing
 */
std::optional<double> IncParseReal(std::string_view text);

/**
 * \ingroup inc
 * \param text a number
 * \return the number if it is above 0, or nothing
 */
std::optional<double> IncParsePositive(std::string_view text);

/**
 * \ingroup inc
 * \param text a number
 * \return the number if it is at least 0, or nothing
 */
std::optional<double> IncParseNonNegative(std::string_view text);

/**
 * \ingroup inc
 * \param text a number
 * \return the number if it is above 0 and at most 1, or nothing
 */
std::optional<double> IncParseShare(std::string_view text);

} // namespace ns3

#endif // INC_PARSE_H
