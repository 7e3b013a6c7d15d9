/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-managed-group.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

using Field = IncControlField;
using Kind = IncControlKind;

IncManagedGroup::IncManagedGroup(Host& host, const IncGroupName& name, Time deadline)
    : m_host(host),
      m_name(name),
      m_patience(deadline),
      m_deadline(Simulator::Schedule(deadline, &IncManagedGroup::DeadlinePassed, this))
{
}

IncManagedGroup::~IncManagedGroup()
{
    m_deadline.Cancel();
}

std::vector<IncGroupMember>
IncManagedGroup::GetMembers() const
{
    std::vector<IncGroupMember> members;
    for (const auto& member : m_members)
    {
        if (member)
        {
            members.push_back(*member);
        }
    }
    return members;
}

bool
IncManagedGroup::IsComplete() const
{
    return m_hasBeenReady || m_joined == m_members.size();
}

IncControlBody
IncManagedGroup::MakeName() const
{
    return {{Field::TENANT, m_name.first}, {Field::GROUP, m_name.second}};
}

void
IncManagedGroup::Enter(IncGroupState state, const std::string& reason)
{
    m_state = state;
    m_host.Changed(*this, reason);
}

bool
IncManagedGroup::IsOfThisAttempt(const IncControlBody& body) const
{
    return m_layout && body.Get(Field::TREE) == m_layout->GetTreeId() &&
           body.Get(Field::EPOCH) == m_layout->GetEpoch();
}

std::optional<std::size_t>
IncManagedGroup::FindSwitch(uint32_t peer) const
{
    if (!m_layout)
    {
        return std::nullopt;
    }
    const auto& switches = m_layout->GetSwitches();
    const auto found = std::find(switches.begin(), switches.end(), peer);
    return found == switches.end() ? std::nullopt
                                   : std::optional<std::size_t>(found - switches.begin());
}

bool
IncManagedGroup::HasMember(uint32_t address) const
{
    return std::any_of(m_members.begin(), m_members.end(), [address](const auto& member) {
        return member && member->address == address;
    });
}

void
IncManagedGroup::SendToClients(Kind kind, const IncControlBody& body)
{
    for (const auto& member : m_members)
    {
        if (member && m_gone.count(member->address) == 0)
        {
            m_host.Send(member->address, kind, body);
        }
    }
}

uint8_t
IncManagedGroup::GetSenders(uint32_t peer, const IncControlBody& body) const
{
    const uint64_t rank = body.Get(Field::RANK, UINT64_MAX);
    const bool isRank =
        rank < m_members.size() && m_members[rank] && m_members[rank]->address == peer;
    uint8_t senders = IncControlRule::ANY_NODE;
    senders |= m_host.IsHost(peer) ? IncControlRule::HOST : 0;
    senders |= isRank ? IncControlRule::OWN_RANK : 0;
    senders |= HasMember(peer) ? IncControlRule::MEMBER : 0;
    senders |= FindSwitch(peer) ? IncControlRule::TREE_SWITCH : 0;
    return senders;
}

std::optional<IncControlRefusal>
IncManagedGroup::Receive(uint32_t peer, Kind kind, const IncControlBody& body)
{
    if (kind != Kind::JOIN && kind != Kind::LEAVE && !IsOfThisAttempt(body))
    {
        return IncControlRefusal::STALE;
    }
    const auto refusal =
        IncControlRule::Check(kind, IncControlRule::MANAGER, GetSenders(peer, body), m_state);
    if (refusal)
    {
        return refusal;
    }
    switch (kind)
    {
    case Kind::JOIN:
        return Join(peer, body);
    case Kind::LEAVE:
        Leave(peer, body);
        break;
    case Kind::RESERVED:
        Reserved(peer, body);
        break;
    case Kind::REFUSED:
        Refused(peer, body.GetText(Field::REASON));
        break;
    case Kind::COMMITTED:
        Committed(peer);
        break;
    case Kind::FAILURE:
        Fence("rank " + std::to_string(body.Get(Field::RANK)) + ": " + body.GetText(Field::REASON));
        break;
    case Kind::FENCED:
        Fenced(peer, body);
        break;
    case Kind::RELEASED:
        Answered(peer);
        break;
    default:
        return IncControlRefusal::UNEXPECTED;
    }
    return std::nullopt;
}

std::optional<IncControlRefusal>
IncManagedGroup::Join(uint32_t peer, const IncControlBody& body)
{
    const auto rank = body.Get<uint32_t>(Field::RANK);
    const auto ranks = body.Get<uint32_t>(Field::RANKS);
    const auto profile = IncGroupProfile::Read(body);
    const auto refuse = [&](const std::string& reason) {
        IncControlBody answer = MakeName();
        answer.Add(Field::REASON, reason);
        answer.Add(Field::FAILS, 1);
        m_host.Send(peer, Kind::REJECT, answer);
        return IncControlRefusal::REJECTED;
    };
    const auto qpn = body.Get<uint32_t>(Field::QPN);
    if (HasRank(rank) && m_members[rank]->address == peer && m_members[rank]->qpn == qpn)
    {
        // a client repeats its JOIN if the first JOIN may be lost
        return std::nullopt;
    }
    if (m_hasBeenReady || (m_state != IncGroupState::IDLE && m_state != IncGroupState::REGISTERED))
    {
        return refuse("the group has all its ranks, or is being dismantled");
    }
    if (!profile || ranks == 0 || ranks > UINT16_MAX || rank >= ranks)
    {
        return refuse("rank " + std::to_string(rank) + " of " + std::to_string(ranks) +
                      " cannot be served; accepted: 1 to 65535 ranks, each with what it needs");
    }
    if (m_state == IncGroupState::IDLE)
    {
        m_members.resize(ranks);
        m_profile = *profile;
        m_firstMessageId = m_profile.firstMessageId;
        Enter(IncGroupState::REGISTERED);
    }
    IncControlBody wanted;
    IncControlBody known;
    profile->Write(wanted);
    m_profile.Write(known);
    const bool isOther = ranks != m_members.size() || wanted.GetBytes() != known.GetBytes();
    if (isOther || m_members[rank])
    {
        // The manager cannot know which rank is right. The group would wait for ever, so it fails.
        const std::string reason =
            "rank " + std::to_string(rank) +
            (isOther ? " wants another group than those before it" : " has joined twice");
        m_fails = true;
        refuse(reason);
        GiveUp(reason);
        return IncControlRefusal::REJECTED;
    }
    m_members[rank] = {peer,
                       qpn,
                       body.Get<uint32_t>(Field::RESULT_QPN),
                       body.Get<uint32_t>(Field::RKEY),
                       rank};
    if (++m_joined == m_members.size())
    {
        Establish();
    }
    return std::nullopt;
}

void
IncManagedGroup::Establish()
{
    std::string reason;
    m_layout = m_host.Plan(*this, reason);
    if (!m_layout)
    {
        if (!reason.empty())
        {
            GiveUp(reason);
        }
        return;
    }
    Enter(IncGroupState::RESERVING);
    const auto& switches = m_layout->GetSwitches();
    m_awaited = {switches.begin(), switches.end()};
    for (std::size_t i = 0; i < switches.size(); ++i)
    {
        m_host.Send(switches[i], Kind::RESERVE, m_layout->MakeReserve(i));
    }
}

void
IncManagedGroup::Retry()
{
    if (m_state == IncGroupState::REGISTERED && IsComplete())
    {
        Establish();
    }
}

void
IncManagedGroup::Reserved(uint32_t peer, const IncControlBody& body)
{
    const auto place = static_cast<uint32_t>(*FindSwitch(peer));
    if (place < m_layout->GetVatNodes() &&
        !m_layout->SetReserved(place, IncVatNodeEnds::Read(body)))
    {
        Refused(peer, "has put something else aside than it was asked for");
        return;
    }
    m_awaited.erase(peer);
    if (!m_awaited.empty())
    {
        return;
    }
    Enter(IncGroupState::COMMITTING);
    const auto& switches = m_layout->GetSwitches();
    m_awaited = {switches.begin(), switches.end()};
    for (std::size_t i = 0; i < switches.size(); ++i)
    {
        m_host.Send(switches[i], Kind::COMMIT, m_layout->MakeCommit(i));
    }
    if (m_layout->ClientsConnect())
    {
        const std::vector<IncGroupMember> members = GetMembers();
        for (uint32_t worker = 0; worker < members.size(); ++worker)
        {
            IncControlBody connect = m_layout->MakeConnect(worker);
            connect.Add(Field::TENANT, m_name.first);
            connect.Add(Field::GROUP, m_name.second);
            m_host.Send(members[worker].address, Kind::CONNECT, connect);
        }
    }
}

void
IncManagedGroup::Committed(uint32_t peer)
{
    m_awaited.erase(peer);
    if (!m_awaited.empty())
    {
        return;
    }
    m_deadline.Cancel();
    const std::vector<IncReplayRun> results = AgreeOnResults();
    m_reports.clear();
    m_attempts = 0;
    m_refusing.clear();
    m_cause.clear();
    m_rebuilt += m_hasBeenReady;
    m_hasBeenReady = true;
    Enter(IncGroupState::READY);
    const std::vector<IncGroupMember> members = GetMembers();
    for (uint32_t worker = 0; worker < members.size(); ++worker)
    {
        IncControlBody body = m_layout->MakeReady(worker);
        body.Add(Field::TENANT, m_name.first);
        body.Add(Field::GROUP, m_name.second);
        body.Add(Field::GOES_ON, m_host.Rebuilds());
        body.Add(Field::NEXT_MESSAGE, m_next);
        body.Add(Field::RESULTS, IncWriteReplayRuns(results));
        m_host.Send(members[worker].address, Kind::READY, body);
    }
}

void
IncManagedGroup::Reject(const std::string& reason)
{
    if (m_hasBeenReady)
    {
        TryAgain(reason);
    }
    else
    {
        GiveUp(reason);
    }
}

void
IncManagedGroup::GiveUp(const std::string& reason)
{
    IncControlBody body = MakeName();
    m_cause = m_cause.empty() ? reason : m_cause + ", and then " + reason;
    body.Add(Field::REASON, m_cause);
    if (CanRunOverHosts())
    {
        AddAgreement(body);
    }
    else
    {
        m_fails = m_fails || m_host.FailsRefused();
        body.Add(Field::FAILS, HasFailed());
    }
    SendToClients(Kind::REJECT, body);
    m_deadline.Cancel();
    m_host.Changed(*this, reason);
    Release();
}

void
IncManagedGroup::Leave(uint32_t peer, const IncControlBody& body)
{
    m_gone.insert(peer);
    const std::string reason =
        "rank " + std::to_string(body.Get(Field::RANK)) + " has left the group";
    if (m_state == IncGroupState::READY)
    {
        Fence(reason);
    }
    else if (m_state == IncGroupState::FENCING)
    {
        Answered(peer);
    }
    else
    {
        Reject(reason);
    }
}

void
IncManagedGroup::NodeLost(uint32_t peer, const std::string& reason)
{
    const bool concerns = HasMember(peer) || FindSwitch(peer).has_value();
    if (!concerns || !m_gone.insert(peer).second)
    {
        return;
    }
    switch (m_state)
    {
    case IncGroupState::IDLE:
        break;
    case IncGroupState::REGISTERED:
    case IncGroupState::RESERVING:
    case IncGroupState::COMMITTING:
        HasMember(peer) ? Reject(reason) : TryAnother(reason);
        break;
    case IncGroupState::READY:
        Fence(reason);
        break;
    case IncGroupState::FENCING:
    case IncGroupState::RELEASING:
        Answered(peer);
        break;
    }
}

bool
IncManagedGroup::LinkLost(uint32_t address, uint32_t port, const std::string& reason)
{
    if (!m_layout)
    {
        return false;
    }
    const auto ends = m_layout->GetLinkEnds();
    const bool concerns =
        std::find(ends.begin(), ends.end(), std::make_pair(address, port)) != ends.end();
    if (concerns && m_state == IncGroupState::READY)
    {
        Fence(reason);
    }
    else if (concerns && m_state < IncGroupState::READY)
    {
        TryAnother(reason);
    }
    return concerns;
}

void
IncManagedGroup::Dismantle(const std::string& reason)
{
    if (m_state == IncGroupState::READY)
    {
        Fence(reason, false);
    }
    else if (m_state < IncGroupState::READY)
    {
        m_goesOn = false;
        GiveUp(reason);
    }
    else if (m_state == IncGroupState::FENCING)
    {
        m_goesOn = false;
    }
}

void
IncManagedGroup::DeadlinePassed()
{
    if (m_state < IncGroupState::READY)
    {
        GiveUp(m_joined < m_members.size()
                   ? std::to_string(m_members.size() - m_joined) + " ranks have not joined in time"
                   : "the network or its switches were not ready in time");
    }
}

void
IncManagedGroup::Fence(const std::string& reason, bool goesOn)
{
    m_goesOn = goesOn && m_host.Rebuilds();
    m_clientsWait = m_goesOn;
    m_cause = reason;
    Enter(IncGroupState::FENCING, reason);
    IncControlBody body = MakeTreeName();
    body.Add(Field::REASON, reason);
    body.Add(Field::GOES_ON, m_goesOn);
    m_awaited.clear();
    for (const auto& member : m_members)
    {
        if (member && m_gone.count(member->address) == 0)
        {
            m_awaited.insert(member->address);
        }
    }
    SendToClients(Kind::FENCE, body);
    if (m_awaited.empty())
    {
        Release();
    }
}

void
IncManagedGroup::Fenced(uint32_t peer, const IncControlBody& body)
{
    for (auto& member : m_members)
    {
        if (m_goesOn && member && member->address == peer && body.Find(Field::QPN))
        {
            member->qpn = body.Get<uint32_t>(Field::QPN);
            member->resultQpn = body.Get<uint32_t>(Field::RESULT_QPN);
            Report& report = m_reports[peer];
            report.next = body.Get(Field::NEXT_MESSAGE);
            report.end = body.Get(Field::END_MESSAGE);
            report.results = IncReadReplayRuns(body.GetText(Field::RESULTS));
            report.needsAll = body.Get<bool>(Field::NEEDS_ALL);
            report.hasHosts = body.Get<bool>(Field::OVER_HOSTS);
        }
    }
    Answered(peer);
}

void
IncManagedGroup::Answered(uint32_t peer)
{
    m_awaited.erase(peer);
    if (!m_awaited.empty())
    {
        return;
    }
    if (m_state == IncGroupState::FENCING)
    {
        Recover();
    }
    else
    {
        m_host.GiveBack(*this);
        Enter(IncGroupState::IDLE);
        m_host.Over(*this);
    }
}

IncControlBody
IncManagedGroup::MakeTreeName() const
{
    return {{Field::TENANT, m_name.first},
            {Field::GROUP, m_name.second},
            {Field::TREE, m_layout->GetTreeId()},
            {Field::EPOCH, m_layout->GetEpoch()}};
}

void
IncManagedGroup::ReleaseSwitches()
{
    m_awaited.clear();
    if (!m_layout)
    {
        return;
    }
    const IncControlBody body = MakeTreeName();
    for (const uint32_t address : m_layout->GetSwitches())
    {
        if (m_gone.count(address) == 0)
        {
            m_awaited.insert(address);
            m_host.Send(address, Kind::RELEASE, body);
        }
    }
}

void
IncManagedGroup::Release()
{
    Enter(IncGroupState::RELEASING);
    ReleaseSwitches();
    if (m_awaited.empty())
    {
        Answered(0);
    }
}

} // namespace ns3
