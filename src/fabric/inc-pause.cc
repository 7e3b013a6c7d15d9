/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pause.h"

#include "inc-clock.h"
#include "inc-net-device.h"

#include <algorithm>
#include <limits>

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

IncPauseReceiver::IncPauseReceiver(IncNetDevice& port)
    : m_port(port)
{
}

IncPauseReceiver::~IncPauseReceiver()
{
    m_expiry.Cancel();
}

void
IncPauseReceiver::Receive(const IncPfcFrame& frame)
{
    const int64_t now = IncClock::NowPs();
    const uint64_t rate = m_port.GetDataRate().GetBitRate();
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        if (!(frame.enabled >> priority & 1))
        {
            continue;
        }
        if (frame.pause[priority] == 0)
        {
            End(priority, now);
            continue;
        }
        Class& paused = m_classes[priority];
        if (!(m_paused >> priority & 1))
        {
            m_paused |= 1U << priority;
            paused.sincePs = now;
            ++paused.pauses;
        }
        paused.untilPs = now + IncPauseSender::QuantaPs(frame.pause[priority], rate);
    }
    Update();
}

void
IncPauseReceiver::End(uint32_t priority, int64_t nowPs)
{
    if (m_paused >> priority & 1)
    {
        m_paused &= ~(1U << priority);
        m_classes[priority].pausedPs += nowPs - m_classes[priority].sincePs;
    }
}

void
IncPauseReceiver::Expire()
{
    const int64_t now = IncClock::NowPs();
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        if (m_classes[priority].untilPs <= now)
        {
            End(priority, now);
        }
    }
    Update();
}

void
IncPauseReceiver::Update()
{
    int64_t first = std::numeric_limits<int64_t>::max();
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        if (m_paused >> priority & 1)
        {
            first = std::min(first, m_classes[priority].untilPs);
        }
    }
    m_expiry.Cancel();
    if (m_paused != 0)
    {
        m_expiry =
            Simulator::Schedule(IncClock::DelayUntilPs(first), &IncPauseReceiver::Expire, this);
    }
    m_port.SetPaused(m_paused);
}

int64_t
IncPauseReceiver::GetPausedPs(uint32_t priority) const
{
    const Class& paused = m_classes[priority];
    const bool now = m_paused >> priority & 1;
    return paused.pausedPs + (now ? IncClock::NowPs() - paused.sincePs : 0);
}

} // namespace ns3
