/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PRINTABLE_H
#define INC_PRINTABLE_H

#include <cstddef>
#include <string>
#include <string_view>

namespace ns3
{

/** \return bytes of the first character; 0 for control characters, which terminals obey, and for
 * bytes that are no UTF-8 */
std::size_t IncPrintableBytes(std::string_view text);

/** \return any bytes on one line of at most `longest` bytes, with a question mark for each byte
 * that cannot be shown */
std::string IncPrintable(std::string_view text, std::size_t longest = 200);

} // namespace ns3

#endif // INC_PRINTABLE_H
