/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-parameter-worker.h"

#include "ns3/abort.h"
#include "ns3/inc-log-component.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-state-visitor.h"

#include <cstring>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncParameterWorker");
NS_OBJECT_ENSURE_REGISTERED(IncParameterWorker);

TypeId
IncParameterWorker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncParameterWorker")
                            .SetParent<IncRankAgent>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncParameterWorker>();
    return tid;
}

IncBaselineConnection::Endpoint
IncParameterWorker::Setup(Ptr<Node> host, uint32_t rank, const IncParameterConfig& config)
{
    SetIdentity(host, rank);
    m_config = config;
    auto nic = host->GetObject<IncRdmaNic>();
    NS_ABORT_MSG_UNLESS(nic, "IncParameterWorker: node " << host->GetId() << " has no IncRdmaNic");
    const uint64_t bytes = uint64_t{config.windowSegments} * config.segmentBytes;
    m_landing.reset(new uint8_t[bytes]); // with virtual data not written, so without physical pages
    m_server = std::make_unique<IncBaselineConnection>(*nic);
    m_server->GetQueuePair().SetAttribute("QueueingTime", TimeValue(config.queueing));
    SetInFlight(config.GetBytesInFlight());
    return m_server->GetEndpoint(nic->RegisterMemory(m_landing.get(), bytes));
}

void
IncParameterWorker::Connect(const IncBaselineConnection::Endpoint& server)
{
    m_serverKey = server.rkey;
    m_server->Connect(server,
                      {[this](uint64_t) {
                           ++m_counts.acknowledged;
                           NoteProgress();
                           Progress();
                       },
                       [this](const auto& message) { Received(message); },
                       [this](const auto& why) { Fail(why); },
                       "sending to the parameter server failed",
                       "the parameter server has lost a worker"});
}

void
IncParameterWorker::DoDispose()
{
    m_server.reset();
    IncRankAgent::DoDispose();
}

void
IncParameterWorker::Begin()
{
    m_segments = IncParameterSegments(m_config, GetTask().count, IncSizeOf(GetTask().type));
    m_counts.pushed = 0;
    m_counts.acknowledged = 0;
    m_counts.arrived = 0;
    m_counts.taken = 0;
    Progress();
}

void
IncParameterWorker::Progress()
{
    if (!IsActive())
    {
        return;
    }
    while (m_counts.taken < m_counts.arrived && m_counts.taken < m_counts.acknowledged)
    {
        TakeResult();
    }
    while (m_counts.pushed < m_segments.GetN() &&
           m_counts.pushed < m_counts.taken + m_config.windowSegments && !m_credits.empty())
    {
        Push();
    }
    if (m_counts.taken == m_segments.GetN())
    {
        ReportDone();
        EndTask();
    }
}

void
IncParameterWorker::TakeResult()
{
    if (!GetTask().isVirtual)
    {
        const uint64_t slot = m_counts.taken % m_config.windowSegments;
        std::memcpy(GetTask().buffer + m_segments.GetOffset(m_counts.taken),
                    &m_landing[slot * m_config.segmentBytes],
                    m_segments.GetBytes(m_counts.taken));
    }
    ++m_counts.taken;
    NoteRound();
}

void
IncParameterWorker::Push()
{
    const uint32_t slot = m_credits.front();
    m_credits.pop_front();
    IncWorkRequest request;
    request.data = GetTask().At(m_segments.GetOffset(m_counts.pushed));
    request.length = m_segments.GetBytes(m_counts.pushed);
    request.remoteAddress = uint64_t{slot} * m_segments.GetStride();
    request.rkey = m_serverKey;
    ++m_counts.pushed;
    NS_LOG_LOGIC("rank " << GetRank() << " pushes segment " << m_counts.pushed << " into slot "
                         << slot);
    m_server->Post(IncBaselineMessage::Kind::DATA, slot, request);
}

void
IncParameterWorker::Received(const IncBaselineMessage& message)
{
    NoteProgress();
    if (message.kind == IncBaselineMessage::Kind::CREDIT)
    {
        m_credits.push_back(message.number);
    }
    else
    {
        ++m_counts.arrived;
    }
    Progress();
}

void
IncParameterWorker::TellPeersOfFailure()
{
    // The only peer is the server, which failed or could not be reached.
}

void
IncParameterWorker::Announce(IncStateVisitor& visitor) const
{
    // Which slot of the landing memory a message uses has no effect on what follows.
    m_server->Announce(visitor, {1, 1, 1, true});
}

void
IncParameterWorker::VisitState(IncStateVisitor& visitor)
{
    VisitTasks(visitor);
    const uint64_t pushed = m_counts.pushed;
    visitor.Bounded("IncParameterWorker::Counts::pushed",
                    m_counts.pushed,
                    pushed + CountEqualRounds());
    visitor.Value("IncParameterWorker::Counts::acknowledged", pushed - m_counts.acknowledged);
    visitor.Value("IncParameterWorker::Counts::arrived", pushed - m_counts.arrived);
    visitor.Value("IncParameterWorker::Counts::taken", pushed - m_counts.taken);
    visitor.Fields(m_counts);
    visitor.Value("IncParameterWorker::m_credits", m_credits.size());
}

} // namespace ns3
