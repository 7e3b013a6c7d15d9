/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-in-network-collective.h"

#include "inc-collective-shape.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncInNetworkCollective);

TypeId
IncInNetworkCollective::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncInNetworkCollective")
                            .SetParent<IncCollectiveAlgorithm>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncInNetworkCollective>();
    return tid;
}

void
IncInNetworkCollective::Setup(const std::vector<Ptr<IncClient>>& clients, IncOverflow overflow)
{
    m_clients = clients;
    m_overflow = overflow;
}

bool
IncInNetworkCollective::Knows(IncCollective collective) const
{
    return IncRunsInNetwork(collective);
}

void
IncInNetworkCollective::StartRank(uint32_t rank,
                                  const IncCollectiveRequest& request,
                                  CompletionCallback done)
{
    Check(request);
    NS_ABORT_MSG_IF(
        IncReduces(request.collective) && request.overflow != m_overflow,
        "IncCollectiveRequest::overflow: "
            << (request.overflow == IncOverflow::WRAP ? "wrap" : "saturate")
            << "; accepted: what the group was set up with (IncGroupOptions::overflow)");
    IncClientRequest part;
    part.collective = request.collective;
    part.operation = IncReduces(request.collective) ? request.operation : IncOperation::NONE;
    part.dataType = request.type;
    part.count = request.count;
    part.root = request.root;
    part.send = request.SendOf(rank);
    part.receive = request.ReceiveOf(rank);
    part.done = Callback<void, const std::string&>(
        [done, rank](const std::string& status) { done(rank, status); });
    IncCopyOwn(request, rank);
    m_clients.at(rank)->Post(part);
}

void
IncInNetworkCollective::DoDispose()
{
    for (auto& client : m_clients)
    {
        client->Dispose();
    }
    m_clients.clear();
    IncCollectiveAlgorithm::DoDispose();
}

} // namespace ns3
