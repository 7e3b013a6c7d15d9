/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-printable.h"

#include <cstdint>

namespace ns3
{

std::size_t
IncPrintableBytes(std::string_view text)
{
    if (text.empty())
    {
        return 0;
    }
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80)
    {
        return first >= 0x20 && first != 0x7f ? 1 : 0;
    }
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size)
    {
        return 0;
    }
    uint32_t code = first & (0xffU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i)
    {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xc0) != 0x80)
        {
            return 0;
        }
        code = code << 6 | (next & 0x3f);
    }
    // Refuse overlong forms, halves of UTF-16 pairs, and code points beyond Unicode.
    constexpr uint32_t LEAST[] = {0x80, 0x800, 0x10000};
    const bool isCharacter =
        code >= LEAST[size - 2] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter && code >= 0xa0 ? size : 0;
}

std::string
IncPrintable(std::string_view text, std::size_t longest)
{
    text = text.substr(0, longest);
    std::string shown;
    while (!text.empty())
    {
        const std::size_t size = IncPrintableBytes(text);
        shown += size > 0 ? text.substr(0, size) : "?";
        text.remove_prefix(size > 0 ? size : 1);
    }
    return shown;
}

} // namespace ns3
