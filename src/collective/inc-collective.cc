/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-collective.h"

#include "ns3/abort.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncCollectiveAlgorithm);

TypeId
IncCollectiveAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncCollectiveAlgorithm").SetParent<Object>().SetGroupName("Inc");
    return tid;
}

void
IncCollectiveAlgorithm::Start(const IncCollectiveRequest& request, CompletionCallback done)
{
    for (uint32_t rank = 0; rank < GetRanks(); ++rank)
    {
        StartRank(rank, request, done);
    }
}

void
IncCollectiveAlgorithm::StartRank(uint32_t rank,
                                  const IncCollectiveRequest& request,
                                  CompletionCallback done)
{
    NS_ABORT_MSG(GetInstanceTypeId().GetName() << "::StartRank: starts all ranks at once only");
}

void
IncCollectiveAlgorithm::CheckAllReduce(const IncCollectiveRequest& request) const
{
    NS_ABORT_MSG_UNLESS(request.collective == IncCollective::ALLREDUCE,
                        GetInstanceTypeId().GetName()
                            << " runs allreduce only, not " << IncName(request.collective));
    NS_ABORT_MSG_IF(request.operation == IncOperation::NONE, "allreduce needs an operation");
    NS_ABORT_MSG_UNLESS(request.buffers.empty() || request.buffers.size() == GetRanks(),
                        "allreduce over " << GetRanks() << " ranks has " << request.buffers.size()
                                          << " buffers");
}

} // namespace ns3
