/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-hpcc.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/inc-clock.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncHpcc);

TypeId
IncHpcc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncHpcc")
            .SetParent<IncCongestionControl>()
            .SetGroupName("Inc")
            .AddConstructor<IncHpcc>()
            .AddAttribute("BaseRtt",
                          "T: round trip with empty queues, the longest of the network; 0: twice "
                          "the time of the largest frame on the network's longest path",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncHpcc::m_baseRtt),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TargetUtilization",
                          "eta: share of a link's rate that flows aim for, 0 to 1",
                          DoubleValue(0.95),
                          MakeDoubleAccessor(&IncHpcc::m_target),
                          MakeDoubleChecker<double>(0.01, 1.0))
            .AddAttribute("MaxStage",
                          "maxStage: round trips in a row in which the window only grows by "
                          "AdditiveIncrease, before it is set by the measured load",
                          UintegerValue(5),
                          MakeUintegerAccessor(&IncHpcc::m_maxStage),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("AdditiveIncrease",
                          "W_AI: what a round trip adds to the window, bytes",
                          UintegerValue(80),
                          MakeUintegerAccessor(&IncHpcc::m_increase),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("MinRate",
                          "The rate of a flow never falls below, bit/s",
                          DataRateValue(DataRate("100Mb/s")),
                          MakeDataRateAccessor(&IncHpcc::m_minRate),
                          MakeDataRateChecker());
    return tid;
}

void
IncHpcc::DoStart()
{
    NS_ABORT_MSG_IF(m_minRate.GetBitRate() == 0 || m_minRate > GetLineRate(),
                    "IncHpcc::MinRate: " << m_minRate
                                         << "; accepted: above 0, up to the rate of the link");
    m_roundTrip = m_baseRtt.IsZero() ? 2 * GetPath().lifetime.GetSeconds() : m_baseRtt.GetSeconds();
    NS_ABORT_MSG_IF(m_roundTrip == 0,
                    "IncHpcc::BaseRtt: 0, but the network's longest path is unknown; accepted: "
                    "above 0, or a network of IncFabricHelper");
    m_maxWindow = static_cast<double>(GetLineRate().GetBitRate()) / 8 * m_roundTrip;
    m_reference = m_maxWindow;
    m_utilization = 1;
    m_stage = 0;
    m_updateAt = 0;
    m_hops = 0;
    Allow(DataRate(UNLIMITED), std::llround(m_maxWindow));
}

void
IncHpcc::OnAck(const IncAckSample& sample)
{
    if (!sample.telemetry || sample.telemetry->GetHops() == 0)
    {
        return;
    }
    const IncTelemetry& now = *sample.telemetry;
    if (m_hops == now.GetHops() && m_pathId == now.GetPathId())
    {
        m_utilization = MeasureInflight(now);
        const bool isUpdate = sample.acknowledged > m_updateAt;
        ComputeWindow(isUpdate);
        m_updateAt = isUpdate ? sample.sent : m_updateAt;
    }
    else
    {
        // There are no earlier records of this path: this is the first answer, or the path has
        // changed.
        m_updateAt = sample.sent;
    }
    Remember(now);
}

double
IncHpcc::MeasureInflight(const IncTelemetry& now) const
{
    double most = 0;
    double tau = m_roundTrip;
    for (uint32_t i = 0; i < m_hops; ++i)
    {
        const IncTelemetry::Hop& hop = now.Get(i);
        const IncTelemetry::Hop& last = m_last[i];
        if (hop.timePs <= last.timePs)
        {
            return m_utilization; // m_last already has records of a packet that was sent later
        }
        const double elapsed = static_cast<double>(hop.timePs - last.timePs) * 1e-12;
        const double rate = static_cast<double>(hop.rate) / 8;
        const double sent = static_cast<double>(hop.sentBytes - last.sentBytes);
        const double queued = std::min(hop.queuedBytes, last.queuedBytes);
        const double load = queued / (rate * m_roundTrip) + sent / elapsed / rate;
        if (load > most)
        {
            most = load;
            tau = elapsed;
        }
    }
    const double share = std::min(tau, m_roundTrip) / m_roundTrip;
    return (1 - share) * m_utilization + share * most;
}

void
IncHpcc::ComputeWindow(bool isUpdate)
{
    const bool isSet = m_utilization >= m_target || m_stage >= m_maxStage;
    double window = isSet ? m_reference * m_target / m_utilization : m_reference;
    window += static_cast<double>(m_increase);
    const double least = static_cast<double>(m_minRate.GetBitRate()) / 8 * m_roundTrip;
    window = std::clamp(window, least, m_maxWindow);
    if (isUpdate)
    {
        m_stage = isSet ? 0 : m_stage + 1;
        m_reference = window;
    }
    const bool isPaced = window < m_maxWindow;
    const auto rate = static_cast<uint64_t>(8 * window / m_roundTrip);
    const double allowed = std::max<double>(window, GetPathMtu());
    Allow(DataRate(isPaced ? rate : UNLIMITED), std::llround(allowed));
}

void
IncHpcc::Remember(const IncTelemetry& now)
{
    m_pathId = now.GetPathId();
    m_hops = now.GetHops();
    for (uint32_t i = 0; i < m_hops; ++i)
    {
        m_last[i] = now.Get(i);
    }
}

} // namespace ns3
