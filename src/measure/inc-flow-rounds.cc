/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-rounds.h"

namespace ns3
{

IncFlowRounds::IncFlowRounds(const std::vector<Ptr<IncRcQueuePair>>& senders)
    : m_senders(senders)
{
}

IncFlowRounds::~IncFlowRounds()
{
    Listen(nullptr);
}

void
IncFlowRounds::Listen(Listener* listener)
{
    for (std::size_t i = 0; i < m_senders.size(); ++i)
    {
        std::function<void()> callback;
        if (listener)
        {
            callback = [this, i, listener]() { Progressed(i, *listener); };
        }
        m_senders[i]->GetRequester().SetProgressCallback(std::move(callback));
    }
}

void
IncFlowRounds::Progressed(std::size_t sender, Listener& listener)
{
    if (sender != m_lead)
    {
        if (IsAtWork() || m_senders[sender]->GetRequester().GetLikeOnes() == 0)
        {
            return;
        }
        m_lead = sender;
    }
    listener.RoundOver(*this);
}

bool
IncFlowRounds::IsAtWork() const
{
    return m_senders[m_lead]->GetRequester().HasMessages();
}

uint64_t
IncFlowRounds::GetOver() const
{
    return m_senders[m_lead]->GetRequester().GetAcknowledged();
}

uint64_t
IncFlowRounds::GetLikeOnes() const
{
    return m_senders[m_lead]->GetRequester().GetLikeOnes();
}

uint64_t
IncFlowRounds::GetStretch() const
{
    return m_lead;
}

void
IncFlowRounds::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncFlowRounds::m_lead", m_lead); // the rest is the NICs'
}

} // namespace ns3
