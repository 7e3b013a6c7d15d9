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

/** \brief Return the name of a frame's role in the aggregation, for traces and animations.
 * Return "contribution", "result", "pending", "asking" (for a missed result), "abort" (of a failed
 * tree), "roce" without INC header, "packet" or "pfc". */
const char* IncFrameKind(const IncFrame& frame);

/**
 * \ingroup inc
 * \brief Write a short description of a frame for logs.
 *
 * It has kind, source and destination, queue pair, PSN and bytes of payload. With an INC header it
 * also has the tree, the message and the contributor.
 * \param os stream to write to
 * \param frame any frame
 * \return os
 */
std::ostream& operator<<(std::ostream& os, const IncFrame& frame);

/**
 * \ingroup inc
 * \brief Write the numbers of the bits that are set, e.g. "{0,2,5}".
 * \param os stream to write to
 * \param bits any bits
 * \return os
 */
std::ostream& operator<<(std::ostream& os, const IncBitString& bits);

} // namespace ns3

#endif // INC_FRAME_TEXT_H
