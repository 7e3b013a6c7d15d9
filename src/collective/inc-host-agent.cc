/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-agent.h"

#include "inc-host-memory.h"
#include "inc-queue-pair-peer.h"

#include "ns3/abort.h"
#include "ns3/inc-clock.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ns3
{

namespace
{

/// Number of acknowledgements for a window of posted slices on a channel FINE.
constexpr uint32_t ACKNOWLEDGEMENTS = 6;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(IncHostAgent);

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
                                          MakeDataRateChecker())
                            .AddTraceSource("StepReceived",
                                            "A receiving step of the program has ended: the step, "
                                            "and the time of its first slice",
                                            MakeTraceSourceAccessor(&IncHostAgent::m_stepReceived),
                                            "ns3::IncHostAgent::StepReceivedCallback");
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

void
IncHostAgent::Connect(IncHostAgent& a, IncHostAgent& b, const IncHostChannel& channel)
{
    const auto makePeer = [&channel](IncHostAgent& agent, uint32_t rank) {
        IncHostSlices slices = agent.m_slices;
        if (channel.flags & IncHostChannel::FINE)
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
        return std::make_unique<IncQueuePairPeer>(agent.GetListener(), agent.m_nic, rank, slices);
    };
    auto toB = makePeer(a, b.GetRank());
    auto toA = makePeer(b, a.GetRank());
    IncQueuePairPeer::Connect(*toB, *toA);
    a.AddPeer(b.GetRank(), channel, std::move(toB));
    b.AddPeer(a.GetRank(), channel, std::move(toA));
}

void
IncHostAgent::AddPeer(uint32_t rank,
                      const IncHostChannel& channel,
                      std::unique_ptr<IncHostPeer> peer)
{
    m_peers[{rank, channel}] = std::move(peer);
}

void
IncHostAgent::Place(const IncHostProgram& program, IncFlowSpread& spread, const RailOf& railOf)
{
    uint32_t phase = 0;
    const IncHostStep* last = nullptr;
    for (const IncHostStep& step : program.GetSteps())
    {
        if (step.kind == IncHostStep::Kind::SEND)
        {
            // Sends that wait for whole steps run one after another, all others at the same time.
            phase += last && step.afterWhole && step.peer != last->peer;
            m_peers.at({step.peer, step.channel})
                ->Place(spread, step.afterWhole ? phase : 0, railOf(step));
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
IncHostAgent::DoDispose()
{
    m_hostWork.Cancel();
    m_balanced.clear();
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
    m_balanced.clear();
    m_toReceive = 0;
    const auto& steps = m_programs.front().GetSteps();
    const auto queue = [](Queues& queues, IncHostPeer* peer, uint32_t step) {
        const auto isPeers = [peer](const Queue& queue) { return queue.peer == peer; };
        auto found = std::find_if(queues.begin(), queues.end(), isPeers);
        if (found == queues.end())
        {
            found = queues.insert(found, {peer, peer->SharesLink(), {}});
        }
        found->steps.push_back(step);
    };
    for (uint32_t i = 0; i < steps.size(); ++i)
    {
        IncHostPeer* peer = m_peers.at({steps[i].peer, steps[i].channel}).get();
        const uint32_t slice = peer->GetSliceBytes() / IncSizeOf(GetTask().type);
        m_steps.push_back({&steps[i], peer, slice, steps[i].first, false, false});
        if (steps[i].kind == IncHostStep::Kind::SEND)
        {
            if (m_programs.front().BalancesSends())
            {
                queue(m_balanced, peer, i);
            }
            else
            {
                m_sends.push_back(i);
            }
            continue;
        }
        queue(m_receives, peer, i);
        ++m_toReceive;
        peer->Expect(GetTask(), (steps[i].count + slice - 1) / slice);
    }
    Link();
    uint64_t room = 0;
    for (const IncHostStep& step : steps)
    {
        room = std::max(room, step.first + step.count); // relayed elements are behind the others
    }
    m_work = IncHostMemory::Load(GetTask(), GetRank(), m_ranks, room);
    const Time overhead = m_programs.front().GetLaunchOverhead();
    m_beginPs = IncClock::NowPs() + IncClock::ToPs(overhead);
    if (overhead.IsStrictlyPositive())
    {
        Simulator::Schedule(overhead, &IncHostAgent::Run, Ptr<IncHostAgent>(this));
    }
    Run();
}

/// Note which steps other steps wait for, and where the steps of each peer are.
void
IncHostAgent::Link()
{
    for (const Progress& progress : m_steps)
    {
        for (const uint32_t receive : progress.step->after)
        {
            m_steps[receive].feeds = true;
        }
        if (progress.step->pace)
        {
            m_steps[*progress.step->pace].feeds = true;
        }
    }
    for (const auto& [key, peer] : m_peers)
    {
        peer->queue = IncHostPeer::NONE;
    }
    for (Queues* queues : {&m_receives, &m_balanced})
    {
        for (Queue& queue : *queues)
        {
            queue.front = &m_steps[queue.steps.front()];
        }
    }
    for (uint32_t i = 0; i < m_receives.size(); ++i)
    {
        m_receives[i].peer->queue = i;
    }
}

bool
IncHostAgent::MayRun() const
{
    return IsActive() && !HasFailed() && !m_running && IncClock::NowPs() >= m_beginPs;
}

void
IncHostAgent::PeerProgressed()
{
    NoteProgress();
    Run();
}

void
IncHostAgent::PeerArrived(IncHostPeer& peer)
{
    NoteProgress();
    if (!MayRun() || peer.queue == IncHostPeer::NONE)
    {
        return;
    }
    m_running = true;
    if (TakeFrom(m_receives[peer.queue]) || m_waits)
    {
        Receive();
        Send();
    }
    m_running = false;
    EndIfDone();
}

void
IncHostAgent::PeerMaySend()
{
    m_awaitsRoom = false;
    NoteProgress();
    if (MayRun())
    {
        m_running = true;
        Send();
        m_running = false;
        EndIfDone();
    }
}

void
IncHostAgent::PeerFailed(const std::string& why)
{
    Fail(why);
}

void
IncHostAgent::Run()
{
    if (MayRun())
    {
        m_running = true;
        Receive();
        Send();
        m_running = false;
        EndIfDone();
    }
}

void
IncHostAgent::EndIfDone()
{
    if (m_toReceive == 0 && m_sends.empty() && m_balanced.empty() && IsActive())
    {
        IncHostMemory::Store(GetTask(), GetRank(), m_ranks, m_work);
        m_programs.pop_front();
        ReportDone();
        EndTask();
    }
}

/// Take slices that have arrived from all peers.
void
IncHostAgent::Receive()
{
    bool takes = true;
    m_waits = true;
    while (m_waits && takes) // a slice may wait for elements that were taken later
    {
        m_waits = false;
        takes = false;
        for (Queue& queue : m_receives)
        {
            takes = TakeFrom(queue) || takes;
        }
    }
}

/// Take slices that have arrived from a peer. Return whether other steps wait for one of them.
bool
IncHostAgent::TakeFrom(Queue& queue)
{
    bool feeds = false;
    while (queue.front && queue.peer->HasArrived())
    {
        Progress& receive = *queue.front;
        if (!IsReady(receive))
        {
            m_waits = true;
            break;
        }
        const uint64_t bytes = uint64_t{SliceOf(receive)} * IncSizeOf(GetTask().type);
        if (!m_hostWork.HasDone(m_reductionRate, bytes, queue.peer))
        {
            break;
        }
        Take(receive);
        feeds = feeds || receive.feeds;
        if (receive.isOver)
        {
            --m_toReceive;
            Pop(queue);
        }
    }
    return feeds;
}

/// Go on to the next step of a queue.
void
IncHostAgent::Pop(Queue& queue)
{
    queue.steps.pop_front();
    queue.front = queue.steps.empty() ? nullptr : &m_steps[queue.steps.front()];
}

uint32_t
IncHostAgent::SliceOf(const Progress& progress) const
{
    const uint64_t left = progress.step->first + progress.step->count - progress.next;
    return static_cast<uint32_t>(std::min<uint64_t>(left, progress.slice));
}

void
IncHostAgent::Advance(Progress& progress, uint32_t elements)
{
    progress.next += elements;
    progress.isOver = progress.next == progress.step->first + progress.step->count;
    m_stepsOver += progress.isOver;
    ++m_slicesMoved;
    NoteRound();
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
    if (receive.next == receive.step->first)
    {
        receive.begunPs = IncClock::NowPs();
    }
    Advance(receive, elements);
    receive.peer->Take();
    if (receive.isOver)
    {
        m_stepReceived(*receive.step, IncClock::FromPs(receive.begunPs));
    }
}

bool
IncHostAgent::IsReady(const Progress& progress) const
{
    const IncHostStep& step = *progress.step;
    const uint64_t begin = progress.next;
    const uint64_t end = begin + SliceOf(progress);
    if (step.pace)
    {
        const uint64_t back = m_steps[*step.pace].next;
        const uint64_t ahead = uint64_t{m_slices.bytes} * m_slices.scratch / 2;
        if (begin > back + ahead / IncSizeOf(GetTask().type))
        {
            return false;
        }
    }
    const auto hasCome = [this, &step, begin, end](uint32_t index) {
        const Progress& receive = m_steps[index];
        if (receive.isOver || step.afterWhole)
        {
            return receive.isOver;
        }
        const uint64_t last = receive.step->first + receive.step->count;
        if (end <= receive.step->first || last <= begin)
        {
            // Other slices of the step wait for these elements. A step that sends none of them
            // waits until all have come.
            return receive.step->first < step.first + step.count && step.first < last;
        }
        return receive.next >= std::min(end, last);
    };
    return std::all_of(step.after.begin(), step.after.end(), hasCome);
}

/// Return whether a send may send its next slice; a slice has room at the peer.
bool
IncHostAgent::MaySend(Progress& send)
{
    if (!send.peer->MaySend() || !IsReady(send))
    {
        return false;
    }
    const Time& overhead = m_programs.front().GetStepOverhead();
    if (overhead.IsZero())
    {
        return true;
    }
    if (send.begunPs == 0)
    {
        send.begunPs = IncClock::NowPs() + IncClock::ToPs(overhead);
        Simulator::Schedule(overhead, &IncHostAgent::Run, Ptr<IncHostAgent>(this));
    }
    return IncClock::NowPs() >= send.begunPs;
}

void
IncHostAgent::SendSlice(Progress& send)
{
    const uint32_t elements = SliceOf(send);
    const uint32_t size = IncSizeOf(GetTask().type);
    send.peer->Send(GetTask(),
                    m_work.empty() ? nullptr : &m_work[send.next * size],
                    elements * size);
    Advance(send, elements);
}

void
IncHostAgent::Send()
{
    if (m_programs.front().BalancesSends())
    {
        SendBalanced();
        return;
    }
    // Slices to one peer are sent in order: a peer in `waiting` has an unfinished earlier step.
    std::vector<const IncHostPeer*> waiting;
    uint32_t looked = 0;
    for (auto next = m_sends.begin(); next != m_sends.end() && looked < SENDS_AT_A_TIME;)
    {
        Progress& send = m_steps[*next];
        const bool inTurn = std::find(waiting.begin(), waiting.end(), send.peer) == waiting.end();
        while (inTurn && !send.isOver && MaySend(send))
        {
            SendSlice(send);
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

/// Send slices of several peers that share a link. If the first peer had precedence, elements of
/// the others would reach the end of the pipeline late.
void
IncHostAgent::SendBalanced()
{
    while (true)
    {
        Queue* least = nullptr;
        uint64_t sent = UINT64_MAX;
        for (Queue& queue : m_balanced)
        {
            if (m_awaitsRoom && queue.sharesLink)
            {
                continue;
            }
            const uint64_t own = queue.sent + queue.front->next - queue.front->step->first;
            if (own < sent && MaySend(*queue.front))
            {
                sent = own;
                least = &queue;
            }
        }
        if (!least)
        {
            return;
        }
        if (!least->peer->AwaitRoom())
        {
            m_awaitsRoom = true;
            continue;
        }
        Progress& send = *least->front;
        SendSlice(send);
        m_awaitsRoom = m_awaitsRoom || !least->peer->AwaitRoom();
        if (send.isOver)
        {
            least->sent += send.step->count;
            Pop(*least);
        }
        if (!least->front)
        {
            m_balanced.erase(m_balanced.begin() + (least - m_balanced.data()));
        }
    }
}

} // namespace ns3
