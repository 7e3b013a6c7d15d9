/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-error.h"

#include "inc-printable.h"

#include <cstdio>
#include <string_view>

namespace ns3
{

namespace
{

std::string
OneLine(const std::string& text)
{
    constexpr std::size_t LONGEST = 1000;
    std::string line;
    for (std::string_view rest = std::string_view(text).substr(0, LONGEST); !rest.empty();)
    {
        const std::size_t size = IncPrintableBytes(rest);
        if (size > 0)
        {
            line += rest.substr(0, size);
            rest.remove_prefix(size);
            continue;
        }
        char escaped[5];
        std::snprintf(escaped, sizeof(escaped), "\\x%02x", static_cast<unsigned char>(rest[0]));
        line += escaped;
        rest.remove_prefix(1);
    }
    return text.size() > LONGEST ? line + "…" : line;
}

} // namespace

IncError::IncError(const std::string& line)
    : std::invalid_argument(OneLine(line))
{
}

} // namespace ns3
