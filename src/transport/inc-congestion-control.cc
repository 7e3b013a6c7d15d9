/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-congestion-control.h"

#include "ns3/inc-state-visitor.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncCongestionControl);

TypeId
IncCongestionControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncCongestionControl")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddTraceSource("Rate",
                            "Rate at which frames may be sent; 2^64-1 bit/s: the link's",
                            MakeTraceSourceAccessor(&IncCongestionControl::m_rate),
                            "ns3::TracedValueCallback::DataRate")
            .AddTraceSource("Window",
                            "Most payload sent and not acknowledged, bytes; 2^64-1: no limit",
                            MakeTraceSourceAccessor(&IncCongestionControl::m_window),
                            "ns3::TracedValueCallback::Uint64");
    return tid;
}

IncCongestionControl::IncCongestionControl()
    : m_rate(DataRate(UNLIMITED)),
      m_window(UNLIMITED)
{
}

void
IncCongestionControl::DoDispose()
{
    m_listener = nullptr;
    Object::DoDispose();
}

void
IncCongestionControl::Start(Listener& listener,
                            DataRate lineRate,
                            uint32_t pathMtu,
                            const IncPathTimes& path)
{
    m_listener = &listener;
    m_lineRate = lineRate;
    m_pathMtu = pathMtu;
    m_path = path;
    DoStart();
}

void
IncCongestionControl::Allow(DataRate rate, uint64_t window)
{
    if (rate == m_rate.Get() && window == m_window)
    {
        return;
    }
    m_rate = rate;
    m_window = window;
    if (m_listener)
    {
        m_listener->AllowanceChanged();
    }
}

void
IncCongestionControl::OnSend(uint32_t bytes)
{
}

void
IncCongestionControl::OnAck(const IncAckSample& sample)
{
}

void
IncCongestionControl::OnCnp()
{
}

void
IncCongestionControl::OnLoss()
{
}

void
IncCongestionControl::OnTimeout()
{
}

void
IncCongestionControl::VisitState(IncStateVisitor& visitor)
{
    visitor.Refuse("congestion control of queue pairs");
}

} // namespace ns3
