/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-unicast-dissemination.h"

#include "inc-slot-pool.h"

#include <utility>

namespace ns3
{

void
IncUnicastDissemination::Add(const IncResultReceiver& receiver, std::unique_ptr<IncTreeLink> link)
{
    m_destinations.push_back({receiver, std::move(link)});
}

void
IncUnicastDissemination::SendTo(Destination& destination, const IncSlotRound& round, uint8_t flags)
{
    IncFramePtr frame = IncMakeRoundFrame(round);
    frame->inc.flags |= IncHeader::RESULT | flags;
    frame->inc.rank = destination.receiver.rank;
    frame->reth.rkey = destination.receiver.rkey;
    destination.link->Send(std::move(frame));
}

uint32_t
IncUnicastDissemination::Send(IncTree& tree, const IncSlotRound& round)
{
    for (auto& destination : m_destinations)
    {
        SendTo(destination, round, 0);
    }
    return static_cast<uint32_t>(m_destinations.size());
}

void
IncUnicastDissemination::SendAgain(IncTree& tree,
                                   const IncSlotRound& round,
                                   uint32_t child,
                                   const IncBitString& bits)
{
    for (auto& destination : m_destinations)
    {
        if (bits.Test(destination.receiver.bfrId))
        {
            SendTo(destination, round, IncHeader::RETRANSMITTED);
        }
    }
}

} // namespace ns3
