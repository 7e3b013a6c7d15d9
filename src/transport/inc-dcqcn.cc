/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-dcqcn.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/inc-log-component.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncDcqcn");
NS_OBJECT_ENSURE_REGISTERED(IncDcqcn);

namespace
{

/// Share of the link's rate at which R_C counts as recovered. Each increase only halves the
/// distance to the link's rate, so R_C would never reach it.
constexpr double ARRIVED = 1.0 - 1.0 / 1024;

} // namespace

TypeId
IncDcqcn::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncDcqcn")
            .SetParent<IncCongestionControl>()
            .SetGroupName("Inc")
            .AddConstructor<IncDcqcn>()
            .AddAttribute("Gain",
                          "g: weight of a CNP, or of an interval without, in alpha; 0 to 1",
                          DoubleValue(1.0 / 256),
                          MakeDoubleAccessor(&IncDcqcn::m_gain),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("AlphaUpdateInterval",
                          "K: alpha decays once in this time without a CNP; above CnpInterval",
                          TimeValue(MicroSeconds(55)),
                          MakeTimeAccessor(&IncDcqcn::m_alphaInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RateIncreaseInterval",
                          "T: the timer raises the rate once in this time",
                          TimeValue(MicroSeconds(55)),
                          MakeTimeAccessor(&IncDcqcn::m_increaseInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("ByteCounter",
                          "B: the byte counter raises the rate once in so many bytes sent",
                          UintegerValue(10'000'000),
                          MakeUintegerAccessor(&IncDcqcn::m_byteLimit),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("RateReduceInterval",
                          "The rate is cut once in this time at most, whatever CNPs raise alpha "
                          "within it; 0: with every CNP",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&IncDcqcn::m_reduceInterval),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ClampTargetRate",
                          "Every cut sets R_T to R_C, equation 1; false: only the first one after "
                          "the timer has raised the rate",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IncDcqcn::m_clampTarget),
                          MakeBooleanChecker())
            .AddAttribute("FastRecoverySteps",
                          "F: steps of fast recovery",
                          UintegerValue(5),
                          MakeUintegerAccessor(&IncDcqcn::m_recoverySteps),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("AdditiveIncrease",
                          "R_AI: what a step of additive increase adds to the target rate, bit/s",
                          DataRateValue(DataRate("40Mb/s")),
                          MakeDataRateAccessor(&IncDcqcn::m_additive),
                          MakeDataRateChecker())
            .AddAttribute("HyperIncrease",
                          "R_HAI: what a step of hyper increase adds to the target rate, bit/s",
                          DataRateValue(DataRate("400Mb/s")),
                          MakeDataRateAccessor(&IncDcqcn::m_hyper),
                          MakeDataRateChecker())
            .AddAttribute("MinRate",
                          "The current rate does not fall below this, bit/s",
                          DataRateValue(DataRate("100Mb/s")),
                          MakeDataRateAccessor(&IncDcqcn::m_minRate),
                          MakeDataRateChecker());
    return tid;
}

IncDcqcn::IncDcqcn()
    : m_timer(Create<TimerEvent>(this))
{
}

IncDcqcn::~IncDcqcn()
{
    m_timer->Detach();
}

void
IncDcqcn::DoDispose()
{
    m_limited = false;
    IncCongestionControl::DoDispose();
}

void
IncDcqcn::DoStart()
{
    NS_ABORT_MSG_IF(m_minRate.GetBitRate() == 0 || m_minRate > GetLineRate(),
                    "IncDcqcn::MinRate: " << m_minRate
                                          << "; accepted: above 0, up to the rate of the link");
    m_currentRate = m_targetRate = static_cast<double>(GetLineRate().GetBitRate());
    m_alpha = 1;
    m_hadCnp = false;
    m_limited = false;
}

int64_t
IncDcqcn::AlphaSteps() const
{
    return (IncClock::NowPs() - m_alphaPs) / IncClock::ToPs(m_alphaInterval);
}

double
IncDcqcn::GetAlpha() const
{
    // Apply equation 2 for all intervals that have passed; alpha needs no timer.
    return m_hadCnp ? m_alpha * std::pow(1 - m_gain, AlphaSteps()) : m_alpha;
}

void
IncDcqcn::OnCnp()
{
    const double alpha = GetAlpha();
    const int64_t now = IncClock::NowPs();
    m_alpha = (1 - m_gain) * alpha + m_gain;
    m_alphaPs = now;
    if (m_hadCnp && now < m_reducePs)
    {
        return;
    }
    if (m_clampTarget || m_timerSteps > 0 || !m_limited)
    {
        m_targetRate = m_currentRate;
    }
    m_currentRate =
        std::max(m_currentRate * (1 - alpha / 2), static_cast<double>(m_minRate.GetBitRate()));
    m_reducePs = now + IncClock::ToPs(m_reduceInterval);
    m_hadCnp = true;
    m_limited = true;
    m_timerSteps = 0;
    m_byteSteps = 0;
    m_bytes = 0;
    StartTimer();
    Apply();
}

void
IncDcqcn::StartTimer()
{
    m_timerPs = IncClock::NowPs() + IncClock::ToPs(m_increaseInterval);
    if (!m_timerPending)
    {
        m_timerPending = true;
        m_timer->ScheduleAtPs(Simulator::GetContext(), m_timerPs);
    }
}

void
IncDcqcn::TimerExpired()
{
    m_timerPending = false;
    if (!m_limited)
    {
        return;
    }
    if (IncClock::NowPs() < m_timerPs)
    {
        m_timerPending = true; // a CNP has restarted the timer in the meantime
        m_timer->ScheduleAtPs(Simulator::GetContext(), m_timerPs);
        return;
    }
    ++m_timerSteps;
    Increase();
    if (m_limited)
    {
        StartTimer();
    }
}

void
IncDcqcn::OnSend(uint32_t bytes)
{
    if (!m_limited)
    {
        return;
    }
    m_bytes += bytes;
    if (m_bytes >= m_byteLimit)
    {
        m_bytes -= m_byteLimit;
        ++m_byteSteps;
        Increase();
    }
}

void
IncDcqcn::Increase()
{
    if (std::min(m_timerSteps, m_byteSteps) > m_recoverySteps)
    {
        m_targetRate += m_hyper.GetBitRate();
    }
    else if (std::max(m_timerSteps, m_byteSteps) >= m_recoverySteps)
    {
        m_targetRate += m_additive.GetBitRate();
    }
    const double line = static_cast<double>(GetLineRate().GetBitRate());
    m_targetRate = std::min(m_targetRate, line);
    m_currentRate = (m_targetRate + m_currentRate) / 2;
    if (m_currentRate >= line * ARRIVED)
    {
        m_currentRate = m_targetRate = line;
        m_limited = false;
    }
    Apply();
}

void
IncDcqcn::VisitState(IncStateVisitor& visitor)
{
    if (m_limited)
    {
        visitor.Refuse("DCQCN: rates are below those of the links");
    }
    visitor.Value("IncDcqcn::m_alphaPs", m_alphaPs); // a period with a CNP never repeats
}

void
IncDcqcn::Apply()
{
    NS_LOG_LOGIC("current " << m_currentRate << " target " << m_targetRate << " alpha " << m_alpha);
    Allow(DataRate(m_limited ? static_cast<uint64_t>(m_currentRate) : UNLIMITED), UNLIMITED);
}

} // namespace ns3
