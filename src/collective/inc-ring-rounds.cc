/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ring-rounds.h"

namespace ns3
{

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

} // namespace ns3
