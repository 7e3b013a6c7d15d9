/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-argument-table.h"

namespace ns3
{

bool
IncArgumentTable::Presume(const std::string& name, const std::string& value)
{
    const auto found = m_index.find(name);
    if (found == m_index.end())
    {
        return m_foreignGiven.emplace(name, value).second;
    }
    IncArgument& argument = m_arguments[found->second];
    if (argument.given)
    {
        return false;
    }
    argument.value = value;
    if (!argument.store(value))
    {
        Refuse(name, "accepted: " + argument.accepted);
    }
    return true;
}

} // namespace ns3
