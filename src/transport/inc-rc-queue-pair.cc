/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rc-queue-pair.h"

#include "inc-rdma-nic.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRcQueuePair);

namespace
{

/// Largest distance of PSNs that serial arithmetic can order.
constexpr uint32_t HALF_OF_THE_PSNS = 1U << 23;

/// Most bytes of a packet on the wire beside its payload.
constexpr uint32_t LARGEST_OVERHEAD = 120;

/// Round trip that is assumed if the times of the network's paths are unknown.
const Time UNKNOWN_ROUND_TRIP = MicroSeconds(350);

} // namespace

TypeId
IncRcQueuePair::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncRcQueuePair")
            .SetParent<IncQueuePair>()
            .SetGroupName("Inc")
            .AddConstructor<IncRcQueuePair>()
            .AddAttribute(
                "PathMtu",
                "Payload of a full packet, bytes: 256, 512, 1024, 2048 or 4096",
                UintegerValue(1024),
                MakeUintegerAccessor(&IncRcQueuePair::SetPathMtu, &IncRcQueuePair::GetPathMtu),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("Window",
                          "Most payload sent and not yet acknowledged, bytes",
                          UintegerValue(256 * 1024),
                          MakeUintegerAccessor(&IncRcQueuePair::window),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("AckInterval",
                          "An acknowledgement is asked for every so many packets, and at the "
                          "end of a message",
                          UintegerValue(16),
                          MakeUintegerAccessor(&IncRcQueuePair::ackInterval),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("AckDelay",
                          "How long an acknowledgement that was asked for may wait for more "
                          "packets, up to AckInterval of them, unless its packet says at once; "
                          "0: it never waits; -1ns: as the collective that uses the connection "
                          "has it, which is 0 for most",
                          TimeValue(NanoSeconds(-1)),
                          MakeTimeAccessor(&IncRcQueuePair::ackDelay),
                          MakeTimeChecker(NanoSeconds(-1)))
            .AddAttribute("RetransmitTimeout",
                          "Time without progress after which packets are sent again, before "
                          "round trips are measured; doubles with every expiry; 0: three times "
                          "the longest round trip that the paths, the window and QueueingTime "
                          "can cause, and no less than a full buffer before the slowest link",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncRcQueuePair::timeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MinRetransmitTimeout",
                          "Floor of the timeout once round trips are measured: smoothed round "
                          "trip and 4 variations (RFC 6298); 0: RetransmitTimeout, or twice the "
                          "round trip that it follows from",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncRcQueuePair::minTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxRetransmitTimeout",
                          "Limit of the doubling of RetransmitTimeout; 0: 16 ms, or four times "
                          "the others where that is more",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncRcQueuePair::maxTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("QueueingTime",
                          "Longest wait on the way for packets of other queue pairs, as in an "
                          "incast that the user of the connection brings about; timeouts that "
                          "are not given allow for it",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncRcQueuePair::m_queueingTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RetryCount",
                          "Expiries without progress after which the connection fails",
                          UintegerValue(7),
                          MakeUintegerAccessor(&IncRcQueuePair::retryCount),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RnrRetryCount",
                          "Answers \"receiver not ready\" without progress after which the "
                          "connection fails",
                          UintegerValue(100),
                          MakeUintegerAccessor(&IncRcQueuePair::rnrRetryCount),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RnrDelay",
                          "How long a sender is asked to wait where no receive is posted, up to "
                          "655.36 ms; rounded up to a value that the AETH can say",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&IncRcQueuePair::rnrDelay),
                          MakeTimeChecker(MicroSeconds(1), MicroSeconds(655360)))
            .AddAttribute("LossReactionDelay",
                          "With go-back-N: time from the report of a gap to the first packet that "
                          "is sent again, in which nothing else is sent; NICs that leave recovery "
                          "to their firmware take tens of microseconds",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncRcQueuePair::lossReaction),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SelectiveRepeat",
                          "After a loss only what is missing is sent again, as IRN does, instead "
                          "of all from there on (go-back-N); both ends alike",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncRcQueuePair::SetSelectiveRepeat,
                                              &IncRcQueuePair::IsSelectiveRepeat),
                          MakeBooleanChecker())
            .AddAttribute("ReorderTolerance",
                          "With SelectiveRepeat: a packet counts as lost when one that was sent "
                          "so many packets and one later has arrived; for networks that spray",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncRcQueuePair::reorderTolerance),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxReads",
                          "READs that this end may have under way, and that it serves for its "
                          "peer at a time (initiator depth and responder resources)",
                          UintegerValue(16),
                          MakeUintegerAccessor(&IncRcQueuePair::maxReads),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute(
                "InitialPsn",
                "PSN of the first packet, 24 bits; in both directions where Connect() names "
                "none",
                UintegerValue(0),
                MakeUintegerAccessor(&IncRcQueuePair::m_initialPsn),
                MakeUintegerChecker<uint32_t>(0, 0xffffff));
    return tid;
}

IncRcQueuePair::IncRcQueuePair()
    : m_requester(*this, m_connection, *this, *this),
      m_responder(*this, m_connection, *this, *this)
{
}

void
IncRcQueuePair::Configure(const IncRcParameters& parameters)
{
    NS_ABORT_MSG_UNLESS(GetState() == IncQueuePairState::RESET,
                        "IncRcQueuePair::Configure: in state " << IncQueuePairStateName(GetState())
                                                               << "; accepted: RESET");
    static_cast<IncRcParameters&>(*this) = parameters;
}

void
IncRcQueuePair::SetMessageSink(IncMessageSink* sink)
{
    m_sink = sink;
    m_responder.SetSink(sink);
}

void
IncRcQueuePair::PostRead(const IncWorkRequest& request)
{
    NS_ABORT_MSG_IF(
        selectiveRepeat,
        "IncRcQueuePair::PostRead(): attribute SelectiveRepeat is true; accepted: false");
    NS_ABORT_MSG_IF(m_congestionControl && m_congestionControl->NeedsAcknowledgements(),
                    "IncRcQueuePair::PostRead(): attribute CongestionControl is "
                        << m_congestionControl->GetInstanceTypeId().GetName()
                        << "; accepted: one that works without acknowledgements");
    NS_ABORT_MSG_IF(request.length / pathMtu >= HALF_OF_THE_PSNS / 2,
                    "IncRcQueuePair::PostRead(): IncWorkRequest::length "
                        << request.length << "; accepted: fewer than 2^22 packets");
    PostWork("PostRead()", request, IncVerb::READ);
}

void
IncRcQueuePair::Post(IncVerb verb, const IncWorkRequest& request)
{
    switch (verb)
    {
    case IncVerb::SEND:
        PostSend(request);
        break;
    case IncVerb::WRITE:
        PostWrite(request);
        break;
    case IncVerb::READ:
        PostRead(request);
        break;
    }
}

void
IncRcQueuePair::DropSends()
{
    m_requester.Forget();
}

void
IncRcQueuePair::PostMessage(uint64_t id, IncFramePtr frame)
{
    if (IsInError())
    {
        IncCompletion completion;
        completion.id = id;
        completion.status = IncCompletionStatus::FLUSHED;
        CompleteSend(completion);
        return;
    }
    NS_ABORT_MSG_UNLESS(GetState() == IncQueuePairState::RTS,
                        "IncRcQueuePair::PostMessage: in state "
                            << IncQueuePairStateName(GetState())
                            << "; accepted: RTS, or ERROR, which flushes");
    m_requester.Post(id, std::move(frame));
    Activate();
}

uint32_t
IncRcQueuePair::GetPathMtu() const
{
    return pathMtu;
}

void
IncRcQueuePair::SetPathMtu(uint32_t bytes)
{
    CheckPathMtu(bytes);
    CheckNotConnected("PathMtu");
    pathMtu = bytes;
}

void
IncRcQueuePair::SetSelectiveRepeat(bool enabled)
{
    CheckNotConnected("SelectiveRepeat");
    selectiveRepeat = enabled;
}

bool
IncRcQueuePair::IsSelectiveRepeat() const
{
    return selectiveRepeat;
}

uint32_t
IncRcQueuePair::GetInitialPsn() const
{
    return m_initialPsn;
}

void
IncRcQueuePair::StartReceiving(uint32_t psn)
{
    m_responder.Start(m_nic->GetMemory(), psn);
}

void
IncRcQueuePair::StartSending(uint32_t psn)
{
    NS_ABORT_MSG_IF(GetWindowPackets() >= HALF_OF_THE_PSNS,
                    "IncRcQueuePair::Window: " << window << " bytes are " << GetWindowPackets()
                                               << " packets; accepted: fewer than 2^23");
    m_requester.Start(psn, CompleteTimes());
}

IncRetransmitTimes
IncRcQueuePair::CompleteTimes() const
{
    const IncPathTimes& path = m_nic->GetPathTimes();
    if (path.lifetime.IsZero())
    {
        return IncRetransmitTimes::Complete(GetTimes(), "IncRcQueuePair", UNKNOWN_ROUND_TRIP);
    }
    // In the worst case the path's slowest link must pass a full window.
    const double wire = 8.0 * window * (pathMtu + LARGEST_OVERHEAD) / pathMtu;
    const Time drain = Seconds(wire / static_cast<double>(m_nic->GetSlowestRate()));
    const Time waiting = path.lossless ? m_queueingTime + path.queueing : m_queueingTime;
    const Time roundTrip = 2 * path.lifetime + drain + waiting + Max(ackDelay, Time(0));
    auto times = IncRetransmitTimes::Complete(GetTimes(), "IncRcQueuePair", roundTrip);
    if (timeout.IsZero())
    {
        times.first = Max(times.first, roundTrip + path.queueing);
    }
    return times;
}

void
IncRcQueuePair::QueueSend(const IncWorkRequest& request, IncVerb verb)
{
    m_requester.Post(request, verb);
}

void
IncRcQueuePair::QueueReceive(const IncReceiveRequest& request)
{
    m_responder.Post(request);
}

bool
IncRcQueuePair::HasPacket() const
{
    return m_requester.HasPacket() || m_responder.HasResponse();
}

IncFramePtr
IncRcQueuePair::NextPacket()
{
    return m_responder.HasResponse() ? m_responder.NextResponse() : m_requester.NextPacket();
}

bool
IncRcQueuePair::Admits(const IncFrame& frame)
{
    return (!m_sink || m_sink->Admits(frame)) && IncQueuePair::Admits(frame);
}

void
IncRcQueuePair::ReceivePacket(IncFramePtr&& frame)
{
    if (frame->bth.opcode == IncOpcode::RC_ACK)
    {
        m_requester.ReceiveAck(*frame);
    }
    else if (IncIsReadResponse(frame->bth.opcode))
    {
        m_requester.ReceiveResponse(*frame);
    }
    else if (IncIsRc(frame->bth.opcode))
    {
        m_responder.ReceiveData(std::move(frame));
    }
}

void
IncRcQueuePair::Flush()
{
    m_requester.Flush();
    m_responder.Flush();
}

void
IncRcQueuePair::Forget()
{
    m_requester.Forget();
    m_responder.Forget();
}

void
IncRcQueuePair::Limit(uint64_t rate, uint64_t window)
{
    m_requester.Limit(rate, window);
}

void
IncRcQueuePair::SendCompleted(const IncCompletion& completion)
{
    CompleteSend(completion);
}

void
IncRcQueuePair::PacketReady()
{
    Activate();
}

void
IncRcQueuePair::RequesterFailed()
{
    Fail();
}

IncCongestionControl*
IncRcQueuePair::GetAlgorithm()
{
    return PeekPointer(m_congestionControl);
}

void
IncRcQueuePair::ReceiveCompleted(const IncCompletion& completion)
{
    CompleteReceive(completion);
}

void
IncRcQueuePair::SendAnswer(IncFramePtr frame)
{
    SendNow(std::move(frame));
}

int64_t
IncRcQueuePair::FetchPs(uint32_t bytes)
{
    // Use the rate of this end's port, as for a posted request: a slow link elsewhere does not slow
    // the bus.
    const auto* port = m_nic->PortTowards(m_connection)->GetDevice();
    const auto rate = static_cast<double>(port->GetDataRate().GetBitRate());
    return m_nic->TakeBusPs(bytes, false, pathMtu, rate);
}

void
IncRcQueuePair::ResponseReady()
{
    Activate();
}

void
IncRcQueuePair::ResponderFailed()
{
    Fail();
}

void
IncRcQueuePair::VisitHalves(IncStateVisitor& visitor)
{
    m_requester.VisitState(visitor, m_sink != nullptr);
    m_responder.VisitState(visitor);
}

void
IncRcQueuePair::VisitState(IncStateVisitor& visitor)
{
    IncQueuePair::VisitState(visitor);
    if (GetState() != IncQueuePairState::RESET && !m_sink)
    {
        VisitHalves(visitor);
    }
}

} // namespace ns3
