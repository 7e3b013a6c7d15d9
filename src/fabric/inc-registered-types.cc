/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-registered-types.h"

#include <cctype>

namespace ns3
{

IncRegisteredTypes::IncRegisteredTypes(TypeId base, const std::string& suffix)
    : m_suffix(suffix)
{
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid != base && tid.IsChildOf(base) && tid.HasConstructor())
        {
            m_types.emplace(WordOf(tid), tid);
        }
    }
}

const std::map<std::string, TypeId>&
IncRegisteredTypes::All() const&
{
    return m_types;
}

std::string
IncRegisteredTypes::WordOf(TypeId tid) const
{
    std::string name = tid.GetName();
    const auto colons = name.rfind("::");
    name.erase(0, colons == std::string::npos ? 0 : colons + 2);
    if (name.rfind("Inc", 0) == 0)
    {
        name.erase(0, 3);
    }
    if (name.size() > m_suffix.size() &&
        name.compare(name.size() - m_suffix.size(), m_suffix.size(), m_suffix) == 0)
    {
        name.erase(name.size() - m_suffix.size());
    }
    std::string word;
    for (const char c : name)
    {
        const bool capital = std::isupper(static_cast<unsigned char>(c));
        word += (capital && !word.empty() ? "-" : "");
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return word;
}

} // namespace ns3
