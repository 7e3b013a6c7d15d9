/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_TEXT_H
#define INC_FRAME_TEXT_H

#include "inc-frame.h"

#include <iosfwd>

namespace ns3
{

/// \brief Return a frame's role in the aggregation: "contribution", "result", "pending", "asking"
/// (for a missed result), "abort" (of a failed tree), "roce", "packet" or "pfc".
const char* IncFrameKind(const IncFrame& frame);

/** \brief Write a short description of a frame for logs. */
std::ostream& operator<<(std::ostream& os, const IncFrame& frame);

/** \brief Write the numbers of the bits that are set, e.g. "{0,2,5}". */
std::ostream& operator<<(std::ostream& os, const IncBitString& bits);

} // namespace ns3

#endif // INC_FRAME_TEXT_H
