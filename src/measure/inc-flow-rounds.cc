/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-rounds.h"

#include <algorithm>

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
    m_listener = listener;
    for (const auto& sender : m_senders)
    {
        sender->GetRequester().SetProgressListener(listener ? this : nullptr);
    }
}

void
IncFlowRounds::Progressed(const IncRcRequester& requester)
{
    if (&requester != &m_senders[m_lead]->GetRequester())
    {
        if (IsAtWork() || requester.GetLikeOnes() == 0)
        {
            return;
        }
        const auto is = [&](const auto& sender) { return &sender->GetRequester() == &requester; };
        m_lead = std::find_if(m_senders.begin(), m_senders.end(), is) - m_senders.begin();
    }
    m_listener->RoundOver(*this);
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
