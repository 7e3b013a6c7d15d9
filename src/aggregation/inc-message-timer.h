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
 * \brief Typical round trip of the messages of a client: the lowest decile of the latest
 * measurements without loss.
 *
 * Queues make all round trips longer, so the decile soon shows them. A loss anywhere in the tree
 * makes the round trip of one message longer for all workers. So does a worker that begins its next
 * message late because it had to ask for a result. A mean would take these for a queue and wait
 * ever longer. The decile does not, until nine of ten messages are hit.
 */
class IncTypicalRoundTrip
{
  public:
    /** \brief Add the round trip of a message that was sent once, ps. */
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
    static constexpr int64_t STEPS = 64; //!< steps per decile: 45 measurements can double it

    int64_t m_decile{0}; //!< lowest decile of round trips, ps
};

/**
 * \ingroup inc
 * \brief Timeout of a client's messages (draft-liu-nfsv4-rocev2, section 7).
 *
 * It is twice the typical round trip, between a floor and a ceiling. Each expiry without an answer
 * doubles it. One timer serves all slots of a client, because their messages go the same way.
 */
class IncMessageTimer
{
  public:
    /** \brief Begin without measurements; all limits are given. */
    void Start(const IncRetransmitTimes& times)
    {
        m_firstPs = IncClock::ToPs(times.first);
        m_leastPs = IncClock::ToPs(times.least);
        m_longestPs = IncClock::ToPs(times.longest);
        m_typical = IncTypicalRoundTrip();
    }

    /** \brief Add the round trip of a message whose result needed no repetition, ps. */
    void Measure(int64_t roundTrip)
    {
        m_typical.Measure(roundTrip);
    }

    /** \return longest time by which one message may overtake another on the way, ps */
    int64_t GetReordering() const
    {
        return m_typical.Get() / 4;
    }

    /**
     * \param expiries number of expiries of this message without an answer
     * \return the timeout, ps
     */
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
    int64_t m_firstPs{0};   //!< timeout before the first measurement
    int64_t m_leastPs{0};   //!< floor after the first measurement
    int64_t m_longestPs{0}; //!< ceiling of the back-off
};

/**
 * \ingroup inc
 * \brief A message of a client that has its result. Over UC, messages whose result needed a
 * repetition are left out; over RC the times are 0.
 */
struct IncAnswer
{
    uint64_t sequence;   //!< sequence number of the message
    int64_t sentPs;      //!< time when the message left, ps
    int64_t roundTripPs; //!< time from sending to the result, ps
};

/**
 * \ingroup inc
 * \brief Interface that is notified of the results of a client.
 */
class IncAnswerListener
{
  public:
    virtual ~IncAnswerListener() = default;

    /** \brief Take note that a message has its result. */
    virtual void MessageAnswered(const IncAnswer& answer) = 0;
};

/**
 * \ingroup inc
 * \brief Estimates that a client has learnt from round trips.
 */
struct IncRoundTrips
{
    IncMessageTimer timer;  //!< timeout of messages
    int64_t overtakenPs{0}; //!< messages sent earlier have been overtaken, ps

    /** \return whether both estimates are equal */
    bool operator==(const IncRoundTrips& other) const
    {
        return timer.GetTypical() == other.timer.GetTypical() && overtakenPs == other.overtakenPs;
    }
};

} // namespace ns3

#endif // INC_MESSAGE_TIMER_H
