/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-switch.h"

#include "ns3/inc-state-visitor.h"

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncEcmp, 104);
INC_STATE_SIZE(IncBufferAccounts, 96);
INC_STATE_SIZE(IncSharedBuffer, sizeof(Object) + 216);
INC_STATE_SIZE(IncSwitch, sizeof(Object) + 488);

} // namespace

void
IncEcmp::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncEcmp::m_sprayed", m_sprayed); // decides: no count
    visitor.Value("IncEcmp::m_avoided", m_avoided);
    for (const uint8_t state : m_state)
    {
        visitor.Value("IncEcmp::m_state", state);
    }
}

void
IncBufferAccounts::VisitState(IncStateVisitor& visitor)
{
    if (m_lossless != 0)
    {
        visitor.Refuse("PFC: switches have lossless priorities");
    }
    visitor.Value("IncBufferAccounts::m_sharedUsed", m_sharedUsed);
}

void
IncSharedBuffer::VisitState(IncStateVisitor& visitor)
{
    m_accounts.VisitState(visitor);
}

void
IncSwitch::VisitState(IncStateVisitor& visitor)
{
    m_ecmp.VisitState(visitor);
    if (m_buffer)
    {
        m_buffer->VisitState(visitor);
    }
}

} // namespace ns3
