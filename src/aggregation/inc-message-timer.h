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
 * \brief The round trip of messages that nobody lost, followed over all slots of a client: the
 * lowest decile of the latest measurements.
 *
 * Queues make all round trips longer, and that soon shows here. A loss anywhere in the tree makes
 * the round trip of one message longer for all workers. So does a worker that begins its next
 * message late because it had to ask for a result. A mean would take these for a queue and wait
 * ever longer. The decile does not, until nine messages out of ten are hit.
 */
class IncTypicalRoundTrip
{
  public:
    /** \param roundTrip of a message that was sent once, ps */
    void Measure(int64_t roundTrip)
    {
        if (m_decile == 0)
        {
            m_decile = roundTrip;
            return;
        }
        // Steps up and down balance where one in ten measurements is below.
        const int64_t step = m_decile / STEPS;
        m_decile += roundTrip > m_decile ? step : -9 * step;
    }

    /** \return lowest decile, ps; 0 before the first measurement */
    int64_t Get() const
    {
        return m_decile;
    }

  private:
    static constexpr int64_t STEPS = 64; //!< follows a round trip that doubles in 45 measurements

    int64_t m_decile{0}; //!< lowest decile of round trips, ps
};

/**
 * \ingroup inc
 * \brief How long a client waits for a result (draft-liu-nfsv4-rocev2, section 7): twice the
 * typical round trip between a floor and a ceiling, doubled by every expiry in vain.
 *
 * There is one timer for all slots of a client, because their messages go the same way.
 */
class IncMessageTimer
{
  public:
    /** \param times the limits, all given */
    void Start(const IncRetransmitTimes& times)
    {
        m_firstPs = IncClock::ToPs(times.first);
        m_leastPs = IncClock::ToPs(times.least);
        m_longestPs = IncClock::ToPs(times.longest);
        m_typical = IncTypicalRoundTrip();
    }

    /** \param roundTrip of a message for whose result nobody had to repeat anything, ps */
    void Measure(int64_t roundTrip)
    {
        m_typical.Measure(roundTrip);
    }

    /** \return by how much one message may overtake another on the way, ps */
    int64_t GetReordering() const
    {
        return m_typical.Get() / 4;
    }

    /**
     * \param expiries of this message so far, in vain
     * \return the time to wait, ps
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

    /** \return lowest decile of what was measured, ps */
    int64_t GetTypical() const
    {
        return m_typical.Get();
    }

  private:
    IncTypicalRoundTrip m_typical; //!< round trip of messages that nobody lost
    int64_t m_firstPs{0};          //!< before the first measurement
    int64_t m_leastPs{0};          //!< floor after the first measurement
    int64_t m_longestPs{0};        //!< limit of the back-off
};

/**
 * \ingroup inc
 * \brief A message of a client whose result came; over UC without anybody having repeated anything,
 * over RC without times.
 */
struct IncAnswer
{
    uint64_t sequence;   //!< sequence number of the message
    int64_t sentPs;      //!< time when it left
    int64_t roundTripPs; //!< until its result came
};

/**
 * \ingroup inc
 * \brief Told of the results of a client.
 */
class IncAnswerListener
{
  public:
    virtual ~IncAnswerListener() = default;

    /** \param answer whose result has come */
    virtual void MessageAnswered(const IncAnswer& answer) = 0;
};

/**
 * \ingroup inc
 * \brief Estimates that a client has learnt from round trips.
 */
struct IncRoundTrips
{
    IncMessageTimer timer;  //!< how long to wait
    int64_t overtakenPs{0}; //!< messages sent before that have been overtaken

    /** \return whether it is the same */
    bool operator==(const IncRoundTrips& other) const
    {
        return timer.GetTypical() == other.timer.GetTypical() && overtakenPs == other.overtakenPs;
    }
};

} // namespace ns3

#endif // INC_MESSAGE_TIMER_H
