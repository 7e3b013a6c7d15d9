/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-port-queues.h"

#include "ns3/inc-state-visitor.h"

namespace ns3
{

IncPortQueues::Queue&
IncPortQueues::MakeOther(uint32_t priority)
{
    if (m_firstPriority == NONE)
    {
        m_firstPriority = static_cast<uint8_t>(priority);
        return m_first;
    }
    if (!m_others)
    {
        m_others = std::make_unique<std::array<Queue, INC_PRIORITIES>>();
    }
    return (*m_others)[priority];
}

const IncPortQueues::Queue&
IncPortQueues::FindOther(uint32_t priority) const
{
    static const Queue NOTHING;
    return m_others ? (*m_others)[priority] : NOTHING;
}

void
IncPortQueues::VisitState(IncStateVisitor& visitor)
{
    visitor.Fields(*this);
    visitor.Value("IncPortQueues::m_others", m_others != nullptr);
    visitor.Part(m_others);
}

} // namespace ns3
