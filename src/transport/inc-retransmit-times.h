/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RETRANSMIT_TIMES_H
#define INC_RETRANSMIT_TIMES_H

#include "ns3/abort.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Limits of a retransmission timeout, which otherwise follows measured round trips.
 *
 * The defaults follow from the longest round trip that the path itself can cause: propagation,
 * serialisation, and the queue that a full window fills. The first timeout is three of these,
 * because RFC 6298 begins with three times its first measurement. The floor is two of these,
 * because a packet that takes no longer is not lost.
 */
struct IncRetransmitTimes
{
    Time first;   //!< timeout before the first measurement
    Time least;   //!< lower limit of timeouts computed from measured round trips
    Time longest; //!< upper limit of the exponential back-off

    /** \brief Replace limits that are zero by defaults for a longest round trip without loss and
     * other traffic. Abort if one exceeds the limit of the back-off; `owner` is the class that has
     * the limits as attributes. */
    static IncRetransmitTimes Complete(const IncRetransmitTimes& given,
                                       const char* owner,
                                       Time roundTrip)
    {
        CheckLimit(owner, "MinRetransmitTimeout", given.least, given.longest);
        CheckLimit(owner, "RetransmitTimeout", given.first, given.longest);
        IncRetransmitTimes times;
        times.first = given.first.IsZero() ? 3 * roundTrip : given.first;
        times.least = given.least.IsZero() ? 2 * roundTrip : given.least;
        const Time ceiling = Max(MilliSeconds(16), 4 * Max(times.first, times.least));
        times.longest = given.longest.IsZero() ? ceiling : given.longest;
        return times;
    }

  private:
    static void CheckLimit(const char* owner, const char* attribute, Time value, Time longest)
    {
        NS_ABORT_MSG_IF(!longest.IsZero() && value > longest,
                        owner << "::" << attribute << ": " << value.As(Time::US)
                              << ", must not exceed " << owner << "::MaxRetransmitTimeout, "
                              << longest.As(Time::US));
    }
};

} // namespace ns3

#endif // INC_RETRANSMIT_TIMES_H
