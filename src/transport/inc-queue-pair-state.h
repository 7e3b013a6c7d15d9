/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUEUE_PAIR_STATE_H
#define INC_QUEUE_PAIR_STATE_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief States of a queue pair (IBTA volume 1, 10.3.1).
 */
enum class IncQueuePairState : uint8_t
{
    RESET, //!< new, or reset
    INIT,  //!< receives may be posted
    RTR,   //!< ready to receive: the peer is known
    RTS,   //!< ready to send as well
    ERROR  //!< failed: what is posted is flushed
};

/**
 * \ingroup inc
 * \param state a state
 * \return its name, e.g. "RTR"
 */
const char* IncQueuePairStateName(IncQueuePairState state);

} // namespace ns3

#endif // INC_QUEUE_PAIR_STATE_H
