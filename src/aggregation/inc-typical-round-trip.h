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
 * lower quartile of the latest measurements.
 *
 * Queues make all round trips longer, and within one of them it is seen here. A loss anywhere in
 * the tree makes that of one message longer for all workers; a mean would take that for a queue,
 * the quartile does not until three messages out of four are hit.
 */
class IncTypicalRoundTrip
{
  public:
    /** \param roundTrip of a message that was sent once, ps */
    void Measure(int64_t roundTrip)
    {
        if (m_quartile == 0)
        {
            m_quartile = roundTrip;
            return;
        }
        // Steps up and down balance where one in four measurements is below.
        const int64_t step = m_quartile / STEPS;
        m_quartile += roundTrip > m_quartile ? step : -3 * step;
    }

    /** \return lower quartile, ps; 0 before the first measurement */
    int64_t Get() const
    {
        return m_quartile;
    }

  private:
    static constexpr int64_t STEPS = 32; //!< follows a round trip that doubles in 23 measurements

    int64_t m_quartile{0}; //!< ps
};

} // namespace ns3

#endif // INC_TYPICAL_ROUND_TRIP_H
