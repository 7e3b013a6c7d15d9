/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-text.h"

#include "ns3/ipv4-address.h"

#include <ostream>
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

std::ostream&
operator<<(std::ostream& os, const IncFrame& frame)
{
    const bool answers = frame.kind == IncFrame::Kind::ROCE && IncHasAeth(frame.bth.opcode);
    os << (frame.IsBier() ? "BIER " : "") << (answers ? "acknowledgement" : IncFrameKind(frame))
       << " of " << frame.GetSize() << " B";
    if (frame.kind != IncFrame::Kind::ROCE)
    {
        return os;
    }
    os << ", " << Ipv4Address(frame.source) << " > " << Ipv4Address(frame.destination) << " qp "
       << frame.bth.destQp << " psn " << frame.bth.psn << " payload " << frame.payloadSize;
    if (frame.hasInc)
    {
        os << " tree " << frame.inc.treeId << " message " << frame.inc.messageId << " rank "
           << frame.inc.rank;
    }
    return os;
}

std::ostream&
operator<<(std::ostream& os, const IncBitString& bits)
{
    char before = '{';
    for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
    {
        os << before << bit;
        before = ',';
    }
    return os << (before == '{' ? "{}" : "}");
}

} // namespace ns3
