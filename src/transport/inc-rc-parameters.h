/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RC_PARAMETERS_H
#define INC_RC_PARAMETERS_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What can be tuned of a reliable connection.
 *
 * A base of IncRcQueuePair, whose attributes these are: ns-3's accessors reach members of bases.
 */
struct IncRcParameters
{
    uint32_t pathMtu{1024};    //!< payload bytes of a full packet
    uint32_t window{0};        //!< most bytes sent and not acknowledged
    uint32_t ackInterval{0};   //!< packets after which an acknowledgement is asked for
    Time timeout;              //!< first retransmission timeout
    Time maxTimeout;           //!< limit of the exponential back-off
    uint32_t retryCount{0};    //!< timeouts without progress before the queue pair fails
    uint32_t rnrRetryCount{0}; //!< refusals of a receiver that is not ready, likewise
    Time rnrDelay;             //!< how long a receiver that is not ready asks to wait
};

} // namespace ns3

#endif // INC_RC_PARAMETERS_H
