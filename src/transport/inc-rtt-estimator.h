/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RTT_ESTIMATOR_H
#define INC_RTT_ESTIMATOR_H

#include <cstdint>
#include <cstdlib>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief Smoothed round trip and its variation (RFC 6298, section 2), and the timeout that follows
 * from them. Times in ps.
 */
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

    /** \param roundTrip that was measured, above 0 */
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

    /** \return smoothed round trip + 4 * variation; 0 where nothing was measured */
    int64_t GetTimeout() const
    {
        return HasMeasured() ? m_smoothed + 4 * m_variation : 0;
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    int64_t m_smoothed{0};  //!< smoothed round trip; 0: none yet
    int64_t m_variation{0}; //!< its variation
};

} // namespace ns3

#endif // INC_RTT_ESTIMATOR_H
