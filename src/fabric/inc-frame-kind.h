/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_KIND_H
#define INC_FRAME_KIND_H

#include "inc-frame.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Return the name of a frame's role in the aggregation, for traces and animations.
 * \param frame any frame
 * \return "contribution", "result", "pending", "asking" (for a missed result), "abort" (of a failed
 *         tree), "roce" without INC header, "packet" or "pfc"
 */
const char* IncFrameKind(const IncFrame& frame);

} // namespace ns3

#endif // INC_FRAME_KIND_H
