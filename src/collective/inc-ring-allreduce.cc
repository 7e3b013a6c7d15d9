/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ring-allreduce.h"

#include "inc-ring-agent.h"

#include "ns3/abort.h"
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

/// Smallest number of slots, used if paths are short.
constexpr uint32_t LEAST_SLICES = 32;
constexpr uint32_t LEAST_WINDOW = 256 * 1024; // bytes, for short paths

} // namespace

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
                          "Slices for which a rank has memory; with SliceBytes it bounds the "
                          "bytes in flight between two neighbors; 0: 32, or as many as long and "
                          "fast paths need",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncRingAllReduce::m_scratchSlices),
                          MakeUintegerChecker<uint32_t>(0, 1U << 20));
    return tid;
}

uint32_t
IncRingAllReduce::FindPathBytes(const NodeContainer& workers)
{
    uint32_t most = 0;
    for (uint32_t rank = 0; rank < workers.GetN(); ++rank)
    {
        auto nic = workers.Get(rank)->GetObject<IncRdmaNic>();
        NS_ABORT_MSG_UNLESS(nic, "IncRingAllReduce::Setup: rank " << rank << " has no IncRdmaNic");
        most = std::max(most, nic->GetPathBytes(LEAST_WINDOW));
    }
    return most;
}

void
IncRingAllReduce::Setup(const NodeContainer& workers)
{
    NS_ABORT_MSG_UNLESS(m_agents.empty(), "IncRingAllReduce::Setup: set up already");
    const uint32_t ranks = workers.GetN();
    NS_ABORT_MSG_IF(ranks == 0, "IncRingAllReduce::Setup: no workers");
    m_windowBytes = ranks > 1 ? FindPathBytes(workers) : 0;
    const uint32_t slices = m_scratchSlices > 0
                                ? m_scratchSlices
                                : std::max(LEAST_SLICES, 2 * m_windowBytes / m_sliceBytes);
    m_windowBytes = std::min<uint64_t>(m_windowBytes, uint64_t{slices} * m_sliceBytes);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        auto agent = CreateObject<IncRingAgent>();
        agent->Setup(workers.Get(rank), rank, ranks, m_sliceBytes, slices, m_windowBytes);
        m_agents.push_back(agent);
    }
    for (uint32_t rank = 0; rank < ranks && ranks > 1; ++rank)
    {
        m_agents[rank]->Connect(m_agents[(rank + ranks - 1) % ranks]->GetSender(),
                                m_agents[(rank + 1) % ranks]->GetReceiver());
    }
}

void
IncRingAllReduce::StartRank(uint32_t rank,
                            const IncCollectiveRequest& request,
                            CompletionCallback done)
{
    Check(request);
    m_agents.at(rank)->Enqueue(request, done);
}

void
IncRingAllReduce::UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread)
{
    for (std::size_t rank = 0; rank < m_agents.size() && m_agents.size() > 1; ++rank)
    {
        m_agents[rank]->UseRail(rail, *spread);
    }
}

std::unique_ptr<IncRepeater>
IncRingAllReduce::MakeRepeater() const
{
    return IncRankRounds::ByRank(m_agents, "ring");
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
