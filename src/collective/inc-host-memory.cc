/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-memory.h"

#include "inc-collective-shape.h"

namespace ns3
{

IncHostMemory
IncHostMemory::Of(const IncRankTask& task, uint32_t rank, uint32_t ranks)
{
    const bool isRoot = rank == task.root;
    IncHostMemory memory;
    memory.sent = IncSendElements(task.collective, ranks, task.count, isRoot);
    memory.received = IncReceiveElements(task.collective, ranks, task.count, isRoot);
    memory.room = IncTotalElements(task.collective, ranks, task.count);
    switch (task.collective)
    {
    case IncCollective::ALLGATHER:
    case IncCollective::GATHER:
        memory.operands = rank * task.count;
        break;
    case IncCollective::REDUCESCATTER:
    case IncCollective::SCATTER:
        memory.results = rank * task.count;
        break;
    case IncCollective::ALLTOALL:
        memory.results = ranks * task.count;
        memory.room *= 2;
        break;
    default:
        break;
    }
    return memory;
}

} // namespace ns3
