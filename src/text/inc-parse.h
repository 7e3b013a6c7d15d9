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

/** \brief Split a text at a separator. Empty parts are kept, so that `a,,b` can be refused. */
std::vector<std::string> IncSplit(std::string_view text, char separator);

/**
 * \brief Parse a whole number in decimal digits, without sign, blanks or text behind it; nothing if
 * the text is no such number.
 *
 * ns-3's own parsers turn `-4` into 4294967292 and stop at the first character that is no digit.
 */
std::optional<uint64_t> IncParseInteger(std::string_view text);

/** \brief Parse a finite decimal number such as 0.001 or 1e-3; nothing if text follows it. */
std::optional<double> IncParseReal(std::string_view text);

/** \return the number if it is above 0, otherwise nothing */
std::optional<double> IncParsePositive(std::string_view text);

/** \return the number if it is at least 0, otherwise nothing */
std::optional<double> IncParseNonNegative(std::string_view text);

/** \return the number if it is above 0 and at most 1, otherwise nothing */
std::optional<double> IncParseShare(std::string_view text);

/** \brief Parse a list with commas between its parts. `parse` returns nothing for a part that is
 * not accepted; then the list is not accepted either. */
template <typename T, typename PARSE>
std::optional<std::vector<T>>
IncParseList(std::string_view text, PARSE parse)
{
    std::vector<T> list;
    for (const std::string& part : IncSplit(text, ','))
    {
        const std::optional<T> item = parse(part);
        if (!item)
        {
            return std::nullopt;
        }
        list.push_back(*item);
    }
    return list;
}

} // namespace ns3

#endif // INC_PARSE_H
