/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-loss-scoreboard.h"

#include "ns3/inc-state-visitor.h"

namespace ns3
{

void
IncLossScoreboard::VisitState(IncStateVisitor& visitor, uint64_t from, uint64_t to, uint64_t growth)
{
    if (HasLost())
    {
        visitor.Refuse("selective repeat: packets are to be sent again");
    }
    visitor.Fields(*this);
    const uint64_t before = m_order;
    visitor.Count("IncLossScoreboard::m_order", m_order);
    const uint64_t later = m_order - before;
    visitor.Value("IncLossScoreboard::m_oldest", m_oldest - from);
    m_oldest += growth;
    std::vector<Packet> window;
    for (uint64_t number = from; number < to; ++number)
    {
        Packet& packet = m_packets[Slot(number)];
        visitor.Value("IncLossScoreboard::Packet::order", before - packet.order);
        visitor.Fields(packet);
        window.push_back({packet.order + later, packet.arrived});
        packet = Packet();
    }
    for (uint64_t number = from; number < to; ++number)
    {
        m_packets[Slot(number + growth)] = window[number - from];
    }
    for (std::size_t i = 0; i < m_sent.GetSize(); ++i)
    {
        Transmission& sent = m_sent[i];
        visitor.Value("IncLossScoreboard::Transmission::number", sent.number - from);
        visitor.Value("IncLossScoreboard::Transmission::order", before - sent.order);
        sent.number += growth;
        sent.order += later;
    }
}

} // namespace ns3
