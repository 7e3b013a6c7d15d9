/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-client-agent.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IncClientAgent");
NS_OBJECT_ENSURE_REGISTERED(IncClientAgent);

using Field = IncControlField;
using Kind = IncControlKind;

namespace
{

/// Return the BFR-ids of all ranks; 0: the rank is gone. The message leaves out zeros at the end.
std::shared_ptr<const std::vector<uint32_t>>
ReadBits(const IncControlBody& body, uint32_t ranks)
{
    std::vector<uint32_t> bits = IncReadRankBits(body.GetText(Field::RANK_BITS));
    bits.resize(ranks);
    return std::make_shared<const std::vector<uint32_t>>(std::move(bits));
}

std::set<uint32_t>
AbsentOf(const std::vector<uint32_t>& bits)
{
    std::set<uint32_t> absent;
    for (uint32_t rank = 0; rank < bits.size(); ++rank)
    {
        if (bits[rank] == 0)
        {
            absent.insert(rank);
        }
    }
    return absent;
}

} // namespace

TypeId
IncClientAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncClientAgent")
            .SetParent<IncControlAgent>()
            .SetGroupName("Inc")
            .AddConstructor<IncClientAgent>()
            .AddAttribute("SetupDeadline",
                          "Time from a JOIN after which the client gives up, unless the manager "
                          "has decided",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&IncClientAgent::m_deadline),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("LogLength",
                          "Entries of the log that are kept at least, the latest; 0: all",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&IncClientAgent::m_logLength),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
IncClientAgent::DoDispose()
{
    for (auto& [group, member] : m_members)
    {
        member.deadline.Cancel();
    }
    m_members.clear();
    for (auto& [number, query] : m_queries)
    {
        query.deadline.Cancel();
    }
    m_queries.clear();
    m_subDomain = nullptr;
    m_lastHop = nullptr;
    IncControlAgent::DoDispose();
}

void
IncClientAgent::SetBier(std::shared_ptr<const IncBierSubDomain> subDomain, Ptr<IncLastHop> lastHop)
{
    m_subDomain = std::move(subDomain);
    m_lastHop = lastHop;
}

void
IncClientAgent::SetHandlers()
{
    Listen(Kind::CONNECT, &IncClientAgent::Connect);
    Listen(Kind::READY, &IncClientAgent::Ready);
    Listen(Kind::REJECT, &IncClientAgent::Rejected);
    Listen(Kind::FENCE, &IncClientAgent::Fenced);
    Listen(Kind::QUERY, &IncClientAgent::Asked);
    Listen(Kind::ANSWER, &IncClientAgent::Answered);
    GetEndpoint()->AddLossHandler([this](uint32_t peer, IncControlChannel::Loss) {
        if (peer == GetManager())
        {
            NobodyAnswers();
        }
    });
}

IncGroupState
IncClientAgent::GetState(const IncControlBody& body) const
{
    const auto found = m_members.find(body.Get<uint32_t>(Field::GROUP));
    if (found == m_members.end())
    {
        return IncGroupState::IDLE;
    }
    return found->second.GetState();
}

IncGroupState
IncClientAgent::Member::GetState() const
{
    if (isReady)
    {
        return waits ? IncGroupState::FENCING : IncGroupState::READY;
    }
    return connects ? IncGroupState::COMMITTING : IncGroupState::REGISTERED;
}

void
IncClientAgent::ManagerIsBack()
{
    for (const auto& [group, member] : m_members)
    {
        if (!member.isReady)
        {
            SendJoin(member.request, true);
        }
    }
}

void
IncClientAgent::Forget()
{
    // Call no status handlers, because a dead node notifies no one.
    for (auto& [group, member] : m_members)
    {
        member.deadline.Cancel();
        member.request.client->SetFailureHandler(nullptr);
        Disconnect(member);
    }
    m_members.clear();
    for (auto& [number, query] : m_queries)
    {
        query.deadline.Cancel();
    }
    m_queries.clear();
}

void
IncClientAgent::Describe(IncControlBody& body) const
{
    body.Add(Field::BFR_ID, m_subDomain->GetBfrId(GetEndpoint()->GetAddress()));
    AddGroups(body);
}

void
IncClientAgent::AddGroups(IncControlBody& body) const
{
    for (const auto& [group, member] : m_members)
    {
        if (member.waits)
        {
            continue; // the tree of this membership no longer exists
        }
        IncControlBody membership = Name(group);
        if (member.isReady)
        {
            membership.Add(Field::TREE, member.treeId);
            membership.Add(Field::EPOCH, member.epoch);
            membership.Add(Field::PROOF, member.proof);
        }
        else if (Simulator::Now() - member.since < m_deadline / 2)
        {
            continue; // too early: the manager may not have received the JOIN yet
        }
        body.Add(Field::MEMBERSHIP, membership);
    }
}

IncControlBody
IncClientAgent::Name(uint32_t group) const
{
    const Request& request = m_members.at(group).request;
    return {{Field::GROUP, group},
            {Field::TENANT, request.profile.tenant},
            {Field::RANK, request.rank}};
}

void
IncClientAgent::Join(const Request& request)
{
    NS_ABORT_MSG_IF(IsMember(request.group),
                    "IncClientAgent::Join: already a rank of group " << request.group);
    NS_ABORT_MSG_UNLESS(request.client, "IncClientAgent::Join: no client");
    NS_ABORT_MSG_IF(request.profile.lastHopIsHost && !m_lastHop,
                    "IncClientAgent::Join: IncManagerHelper::SetLastHopIsHost() was not called");
    Member& member = m_members[request.group];
    member.request = request;
    member.since = Simulator::Now();
    member.deadline =
        Simulator::Schedule(m_deadline, &IncClientAgent::DeadlinePassed, this, request.group);
    Log("JOIN",
        request.group,
        "rank " + std::to_string(request.rank) + " of " + std::to_string(request.ranks));
    SendJoin(request, false);
}

void
IncClientAgent::Log(const std::string& event, uint32_t group, const std::string& text)
{
    NS_LOG_INFO("group " << group << ": " << event << (text.empty() ? "" : ": ") << text);
    m_log.push_back({Simulator::Now(), event, "group " + std::to_string(group), text});
    IncTrimManagerLog(m_log, m_logLength);
}

void
IncClientAgent::SendJoin(const Request& request, bool again)
{
    IncControlBody body{{Field::GROUP, request.group},
                        {Field::RANK, request.rank},
                        {Field::RANKS, request.ranks},
                        {Field::QPN, request.client->GetQpn()},
                        {Field::RESULT_QPN, request.client->GetResultQpn()},
                        {Field::RKEY, request.client->GetKey()}};
    request.profile.Write(body);
    if (again)
    {
        body.Add(Field::STEP, 1);
    }
    SendToManager(Kind::JOIN, body);
}

std::string
IncClientAgent::Leave(uint32_t group)
{
    if (!IsMember(group))
    {
        return "no rank of group " + std::to_string(group);
    }
    SendToManager(Kind::LEAVE, Name(group));
    End(group, IncMembership::LEFT, "");
    return "";
}

void
IncClientAgent::DeadlinePassed(uint32_t group)
{
    // The manager must undo all that it has done for this client.
    SendToManager(Kind::LEAVE, Name(group));
    std::ostringstream reason;
    reason << "the manager at " << Ipv4Address(GetManager()) << " has not decided within "
           << m_deadline.As(Time::S) << " (IncClientAgent::SetupDeadline)";
    End(group, IncMembership::FAILED, reason.str());
}

void
IncClientAgent::End(uint32_t group, IncMembership status, const std::string& reason)
{
    constexpr const char* NAMES[] = {"JOINING", "READY", "HOST", "FAILED", "LEFT"};
    Log(NAMES[static_cast<std::size_t>(status)], group, reason);
    Member member = std::move(m_members.at(group));
    m_members.erase(group);
    member.deadline.Cancel();
    Disconnect(member);
    member.request.client->SetFailureHandler(nullptr);
    if (member.isReady && status != IncMembership::HOST)
    {
        const std::string left =
            "rank " + std::to_string(member.request.rank) + " has left the group";
        member.request.client->Abort(reason.empty() ? left : reason);
    }
    if (member.request.status)
    {
        member.request.status(status, reason);
    }
}

void
IncClientAgent::Connect(const IncControlBody& body)
{
    Member& member = m_members.at(body.Get<uint32_t>(Field::GROUP));
    const IncClient& client = *member.request.client;
    const auto setup = body.Get<IncQueuePairSetup>(Field::QP_SETUP);
    Disconnect(member); // remove queue pairs that an earlier attempt has left
    IncQueuePairExchange::Link link{body.Get<uint16_t>(Field::TREE),
                                    body.Get<uint16_t>(Field::EPOCH),
                                    false,
                                    member.request.rank,
                                    body.Get<uint32_t>(Field::ADDRESS)};
    member.connects = link.treeId;
    const uint32_t firstPsn = member.request.profile.firstPsn;
    const IncAggregationTransport transport = member.request.profile.transport;
    GetExchange().Open(link, {client.GetQpn(), client.GetKey(), firstPsn, transport}, setup);
    if (const auto root = body.Find(Field::RESULT_SOURCE))
    {
        link.isResult = true;
        link.peer = static_cast<uint32_t>(*root);
        GetExchange().Open(link,
                           {client.GetResultQpn(), client.GetKey(), firstPsn, transport},
                           setup);
    }
}

void
IncClientAgent::Disconnect(Member& member)
{
    member.ready.reset();
    if (m_lastHop && member.isReady && !member.waits)
    {
        m_lastHop->Remove(member.treeId);
    }
    if (member.connects)
    {
        GetExchange().Forget(*member.connects);
        member.connects.reset();
    }
}

void
IncClientAgent::Connected(const IncQueuePairExchange::Link& link, const IncQueuePairEnd&)
{
    for (auto& [group, member] : m_members)
    {
        if (member.ready && member.connects == link.treeId)
        {
            Ready(IncControlBody(*member.ready));
            return;
        }
    }
}

void
IncClientAgent::ReadOtherEnds(const IncControlBody& body, IncClientConfig& config) const
{
    IncQueuePairExchange::Link link{config.treeId,
                                    config.epoch,
                                    false,
                                    config.rank,
                                    config.remote.Get()};
    const IncQueuePairEnd end = GetExchange().Find(link).value_or(IncQueuePairEnd::Read(body));
    config.remoteQpn = end.qpn;
    config.remoteKey = end.key;
    link.isResult = true;
    link.peer = config.resultSource.Get();
    std::optional<IncQueuePairEnd> result = GetExchange().Find(link);
    for (const IncControlBody& target : body.GetGroups(Field::TARGET))
    {
        result = result.value_or(IncQueuePairEnd::Read(target));
    }
    if (result)
    {
        config.results.remoteQpn = result->qpn;
        config.results.firstPsn = result->firstPsn;
    }
    for (const IncControlBody& root : body.GetGroups(Field::ROOT_QP))
    {
        config.remote = Ipv4Address(root.Get<uint32_t>(Field::ADDRESS));
        config.remoteQpn = root.Get<uint32_t>(Field::QPN);
    }
}

void
IncClientAgent::Ready(const IncControlBody& body)
{
    const auto group = body.Get<uint32_t>(Field::GROUP);
    Member& member = m_members.at(group);
    if (member.connects && !GetExchange().KnowsAll(*member.connects))
    {
        // The switch knows both ends. Its last message was lost and will be repeated: wait for it.
        member.ready = body;
        return;
    }
    member.ready.reset();
    Begin(group, body);
}

void
IncClientAgent::Begin(uint32_t group, const IncControlBody& body)
{
    Member& member = m_members.at(group);
    const bool resumes = member.waits;
    member.waits = false;
    member.isReady = true;
    member.deadline.Cancel();
    member.treeId = body.Get<uint16_t>(Field::TREE);
    member.epoch = body.Get<uint16_t>(Field::EPOCH);
    member.identity = body.Get<uint32_t>(Field::IDENTITY);
    member.slots = body.Get<uint32_t>(Field::SLOTS);
    member.rootName = body.GetText(Field::ROOT);
    member.proof = body.GetText(Field::PROOF);
    Log("READY",
        group,
        "tree " + std::to_string(member.treeId) + ", epoch " + std::to_string(member.epoch) +
            ", switch " + std::to_string(member.identity) + ", root " + member.rootName);
    IncClientConfig config;
    config.treeId = member.treeId;
    config.epoch = member.epoch;
    config.rank = static_cast<uint16_t>(member.request.rank);
    config.slots = member.slots;
    IncSetClientParameters(config,
                           member.request.profile,
                           *m_subDomain,
                           body.Get<uint32_t>(Field::BFR_ID));
    config.remote = Ipv4Address(body.Get<uint32_t>(Field::ADDRESS));
    config.pendingSource = config.remote;
    config.resultSource = Ipv4Address(body.Get<uint32_t>(Field::RESULT_SOURCE));
    config.recovers = body.Get<bool>(Field::GOES_ON);
    config.seal = IncFrameSeal::Make(body.GetText(Field::FRAME_KEY));
    config.bits = ReadBits(body, member.request.ranks);
    ReadOtherEnds(body, config);
    for (const auto& receiver : IncReadReceivers(body, Field::RECEIVER))
    {
        m_lastHop->Install(IncReadOrigin(body, config.seal), receiver);
    }
    member.request.client->SetFailureHandler(
        [this, group](const std::string& reason) { Failed(group, reason); });
    if (resumes)
    {
        if (member.request.rebuilt)
        {
            member.request.rebuilt(AbsentOf(*config.bits));
        }
        member.request.client->Resume(config,
                                      body.Get(Field::NEXT_MESSAGE),
                                      IncReadReplayRuns(body.GetText(Field::RESULTS)));
        return;
    }
    member.request.client->Join(config);
    if (member.request.status)
    {
        member.request.status(IncMembership::READY, "");
    }
}

void
IncClientAgent::Failed(uint32_t group, const std::string& reason)
{
    // The client had N timeouts, or its queue pair broke (draft-liu-nfsv4-rocev2, section 7 (4)).
    // The manager then ends the group for all. If the agent has ended it already, report nothing.
    if (IsMember(group))
    {
        Log("FAILURE", group, reason);
        IncControlBody body = Name(group);
        body.Add(Field::TREE, m_members.at(group).treeId);
        body.Add(Field::EPOCH, m_members.at(group).epoch);
        body.Add(Field::REASON, reason);
        SendToManager(Kind::FAILURE, body);
        Wait(group);
    }
}

void
IncClientAgent::Wait(uint32_t group)
{
    Member& member = m_members.at(group);
    if (member.deadline.IsExpired())
    {
        member.deadline =
            Simulator::Schedule(m_deadline, &IncClientAgent::DeadlinePassed, this, group);
    }
}

void
IncClientAgent::Suspend(uint32_t group, IncControlBody& answer)
{
    Member& member = m_members.at(group);
    IncClient& client = *member.request.client;
    member.waits = true;
    if (m_lastHop)
    {
        m_lastHop->Remove(member.treeId);
    }
    client.Suspend();
    Wait(group);
    answer.Add(Field::QPN, client.GetQpn());
    answer.Add(Field::RESULT_QPN, client.GetResultQpn());
    answer.Add(Field::NEXT_MESSAGE, client.GetReplayLog().GetFront());
    answer.Add(Field::END_MESSAGE, client.GetReplayLog().GetEnd());
    answer.Add(Field::RESULTS,
               IncWriteReplayRuns(client.GetReplayLog().GetResults(member.request.rank)));
    answer.Add(Field::NEEDS_ALL, client.NeedsAllRanks());
    answer.Add(Field::OVER_HOSTS, member.request.overHosts != nullptr);
}

void
IncClientAgent::Rejected(const IncControlBody& body)
{
    const auto group = body.Get<uint32_t>(Field::GROUP);
    const Member& member = m_members.at(group);
    const Request request = member.request;
    const bool goesOn = body.Get<bool>(Field::OVER_HOSTS) && member.waits && request.overHosts;
    const bool fails = body.Get<bool>(Field::FAILS) || (member.isReady && !goesOn);
    End(group, fails ? IncMembership::FAILED : IncMembership::HOST, body.GetText(Field::REASON));
    if (goesOn)
    {
        const std::set<uint32_t> absent = AbsentOf(*ReadBits(body, request.ranks));
        request.client->RunOverHosts(absent,
                                     body.Get(Field::NEXT_MESSAGE),
                                     body.Get(Field::END_MESSAGE),
                                     IncReadReplayRuns(body.GetText(Field::RESULTS)),
                                     request.overHosts(absent));
    }
}

void
IncClientAgent::Fenced(const IncControlBody& body)
{
    // The manager waits for an answer, even if the client has left in the meantime.
    const auto group = body.Get<uint32_t>(Field::GROUP);
    IncControlBody answer{{Field::GROUP, group},
                          {Field::TENANT, body.Get(Field::TENANT)},
                          {Field::TREE, body.Get(Field::TREE)},
                          {Field::EPOCH, body.Get(Field::EPOCH)}};
    const auto early = m_members.find(group);
    if (early != m_members.end() && early->second.ready)
    {
        // Process the READY that waits for the other ends of queue pairs, so that the client
        // answers as a member.
        Begin(group, *std::exchange(early->second.ready, std::nullopt));
    }
    const auto found = m_members.find(group);
    const bool concerns = found != m_members.end() && found->second.isReady &&
                          found->second.epoch == body.Get(Field::EPOCH);
    const bool goesOn = concerns && body.Get<bool>(Field::GOES_ON);
    if (goesOn)
    {
        Log("FENCE", group, body.GetText(Field::REASON));
        Suspend(group, answer);
    }
    SendToManager(Kind::FENCED, answer);
    if (concerns && !goesOn)
    {
        End(group, IncMembership::FAILED, body.GetText(Field::REASON));
    }
}

} // namespace ns3
