/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncManagedGroup that rebuilds a group without failed nodes and links.

#include "inc-managed-group.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Largest number of successive attempts to rebuild a group.
constexpr uint32_t MAX_ATTEMPTS = 8;

/// A group gives up after this number of successive rebuilds without a new result.
constexpr uint32_t MAX_IDLE = 4;

} // namespace

bool
IncManagedGroup::DropGone()
{
    bool isLess = false;
    for (auto& member : m_members)
    {
        if (member && m_gone.count(member->address) > 0)
        {
            m_reports.erase(member->address);
            member.reset();
            isLess = true;
        }
    }
    return isLess;
}

void
IncManagedGroup::Heard(uint32_t peer, const IncControlBody& body)
{
    if (m_state != IncGroupState::RELEASING || m_awaited.count(peer) == 0)
    {
        return;
    }
    const auto trees = body.GetGroups(IncControlField::SERVED_TREE);
    const bool serves = std::any_of(trees.begin(), trees.end(), [this](const auto& tree) {
        return IsOfThisAttempt(tree);
    });
    if (serves)
    {
        m_host.Send(peer, IncControlKind::RELEASE, MakeTreeName());
    }
    else
    {
        Answered(peer);
    }
}

void
IncManagedGroup::Refused(uint32_t peer, const std::string& reason)
{
    const IncHeardTopology& heard = m_layout->GetHeard();
    const std::string text = heard.topology.GetName(heard.nodes.at(peer)) + ": " + reason;
    m_refusing.insert(peer);
    if (*FindSwitch(peer) < m_layout->GetVatNodes())
    {
        TryAnother(text);
    }
    else
    {
        Reject(text); // hosts without another last-hop switch cannot continue in the network
    }
}

void
IncManagedGroup::DropTree()
{
    // Each RELEASE arrives before the next RESERVE, so that the slots are free by then.
    ReleaseSwitches();
    m_host.GiveBack(*this);
    m_layout.reset();
    m_awaited.clear();
}

void
IncManagedGroup::TryAnother(const std::string& reason)
{
    if (m_hasBeenReady)
    {
        TryAgain(reason);
        return;
    }
    m_cause = reason;
    DropTree();
    m_gone.clear();
    Enter(IncGroupState::REGISTERED, reason);
    Establish();
}

bool
IncManagedGroup::LacksRanks() const
{
    const bool isShort = std::any_of(m_members.begin(), m_members.end(), [](const auto& member) {
        return !member.has_value();
    });
    return isShort && std::any_of(m_reports.begin(), m_reports.end(), [](const auto& report) {
               return report.second.needsAll;
           });
}

bool
IncManagedGroup::CanRunOverHosts() const
{
    const bool haveHosts = std::all_of(m_reports.begin(), m_reports.end(), [](const auto& report) {
        return report.second.hasHosts;
    });
    return m_goesOn && !m_reports.empty() && m_reports.size() == GetMembers().size() && haveHosts &&
           !LacksRanks() && !m_host.FailsRefused();
}

void
IncManagedGroup::AddAgreement(IncControlBody& body) const
{
    std::vector<uint32_t> ranks;
    for (const auto& member : m_members)
    {
        ranks.push_back(member ? member->rank + 1 : 0);
    }
    body.Add(IncControlField::OVER_HOSTS, 1);
    body.Add(IncControlField::RANK_BITS, IncWriteRankBits(ranks));
    uint64_t end = m_next;
    for (const auto& [address, report] : m_reports)
    {
        end = std::max(end, report.end);
    }
    body.Add(IncControlField::NEXT_MESSAGE, m_next);
    body.Add(IncControlField::END_MESSAGE, end);
    body.Add(IncControlField::RESULTS, IncWriteReplayRuns(AgreeOnResults()));
}

void
IncManagedGroup::Recover()
{
    DropGone();
    const std::vector<IncGroupMember> members = GetMembers();
    if (members.empty() || !m_clientsWait)
    {
        Release();
        return;
    }
    if (!m_goesOn)
    {
        GiveUp("it was dismantled");
        return;
    }
    uint64_t next = UINT64_MAX;
    for (const auto& [address, report] : m_reports)
    {
        next = std::min(next, report.next);
    }
    m_idle = next == m_next ? m_idle + 1 : 0;
    m_next = next;
    m_deadline = Simulator::Schedule(m_patience, &IncManagedGroup::DeadlinePassed, this);
    Rebuild();
}

void
IncManagedGroup::Rebuild()
{
    DropTree();
    Enter(IncGroupState::REGISTERED);
    if (LacksRanks())
    {
        GiveUp("a request wants all ranks");
    }
    else if (m_reports.size() < GetMembers().size())
    {
        GiveUp("a client cannot go on");
    }
    else if (m_idle >= MAX_IDLE || ++m_attempts > MAX_ATTEMPTS)
    {
        GiveUp("no tree of " + std::to_string(m_idle + m_attempts) + " has worked");
    }
    else
    {
        m_gone.clear();
        m_profile.firstMessageId = m_firstMessageId + static_cast<uint32_t>(m_next);
        m_profile.offer.Add(IncCollective::BROADCAST, IncOperation::NONE);
        Establish();
    }
}

void
IncManagedGroup::TryAgain(const std::string& reason)
{
    m_host.Changed(*this, reason);
    DropGone();
    if (GetMembers().empty())
    {
        Release();
        return;
    }
    Rebuild();
}

std::vector<IncReplayRun>
IncManagedGroup::AgreeOnResults() const
{
    // For each result, the lowest rank that has it sends it to all others.
    std::vector<IncReplayRun> all;
    for (const auto& member : m_members)
    {
        const auto report = member ? m_reports.find(member->address) : m_reports.end();
        for (IncReplayRun run :
             report == m_reports.end() ? std::vector<IncReplayRun>() : report->second.results)
        {
            run.rank = member->rank;
            std::vector<IncReplayRun> rest; // part of this run that no lower rank has
            uint64_t at = std::max(run.first, m_next);
            const uint64_t end = run.End();
            for (const IncReplayRun& taken : all)
            {
                if (taken.End() <= at || at >= end)
                {
                    continue;
                }
                if (taken.first > at)
                {
                    rest.push_back({at, std::min(taken.first, end) - at, run.rank});
                }
                at = std::max(at, taken.End());
            }
            if (at < end)
            {
                rest.push_back({at, end - at, run.rank});
            }
            all.insert(all.end(), rest.begin(), rest.end());
            std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
                return a.first < b.first;
            });
        }
    }
    return all;
}

} // namespace ns3
