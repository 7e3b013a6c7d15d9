/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-messages.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-server-helper.h"

#include <algorithm>

namespace ns3
{

IncServerMessages::IncServerMessages(const IncFabric& fabric, const std::vector<uint32_t>& workers)
    : m_fabric(fabric),
      m_workers(workers)
{
}

IncServerMessages::~IncServerMessages()
{
    for (const auto& [ranks, pair] : m_pairs)
    {
        pair->Dispose();
    }
}

bool
IncServerMessages::Joins(uint32_t source, uint32_t destination) const
{
    return m_fabric.GetTopology().AreInOneServer(m_workers[source], m_workers[destination]);
}

void
IncServerMessages::Carry(uint32_t source,
                         uint32_t destination,
                         uint64_t bytes,
                         IncMessageExchange::Outcome sent,
                         IncMessageExchange::Outcome arrived)
{
    auto& pair = m_pairs[{source, destination}];
    if (!pair)
    {
        pair = IncServerHelper(IncGroupOptions())
                   .Install(m_fabric,
                            {m_workers[source], m_workers[destination]},
                            "ring",
                            IncInServer::FLAT);
    }
    IncCollectiveRequest request;
    request.collective = IncCollective::BROADCAST;
    request.type = IncDataType::INT8;
    request.count = std::max<uint64_t>(1, bytes); // an empty message takes time, too
    const IncCollectiveAlgorithm::CompletionCallback done(
        [sent, arrived](uint32_t rank, const std::string& why) {
            (rank == 0 ? sent : arrived)(why);
        });
    pair->StartRank(1, request, done);
    pair->StartRank(0, request, done);
}

void
IncRequireNics(const IncArgumentTable& table,
               const IncTopology& topology,
               const std::vector<uint32_t>& workers,
               const IncExecutionWorkload& workload)
{
    for (uint32_t rank = 0; rank < workload.GetTraces().size(); ++rank)
    {
        const IncExecutionTrace& trace = workload.GetTraces()[rank];
        for (const IncTraceNode& node : trace.GetNodes())
        {
            if (node.type != IncChakraNode::Type::SEND ||
                node.communication == IncTraceNode::NO_COMMUNICATION)
            {
                continue;
            }
            const uint32_t peer = trace.GetCommunications()[node.communication].peer;
            if (topology.AreInOneServer(workers[rank], workers[peer]))
            {
                continue;
            }
            for (const uint32_t end : {rank, peer})
            {
                table.Require(!topology.GetPorts(workers[end]).empty(),
                              "workload",
                              "rank " + std::to_string(rank) + " sends to rank " +
                                  std::to_string(peer) + " of another server, but " +
                                  topology.GetName(workers[end]) +
                                  " has no NIC; accepted: a NIC for each GPU (--rails)");
            }
        }
    }
}

} // namespace ns3
