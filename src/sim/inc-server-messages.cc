/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-messages.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-server-helper.h"
#include "ns3/inc-shortest-path.h"

#include <algorithm>
#include <iterator>
#include <set>

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
    std::vector<uint32_t> linked;
    std::copy_if(workers.begin(),
                 workers.end(),
                 std::back_inserter(linked),
                 [&topology](uint32_t worker) { return !topology.GetPorts(worker).empty(); });
    const bool areConnected = linked.empty() || IncAreInOneNetwork(topology, linked);
    std::set<std::pair<uint32_t, uint32_t>> checked; // pairs of ranks
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
            const auto text = [](uint32_t number) { return std::to_string(number); };
            const std::string what =
                "rank " + text(rank) + " sends to rank " + text(peer) + " of another server, but ";
            for (const uint32_t end : {rank, peer})
            {
                table.Require(!topology.GetPorts(workers[end]).empty(),
                              "workload",
                              what + topology.GetName(workers[end]) +
                                  " has no NIC; accepted: a NIC for each GPU (--rails)");
            }
            table.Require(areConnected || !checked.insert({rank, peer}).second ||
                              IncAreInOneNetwork(topology, {workers[rank], workers[peer]}),
                          "workload",
                          what + "no switches join their rails; accepted: a topology with spines");
        }
    }
}

} // namespace ns3
