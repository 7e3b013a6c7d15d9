/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-parameter-server.h"

#include "inc-parameter-server-agent.h"
#include "inc-parameter-worker.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// Smallest computed limit and window; short paths get these values.
constexpr uint32_t LEAST_LIMIT = 512 * 1024; // bytes
constexpr uint32_t LEAST_SEGMENTS = 8;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(IncParameterServer);

TypeId
IncParameterServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncParameterServer")
            .SetParent<IncCollectiveAlgorithm>()
            .SetGroupName("Inc")
            .AddConstructor<IncParameterServer>()
            .AddAttribute("SegmentBytes",
                          "Most bytes pushed, reduced and sent back as one message, in bytes",
                          UintegerValue(16 * 1024),
                          MakeUintegerAccessor(&IncParameterServer::segmentBytes),
                          MakeUintegerChecker<uint32_t>(8, 1U << 30))
            .AddAttribute("WindowSegments",
                          "Segments that the server keeps in memory at a time; 0: 8, or as many "
                          "as LimitBytes needs",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncParameterServer::windowSegments),
                          MakeUintegerChecker<uint32_t>(0, 1U << 16))
            .AddAttribute("LimitBytes",
                          "Most payload on its way to the server at a time, and from it, in bytes; "
                          "at least one segment; 0: 512 KiB, or as many as long and fast paths "
                          "need. Choose it below the buffer of the server's switch port and above "
                          "the bandwidth-delay product",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncParameterServer::limitBytes),
                          MakeUintegerChecker<uint32_t>(0, 1U << 30))
            .AddAttribute("RankOrder",
                          "Reduce contributions in the order of their ranks, not of their arrival",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncParameterServer::rankOrder),
                          MakeBooleanChecker());
    return tid;
}

IncParameterConfig
IncParameterServer::Complete(const IncRdmaNic& nic) const
{
    IncParameterConfig config = *this;
    config.limitBytes = limitBytes > 0 ? limitBytes : nic.GetPathBytes(LEAST_LIMIT);
    if (windowSegments == 0)
    {
        // A worker has its share of the granted bytes in flight, and as much while results return.
        // The window is twice as large, because workers take turns.
        const uint64_t share = 4 * uint64_t{config.limitBytes} / std::max(1U, ranks - 1);
        config.windowSegments =
            std::max(LEAST_SEGMENTS, static_cast<uint32_t>(share / segmentBytes + 1));
    }
    // The factor 1.25 stands for headers, which take less than a quarter of the link.
    config.queueing =
        Seconds(1.25 * 8 * config.limitBytes / static_cast<double>(nic.GetSlowestRate()));
    return config;
}

void
IncParameterServer::Setup(const NodeContainer& workers, Ptr<Node> server)
{
    NS_ABORT_MSG_IF(m_server, "IncParameterServer::Setup: set up already");
    ranks = workers.GetN();
    NS_ABORT_MSG_IF(ranks == 0, "IncParameterServer::Setup: no workers");
    auto nic = server->GetObject<IncRdmaNic>();
    NS_ABORT_MSG_UNLESS(nic,
                        "IncParameterServer::Setup: node " << server->GetId()
                                                           << " has no IncRdmaNic");
    m_config = Complete(*nic);
    m_localRank = IncRankAgent::NO_RANK;
    m_started.assign(ranks, 0);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        m_localRank = workers.Get(rank) == server ? rank : m_localRank;
    }
    m_server = CreateObject<IncParameterServerAgent>();
    m_server->Setup(server, m_localRank, m_config);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        if (rank != m_localRank)
        {
            auto worker = CreateObject<IncParameterWorker>();
            const auto workerEnd = worker->Setup(workers.Get(rank), rank, m_config);
            worker->Connect(m_server->AddWorker(rank));
            m_server->Connect(workerEnd);
            m_workers.push_back(worker);
        }
    }
}

void
IncParameterServer::StartRank(uint32_t rank,
                              const IncCollectiveRequest& request,
                              CompletionCallback done)
{
    Check(request);
    // A server that is not a worker starts an operation when the first rank calls.
    if (m_localRank == rank ||
        (m_localRank == IncRankAgent::NO_RANK && m_started[rank] == m_served))
    {
        m_server->Enqueue(request, done);
        ++m_served;
    }
    ++m_started[rank];
    if (rank != m_localRank)
    {
        m_workers[rank < m_localRank ? rank : rank - 1]->Enqueue(request, done);
    }
}

void
IncParameterServer::UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread)
{
    m_server->UseRail(rail, *spread);
    for (const auto& worker : m_workers)
    {
        worker->UseRail(rail, *spread);
    }
}

std::unique_ptr<IncRepeater>
IncParameterServer::MakeRepeater() const
{
    if (m_workers.empty())
    {
        return nullptr;
    }
    IncRankRounds::Agents agents{{"parameter server", m_server}};
    for (std::size_t i = 0; i < m_workers.size(); ++i)
    {
        agents.emplace_back("worker " + std::to_string(i), m_workers[i]);
    }
    return std::make_unique<IncRankRounds>(m_workers.front(), agents, "parameter server");
}

void
IncParameterServer::DoDispose()
{
    if (m_server)
    {
        m_server->Dispose();
    }
    for (const auto& worker : m_workers)
    {
        worker->Dispose();
    }
    m_server = nullptr;
    m_workers.clear();
    IncCollectiveAlgorithm::DoDispose();
}

} // namespace ns3
