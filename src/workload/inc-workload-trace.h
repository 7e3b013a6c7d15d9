/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WORKLOAD_TRACE_H
#define INC_WORKLOAD_TRACE_H

#include "inc-execution-trace.h"
#include "inc-workload.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The execution trace of any rank of a workload; a collective names the kind of its group,
 * or none for all ranks.
 *
 * Computation goes forward through the layers and backward from the last. The parameters of a
 * sharded layer are gathered before either pass, one gather after another and at most two
 * computations ahead, as PyTorch's FullyShardedDataParallel limits it. What becomes of gradients
 * begins with the end of the layer's backward pass and has a stream of its own; the weights are
 * then updated. Computation waits for the collectives of activations and of their gradients; where
 * activations were not kept, the forward pass from the last checkpoint is repeated first.
 * \param workload of one data type
 * \param ranks number of ranks
 * \return the nodes in the order of their ids
 */
std::vector<IncMadeNode> IncMakeWorkloadTrace(const IncWorkload& workload, uint32_t ranks);

} // namespace ns3

#endif // INC_WORKLOAD_TRACE_H
