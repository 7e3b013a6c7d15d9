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

namespace
{

/// What each rank has of the elements, in blocks of `count` elements.
struct Shape
{
    uint64_t sent{1};         //!< blocks that a rank has as operands
    uint64_t received{1};     //!< blocks that a rank gets as results
    bool rootSends{false};    //!< whether the root alone has operands
    bool rootReceives{false}; //!< whether the root alone gets results
};

Shape
ShapeOf(IncCollective collective, uint64_t ranks)
{
    switch (collective)
    {
    case IncCollective::BROADCAST:
        return {1, 1, true, false};
    case IncCollective::REDUCE:
        return {1, 1, false, true};
    case IncCollective::ALLGATHER:
        return {1, ranks};
    case IncCollective::REDUCESCATTER:
        return {ranks, 1};
    case IncCollective::GATHER:
        return {1, ranks, false, true};
    case IncCollective::SCATTER:
        return {ranks, 1, true, false};
    case IncCollective::ALLTOALL:
        return {ranks, ranks};
    case IncCollective::BARRIER:
        return {0, 0};
    case IncCollective::ALLREDUCE:
        break;
    }
    return {}; // also for user-defined collectives (IncOwnCollective)
}

} // namespace

bool
IncHasRoot(IncCollective collective)
{
    const Shape shape = ShapeOf(collective, 1);
    return shape.rootSends || shape.rootReceives;
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
    const Shape shape = ShapeOf(collective, ranks);
    return shape.rootSends && !isRoot ? 0 : shape.sent * count;
}

uint64_t
IncReceiveElements(IncCollective collective, uint32_t ranks, uint64_t count, bool isRoot)
{
    const Shape shape = ShapeOf(collective, ranks);
    return shape.rootReceives && !isRoot ? 0 : shape.received * count;
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
    const Shape shape = ShapeOf(request.collective, 2);
    const bool isRoots = shape.rootSends || shape.rootReceives;
    if (!from || !to || bytes == 0 || shape.sent == 0 || IncReduces(request.collective) ||
        (isRoots && rank != request.root))
    {
        return;
    }
    from += shape.sent > 1 ? rank * bytes : 0;
    to += shape.received > 1 ? rank * bytes : 0;
    if (from != to)
    {
        std::memcpy(to, from, bytes);
    }
}

} // namespace ns3
