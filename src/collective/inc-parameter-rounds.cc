/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-parameter-rounds.h"

namespace ns3
{

IncParameterRounds::IncParameterRounds(Ptr<IncParameterServerAgent> server,
                                       const std::vector<Ptr<IncParameterWorker>>& workers)
    : m_server(server),
      m_workers(workers)
{
}

IncParameterRounds::~IncParameterRounds()
{
    Listen(nullptr);
}

void
IncParameterRounds::Listen(Listener* listener)
{
    m_listener = listener;
    m_workers.front()->SetRoundListener(listener ? this : nullptr);
}

void
IncParameterRounds::RoundOver()
{
    m_listener->RoundOver(*this);
}

bool
IncParameterRounds::IsAtWork() const
{
    return m_workers.front()->IsActive();
}

uint64_t
IncParameterRounds::GetOver() const
{
    return m_workers.front()->GetTaken();
}

uint64_t
IncParameterRounds::GetLikeOnes() const
{
    return m_workers.front()->GetLikeOnes();
}

void
IncParameterRounds::Announce(IncStateVisitor& visitor, uint64_t growth) const
{
    m_server->Announce(visitor);
    for (const auto& worker : m_workers)
    {
        worker->Announce(visitor);
    }
}

void
IncParameterRounds::VisitState(IncStateVisitor& visitor)
{
    visitor.Enter("parameter server");
    m_server->VisitState(visitor);
    for (std::size_t i = 0; i < m_workers.size(); ++i)
    {
        visitor.Enter("worker " + std::to_string(i));
        m_workers[i]->VisitState(visitor);
    }
}

std::string
IncParameterRounds::Limit(uint64_t rounds, uint64_t& times) const
{
    return rounds == 0 && IsAtWork() ? "a parameter server that stands still" : "";
}

} // namespace ns3
