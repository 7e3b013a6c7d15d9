/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FORMAT_H
#define INC_FORMAT_H

#include <cstdio>
#include <string>

namespace ns3
{

/** \brief Return the text that std::printf() would print. */
template <typename... ARGUMENTS>
std::string
IncFormat(const char* format, ARGUMENTS... arguments)
{
    const int length = std::snprintf(nullptr, 0, format, arguments...);
    std::string text(length, '\0');
    std::snprintf(text.data(), text.size() + 1, format, arguments...);
    return text;
}

} // namespace ns3

#endif // INC_FORMAT_H
