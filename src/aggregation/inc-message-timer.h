/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MESSAGE_TIMER_H
#define INC_MESSAGE_TIMER_H

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
        m_smoothed = 0;
        m_timeout = limits.initial;
    }

    /**
     * \brief A message was answered that had been sent once (Karn's rule).
     * \param roundTrip ps
     * \param limits of the client
     */
    void Measure(int64_t roundTrip, const Limits& limits)
    {
        if (m_smoothed == 0)
        {
            m_smoothed = roundTrip;
            m_variation = roundTrip / 2;
        }
        else
        {
            const int64_t error = std::abs(m_smoothed - roundTrip);
            m_variation += (error - m_variation) / 4;
            m_smoothed += (roundTrip - m_smoothed) / 8;
        }
        Restart(limits);
    }

    /**
     * \brief End a back-off.
     * \param limits of the client
     */
    void Restart(const Limits& limits)
    {
        m_timeout = m_smoothed == 0
                        ? limits.initial
                        : std::clamp(m_smoothed + 4 * m_variation, limits.floor, limits.ceiling);
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
    int64_t m_smoothed{0};  //!< smoothed round trip, ps; 0: none yet
    int64_t m_variation{0}; //!< its variation, ps
    int64_t m_timeout{0};   //!< ps
};

} // namespace ns3

#endif // INC_MESSAGE_TIMER_H
