/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-collective.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncHostCollective);

TypeId
IncHostCollective::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncHostCollective")
            .SetParent<IncCollectiveAlgorithm>()
            .SetGroupName("Inc")
            .AddConstructor<IncHostCollective>()
            .AddAttribute("SliceBytes",
                          "Most bytes passed on at once, in bytes: small enough to hide the "
                          "latency of a step, large enough for several packets",
                          UintegerValue(16 * 1024),
                          MakeUintegerAccessor(&IncHostCollective::m_sliceBytes),
                          MakeUintegerChecker<uint32_t>(8, 1U << 30))
            .AddAttribute("ScratchSlices",
                          "Slices of each peer for which a rank has memory",
                          UintegerValue(64),
                          MakeUintegerAccessor(&IncHostCollective::m_scratchSlices),
                          MakeUintegerChecker<uint32_t>(1, 1U << 20))
            .AddAttribute("PostedSlices",
                          "Most slices to each peer that are sent and not acknowledged; with "
                          "SliceBytes it bounds the bytes in flight between two ranks",
                          UintegerValue(24),
                          MakeUintegerAccessor(&IncHostCollective::m_postedSlices),
                          MakeUintegerChecker<uint32_t>(1, 1U << 20))
            .AddAttribute("SpreadFlows",
                          "Choose UDP source ports so that equal-cost paths share the flows of an "
                          "algorithm evenly; if false, every connection draws its own",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IncHostCollective::m_spreadsFlows),
                          MakeBooleanChecker());
    return tid;
}

IncHostCollective::IncHostCollective()
    : m_spread(std::make_shared<IncFlowSpread>())
{
}

void
IncHostCollective::Setup(const NodeContainer& workers, const IncHostAlgorithm& algorithm)
{
    NS_ABORT_MSG_UNLESS(m_agents.empty(), "IncHostCollective::Setup: set up already");
    NS_ABORT_MSG_IF(workers.GetN() == 0, "IncHostCollective::Setup: no workers");
    m_algorithm = algorithm;
    for (uint32_t rank = 0; rank < workers.GetN(); ++rank)
    {
        auto agent = CreateObject<IncHostAgent>();
        agent->Setup(workers.Get(rank),
                     rank,
                     workers.GetN(),
                     {m_sliceBytes, m_scratchSlices, m_postedSlices});
        m_agents.push_back(agent);
    }
}

void
IncHostCollective::StartRank(uint32_t rank,
                             const IncCollectiveRequest& request,
                             CompletionCallback done)
{
    Check(request);
    IncHostProgram program;
    if (GetRanks() > 1)
    {
        program = MakeProgram({request.collective,
                               rank,
                               GetRanks(),
                               request.root,
                               request.count,
                               IncSizeOf(request.type)});
    }
    for (const IncHostStep& step : program.GetSteps())
    {
        if (!m_agents[rank]->IsConnectedTo(step.peer, step.channel))
        {
            Connect(rank, step);
        }
    }
    if (m_spreadsFlows || m_rail)
    {
        m_agents[rank]->Place(program, *m_spread, [this, rank](const IncHostStep& step) {
            return RailOf(rank, step);
        });
    }
    m_agents[rank]->Enqueue(request, std::move(program), done);
}

void
IncHostCollective::UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread)
{
    m_rail = rail;
    m_spread = spread;
}

void
IncHostCollective::ConnectRing()
{
    for (uint32_t rank = 0; rank < GetRanks() && GetRanks() > 1; ++rank)
    {
        const uint32_t next = (rank + 1) % GetRanks();
        if (!m_agents[rank]->IsConnectedTo(next, {}))
        {
            IncHostAgent::Connect(*m_agents[rank], *m_agents[next], {});
        }
    }
}

std::unique_ptr<IncRepeater>
IncHostCollective::MakeRepeater() const
{
    return IncRankRounds::ByRank(m_agents, "collective over hosts");
}

void
IncHostCollective::DoDispose()
{
    for (const auto& agent : m_agents)
    {
        agent->Dispose();
    }
    m_agents.clear();
    IncCollectiveAlgorithm::DoDispose();
}

} // namespace ns3
