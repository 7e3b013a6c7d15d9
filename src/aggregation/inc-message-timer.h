/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MESSAGE_TIMER_H
#define INC_MESSAGE_TIMER_H

#include "inc-typical-round-trip.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-retransmit-times.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

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

} // namespace ns3

#endif // INC_MESSAGE_TIMER_H
