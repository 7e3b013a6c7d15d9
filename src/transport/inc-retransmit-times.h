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
 * \brief The limits between which a retransmission timeout follows measured round trips.
 *
 * What is not given follows from the longest round trip that the path itself can cause: its
 * propagation and serialisation, and the queue that a full window fills. RFC 6298 begins with three
 * times its first measurement; two of these round trips are the floor, because a packet that
 * takes no longer is not lost.
 */
struct IncRetransmitTimes
{
    Time first;   //!< before anything is measured
    Time least;   //!< floor of what is measured
    Time longest; //!< limit of the back-off

    /**
     * \param given times; zero: not given
     * \param owner the class whose attributes they are
     * \param roundTrip the longest without loss and without others' traffic
     * \return all three; aborts where a given one exceeds the limit of the back-off
     */
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
