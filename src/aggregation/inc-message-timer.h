/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MESSAGE_TIMER_H
#define INC_MESSAGE_TIMER_H

#include "ns3/inc-rtt-estimator.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The retransmission timeout of one slot: smoothed round trip, floor, back-off
 * (the estimator of RFC 6298; draft-liu-nfsv4-rocev2, section 7).
 */
class IncMessageTimer
{
  public:
    /// Limits, the same for all slots of a client; ps.
    struct Limits
    {
        int64_t initial; //!< before the first measurement
        int64_t floor;   //!< least after it
        int64_t ceiling; //!< most after back-off
    };

    /** \param limits of the client */
    void Reset(const Limits& limits)
    {
        m_estimator.Reset();
        m_timeout = limits.initial;
    }

    /**
     * \brief A message was answered that had been sent once (Karn's rule).
     * \param roundTrip ps
     * \param limits of the client
     */
    void Measure(int64_t roundTrip, const Limits& limits)
    {
        m_estimator.Measure(roundTrip);
        Restart(limits);
    }

    /**
     * \brief End a back-off.
     * \param limits of the client
     */
    void Restart(const Limits& limits)
    {
        m_timeout = m_estimator.HasMeasured()
                        ? std::clamp(m_estimator.GetTimeout(), limits.floor, limits.ceiling)
                        : limits.initial;
    }

    /**
     * \brief Double the timeout after an expiry.
     * \param limits of the client
     */
    void BackOff(const Limits& limits)
    {
        m_timeout = std::min(2 * m_timeout, limits.ceiling);
    }

    /** \return the present timeout, ps */
    int64_t GetTimeout() const
    {
        return m_timeout;
    }

  private:
    IncRttEstimator m_estimator; //!< of round trips
    int64_t m_timeout{0};        //!< ps
};

} // namespace ns3

#endif // INC_MESSAGE_TIMER_H
