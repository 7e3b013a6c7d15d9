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

std::unique_ptr<IncRepeater>
IncCollectiveAlgorithm::MakeRepeater() const
{
    return nullptr;
}

void
IncCollectiveAlgorithm::UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread)
{
}

void
IncCollectiveAlgorithm::Check(const IncCollectiveRequest& request) const
{
    const std::string name = IncName(request.collective);
    NS_ABORT_MSG_UNLESS(Knows(request.collective),
                        GetInstanceTypeId().GetName() << " does not run " << name);
    NS_ABORT_MSG_IF(IncReduces(request.collective) && request.operation == IncOperation::NONE,
                    name << " needs an operation");
    NS_ABORT_MSG_IF(request.root >= GetRanks(),
                    name << " over " << GetRanks() << " ranks has root " << request.root);
    for (const std::size_t buffers : {request.send.size(), request.buffers.size()})
    {
        NS_ABORT_MSG_UNLESS(buffers == 0 || buffers == GetRanks(),
                            name << " over " << GetRanks() << " ranks has " << buffers
                                 << " buffers");
    }
}

} // namespace ns3
