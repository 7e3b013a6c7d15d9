/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RESULT_RECEIVER_H
#define INC_RESULT_RECEIVER_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A worker as who sends it results must know it.
 */
struct IncResultReceiver
{
    uint32_t bfrId{0};     //!< bit of the worker in the A-BM
    uint32_t address{0};   //!< IPv4, host order
    uint32_t qpn{0};       //!< queue pair of the worker, 24 bits
    uint32_t psnOffset{0}; //!< PSN of the worker less the PSN of the common packet, 24 bits
    uint32_t rkey{0};      //!< R_Key of its memory for results
    uint16_t rank{0};      //!< rank of the worker in the group
};

} // namespace ns3

#endif // INC_RESULT_RECEIVER_H
