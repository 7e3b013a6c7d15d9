/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-trigger.h"

namespace ns3
{

void
IncFlowTrigger::Define(Kind kind, uint32_t count)
{
    m_kind = kind;
    m_missing = kind == Kind::BARRIER ? count : 1;
}

void
IncFlowTrigger::Add(const std::function<void()>& start)
{
    m_waiting.push_back(start);
}

void
IncFlowTrigger::Activate()
{
    m_missing -= m_missing > 0 ? 1 : 0;
    const std::size_t end = m_missing > 0                ? m_next
                            : m_kind == Kind::MULTI_SHOT ? m_next + 1
                                                         : m_waiting.size();
    while (m_next < end && m_next < m_waiting.size())
    {
        m_waiting[m_next++]();
    }
}

} // namespace ns3
