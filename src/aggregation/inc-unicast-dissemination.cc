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
    destination.link->Send(IncMakeResultFrame(round, destination.receiver, flags));
}

IncDissemination::Sent
IncUnicastDissemination::Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope)
{
    const uint8_t flags = scope == IncResultScope::ITSELF ? 0 : IncHeader::UP_TO;
    uint32_t copies = 0;
    for (auto& destination : m_destinations)
    {
        if (scope != IncResultScope::ROOT || round.GivesDataTo(destination.receiver.bfrId))
        {
            SendTo(destination, round, flags);
            ++copies;
        }
    }
    const bool reliable = copies > 0 && m_destinations.front().link->IsReliable();
    return {copies, reliable ? copies : 0};
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
