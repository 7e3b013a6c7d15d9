/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-memory.h"

#include "inc-collective-shape.h"

#include <algorithm>
#include <cstring>

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

std::vector<uint8_t>
IncHostMemory::Load(const IncRankTask& task, uint32_t rank, uint32_t ranks, uint64_t room)
{
    if (task.isVirtual)
    {
        return {};
    }
    const auto memory = Of(task, rank, ranks);
    const uint64_t size = IncSizeOf(task.type);
    std::vector<uint8_t> work(std::max(memory.room, room) * size);
    if (memory.sent > 0)
    {
        std::memcpy(&work[memory.operands * size], task.send, memory.sent * size);
    }
    if (task.collective == IncCollective::ALLTOALL && task.count > 0)
    {
        std::memcpy(&work[(memory.results + rank * task.count) * size],
                    task.send + rank * task.count * size,
                    task.count * size);
    }
    return work;
}

void
IncHostMemory::Store(const IncRankTask& task,
                     uint32_t rank,
                     uint32_t ranks,
                     const std::vector<uint8_t>& work)
{
    const auto memory = Of(task, rank, ranks);
    if (work.empty() || memory.received == 0 || !task.buffer)
    {
        return; // a rank without results, or a root that already has the elements
    }
    const uint64_t size = IncSizeOf(task.type);
    std::memcpy(task.buffer, &work[memory.results * size], memory.received * size);
}

} // namespace ns3
