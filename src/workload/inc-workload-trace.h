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
 * \brief Make the execution trace that all ranks of a workload run, in the order of ids. The
 * workload has a single data type. A collective names the kind of its group, or nothing for all
 * ranks.
 *
 * Computation goes forward through the layers, and backward from the last one. Parameters of a
 * sharded layer are gathered before either pass. Gathers run one after the other, at most two
 * computations ahead, like the limit of PyTorch's FullyShardedDataParallel. The collective of a
 * layer's gradients begins at the end of its backward pass and runs in its own stream. After this
 * collective the weights are updated. Computation waits for the collectives of activations and of
 * their gradients. If activations were not kept, the forward pass from the last checkpoint is
 * repeated first.
 */
std::vector<IncMadeNode> IncMakeWorkloadTrace(const IncWorkload& workload, uint32_t ranks);

} // namespace ns3

#endif // INC_WORKLOAD_TRACE_H
