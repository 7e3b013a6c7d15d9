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
 * \brief Return whether a collective has a root: true for Reduce, Broadcast, Gather and Scatter.
 */
bool IncHasRoot(IncCollective collective);

/**
 * \ingroup inc
 * \brief Return whether switches can run a collective.
 *
 * Gather, Scatter, AllToAll and user-defined collectives run over the hosts.
 */
bool IncRunsInNetwork(IncCollective collective);

/**
 * \ingroup inc
 * \brief Return the number of elements that a rank has as operands.
 * \param collective any collective
 * \param ranks number of ranks
 * \param count count of the request
 * \param isRoot true for the root, false for another rank
 */
uint64_t IncSendElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot);

/**
 * \ingroup inc
 * \brief Return the number of elements that a rank receives.
 * \param collective any collective
 * \param ranks number of ranks
 * \param count count of the request
 * \param isRoot true for the root, false for another rank
 */
uint64_t IncReceiveElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot);

/**
 * \ingroup inc
 * \brief Return the number of elements as nccl-tests counts it: the larger of the numbers that one
 * rank sends and receives.
 * \param collective any collective
 * \param ranks number of ranks
 * \param count count of the request
 */
uint64_t IncTotalElements(IncCollective collective, uint32_t ranks, uint64_t count);

/**
 * \ingroup inc
 * \brief Copy the elements that stay at a rank from its operands to its results.
 * \param request an AllGather, Broadcast, Gather, Scatter or AllToAll; nothing is copied for others
 * \param rank the rank whose elements are copied
 */
void IncCopyOwn(const IncCollectiveRequest& request, uint32_t rank);

} // namespace ns3

#endif // INC_COLLECTIVE_SHAPE_H
