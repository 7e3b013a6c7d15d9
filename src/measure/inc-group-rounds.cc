/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-rounds.h"

#include <algorithm>

namespace ns3
{

IncGroupRounds::IncGroupRounds(const std::vector<Ptr<IncClient>>& clients)
{
    for (const auto& client : clients)
    {
        m_watched.push_back(std::make_unique<Watched>());
        m_watched.back()->client = client;
    }
}

void
IncGroupRounds::Listen(Listener* listener)
{
    m_listener = listener;
    Record(false);
}

bool
IncGroupRounds::IsAtWork() const
{
    return m_watched.front()->client->GetRequests() > 0;
}

uint64_t
IncGroupRounds::GetOver() const
{
    return m_watched.front()->client->GetOver();
}

uint64_t
IncGroupRounds::GetLikeOnes() const
{
    return m_watched.front()->client->GetLikeOnes();
}

std::size_t
IncGroupRounds::GetMemory() const
{
    return m_watched.front()->client->GetSlots();
}

std::size_t
IncGroupRounds::GetCycle() const
{
    return m_watched.front()->client->GetSlots();
}

uint64_t
IncGroupRounds::GetStretch() const
{
    return m_watched.front()->client->GetRequestEnd();
}

void
IncGroupRounds::Announce(IncStateVisitor& visitor, uint64_t growth) const
{
    visitor.SetRounds(m_watched.front()->client->GetTreeId(), {GetOver(), growth});
}

void
IncGroupRounds::VisitState(IncStateVisitor& visitor)
{
    for (std::size_t rank = 0; rank < m_watched.size(); ++rank)
    {
        visitor.Enter("client " + std::to_string(rank));
        m_watched[rank]->client->VisitState(visitor);
    }
}

void
IncGroupRounds::Record(bool isOn)
{
    m_isRecording = isOn;
    for (const auto& watched : m_watched)
    {
        watched->answers.clear();
        watched->client->GetLink().SetAnswerListener(isOn ? watched.get() : nullptr);
    }
    if (m_listener)
    {
        m_watched.front()->client->GetLink().SetAnswerListener(this);
    }
}

void
IncGroupRounds::MessageAnswered(const IncAnswer& answer)
{
    if (m_isRecording)
    {
        m_watched.front()->MessageAnswered(answer);
    }
    m_listener->RoundOver(*this);
}

bool
IncGroupRounds::HasAnswersInOrder(uint64_t rounds) const
{
    for (const auto& watched : m_watched)
    {
        const auto& answers = watched->answers;
        if (answers.size() != rounds)
        {
            return false;
        }
        for (std::size_t i = 1; i < answers.size(); ++i)
        {
            if (answers[i].sequence != answers[i - 1].sequence + 1)
            {
                return false;
            }
        }
    }
    return true;
}

std::string
IncGroupRounds::Limit(uint64_t rounds, uint64_t& times) const
{
    if (!HasAnswersInOrder(rounds))
    {
        return "results that come out of order, or after something was repeated";
    }
    for (const auto& watched : m_watched)
    {
        if (rounds > 0)
        {
            times = std::min(times, watched->client->GetLikeOnes() / rounds);
        }
        else if (watched->client->GetRequests() > 0)
        {
            return "a group that stands still";
        }
    }
    return "";
}

bool
IncGroupRounds::Replay(uint64_t times, int64_t periodPs)
{
    for (const auto& watched : m_watched)
    {
        const auto known = watched->client->GetLink().Replay(watched->answers, times, periodPs);
        if (!known)
        {
            return false;
        }
        watched->roundTrips = *known;
    }
    return true;
}

void
IncGroupRounds::Leap()
{
    for (const auto& watched : m_watched)
    {
        watched->client->GetLink().SetRoundTrips(watched->roundTrips);
    }
}

bool
IncGroupRounds::IsAsForeseen() const
{
    return std::all_of(m_watched.begin(), m_watched.end(), [](const auto& watched) {
        return watched->client->GetLink().GetRoundTrips() == watched->roundTrips;
    });
}

} // namespace ns3
