/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ring-allreduce.h"

#include "ns3/abort.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRingAllReduce);

TypeId
IncRingAllReduce::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncRingAllReduce")
            .SetParent<IncCollectiveAlgorithm>()
            .SetGroupName("Inc")
            .AddConstructor<IncRingAllReduce>()
            .AddAttribute("SliceBytes",
                          "Most bytes passed on at once, in bytes: small enough to hide the "
                          "latency of a step, large enough for several packets",
                          UintegerValue(16 * 1024),
                          MakeUintegerAccessor(&IncRingAllReduce::m_sliceBytes),
                          MakeUintegerChecker<uint32_t>(8, 1U << 30))
            .AddAttribute("ScratchSlices",
                          "Slices that a rank has room for before it has reduced them; with "
                          "SliceBytes it bounds what is in flight between two neighbours",
                          UintegerValue(32),
                          MakeUintegerAccessor(&IncRingAllReduce::m_scratchSlices),
                          MakeUintegerChecker<uint32_t>(1, 1U << 20));
    return tid;
}

IncRingAllReduce::IncRingAllReduce() = default;

void
IncRingAllReduce::Setup(const NodeContainer& workers)
{
    NS_ABORT_MSG_UNLESS(m_agents.empty(), "IncRingAllReduce::Setup: set up already");
    const uint32_t ranks = workers.GetN();
    NS_ABORT_MSG_IF(ranks == 0, "IncRingAllReduce::Setup: no workers");
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        auto agent = CreateObject<IncRingAgent>();
        agent->Setup(workers.Get(rank), rank, ranks, m_sliceBytes, m_scratchSlices);
        m_agents.push_back(agent);
    }
    for (uint32_t rank = 0; rank < ranks && ranks > 1; ++rank)
    {
        m_agents[rank]->Connect(m_agents[(rank + ranks - 1) % ranks]->GetSender(),
                                m_agents[(rank + 1) % ranks]->GetReceiver());
    }
}

uint32_t
IncRingAllReduce::GetRanks() const
{
    return m_agents.size();
}

void
IncRingAllReduce::Start(const IncCollectiveRequest& request, CompletionCallback done)
{
    CheckAllReduce(request);
    for (const auto& agent : m_agents)
    {
        agent->Enqueue(request, done);
    }
}

void
IncRingAllReduce::DoDispose()
{
    for (const auto& agent : m_agents)
    {
        agent->Dispose();
    }
    m_agents.clear();
    IncCollectiveAlgorithm::DoDispose();
}

} // namespace ns3
