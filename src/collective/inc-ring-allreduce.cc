/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ring-allreduce.h"

#include "inc-ring-agent.h"

#include "ns3/abort.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-repeater.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The rounds of a ring AllReduce: the slices that its first rank has sent, step by step.
 */
class IncRingRounds : public IncRepeater, private IncRankAgent::RoundListener
{
  public:
    /** \param agents by rank, at least two */
    explicit IncRingRounds(const std::vector<Ptr<IncRingAgent>>& agents);
    ~IncRingRounds() override;

    void Listen(Listener* listener) override;
    bool IsAtWork() const override;
    uint64_t GetOver() const override;
    uint64_t GetLikeOnes() const override;
    uint64_t GetStretch() const override;
    void Announce(IncStateVisitor& visitor, uint64_t growth) const override;
    void VisitState(IncStateVisitor& visitor) override;
    std::string Limit(uint64_t rounds, uint64_t& times) const override;

  private:
    void RoundOver() override;

    std::vector<Ptr<IncRingAgent>> m_agents; //!< by rank
    Listener* m_listener{nullptr};           //!< told of every round
};

IncRingRounds::IncRingRounds(const std::vector<Ptr<IncRingAgent>>& agents)
    : m_agents(agents)
{
}

IncRingRounds::~IncRingRounds()
{
    Listen(nullptr);
}

void
IncRingRounds::Listen(Listener* listener)
{
    m_listener = listener;
    m_agents.front()->SetRoundListener(listener ? this : nullptr);
}

void
IncRingRounds::RoundOver()
{
    m_listener->RoundOver(*this);
}

bool
IncRingRounds::IsAtWork() const
{
    return m_agents.front()->IsActive();
}

uint64_t
IncRingRounds::GetOver() const
{
    return m_agents.front()->GetTaken();
}

uint64_t
IncRingRounds::GetLikeOnes() const
{
    return m_agents.front()->GetLikeOnes();
}

uint64_t
IncRingRounds::GetStretch() const
{
    return m_agents.front()->GetStep();
}

void
IncRingRounds::Announce(IncStateVisitor& visitor, uint64_t growth) const
{
    for (const auto& agent : m_agents)
    {
        agent->Announce(visitor);
    }
}

void
IncRingRounds::VisitState(IncStateVisitor& visitor)
{
    for (std::size_t rank = 0; rank < m_agents.size(); ++rank)
    {
        visitor.Enter("rank " + std::to_string(rank));
        m_agents[rank]->VisitState(visitor);
    }
}

std::string
IncRingRounds::Limit(uint64_t rounds, uint64_t& times) const
{
    return rounds == 0 && IsAtWork() ? "a ring that stands still" : "";
}

namespace
{

/// Where paths are short.
constexpr uint32_t LEAST_SLICES = 32;
constexpr uint32_t LEAST_WINDOW = 256 * 1024; // bytes

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
                          "Slices that a rank has room for before it has reduced them; with "
                          "SliceBytes it bounds what is in flight between two neighbors; 0: 32, "
                          "or as many as long and fast paths need",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncRingAllReduce::m_scratchSlices),
                          MakeUintegerChecker<uint32_t>(0, 1U << 20));
    return tid;
}

IncRingAllReduce::IncRingAllReduce() = default;

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

uint32_t
IncRingAllReduce::GetWindowBytes() const
{
    return m_windowBytes;
}

uint32_t
IncRingAllReduce::GetRanks() const
{
    return m_agents.size();
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
    return m_agents.size() < 2 ? nullptr : std::make_unique<IncRingRounds>(m_agents);
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
