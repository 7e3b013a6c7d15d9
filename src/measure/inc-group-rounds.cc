/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-rounds.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

/// Largest number of recorded answers of all clients together, some 100 MB.
constexpr std::size_t MOST_ANSWERS = std::size_t{1} << 22;

bool
IsSameAnswer(const IncAnswer& a, const IncAnswer& b)
{
    return a.sequence == b.sequence && a.sentPs == b.sentPs && a.roundTripPs == b.roundTripPs;
}

bool
AreSame(const std::vector<IncAnswer>& a, const std::vector<IncAnswer>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), IsSameAnswer);
}

} // namespace

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
    m_isKept = false;
    Record(false);
}

bool
IncGroupRounds::IsAtWork() const
{
    return m_watched.front()->client->GetRequests() > 0;
}

uint64_t
IncGroupRounds::GetFinishedRounds() const
{
    return m_watched.front()->client->GetFinishedRounds();
}

uint64_t
IncGroupRounds::CountEqualRounds() const
{
    return m_watched.front()->client->CountEqualRounds();
}

std::size_t
IncGroupRounds::GetRememberedRounds() const
{
    return m_watched.front()->client->GetSlots();
}

std::size_t
IncGroupRounds::GetCycle() const
{
    const IncClient& client = *m_watched.front()->client;
    return std::lcm(client.GetSlots(), client.GetTurn());
}

uint64_t
IncGroupRounds::GetStretch() const
{
    return m_watched.front()->client->GetRequestEnd();
}

void
IncGroupRounds::Announce(IncStateVisitor& visitor, uint64_t growth) const
{
    const bool isIdle = std::none_of(m_watched.begin(), m_watched.end(), [](const auto& watched) {
        return watched->client->GetRequests() > 0;
    });
    visitor.SetRounds(m_watched.front()->client->GetTreeId(),
                      {GetFinishedRounds(), growth, isIdle});
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
        if (!m_isKept)
        {
            watched->answers.assign(1, {});
        }
        else if (!watched->answers.back().period.empty())
        {
            watched->answers.emplace_back();
        }
    }
    Attach();
}

void
IncGroupRounds::Attach()
{
    for (const auto& watched : m_watched)
    {
        const bool isHeard = m_isRecording || m_isKept;
        watched->client->GetLink().SetAnswerListener(isHeard ? watched.get() : nullptr);
    }
    if (m_listener)
    {
        m_watched.front()->client->GetLink().SetAnswerListener(this);
    }
}

void
IncGroupRounds::MessageAnswered(const IncAnswer& answer)
{
    if (m_isRecording || m_isKept)
    {
        m_watched.front()->MessageAnswered(answer);
        const auto& latest = m_watched.front()->answers.back().period;
        if (!m_isRecording && latest.size() > MOST_ANSWERS / m_watched.size())
        {
            m_isKept = false;
            Record(false);
        }
    }
    m_listener->RoundOver(*this);
}

/// Return whether each client has recorded every answer: those after repetitions are left out.
bool
IncGroupRounds::HasAllAnswers(uint64_t rounds) const
{
    return std::all_of(m_watched.begin(), m_watched.end(), [rounds](const auto& watched) {
        return watched->answers.back().period.size() == rounds;
    });
}

std::string
IncGroupRounds::Limit(uint64_t rounds, uint64_t& times) const
{
    if (!HasAllAnswers(rounds))
    {
        return "results that come after something was repeated";
    }
    for (const auto& watched : m_watched)
    {
        if (rounds > 0)
        {
            times = std::min(times, watched->client->CountEqualRounds() / rounds);
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
    m_times = times;
    m_periodPs = periodPs;
    const Watched* before = nullptr;
    for (const auto& watched : m_watched)
    {
        const auto& answers = watched->answers.back().period;
        IncClientLink& link = watched->client->GetLink();
        // In a symmetric network most clients get equal answers; compute their estimates only once.
        if (before && link.GetRoundTrips() == before->client->GetLink().GetRoundTrips() &&
            AreSame(answers, before->answers.back().period))
        {
            watched->roundTrips = before->roundTrips;
            continue;
        }
        const auto known = link.Replay(answers, times, periodPs);
        if (!known)
        {
            return false;
        }
        watched->roundTrips = *known;
        before = watched.get();
    }
    return true;
}

void
IncGroupRounds::Jump()
{
    for (const auto& watched : m_watched)
    {
        watched->client->GetLink().SetRoundTrips(watched->roundTrips);
        if (m_isKept)
        {
            watched->answers.back().times += m_times;
            watched->answers.back().ps = m_periodPs;
        }
    }
}

bool
IncGroupRounds::IsAsReplayed() const
{
    return std::all_of(m_watched.begin(), m_watched.end(), [](const auto& watched) {
        return watched->client->GetLink().GetRoundTrips() == watched->roundTrips;
    });
}

void
IncGroupRounds::KeepRequest(bool isOn)
{
    for (const auto& watched : m_watched)
    {
        watched->ofRequest.clear();
        if (m_isKept && !isOn)
        {
            watched->ofRequest = std::move(watched->answers);
        }
        if (m_isKept || isOn)
        {
            watched->answers.assign(1, {});
        }
    }
    m_isKept = isOn;
    Attach();
}

/// Return whether the answers to all messages of the request are recorded.
bool
IncGroupRounds::Watched::HasRequest(uint64_t rounds) const
{
    uint64_t answered = 0;
    for (const Answers& part : ofRequest)
    {
        answered += part.times * part.period.size();
    }
    return answered == rounds;
}

bool
IncGroupRounds::Watched::ForeseeRequest(int64_t latePs)
{
    // Each part of the request begins with the estimates that the previous part left.
    IncClientLink& link = client->GetLink();
    const IncRoundTrips present = link.GetRoundTrips();
    bool isKnown = true;
    for (const Answers& part : ofRequest)
    {
        std::vector<IncAnswer> answers = part.period;
        for (IncAnswer& answer : answers)
        {
            answer.sentPs += latePs - part.ps; // Replay() expects times that are one period later
        }
        const auto known = link.Replay(answers, part.times, part.ps);
        isKnown = isKnown && known;
        if (!isKnown)
        {
            break;
        }
        link.SetRoundTrips(*known);
    }
    afterRequest = link.GetRoundTrips();
    link.SetRoundTrips(present);
    return isKnown;
}

bool
IncGroupRounds::ForeseeRequest(uint64_t rounds, int64_t latePs)
{
    const auto isSame = [](const Answers& a, const Answers& b) {
        return a.times == b.times && a.ps == b.ps && AreSame(a.period, b.period);
    };
    Watched* before = nullptr;
    for (const auto& watched : m_watched)
    {
        const auto& parts = watched->ofRequest;
        const IncRoundTrips present = watched->client->GetLink().GetRoundTrips();
        if (before && present == before->client->GetLink().GetRoundTrips() &&
            std::equal(parts.begin(),
                       parts.end(),
                       before->ofRequest.begin(),
                       before->ofRequest.end(),
                       isSame))
        {
            watched->afterRequest = before->afterRequest;
            continue;
        }
        if (!watched->HasRequest(rounds) || !watched->ForeseeRequest(latePs))
        {
            return false;
        }
        before = watched.get();
    }
    return true;
}

void
IncGroupRounds::LeapRequest()
{
    for (const auto& watched : m_watched)
    {
        watched->client->GetLink().SetRoundTrips(watched->afterRequest);
    }
}

bool
IncGroupRounds::IsRequestAsForeseen() const
{
    return std::all_of(m_watched.begin(), m_watched.end(), [](const auto& watched) {
        return watched->client->GetLink().GetRoundTrips() == watched->afterRequest;
    });
}

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
        if (IsAtWork() || requester.CountEqualRounds() == 0)
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
IncFlowRounds::GetFinishedRounds() const
{
    return m_senders[m_lead]->GetRequester().GetAcknowledged();
}

uint64_t
IncFlowRounds::CountEqualRounds() const
{
    return m_senders[m_lead]->GetRequester().CountEqualRounds();
}

uint64_t
IncFlowRounds::GetStretch() const
{
    return m_lead;
}

void
IncFlowRounds::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncFlowRounds::m_lead", m_lead); // the NICs pass the rest of the state
}

} // namespace ns3
