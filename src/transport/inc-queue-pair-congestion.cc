/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Congestion in IncQueuePair: its algorithm, its answers to marks, and the pace of its messages.

#include "inc-queue-pair.h"
#include "inc-rdma-nic.h"

#include "ns3/abort.h"
#include "ns3/object-factory.h"

#include <algorithm>

namespace ns3
{

void
IncQueuePair::SetAlgorithm(std::string name)
{
    TypeId tid;
    NS_ABORT_MSG_UNLESS(
        name.empty() || (TypeId::LookupByNameFailSafe(name, &tid) &&
                         tid.IsChildOf(IncCongestionControl::GetTypeId()) && tid.HasConstructor()),
        "IncQueuePair::CongestionControl: \""
            << name << "\"; accepted: the TypeId of an IncCongestionControl, or nothing");
    m_algorithm = name;
}

void
IncQueuePair::StartCongestionControl()
{
    if (m_algorithm.empty())
    {
        return;
    }
    ObjectFactory factory;
    factory.SetTypeId(m_algorithm);
    m_congestionControl = factory.Create<IncCongestionControl>();
    const bool measures = m_congestionControl->NeedsTelemetry();
    if (measures && !CarriesTelemetry())
    {
        m_congestionControl = nullptr;
        return;
    }
    m_ecnCapable = true;
    m_congestionControl->Start(*this,
                               m_port->GetDevice()->GetDataRate(),
                               GetPathMtu(),
                               m_nic->GetPathTimes());
    m_telemetryRoom = measures ? std::max(m_nic->GetPathTimes().switches, 1U) : 0;
    AllowanceChanged();
}

void
IncQueuePair::EndCongestionControl()
{
    if (m_congestionControl)
    {
        m_congestionControl->Dispose();
        m_congestionControl = nullptr;
        m_telemetryRoom = 0;
        m_pacer.SetRate(m_maxRate);
    }
}

void
IncQueuePair::AllowanceChanged()
{
    const uint64_t most = m_maxRate == 0 ? IncCongestionControl::UNLIMITED : m_maxRate;
    const uint64_t rate = std::min(most, m_congestionControl->GetRate().GetBitRate());
    m_pacer.SetRate(rate == IncCongestionControl::UNLIMITED ? 0 : rate);
    Limit(rate, m_congestionControl->GetWindow());
    if (m_progress.active && m_pacer.IsHolding())
    {
        m_pacer.WakeWhenDue(); // the rate does not allow a packet yet: wait until it does
    }
    Activate();
}

void
IncQueuePair::NotifyCongestion(const IncFrame& frame)
{
    ++ecnMarksReceived;
    if (frame.hasInc)
    {
        return; // a result of a switch belongs to no flow, so its mark is only counted
    }
    IncFramePtr cnp = m_notifier.Notify(m_connection, m_cnpInterval, m_cnpPriority);
    if (cnp)
    {
        ++cnpsSent;
        SendNow(std::move(cnp));
    }
}

void
IncQueuePair::SetMaxRate(DataRate rate)
{
    m_maxRate = rate.GetBitRate();
    if (m_congestionControl)
    {
        AllowanceChanged();
    }
    else
    {
        m_pacer.SetRate(m_maxRate);
    }
}

void
IncQueuePair::Limit(uint64_t rate, uint64_t window)
{
    // By default nothing is limited, because a queue pair without acknowledgements has no window.
}

void
IncQueuePair::SpaceMessages(const IncFrame& frame)
{
    const IncOpcode opcode = frame.bth.opcode;
    if (IncIsFirst(opcode) || IncIsOnly(opcode))
    {
        m_progress.messageDuePs =
            std::max(m_progress.messageDuePs, IncClock::NowPs()) + IncClock::ToPs(m_messageCost);
    }
    if (IncIsLast(opcode) || IncIsOnly(opcode))
    {
        int64_t nextPs = m_progress.messageDuePs;
        if (!m_messageGap.IsZero())
        {
            const uint64_t bits = 8 * (frame.GetSize() + IncFrame::PREAMBLE_AND_GAP);
            const uint64_t rate = m_port->GetDevice()->GetDataRate().GetBitRate();
            const auto wirePs = static_cast<int64_t>(bits * UINT64_C(1'000'000'000'000) / rate);
            nextPs = std::max(nextPs, IncClock::NowPs() + wirePs + IncClock::ToPs(m_messageGap));
        }
        m_pacer.HoldUntil(nextPs);
    }
}

void
IncQueuePair::MaySend()
{
    if (m_port)
    {
        Activate();
    }
}

} // namespace ns3
