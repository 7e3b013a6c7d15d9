/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-parameter-server.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/uinteger.h"

namespace ns3
{

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
                          "Segments that the server keeps in memory at a time",
                          UintegerValue(8),
                          MakeUintegerAccessor(&IncParameterServer::windowSegments),
                          MakeUintegerChecker<uint32_t>(1, 1U << 16))
            .AddAttribute("LimitBytes",
                          "Most payload on its way to the server at a time, and from it, in bytes; "
                          "at least one segment. Choose it below the buffer of the server's switch "
                          "port and above the bandwidth-delay product",
                          UintegerValue(512 * 1024),
                          MakeUintegerAccessor(&IncParameterServer::limitBytes),
                          MakeUintegerChecker<uint32_t>(1, 1U << 30))
            .AddAttribute("RankOrder",
                          "Reduce contributions in the order of their ranks, not of their arrival",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncParameterServer::rankOrder),
                          MakeBooleanChecker());
    return tid;
}

IncParameterServer::IncParameterServer() = default;

void
IncParameterServer::Setup(const NodeContainer& workers, Ptr<Node> server)
{
    NS_ABORT_MSG_IF(m_server, "IncParameterServer::Setup: set up already");
    ranks = workers.GetN();
    NS_ABORT_MSG_IF(ranks == 0, "IncParameterServer::Setup: no workers");
    uint32_t localRank = IncRankAgent::NO_RANK;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        localRank = workers.Get(rank) == server ? rank : localRank;
    }
    m_server = CreateObject<IncParameterServerAgent>();
    m_server->Setup(server, localRank, *this);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        if (rank != localRank)
        {
            auto worker = CreateObject<IncParameterWorker>();
            const auto workerEnd = worker->Setup(workers.Get(rank), rank, *this);
            worker->Connect(m_server->AddWorker(rank));
            m_server->Connect(workerEnd);
            m_workers.push_back(worker);
        }
    }
}

uint32_t
IncParameterServer::GetRanks() const
{
    return m_server ? ranks : 0;
}

void
IncParameterServer::Start(const IncCollectiveRequest& request, CompletionCallback done)
{
    CheckAllReduce(request);
    m_server->Enqueue(request, done);
    for (const auto& worker : m_workers)
    {
        worker->Enqueue(request, done);
    }
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
