/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RETRANSMIT_TIMER_H
#define INC_RETRANSMIT_TIMER_H

#include "inc-retransmit-times.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-state-visitor.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace ns3
{

/// \ingroup inc
/// \brief The smoothed round trip and its variation, and the timeout computed from them (RFC 6298,
/// section 2). Times are in ps.
class IncRttEstimator
{
  public:
    /** \return whether anything was measured */
    bool HasMeasured() const
    {
        return m_smoothed != 0;
    }

    /** \brief Forget all measurements. */
    void Reset()
    {
        m_smoothed = 0;
    }

    /** \brief Measure a round trip, above 0. */
    void Measure(int64_t roundTrip)
    {
        if (!HasMeasured())
        {
            m_smoothed = roundTrip;
            m_variation = roundTrip / 2;
            return;
        }
        const int64_t error = std::abs(m_smoothed - roundTrip);
        m_variation += (error - m_variation) / 4;
        m_smoothed += (roundTrip - m_smoothed) / 8;
    }

    /** \return smoothed round trip + 4 * variation; 0 if nothing was measured */
    int64_t GetTimeout() const
    {
        return HasMeasured() ? m_smoothed + 4 * m_variation : 0;
    }

  private:
    INC_FIELDS(IncRttEstimator, INC_VALUE(m_smoothed) + INC_VALUE(m_variation))

    int64_t m_smoothed{0}; //!< smoothed round trip; 0: none yet
    int64_t m_variation{0};
};

/**
 * \ingroup inc
 * \brief The retransmission timer of a reliable connection.
 *
 * Each acknowledgement moves the deadline. To save events, one event checks the deadline about once
 * in a timeout. The timeout follows measured round trips (RFC 6298), but has a floor.
 */
class IncRetransmitTimer
{
  public:
    /// Interface of an object that is notified when the timer expires.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief Repeat packets: the deadline has passed, and the timer has stopped. */
        virtual void TimedOut() = 0;
    };

    /** \brief Make the timer of a requester. */
    explicit IncRetransmitTimer(Listener& listener)
        : m_listener(listener),
          m_event(Create<Event>(this))
    {
    }

    ~IncRetransmitTimer()
    {
        m_event->Detach();
    }

    IncRetransmitTimer(const IncRetransmitTimer&) = delete;
    IncRetransmitTimer& operator=(const IncRetransmitTimer&) = delete;

    /** \brief Set the limits, all above 0; the longest is no less than the others. */
    void SetTimeouts(const IncRetransmitTimes& times)
    {
        m_firstPs = IncClock::ToPs(times.first);
        m_leastPs = IncClock::ToPs(times.least);
        m_longestPs = std::max({IncClock::ToPs(times.longest), m_firstPs, m_leastPs});
        m_timeoutPs = m_firstPs;
        m_estimator.Reset();
    }

    /** \brief Measure a round trip, above 0, and end the back-off. */
    void Measure(int64_t roundTripPs)
    {
        m_estimator.Measure(roundTripPs);
        m_firstPs = std::clamp(m_estimator.GetTimeout(), m_leastPs, m_longestPs);
        m_timeoutPs = m_firstPs;
    }

    /** \return true when a deadline is set */
    bool IsRunning() const
    {
        return m_deadlinePs != NEVER;
    }

    /** Restart the timeout from now. */
    void Restart()
    {
        const int64_t now = IncClock::NowPs();
        m_hasTied |= m_deadlinePs <= now;
        m_deadlinePs = now + m_timeoutPs;
        if (m_deadlinePs < m_eventPs)
        {
            m_eventPs = m_deadlinePs;
            m_event->ScheduleAtPs(Simulator::GetContext(), m_eventPs);
        }
    }

    /** \brief Clear the deadline. */
    void Stop()
    {
        m_hasTied |= m_deadlinePs <= IncClock::NowPs();
        m_deadlinePs = NEVER;
    }

    /** \brief Double the timeout, up to its limit. */
    void BackOff()
    {
        m_timeoutPs = std::min(2 * m_timeoutPs, m_longestPs);
    }

    /** \brief Return to the timeout without back-off. */
    void EndBackOff()
    {
        m_timeoutPs = m_firstPs;
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor)
    {
        if (m_hasTied)
        {
            visitor.Refuse("a retransmission timer that ended in the very tick of the answer");
        }
        visitor.Fields(*this);
        if (m_eventPs != NEVER)
        {
            visitor.Shifted("IncRetransmitTimer::m_eventPs", m_eventPs);
        }
        visitor.IgnoreEvent(PeekPointer(m_event));
    }

  private:
    void Look()
    {
        const int64_t now = IncClock::NowPs();
        if (now < m_eventPs)
        {
            return; // another event has replaced this one
        }
        m_eventPs = NEVER;
        if (m_deadlinePs == NEVER)
        {
            return;
        }
        if (now < m_deadlinePs)
        {
            m_eventPs = m_deadlinePs;
            m_event->ScheduleAtPs(Simulator::GetContext(), m_eventPs);
            return;
        }
        m_deadlinePs = NEVER;
        m_listener.TimedOut();
    }

    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    using Event = IncReusableEvent<IncRetransmitTimer, &IncRetransmitTimer::Look>;

    INC_FIELDS(IncRetransmitTimer,
               INC_PART(m_estimator) + INC_VALUE(m_firstPs) + INC_VALUE(m_timeoutPs) +
                   INC_TIME(m_deadlinePs) +
                   INC_UNVISITED(m_listener, m_leastPs, m_longestPs, m_eventPs) +
                   INC_UNVISITED(m_hasTied, m_event))

    Listener& m_listener;
    IncRttEstimator m_estimator;
    int64_t m_firstPs{0};   //!< timeout without back-off
    int64_t m_leastPs{0};   //!< lower limit of timeouts computed from measured round trips
    int64_t m_longestPs{0}; //!< upper limit of the exponential back-off
    int64_t m_timeoutPs{0};
    int64_t m_deadlinePs{NEVER};
    int64_t m_eventPs{NEVER}; //!< time when m_event checks next
    bool m_hasTied{false};    //!< whether an answer has come in the tick of the deadline
    Ptr<Event> m_event;
};

} // namespace ns3

#endif // INC_RETRANSMIT_TIMER_H
