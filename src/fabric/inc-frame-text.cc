/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-text.h"

#include "inc-frame-kind.h"

#include "ns3/ipv4-address.h"

#include <ostream>

namespace ns3
{

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
