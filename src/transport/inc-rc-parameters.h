/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_PARAMETERS_H
#define INC_RC_PARAMETERS_H

#include "inc-retransmit-times.h"

#include "ns3/nstime.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Parameters of a reliable connection.
 *
 * A base of IncRcQueuePair, whose attributes these are: ns-3's accessors reach members of bases.
 */
struct IncRcParameters
{
    uint32_t pathMtu{1024};       //!< payload bytes of a full packet
    uint32_t window{0};           //!< most bytes that are sent and not acknowledged
    uint32_t ackInterval{0};      //!< packets after which an acknowledgement is asked for, or sent
    Time timeout;                 //!< first retransmission timeout; 0: see IncRetransmitTimes
    Time minTimeout;              //!< floor of measured timeouts; 0: timeout
    Time maxTimeout;              //!< limit of the exponential back-off; 0: as timeout
    uint32_t retryCount{0};       //!< timeouts without progress before the queue pair fails
    uint32_t rnrRetryCount{0};    //!< refusals of a receiver that is not ready, in a row
    Time ackDelay;                //!< how long an acknowledgement may wait; below 0: not given
    Time rnrDelay;                //!< how long a receiver that is not ready asks to wait
    Time lossReaction;            //!< go-back-N: from the report of a gap to the first repetition
    bool selectiveRepeat{false};  //!< selective repeat, at both ends; else go-back-N (IBTA 9.7.5)
    uint32_t reorderTolerance{0}; //!< selective repeat: see the attribute ReorderTolerance, packets

    /** \return most packets sent and not acknowledged */
    uint32_t GetWindowPackets() const
    {
        return window < pathMtu ? 1 : window / pathMtu;
    }

    /** \return the times that are given, the others zero */
    IncRetransmitTimes GetTimes() const
    {
        return {timeout, minTimeout.IsZero() ? timeout : minTimeout, maxTimeout};
    }

    /** \param times all of them */
    void SetTimes(const IncRetransmitTimes& times)
    {
        timeout = times.first;
        minTimeout = times.least;
        maxTimeout = times.longest;
    }

    /**
     * \brief Return the time after which a silent peer is reported: the timeouts of all attempts.
     * \return the time from the first packet, or the last progress, to the error completion. This
     * is the sum of min(2^i timeout, maxTimeout) for i from 0 to retryCount (no less than timeout
     * each). It holds if these times are given, and measured round trips ask for no other timeout
     */
    Time GetRetryExhaustion() const
    {
        Time total;
        Time next = timeout;
        for (uint32_t i = 0; i <= retryCount; ++i)
        {
            total += next;
            next = std::min(next + next, std::max(timeout, maxTimeout));
        }
        return total;
    }
};

} // namespace ns3

#endif // INC_RC_PARAMETERS_H
