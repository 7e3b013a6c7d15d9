/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pause-sender.h"

#include "inc-clock.h"
#include "inc-net-device.h"

namespace ns3
{

IncPauseSender::IncPauseSender(IncNetDevice& port, uint16_t quanta)
    : m_port(port),
      m_quanta(quanta)
{
}

int64_t
IncPauseSender::QuantaPs(uint16_t quanta, uint64_t rate)
{
    constexpr double PS_PER_QUANTUM_AT_1_BPS = 512e12;
    return static_cast<int64_t>(quanta * (PS_PER_QUANTUM_AT_1_BPS / static_cast<double>(rate)));
}

void
IncPauseSender::Ask(uint32_t priority, bool pause)
{
    const IncPrioritySet bit = 1U << priority;
    m_held = pause ? m_held | bit : m_held & ~bit;
    m_changed |= bit;
    m_port.SendPfc();
}

IncFramePtr
IncPauseSender::MakeFrame()
{
    IncPfcFrame pfc;
    pfc.source = m_port.GetOctets();
    pfc.enabled = m_changed;
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        pfc.pause[priority] = (m_held & m_changed) >> priority & 1 ? m_quanta : 0;
    }
    m_changed = 0;
    IncFramePtr frame = IncFrame::Create();
    frame->kind = IncFrame::Kind::PFC;
    frame->payload = IncPayload::Create(IncPfcFrame::SIZE);
    pfc.Write(frame->payload->GetData());
    frame->UpdateSize();
    if (m_held != 0 && !m_refreshPending)
    {
        m_refreshPending = true;
        const int64_t pausePs = QuantaPs(m_quanta, m_port.GetDataRate().GetBitRate());
        Simulator::Schedule(IncClock::FromPs(pausePs / 2), &IncPauseSender::Refresh, this);
    }
    return frame;
}

void
IncPauseSender::Refresh()
{
    m_refreshPending = false;
    if (m_held != 0)
    {
        m_changed |= m_held;
        m_port.SendPfc();
    }
}

} // namespace ns3
