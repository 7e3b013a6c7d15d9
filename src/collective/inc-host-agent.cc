/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-agent.h"

#include "inc-collective-shape.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ns3
{

IncHostPeer::IncHostPeer(Listener& listener,
                         Ptr<IncRdmaNic> nic,
                         uint32_t rank,
                         const IncHostSlices& slices)
    : m_listener(listener),
      m_rank(rank),
      m_sliceBytes(slices.bytes),
      m_slots(slices.scratch),
      m_posted(slices.posted),
      // Nothing is written here for virtual data, so that the memory takes no physical pages.
      m_scratch(new uint8_t[uint64_t{m_sliceBytes} * m_slots]),
      m_queuePair(nic->CreateRcQueuePair()),
      m_scratchKey(nic->RegisterMemory(m_scratch.get(), uint64_t{m_sliceBytes} * m_slots))
{
    // The receiver acknowledges at least four times per window, before the sender must stop.
    const uint32_t gathered = std::min(slices.gathered, m_queuePair->window / 4 / m_sliceBytes);
    if (gathered > 1 && m_queuePair->ackDelay.IsStrictlyNegative())
    {
        const double bits = 8.0 * gathered * m_sliceBytes;
        m_queuePair->ackInterval = gathered;
        m_queuePair->ackDelay = Seconds(bits / nic->GetSlowestRate());
    }
}

IncHostPeer::~IncHostPeer()
{
    m_queuePair->Destroy();
}

IncHostPeer::Endpoint
IncHostPeer::GetEndpoint() const
{
    return {Ipv4Address(m_queuePair->GetConnection().localAddress),
            m_queuePair->GetQpn(),
            m_scratchKey};
}

void
IncHostPeer::Connect(const Endpoint& other)
{
    m_remoteKey = other.rkey;
    m_queuePair->SetSendCompletionCallback(MakeCallback(&IncHostPeer::Sent, this));
    m_queuePair->SetReceiveCompletionCallback(MakeCallback(&IncHostPeer::Received, this));
    m_queuePair->Connect(other.address, other.qpn);
    for (uint32_t i = 0; i < IncBaselineMessage::POSTED_RECEIVES; ++i)
    {
        m_queuePair->PostReceive({});
    }
}

void
IncHostPeer::Place(IncFlowSpread& spread, uint32_t phase, std::optional<uint32_t> rail)
{
    if (!m_isPlaced)
    {
        m_isPlaced = true;
        spread.Place(*m_queuePair, phase, rail);
    }
}

void
IncHostPeer::Post(IncBaselineMessage::Kind kind, uint64_t number, IncWorkRequest request)
{
    request.id = static_cast<uint64_t>(kind);
    request.withImmediate = true;
    request.immediate =
        IncBaselineMessage{kind, static_cast<uint32_t>(number & IncBaselineMessage::NUMBER_MASK)}
            .Encode();
    m_queuePair->PostWrite(request);
}

void
IncHostPeer::Send(const uint8_t* data, uint32_t bytes)
{
    const uint64_t offset = m_sent % m_slots * m_sliceBytes;
    IncWorkRequest request;
    if (data && bytes > 0)
    {
        if (!m_staging)
        {
            m_staging.reset(new uint8_t[uint64_t{m_sliceBytes} * m_slots]);
        }
        std::memcpy(&m_staging[offset], data, bytes);
        request.data = &m_staging[offset];
    }
    request.length = bytes;
    request.remoteAddress = offset;
    request.rkey = m_remoteKey;
    Post(IncBaselineMessage::Kind::DATA, m_sent++, request);
}

void
IncHostPeer::Take()
{
    ++m_taken;
    if (m_taken - m_reported >= std::max(1U, m_slots / 8))
    {
        m_reported = m_taken;
        Post(IncBaselineMessage::Kind::CREDIT, m_taken, {});
    }
}

void
IncHostPeer::Abort()
{
    if (!m_queuePair->IsInError())
    {
        Post(IncBaselineMessage::Kind::ABORT, 0, {});
    }
}

void
IncHostPeer::Sent(const IncCompletion& completion)
{
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        m_listener.PeerFailed("sending to rank " + std::to_string(m_rank) + " failed: " +
                              std::string(IncCompletionStatusName(completion.status)));
        return;
    }
    if (completion.id == static_cast<uint64_t>(IncBaselineMessage::Kind::DATA) &&
        m_sent - m_acknowledged++ == m_posted)
    {
        m_listener.PeerProgressed();
    }
}

void
IncHostPeer::Received(const IncCompletion& completion)
{
    if (completion.status != IncCompletionStatus::SUCCESS)
    {
        return; // the receive was flushed; a send's completion reports the error
    }
    m_queuePair->PostReceive({});
    const auto message = IncBaselineMessage::Decode(completion.immediate);
    switch (message.kind)
    {
    case IncBaselineMessage::Kind::DATA:
        ++m_arrived;
        break;
    case IncBaselineMessage::Kind::CREDIT:
        // Numbers count modulo 2^30; far fewer slices were taken since the last CREDIT.
        m_credited += (message.number - m_credited) & IncBaselineMessage::NUMBER_MASK;
        break;
    case IncBaselineMessage::Kind::ABORT:
        m_listener.PeerFailed("rank " + std::to_string(m_rank) + " has failed");
        return;
    }
    m_listener.PeerProgressed();
}

namespace
{

/// Number of acknowledgements for a window of posted slices on a channel FINE.
constexpr uint32_t ACKNOWLEDGEMENTS = 6;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(IncHostAgent);

IncHostAgent::IncHostAgent()
    : m_hostWork(*this)
{
}

TypeId
IncHostAgent::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncHostAgent")
                            .SetParent<IncRankAgent>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncHostAgent>()
                            .AddAttribute("ReductionRate",
                                          "Rate at which a host reduces or copies arrived "
                                          "slices, one after the other, bit/s of payload; 0: "
                                          "without any time",
                                          DataRateValue(DataRate(0)),
                                          MakeDataRateAccessor(&IncHostAgent::m_reductionRate),
                                          MakeDataRateChecker());
    return tid;
}

void
IncHostAgent::Setup(Ptr<Node> host, uint32_t rank, uint32_t ranks, const IncHostSlices& slices)
{
    SetIdentity(host, rank);
    m_nic = host->GetObject<IncRdmaNic>();
    NS_ABORT_MSG_UNLESS(m_nic, "IncHostAgent: node " << host->GetId() << " has no IncRdmaNic");
    m_ranks = ranks;
    m_slices = slices;
    SetInFlight(uint64_t{slices.bytes} * slices.scratch * ranks);
}

bool
IncHostAgent::IsConnectedTo(uint32_t rank, uint32_t channel) const
{
    return m_peers.count({rank, channel}) > 0;
}

void
IncHostAgent::Connect(IncHostAgent& a, IncHostAgent& b, uint32_t channel)
{
    const auto makePeer = [channel](IncHostAgent& agent, uint32_t rank) -> IncHostPeer& {
        IncHostPeer::Listener& listener = agent;
        IncHostSlices slices = agent.m_slices;
        if (channel & IncHostProgram::FINE)
        {
            slices.bytes = std::max(8U, slices.bytes / 4);
            const uint32_t parts = agent.m_slices.bytes / slices.bytes;
            slices.scratch *= parts;
            slices.posted *= parts;
            // The first rank of a chain sends no acknowledgements and is thus faster than the
            // others. Its surplus slices queue before the second rank; rare acknowledgements keep
            // this queue short.
            slices.gathered = slices.posted / ACKNOWLEDGEMENTS;
        }
        auto& peer = agent.m_peers[{rank, channel}];
        peer = std::make_unique<IncHostPeer>(listener, agent.m_nic, rank, slices);
        return *peer;
    };
    IncHostPeer& toB = makePeer(a, b.GetRank());
    IncHostPeer& toA = makePeer(b, a.GetRank());
    toB.Connect(toA.GetEndpoint());
    toA.Connect(toB.GetEndpoint());
}

void
IncHostAgent::Place(const IncHostProgram& program,
                    IncFlowSpread& spread,
                    std::optional<uint32_t> rail)
{
    uint32_t phase = 0;
    const IncHostStep* last = nullptr;
    for (const IncHostStep& step : program.GetSteps())
    {
        if (step.kind == IncHostStep::Kind::SEND)
        {
            // Sends that wait for whole steps run one after another, all others at the same time.
            phase += last && step.afterWhole && step.peer != last->peer;
            m_peers.at({step.peer, step.channel})->Place(spread, step.afterWhole ? phase : 0, rail);
            last = &step;
        }
    }
}

void
IncHostAgent::Enqueue(const IncCollectiveRequest& request,
                      IncHostProgram program,
                      const IncCollectiveAlgorithm::CompletionCallback& done)
{
    m_programs.push_back(std::move(program));
    IncRankAgent::Enqueue(request, done);
}

void
IncHostAgent::Abort(const std::string& why)
{
    Fail(why);
}

void
IncHostAgent::DoDispose()
{
    m_hostWork.Cancel();
    m_sends.clear();
    m_receives.clear();
    m_steps.clear();
    m_peers.clear();
    m_nic = nullptr;
    IncRankAgent::DoDispose();
}

void
IncHostAgent::TellPeersOfFailure()
{
    for (const auto& [key, peer] : m_peers)
    {
        peer->Abort();
    }
}

void
IncHostAgent::Begin()
{
    m_steps.clear();
    m_receives.clear();
    m_sends.clear();
    const auto& steps = m_programs.front().GetSteps();
    for (uint32_t i = 0; i < steps.size(); ++i)
    {
        IncHostPeer* peer = m_peers.at({steps[i].peer, steps[i].channel}).get();
        m_steps.push_back({&steps[i], peer, steps[i].first, false});
        if (steps[i].kind == IncHostStep::Kind::SEND)
        {
            m_sends.push_back(i);
            continue;
        }
        const auto isPeers = [peer](const auto& receives) { return receives.first == peer; };
        auto found = std::find_if(m_receives.begin(), m_receives.end(), isPeers);
        if (found == m_receives.end())
        {
            found = m_receives.emplace(found, peer, std::deque<uint32_t>());
        }
        found->second.push_back(i);
    }
    LoadOperands();
    Run();
}

void
IncHostAgent::LoadOperands()
{
    const IncRankTask& task = GetTask();
    m_work.clear();
    if (task.isVirtual)
    {
        return;
    }
    const bool isRoot = GetRank() == task.root;
    const uint64_t sent = IncSendElements(task.collective, m_ranks, task.count, isRoot);
    uint64_t room = IncTotalElements(task.collective, m_ranks, task.count);
    uint64_t first = 0;
    uint64_t own = 0; // AllToAll: first element of the own block among the results
    switch (task.collective)
    {
    case IncCollective::ALLGATHER:
    case IncCollective::GATHER:
        first = GetRank() * task.count;
        break;
    case IncCollective::ALLTOALL:
        own = (m_ranks + GetRank()) * task.count;
        room *= 2;
        break;
    default:
        break;
    }
    const uint64_t size = IncSizeOf(task.type);
    m_work.resize(room * size);
    if (sent > 0)
    {
        std::memcpy(&m_work[first * size], task.send, sent * size);
    }
    if (task.collective == IncCollective::ALLTOALL && task.count > 0)
    {
        std::memcpy(&m_work[own * size],
                    task.send + GetRank() * task.count * size,
                    task.count * size);
    }
}

void
IncHostAgent::StoreResults()
{
    const IncRankTask& task = GetTask();
    const bool isRoot = GetRank() == task.root;
    const uint64_t received = IncReceiveElements(task.collective, m_ranks, task.count, isRoot);
    if (m_work.empty() || received == 0 || !task.buffer)
    {
        return; // a rank without results, or a root that already has the elements
    }
    uint64_t first = 0;
    switch (task.collective)
    {
    case IncCollective::REDUCESCATTER:
    case IncCollective::SCATTER:
        first = GetRank() * task.count;
        break;
    case IncCollective::ALLTOALL:
        first = m_ranks * task.count;
        break;
    default:
        break;
    }
    const uint64_t size = IncSizeOf(task.type);
    std::memcpy(task.buffer, &m_work[first * size], received * size);
}

void
IncHostAgent::PeerProgressed()
{
    NoteProgress();
    Run();
}

void
IncHostAgent::WorkDone()
{
    NoteProgress();
    Run();
}

void
IncHostAgent::PeerFailed(const std::string& why)
{
    Fail(why);
}

void
IncHostAgent::Run()
{
    if (!IsActive() || HasFailed() || m_running)
    {
        return;
    }
    m_running = true;
    const bool all = Receive();
    Send();
    m_running = false;
    if (all && m_sends.empty() && IsActive())
    {
        StoreResults();
        m_programs.pop_front();
        ReportDone();
        EndTask();
    }
}

bool
IncHostAgent::Receive()
{
    bool all = true;
    for (auto& [peer, steps] : m_receives)
    {
        while (!steps.empty() && peer->HasArrived())
        {
            Progress& receive = m_steps[steps.front()];
            const uint64_t bytes = uint64_t{SliceOf(receive)} * IncSizeOf(GetTask().type);
            if (!m_hostWork.HasDone(m_reductionRate, bytes, peer))
            {
                break;
            }
            Take(receive);
            if (receive.isOver)
            {
                steps.pop_front();
            }
        }
        all = all && steps.empty();
    }
    return all;
}

uint32_t
IncHostAgent::SliceOf(const Progress& progress) const
{
    const uint64_t left = progress.step->first + progress.step->count - progress.next;
    return static_cast<uint32_t>(
        std::min<uint64_t>(left, progress.peer->GetSliceBytes() / IncSizeOf(GetTask().type)));
}

void
IncHostAgent::Advance(Progress& progress, uint32_t elements)
{
    progress.next += elements;
    progress.isOver = progress.next == progress.step->first + progress.step->count;
}

void
IncHostAgent::Take(Progress& receive)
{
    const uint32_t elements = SliceOf(receive);
    if (!m_work.empty() && elements > 0)
    {
        const uint32_t size = IncSizeOf(GetTask().type);
        uint8_t* to = &m_work[receive.next * size];
        if (receive.step->kind == IncHostStep::Kind::REDUCE)
        {
            GetTask().reduce(to, receive.peer->Peek(), elements);
        }
        else
        {
            std::memcpy(to, receive.peer->Peek(), uint64_t{elements} * size);
        }
    }
    Advance(receive, elements);
    receive.peer->Take();
}

bool
IncHostAgent::IsReady(const Progress& send) const
{
    const uint64_t begin = send.next;
    const uint64_t end = begin + SliceOf(send);
    if (send.step->pace)
    {
        const uint64_t back = m_steps[*send.step->pace].next;
        const uint64_t ahead = uint64_t{m_slices.bytes} * m_slices.scratch / 2;
        if (begin > back + ahead / IncSizeOf(GetTask().type))
        {
            return false;
        }
    }
    const auto hasCome = [this, &send, begin, end](uint32_t index) {
        const Progress& receive = m_steps[index];
        if (receive.isOver || send.step->afterWhole)
        {
            return receive.isOver;
        }
        const uint64_t last = receive.step->first + receive.step->count;
        const bool overlaps = begin < last && receive.step->first < end;
        return overlaps && receive.next >= std::min(end, last);
    };
    return std::all_of(send.step->after.begin(), send.step->after.end(), hasCome);
}

void
IncHostAgent::Send()
{
    // Slices to one peer are sent in order: a peer in `waiting` has an unfinished earlier step.
    std::vector<const IncHostPeer*> waiting;
    uint32_t looked = 0;
    for (auto next = m_sends.begin(); next != m_sends.end() && looked < SENDS_AT_A_TIME;)
    {
        Progress& send = m_steps[*next];
        const bool inTurn = std::find(waiting.begin(), waiting.end(), send.peer) == waiting.end();
        while (inTurn && !send.isOver && send.peer->MaySend() && IsReady(send))
        {
            const uint32_t elements = SliceOf(send);
            const uint32_t size = IncSizeOf(GetTask().type);
            send.peer->Send(m_work.empty() ? nullptr : &m_work[send.next * size], elements * size);
            Advance(send, elements);
        }
        if (send.isOver)
        {
            next = m_sends.erase(next);
            continue;
        }
        waiting.push_back(send.peer);
        ++next;
        ++looked;
    }
}

} // namespace ns3
