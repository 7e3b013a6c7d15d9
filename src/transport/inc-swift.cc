/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-swift.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/inc-clock.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncSwift);

TypeId
IncSwift::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncSwift")
            .SetParent<IncCongestionControl>()
            .SetGroupName("Inc")
            .AddConstructor<IncSwift>()
            .AddAttribute("BaseTarget",
                          "Target delay of a path without switches, beside the round trip of the "
                          "network's longest path with empty queues",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&IncSwift::m_baseTarget),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("HopTarget",
                          "What every switch adds to the target delay",
                          TimeValue(MicroSeconds(2)),
                          MakeTimeAccessor(&IncSwift::m_hopTarget),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FlowScalingRange",
                          "fs_range: most that a small window adds to the target delay",
                          TimeValue(MicroSeconds(40)),
                          MakeTimeAccessor(&IncSwift::m_scalingRange),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TargetRate",
                          "Rate of the slowest link for which BaseTarget, HopTarget and "
                          "FlowScalingRange are given; where it is slower they grow in "
                          "proportion, because a frame in a queue takes longer; 0: they do not",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&IncSwift::m_targetRate),
                          MakeDataRateChecker())
            .AddAttribute("FlowScalingMinWindow",
                          "fs_min_cwnd: window, in packets, up to which all of the range is added",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&IncSwift::m_scalingMin),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("FlowScalingMaxWindow",
                          "fs_max_cwnd: window, in packets, from which nothing is added",
                          DoubleValue(100),
                          MakeDoubleAccessor(&IncSwift::m_scalingMax),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("AdditiveIncrease",
                          "ai: packets by which the window grows in a round trip",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&IncSwift::m_increase),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("Beta",
                          "Share of the relative excess of the delay by which the window shrinks",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&IncSwift::m_beta),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("MaxDecreaseFactor",
                          "max_mdf: most that the window shrinks at once, 0 to 1",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&IncSwift::m_maxDecrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("MinWindow",
                          "Smallest window, packets",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&IncSwift::m_minWindow),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("MaxWindow",
                          "Largest window, packets; where a flow begins",
                          DoubleValue(1000),
                          MakeDoubleAccessor(&IncSwift::m_maxWindow),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("TimeoutsToMinWindow",
                          "RETX_RESET_THRESHOLD: timeouts in a row that make the window smallest",
                          UintegerValue(5),
                          MakeUintegerAccessor(&IncSwift::m_timeoutsToMin),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
IncSwift::DoStart()
{
    NS_ABORT_MSG_IF(m_minWindow > m_maxWindow,
                    "IncSwift::MinWindow: " << m_minWindow << "; accepted: up to MaxWindow, "
                                            << m_maxWindow);
    NS_ABORT_MSG_IF(m_scalingMin >= m_scalingMax,
                    "IncSwift::FlowScalingMinWindow: " << m_scalingMin
                                                       << "; accepted: below FlowScalingMaxWindow, "
                                                       << m_scalingMax);
    const uint64_t slowest = GetPath().rate > 0 ? GetPath().rate : GetLineRate().GetBitRate();
    const double slower = static_cast<double>(m_targetRate.GetBitRate()) / slowest;
    m_scale = std::max(1.0, slower);
    m_roundTripPs = 2.0 * static_cast<double>(IncClock::ToPs(GetPath().lifetime));
    m_window = m_maxWindow;
    m_delayPs = TargetPs(0);
    m_timeouts = 0;
    Apply();
}

double
IncSwift::TargetPs(uint8_t hops) const
{
    const double range = static_cast<double>(IncClock::ToPs(m_scalingRange));
    const double atMax = 1 / std::sqrt(m_scalingMax);
    const double slope = range / (1 / std::sqrt(m_scalingMin) - atMax);
    const double scaling = std::clamp(slope * (1 / std::sqrt(m_window) - atMax), 0.0, range);
    return m_roundTripPs +
           m_scale *
               (static_cast<double>(IncClock::ToPs(m_baseTarget + hops * m_hopTarget)) + scaling);
}

Time
IncSwift::GetTarget(uint8_t hops) const
{
    return IncClock::FromPs(static_cast<int64_t>(TargetPs(hops)));
}

void
IncSwift::OnAck(const IncAckSample& sample)
{
    m_timeouts = 0;
    if (sample.delay.IsStrictlyPositive())
    {
        m_delayPs = static_cast<double>(IncClock::ToPs(sample.delay));
    }
    const double target = TargetPs(sample.hops);
    if (m_delayPs < target)
    {
        const double packets = static_cast<double>(sample.bytes) / GetPathMtu();
        m_window += m_increase * packets / std::max(m_window, 1.0);
        m_window = std::min(m_window, m_maxWindow);
        Apply();
    }
    else
    {
        Decrease(1 - m_beta * (m_delayPs - target) / m_delayPs);
    }
}

void
IncSwift::OnLoss()
{
    Decrease(1 - m_maxDecrease);
}

void
IncSwift::OnTimeout()
{
    if (++m_timeouts >= m_timeoutsToMin)
    {
        m_window = m_minWindow;
        m_decreasedPs = IncClock::NowPs();
        Apply();
        return;
    }
    Decrease(1 - m_maxDecrease);
}

void
IncSwift::Decrease(double factor)
{
    // The window decreases at most once in a round trip.
    const int64_t now = IncClock::NowPs();
    if (static_cast<double>(now - m_decreasedPs) < m_delayPs)
    {
        return;
    }
    m_decreasedPs = now;
    m_window = std::max(m_window * std::max(factor, 1 - m_maxDecrease), m_minWindow);
    Apply();
}

void
IncSwift::Apply()
{
    const uint64_t window =
        static_cast<uint64_t>(std::max(m_window, 1.0) * static_cast<double>(GetPathMtu()));
    DataRate rate(UNLIMITED);
    if (m_window < 1)
    {
        // Send one packet in a time of delay / window.
        const double perSecond = m_window / (m_delayPs * 1e-12);
        const double bits = 8.0 * GetPathMtu() * perSecond;
        rate = DataRate(std::max<uint64_t>(1, static_cast<uint64_t>(bits)));
    }
    Allow(rate, window);
}

} // namespace ns3
