/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-surviving-collective.h"

#include <string>
#include <utility>

namespace ns3
{

IncSurvivingCollective::IncSurvivingCollective(Ptr<IncCollectiveAlgorithm> algorithm, IsGone isGone)
    : m_algorithm(std::move(algorithm)),
      m_isGone(std::move(isGone)),
      m_waiting(m_algorithm->GetRanks())
{
}

void
IncSurvivingCollective::DoDispose()
{
    m_algorithm->Dispose();
    m_isGone = nullptr;
    m_waiting.clear();
    IncCollectiveAlgorithm::DoDispose();
}

uint32_t
IncSurvivingCollective::GetRanks() const
{
    return m_algorithm->GetRanks();
}

bool
IncSurvivingCollective::Knows(IncCollective collective) const
{
    return m_algorithm->Knows(collective);
}

void
IncSurvivingCollective::StartRank(uint32_t rank,
                                  const IncCollectiveRequest& request,
                                  CompletionCallback done)
{
    if (m_isGone(rank))
    {
        done(rank, "");
        return;
    }
    m_waiting[rank].push_back(done);
    m_algorithm->StartRank(rank, request, MakeCallback(&IncSurvivingCollective::Completed, this));
}

void
IncSurvivingCollective::Completed(uint32_t rank, const std::string& status)
{
    if (m_waiting[rank].empty())
    {
        return; // it was gone before
    }
    const CompletionCallback done = m_waiting[rank].front();
    m_waiting[rank].pop_front();
    done(rank, !status.empty() && m_isGone(rank) ? "" : status);
}

void
IncSurvivingCollective::Forget()
{
    for (auto& waiting : m_waiting)
    {
        waiting.clear();
    }
}

void
IncSurvivingCollective::Update()
{
    for (uint32_t rank = 0; rank < m_waiting.size(); ++rank)
    {
        while (!m_waiting[rank].empty() && m_isGone(rank))
        {
            Completed(rank, "");
        }
    }
}

} // namespace ns3
