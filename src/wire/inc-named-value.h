/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_NAMED_VALUE_H
#define INC_NAMED_VALUE_H

#include <cstddef>
#include <optional>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief Row of a table that names the values of an enumeration.
template <typename E>
struct IncNamedValue
{
    const char* name; //!< name that users read and type
    E value;          //!< value of the enumeration
};

/// \brief Return the name of a value in a table; `otherwise` if the table has no such value.
template <typename E, std::size_t N>
constexpr const char*
IncFindName(const IncNamedValue<E> (&table)[N], E value, const char* otherwise)
{
    for (const auto& row : table)
    {
        if (row.value == value)
        {
            return row.name;
        }
    }
    return otherwise;
}

/// \brief Return the value with a name in a table; nothing if the table has no such name.
template <typename E, std::size_t N>
std::optional<E>
IncFindValue(const IncNamedValue<E> (&table)[N], const std::string& name)
{
    for (const auto& row : table)
    {
        if (name == row.name)
        {
            return row.value;
        }
    }
    return std::nullopt;
}

} // namespace ns3

#endif // INC_NAMED_VALUE_H
