/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-kind.h"

#include <utility>

namespace ns3
{

const char*
IncFrameKind(const IncFrame& frame)
{
    if (frame.kind != IncFrame::Kind::ROCE)
    {
        return frame.kind == IncFrame::Kind::PFC ? "pfc" : "packet";
    }
    if (!frame.hasInc)
    {
        return "roce";
    }
    for (const auto& [flag, kind] : {std::pair{IncHeader::RESULT, "result"},
                                     std::pair{IncHeader::PENDING, "pending"},
                                     std::pair{IncHeader::ASKING, "asking"},
                                     std::pair{IncHeader::ABORT, "abort"}})
    {
        if (frame.inc.Has(flag))
        {
            return kind;
        }
    }
    return "contribution";
}

} // namespace ns3
