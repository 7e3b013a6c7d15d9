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
 * \param collective an operation
 * \return whether one rank is different from the others: reduce, broadcast, gather, scatter
 */
bool IncHasRoot(IncCollective collective);

/**
 * \ingroup inc
 * \param collective an operation
 * \return whether switches can speed it up; gather, scatter, alltoall and those of one's own run
 * over the hosts
 */
bool IncRunsInNetwork(IncCollective collective);

/**
 * \ingroup inc
 * \param collective an operation
 * \param ranks number of ranks
 * \param count of the request
 * \param isRoot whether it is the root's
 * \return elements that a rank has as operands
 */
uint64_t IncSendElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot);

/**
 * \ingroup inc
 * \param collective an operation
 * \param ranks number of ranks
 * \param count of the request
 * \param isRoot whether it is the root's
 * \return elements that a rank gets
 */
uint64_t IncReceiveElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot);

/**
 * \ingroup inc
 * \brief The size as nccl-tests counts it: the larger of what one rank sends and receives.
 * \param collective an operation
 * \param ranks number of ranks
 * \param count of the request
 * \return elements
 */
uint64_t IncTotalElements(IncCollective collective, uint32_t ranks, uint64_t count);

/**
 * \ingroup inc
 * \brief The elements that stay at a rank go from its operands to its results.
 * \param request of an AllGather, Broadcast, Gather, Scatter or AllToAll; nothing is done for
 * others
 * \param rank the rank whose elements are copied
 */
void IncCopyOwn(const IncCollectiveRequest& request, uint32_t rank);

} // namespace ns3

#endif // INC_COLLECTIVE_SHAPE_H
