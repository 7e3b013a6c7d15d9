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

/// \brief Return whether a collective has a root: true for Reduce, Broadcast, Gather and Scatter.
bool IncHasRoot(IncCollective collective);

/// \brief Return whether switches can run a collective. Gather, Scatter, AllToAll and user-defined
/// collectives run over the hosts.
bool IncRunsInNetwork(IncCollective collective);

/// \brief Return the number of elements that a rank has as operands.
uint64_t IncSendElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot);

/// \brief Return the number of elements that a rank receives.
uint64_t IncReceiveElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot);

/// \brief Return the number of elements as nccl-tests counts it: the larger of the numbers that one
/// rank sends and receives.
uint64_t IncTotalElements(IncCollective collective, uint32_t ranks, uint64_t count);

/// \brief Copy the elements that stay at a rank in an AllGather, Broadcast, Gather, Scatter or
/// AllToAll from operands to results.
void IncCopyOwn(const IncCollectiveRequest& request, uint32_t rank);

} // namespace ns3

#endif // INC_COLLECTIVE_SHAPE_H
