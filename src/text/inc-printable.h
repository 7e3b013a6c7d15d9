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

/**
 * \ingroup inc
 * \param text any bytes
 * \return length of the first character in bytes; 0 for a control character, which a terminal would
 * obey, and for bytes that are no UTF-8
 */
std::size_t IncPrintableBytes(std::string_view text);

/**
 * \ingroup inc
 * \param text any bytes, such as a name in a file
 * \param longest largest length of the result, bytes
 * \return the text on one line, with a question mark for each byte that cannot be shown
 */
std::string IncPrintable(std::string_view text, std::size_t longest = 200);

} // namespace ns3

#endif // INC_PRINTABLE_H
