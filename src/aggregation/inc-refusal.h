/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REFUSAL_H
#define INC_REFUSAL_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Why an INC switch refused an INC frame; the names are what traces and results print.
 */
enum class IncRefusal : uint8_t
{
    UNKNOWN_QP,    //!< no tree has such a queue pair here
    STALE_EPOCH,   //!< of an earlier or unknown tree
    WRONG_SOURCE,  //!< not from the port, address or rank of the queue pair
    EMPTY_BITMAP,  //!< P-BM without a bit
    FOREIGN_BITS,  //!< P-BM partly beyond the A-BM, or not the sender's
    NOBODYS_BITS,  //!< P-BM without a bit of the A-BM, at the root
    OVERLAP,       //!< P-BM partly aggregated before
    MISMATCH,      //!< operation, type or length differ from the slot's
    OLD_MESSAGE,   //!< its slot has gone on
    BEYOND_WINDOW, //!< its slot cannot be that far; over RC: is not that far yet, RNR NAK
    NOT_WAITING,   //!< a result that no slot waits for
    COUNT          //!< number of reasons
};

/**
 * \ingroup inc
 * \param refusal a reason
 * \return its name, e.g. "stale-epoch"
 */
const char* IncRefusalName(IncRefusal refusal);

} // namespace ns3

#endif // INC_REFUSAL_H
