/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TYPICAL_ROUND_TRIP_H
#define INC_TYPICAL_ROUND_TRIP_H

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

} // namespace ns3

#endif // INC_TYPICAL_ROUND_TRIP_H
