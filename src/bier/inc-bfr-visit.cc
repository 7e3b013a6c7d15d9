/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bfr.h"

#include "ns3/inc-state-visitor.h"

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncBierCounters, 16 + 8 * INC_BIER_DROP_REASONS);
INC_STATE_SIZE(IncBierForwarder, 104);
INC_STATE_SIZE(IncBfr, sizeof(Object) + sizeof(IncBierUnderlay) + 488);

} // namespace

void
IncBfr::VisitState(IncStateVisitor& visitor)
{
    if (!m_copyTrace.IsEmpty() || !m_deliveryTrace.IsEmpty())
    {
        visitor.Refuse("traces of BIER: somebody sees every copy");
    }
    visitor.Count("IncBierCounters::copies", m_counters.copies);
    visitor.Count("IncBierCounters::deliveries", m_counters.deliveries);
    for (uint64_t& discards : m_counters.discards)
    {
        visitor.Count("IncBierCounters::discards", discards);
    }
}

} // namespace ns3
