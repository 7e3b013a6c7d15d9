/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-collective-shape.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

bool
IncHasRoot(IncCollective collective)
{
    return collective == IncCollective::REDUCE || collective == IncCollective::BROADCAST ||
           collective == IncCollective::GATHER || collective == IncCollective::SCATTER;
}

bool
IncRunsInNetwork(IncCollective collective)
{
    return (IncReduces(collective) && !IncIsOwn(collective)) || IncComesFromRoot(collective) ||
           collective == IncCollective::BARRIER;
}

uint64_t
IncSendElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot)
{
    switch (collective)
    {
    case IncCollective::ALLREDUCE:
    case IncCollective::REDUCE:
    case IncCollective::ALLGATHER:
    case IncCollective::GATHER:
        return count;
    case IncCollective::REDUCESCATTER:
    case IncCollective::ALLTOALL:
        return ranks * count;
    case IncCollective::BROADCAST:
        return isRoot ? count : 0;
    case IncCollective::SCATTER:
        return isRoot ? ranks * count : 0;
    case IncCollective::BARRIER:
        return 0;
    }
    return count; // user-defined collective (IncOwnCollective)
}

uint64_t
IncReceiveElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot)
{
    switch (collective)
    {
    case IncCollective::ALLREDUCE:
    case IncCollective::BROADCAST:
    case IncCollective::REDUCESCATTER:
    case IncCollective::SCATTER:
        return count;
    case IncCollective::ALLGATHER:
    case IncCollective::ALLTOALL:
        return ranks * count;
    case IncCollective::REDUCE:
        return isRoot ? count : 0;
    case IncCollective::GATHER:
        return isRoot ? ranks * count : 0;
    case IncCollective::BARRIER:
        return 0;
    }
    return count; // user-defined collective (IncOwnCollective)
}

uint64_t
IncTotalElements(IncCollective collective, uint32_t ranks, uint64_t count)
{
    return std::max(IncSendElements(collective, ranks, count, true),
                    IncReceiveElements(collective, ranks, count, true));
}

void
IncCopyOwn(const IncCollectiveRequest& request, uint32_t rank)
{
    const uint64_t bytes = request.count * IncSizeOf(request.type);
    const uint8_t* from = request.SendOf(rank);
    uint8_t* to = request.ReceiveOf(rank);
    if (!from || !to || bytes == 0)
    {
        return;
    }
    switch (request.collective)
    {
    case IncCollective::BROADCAST:
        if (rank != request.root)
        {
            return;
        }
        break;
    case IncCollective::ALLGATHER:
        to += rank * bytes;
        break;
    case IncCollective::GATHER:
        if (rank != request.root)
        {
            return;
        }
        to += rank * bytes;
        break;
    case IncCollective::SCATTER:
        if (rank != request.root)
        {
            return;
        }
        from += rank * bytes;
        break;
    case IncCollective::ALLTOALL:
        from += rank * bytes;
        to += rank * bytes;
        break;
    default:
        return;
    }
    if (from != to)
    {
        std::memcpy(to, from, bytes);
    }
}

} // namespace ns3
