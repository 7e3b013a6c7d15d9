/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-allreduce.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncInNetworkAllReduce);

TypeId
IncInNetworkAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncInNetworkAllReduce")
                            .SetParent<IncCollectiveAlgorithm>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncInNetworkAllReduce>();
    return tid;
}

IncInNetworkAllReduce::IncInNetworkAllReduce() = default;

void
IncInNetworkAllReduce::Setup(const std::vector<Ptr<IncClient>>& clients)
{
    m_clients = clients;
}

uint32_t
IncInNetworkAllReduce::GetRanks() const
{
    return static_cast<uint32_t>(m_clients.size());
}

void
IncInNetworkAllReduce::StartRank(uint32_t rank,
                                 const IncCollectiveRequest& request,
                                 CompletionCallback done)
{
    CheckAllReduce(request);
    IncClientRequest tensor;
    tensor.collective = request.collective;
    tensor.operation = request.operation;
    tensor.dataType = request.type;
    tensor.count = request.count;
    if (!request.buffers.empty())
    {
        tensor.send = request.buffers[rank];
        tensor.receive = request.buffers[rank];
    }
    tensor.done = Callback<void, const std::string&>(
        [done, rank](const std::string& status) { done(rank, status); });
    m_clients.at(rank)->Post(tensor);
}

void
IncInNetworkAllReduce::DoDispose()
{
    for (auto& client : m_clients)
    {
        client->Dispose();
    }
    m_clients.clear();
    IncCollectiveAlgorithm::DoDispose();
}

} // namespace ns3
