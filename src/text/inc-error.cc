/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-error.h"

#include <cstdio>

namespace ns3
{

namespace
{

/// One line whatever the user typed: control characters escaped, long values cut.
std::string
OneLine(const std::string& text)
{
    constexpr std::size_t LONGEST = 1000;
    std::string line;
    for (const unsigned char c : text.substr(0, LONGEST))
    {
        if (c >= 0x20 && c != 0x7f)
        {
            line += static_cast<char>(c);
            continue;
        }
        char escaped[5];
        std::snprintf(escaped, sizeof(escaped), "\\x%02x", c);
        line += escaped;
    }
    return text.size() > LONGEST ? line + "…" : line;
}

} // namespace

IncError::IncError(const std::string& line)
    : std::invalid_argument(OneLine(line))
{
}

} // namespace ns3
