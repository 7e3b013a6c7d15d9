/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COLLECTIVE_SHAPE_H
#define INC_COLLECTIVE_SHAPE_H

#include "inc-collective.h"

#include "ns3/inc-types.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \param collective any collective
 * \return true if one rank differs from the others: Reduce, Broadcast, Gather and Scatter
 */
bool IncHasRoot(IncCollective collective);

/**
 * \ingroup inc
 * \param collective any collective
 * \return true if switches can run it; Gather, Scatter, AllToAll and user-defined collectives run
 * over the hosts
 */
bool IncRunsInNetwork(IncCollective collective);

/**
 * \ingroup inc
 * \param collective any collective
 * \param ranks number of ranks
 * \param count count of the request
 * \param isRoot true for the root's number
 * \return number of elements that a rank has as operands
 */
uint64_t IncSendElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot);

/**
 * \ingroup inc
 * \param collective any collective
 * \param ranks number of ranks
 * \param count count of the request
 * \param isRoot true for the root's number
 * \return number of elements that a rank receives
 */
uint64_t IncReceiveElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot);

/**
 * \ingroup inc
 * \brief Return the size as nccl-tests counts it: the larger of what one rank sends and receives.
 * \param collective any collective
 * \param ranks number of ranks
 * \param count count of the request
 * \return number of elements
 */
uint64_t IncTotalElements(IncCollective collective, uint32_t ranks, uint64_t count);

/**
 * \ingroup inc
 * \brief Copy the elements that stay at a rank from its operands to its results.
 * \param request request; only AllGather, Broadcast, Gather, Scatter and AllToAll copy elements
 * \param rank the rank whose elements are copied
 */
void IncCopyOwn(const IncCollectiveRequest& request, uint32_t rank);

} // namespace ns3

#endif // INC_COLLECTIVE_SHAPE_H
