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
 * \return how many of them are the first character; 0 where that is a control character, which a
 *         terminal would obey, or no UTF-8
 */
std::size_t IncPrintableBytes(std::string_view text);

/**
 * \ingroup inc
 * \param text any bytes, such as a name that a file gives
 * \param longest bytes of it that are wanted
 * \return the text on one line, with question marks for what cannot be shown
 */
std::string IncPrintable(std::string_view text, std::size_t longest = 200);

} // namespace ns3

#endif // INC_PRINTABLE_H
