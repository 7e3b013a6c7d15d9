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
 * \brief Split a text at a separator. Empty parts are kept, so that `a,,b` can be refused.
 * \param text text to split
 * \param separator character between the pieces
 * \return the parts, at least one
 */
std::vector<std::string> IncSplit(std::string_view text, char separator);

/**
 * \ingroup inc
 * \brief Parse a whole number in decimal digits, without sign, blanks or text behind it.
 *
 * ns-3's own parsers turn `-4` into 4294967292 and stop at the first character that is no digit.
 * \param text text of the number
 * \return the number, or nothing if the text is not such a number
 */
std::optional<uint64_t> IncParseInteger(std::string_view text);

/** \brief Parse a finite decimal number such as 0.001 or 1e-3, without text behind it. Return
 * the number, or nothing if the text is not such a number. */
std::optional<double> IncParseReal(std::string_view text);

/** \return the number if it is above 0, otherwise nothing */
std::optional<double> IncParsePositive(std::string_view text);

/** \return the number if it is at least 0, otherwise nothing */
std::optional<double> IncParseNonNegative(std::string_view text);

/** \return the number if it is above 0 and at most 1, otherwise nothing */
std::optional<double> IncParseShare(std::string_view text);

} // namespace ns3

#endif // INC_PARSE_H
