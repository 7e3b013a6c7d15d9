/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MESSAGE_TIMER_H
#define INC_MESSAGE_TIMER_H

#include "ns3/inc-clock.h"
#include "ns3/inc-retransmit-times.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Typical round trip of a client's messages: the lowest decile of recent measurements
 * without loss.
 *
 * Longer queues delay all messages, so the decile soon reflects them. A loss anywhere in the tree
 * delays one message for all workers. A worker that first had to ask for a result also delays its
 * next message. A mean would take such delays for queues, and the timeout would grow without end.
 * The decile ignores them unless nine of ten messages are delayed.
 */
class IncTypicalRoundTrip
{
  public:
    /** \brief Add a measured round trip of a message that was sent only once, ps. */
    void Measure(int64_t roundTrip)
    {
        if (m_decile == 0)
        {
            m_decile = roundTrip;
            return;
        }
        // Steps up and down balance when one of ten measurements is below the decile.
        const int64_t step = m_decile / STEPS;
        m_decile += roundTrip > m_decile ? step : -9 * step;
    }

    /** \return lowest decile, ps; 0 before the first measurement */
    int64_t Get() const
    {
        return m_decile;
    }

  private:
    static constexpr int64_t STEPS = 64; //!< 45 steps of 1/64 can double the decile

    int64_t m_decile{0}; //!< lowest decile of round trips, ps
};

/**
 * \ingroup inc
 * \brief Timeout of a client's messages (draft-liu-nfsv4-rocev2, section 7).
 *
 * The timeout is twice the typical round trip, between a floor and a ceiling. Each expiry without
 * an answer doubles it. One timer serves all slots of a client, because all their messages take the
 * same path.
 */
class IncMessageTimer
{
  public:
    /** \brief Start without measurements, with the given limits. */
    void Start(const IncRetransmitTimes& times)
    {
        m_firstPs = IncClock::ToPs(times.first);
        m_leastPs = IncClock::ToPs(times.least);
        m_longestPs = IncClock::ToPs(times.longest);
        m_typical = IncTypicalRoundTrip();
    }

    /** \brief Add the round trip of a message whose result was never sent again, ps. */
    void Measure(int64_t roundTrip)
    {
        m_typical.Measure(roundTrip);
    }

    /** \return assumed limit of the time by which one message can overtake another, ps */
    int64_t GetReordering() const
    {
        return m_typical.Get() / 4;
    }

    /** \return timeout of a message after this number of expiries without an answer, ps */
    int64_t GetTimeout(uint32_t expiries = 0) const
    {
        int64_t timeout = m_firstPs;
        if (m_typical.Get() > 0)
        {
            const int64_t usual = std::max(2 * m_typical.Get(), m_leastPs);
            timeout = std::min(usual, std::max(m_leastPs, m_longestPs));
        }
        for (; expiries > 0 && timeout < m_longestPs; --expiries)
        {
            timeout = std::min(2 * timeout, m_longestPs);
        }
        return timeout;
    }

    /** \return lowest decile of the round trips, ps */
    int64_t GetTypical() const
    {
        return m_typical.Get();
    }

  private:
    IncTypicalRoundTrip m_typical;
    int64_t m_firstPs{0};   //!< timeout while there is no measurement, ps
    int64_t m_leastPs{0};   //!< smallest timeout after the first measurement, ps
    int64_t m_longestPs{0}; //!< largest timeout, ps
};

/// \ingroup inc
/// \brief A message whose result has come. Over UC, messages whose result needed a repetition are
/// left out. Over RC the times are 0.
struct IncAnswer
{
    uint64_t sequence;   //!< sequence number of the message
    int64_t sentPs;      //!< time when the message left, ps
    int64_t roundTripPs; //!< time from sending to the result, ps
};

/// \ingroup inc
/// \brief Interface that is notified of the results of a client.
class IncAnswerListener
{
  public:
    virtual ~IncAnswerListener() = default;

    /** \brief Take note that a message has its result. */
    virtual void MessageAnswered(const IncAnswer& answer) = 0;
};

/// \ingroup inc
/// \brief Estimates that a client has learnt from round trips.
struct IncRoundTrips
{
    IncMessageTimer timer;  //!< timeout of messages
    int64_t overtakenPs{0}; //!< messages sent before this time must have been overtaken, ps

    /** \return whether timer and overtakenPs equal those of the other */
    bool operator==(const IncRoundTrips& other) const
    {
        return timer.GetTypical() == other.timer.GetTypical() && overtakenPs == other.overtakenPs;
    }
};

} // namespace ns3

#endif // INC_MESSAGE_TIMER_H
