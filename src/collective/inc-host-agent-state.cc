/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncHostAgent that passes its state to visitors.

#include "inc-host-agent.h"

#include "ns3/inc-state-visitor.h"

#include <algorithm>

namespace ns3
{

/// Return the steps that may move a slice next: for each connection the first one, and the sends
/// that Send() examines.
std::vector<uint32_t>
IncHostAgent::FindStepsInProgress() const
{
    std::vector<uint32_t> found;
    for (const Queues* queues : {&m_receives, &m_balanced})
    {
        for (const Queue& queue : *queues)
        {
            if (!queue.steps.empty())
            {
                found.push_back(queue.steps.front());
            }
        }
    }
    const auto examined = std::min<std::size_t>(m_sends.size(), SENDS_AT_A_TIME);
    found.insert(found.end(),
                 m_sends.begin(),
                 m_sends.begin() + static_cast<std::ptrdiff_t>(examined));
    return found;
}

/// Return the number of elements of a step that come in slices like the one before: until its last
/// slices, or until it needs elements of other steps.
uint64_t
IncHostAgent::CountEqualElements(const Progress& progress) const
{
    const IncHostStep& step = *progress.step;
    uint64_t until = step.first + step.count;
    for (const uint32_t index : step.after)
    {
        const IncHostStep& before = *m_steps[index].step;
        for (const uint64_t border : {before.first, before.first + before.count})
        {
            until = border > progress.next ? std::min(until, border) : until;
        }
    }
    const uint64_t margin = 2 * uint64_t{progress.slice};
    return until > progress.next + margin ? until - progress.next - margin : 0;
}

uint64_t
IncHostAgent::CountEqualRounds() const
{
    uint64_t rounds = UINT64_MAX;
    for (const uint32_t index : FindStepsInProgress())
    {
        const Progress& progress = m_steps[index];
        if (progress.next > progress.step->first)
        {
            rounds = std::min(rounds, CountEqualElements(progress) / progress.slice);
        }
    }
    return rounds == UINT64_MAX ? 0 : rounds;
}

void
IncHostAgent::Announce(IncStateVisitor& visitor) const
{
    for (const auto& [key, peer] : m_peers)
    {
        peer->Announce(visitor);
    }
}

void
IncHostAgent::VisitStep(Progress& progress, IncStateVisitor& visitor)
{
    const IncHostStep& step = *progress.step;
    visitor.Value("IncHostAgent::Progress::step", progress.step);
    visitor.Value("IncHostAgent::Progress::begunPs", progress.begunPs > visitor.GetNowPs());
    for (const uint32_t index : step.after)
    {
        const Progress& before = m_steps[index];
        const uint64_t end = before.step->first + before.step->count;
        const bool isNeeded = before.step->first <= progress.next && progress.next < end;
        visitor.Value("IncHostAgent::Progress::isOver", before.isOver);
        if (isNeeded && !before.isOver)
        {
            visitor.Value("IncHostAgent::Progress::next", progress.next - before.next);
        }
    }
    if (step.pace)
    {
        visitor.Value("IncHostAgent::Progress::next", progress.next - m_steps[*step.pace].next);
    }
    visitor.Bounded("IncHostAgent::Progress::next",
                    progress.next,
                    progress.next + CountEqualElements(progress));
}

void
IncHostAgent::VisitState(IncStateVisitor& visitor)
{
    VisitTasks(visitor);
    visitor.Value("IncHostAgent::m_toReceive", m_toReceive);
    visitor.Value("IncHostAgent::m_sends", m_sends.size());
    visitor.Value("IncHostAgent::m_waits", m_waits);
    visitor.Value("IncHostAgent::m_awaitsRoom", m_awaitsRoom);
    visitor.Value("IncHostAgent::m_beginPs", m_beginPs > visitor.GetNowPs());
    visitor.Count("IncHostAgent::m_slicesMoved", m_slicesMoved);
    const auto sentBy = [](const Queue& queue) {
        return queue.sent + queue.front->next - queue.front->step->first;
    };
    for (const Queue& queue : m_balanced)
    {
        visitor.Value("IncHostAgent::Queue::sent", sentBy(queue) - sentBy(m_balanced.front()));
    }
    for (const uint32_t index : FindStepsInProgress())
    {
        VisitStep(m_steps[index], visitor);
    }
    for (const auto& [key, peer] : m_peers)
    {
        peer->VisitState(visitor);
    }
    visitor.Fields(m_hostWork);
}

} // namespace ns3
