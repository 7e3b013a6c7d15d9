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

/// \ingroup inc
/// \brief Parameters of a reliable connection; a base of IncRcQueuePair, because ns-3's accessors
/// reach members of bases.
struct IncRcParameters
{
    uint32_t pathMtu{1024};  //!< payload of a full packet, bytes
    uint32_t window{0};      //!< most payload sent and not acknowledged, bytes
    uint32_t ackInterval{0}; //!< packets for which one acknowledgement is sent
    Time timeout;            //!< first retransmission timeout; 0: derived, see IncRetransmitTimes
    Time minTimeout;         //!< lower limit of timeouts; 0: `timeout`, or derived if that is 0
    Time maxTimeout; //!< limit of the exponential back-off; 0: derived, see IncRetransmitTimes
    uint32_t retryCount{0};    //!< timeouts without progress before the queue pair fails
    uint32_t rnrRetryCount{0}; //!< RNR NAKs in a row before the queue pair fails
    Time ackDelay;             //!< longest delay of an acknowledgement; below 0: not given
    Time rnrDelay;             //!< wait that a receiver asks for in an RNR NAK
    Time lossReaction;         //!< go-back-N: time from the report of a gap to the first repetition
    bool selectiveRepeat{false};  //!< selective repeat at both ends; false: go-back-N (IBTA 9.7.5)
    uint32_t reorderTolerance{0}; //!< selective repeat: attribute ReorderTolerance, packets
    uint32_t maxReads{0};         //!< most READs under way, in each direction

    /** \return most packets sent and not acknowledged */
    uint32_t GetWindowPackets() const
    {
        return window < pathMtu ? 1 : window / pathMtu;
    }

    /** \return the timeouts that the user has set; the others are zero */
    IncRetransmitTimes GetTimes() const
    {
        return {timeout, minTimeout.IsZero() ? timeout : minTimeout, maxTimeout};
    }

    /** \brief Set first, least and longest timeout. */
    void SetTimes(const IncRetransmitTimes& times)
    {
        timeout = times.first;
        minTimeout = times.least;
        maxTimeout = times.longest;
    }

    /** \return the time from the last progress to the error completion, if the peer is silent. This
     * is the sum of min(2^i timeout, maxTimeout) for i from 0 to retryCount (no less than timeout
     * each). It holds if these times are set and no measured round trip changes the timeout */
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
