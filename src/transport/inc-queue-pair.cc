/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-queue-pair.h"

#include "inc-path-mtu.h"
#include "inc-rdma-nic.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-frame-text.h"
#include "ns3/inc-log-component.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncQueuePair");
NS_OBJECT_ENSURE_REGISTERED(IncQueuePair);

TypeId
IncQueuePair::GetTypeId()
{
    const auto counter = "ns3::TracedValueCallback::Uint64";
    static TypeId tid =
        TypeId("ns3::IncQueuePair")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddAttribute(
                "CongestionControl",
                "TypeId of the IncCongestionControl that limits what is sent, e.g. "
                "\"ns3::IncDcqcn\"; empty: none. With one, data packets are ECT(0)",
                StringValue(""),
                MakeStringAccessor(&IncQueuePair::SetAlgorithm, &IncQueuePair::GetAlgorithmName),
                MakeStringChecker())
            .AddAttribute("Controller",
                          "The IncCongestionControl at work, once connected",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&IncQueuePair::GetCongestionControl),
                          MakePointerChecker<IncCongestionControl>())
            .AddAttribute("EcnCapable",
                          "Data packets are ECT(0) without congestion control, too: marks and "
                          "CNPs show congestion, and nobody reacts",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncQueuePair::m_ecnCapable),
                          MakeBooleanChecker())
            .AddAttribute(
                "MaxRate",
                "Rate that data packets never exceed on the wire, preamble and gap included, "
                "bit/s; 0: not limited",
                DataRateValue(DataRate(0)),
                MakeDataRateAccessor(&IncQueuePair::SetMaxRate, &IncQueuePair::GetMaxRate),
                MakeDataRateChecker())
            .AddAttribute("MessageCost",
                          "Time that the NIC works on a message of this queue pair before it can "
                          "begin the next one; longer messages hide it. About 140 ns in NICs of "
                          "100 Gb/s (manual: Published testbeds)",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncQueuePair::m_messageCost),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MessageGap",
                          "Time from the last packet of a message of this queue pair to the first "
                          "one of its next message, which longer messages do not hide. Other queue "
                          "pairs use the wire in this time",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncQueuePair::m_messageGap),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CnpInterval",
                          "Least time between two answers to marks (N of the DCQCN paper)",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&IncQueuePair::m_cnpInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CnpPriority",
                          "Traffic class of CNPs, 0 to 7",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncQueuePair::m_cnpPriority),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute(
                "Priority",
                "Traffic class of all other packets, 0 to 7",
                UintegerValue(0),
                MakeUintegerAccessor(&IncQueuePair::SetPriority, &IncQueuePair::GetPriority),
                MakeUintegerChecker<uint8_t>(0, 7))
            .AddTraceSource("State",
                            "The state has changed",
                            MakeTraceSourceAccessor(&IncQueuePair::m_stateTrace),
                            "ns3::IncQueuePair::StateTracedCallback")
            .AddTraceSource("PacketsSent",
                            "Data packets sent, retransmissions included",
                            MakeTraceSourceAccessor(&IncQueuePair::packetsSent),
                            counter)
            .AddTraceSource("BytesSent",
                            "Payload sent, bytes, retransmissions included",
                            MakeTraceSourceAccessor(&IncQueuePair::bytesSent),
                            counter)
            .AddTraceSource("Retransmissions",
                            "Data packets sent again",
                            MakeTraceSourceAccessor(&IncQueuePair::retransmissions),
                            counter)
            .AddTraceSource("Timeouts",
                            "Expirations of the retransmission timer",
                            MakeTraceSourceAccessor(&IncQueuePair::timeouts),
                            counter)
            .AddTraceSource("PacketsReceived",
                            "Data packets that arrived, duplicates included",
                            MakeTraceSourceAccessor(&IncQueuePair::packetsReceived),
                            counter)
            .AddTraceSource("BytesReceived",
                            "Payload that arrived, bytes, duplicates included",
                            MakeTraceSourceAccessor(&IncQueuePair::bytesReceived),
                            counter)
            .AddTraceSource("Duplicates",
                            "Data packets received again",
                            MakeTraceSourceAccessor(&IncQueuePair::duplicates),
                            counter)
            .AddTraceSource("OutOfOrder",
                            "Data packets that came before one that is missing",
                            MakeTraceSourceAccessor(&IncQueuePair::outOfOrder),
                            counter)
            .AddTraceSource("MessagesDropped",
                            "UC: messages that did not arrive whole or found no receive",
                            MakeTraceSourceAccessor(&IncQueuePair::messagesDropped),
                            counter)
            .AddTraceSource("AcksSent",
                            "Positive acknowledgements sent",
                            MakeTraceSourceAccessor(&IncQueuePair::acksSent),
                            counter)
            .AddTraceSource("AcksReceived",
                            "Positive acknowledgements received",
                            MakeTraceSourceAccessor(&IncQueuePair::acksReceived),
                            counter)
            .AddTraceSource("NaksSent",
                            "Negative acknowledgements sent, without RNR",
                            MakeTraceSourceAccessor(&IncQueuePair::naksSent),
                            counter)
            .AddTraceSource("NaksReceived",
                            "Negative acknowledgements received, without RNR",
                            MakeTraceSourceAccessor(&IncQueuePair::naksReceived),
                            counter)
            .AddTraceSource("RnrNaksSent",
                            "\"Receiver not ready\" sent",
                            MakeTraceSourceAccessor(&IncQueuePair::rnrNaksSent),
                            counter)
            .AddTraceSource("RnrNaksReceived",
                            "\"Receiver not ready\" received",
                            MakeTraceSourceAccessor(&IncQueuePair::rnrNaksReceived),
                            counter)
            .AddTraceSource("EcnMarksReceived",
                            "Data packets that arrived with CE",
                            MakeTraceSourceAccessor(&IncQueuePair::ecnMarksReceived),
                            counter)
            .AddTraceSource("CnpsSent",
                            "Congestion notification packets sent",
                            MakeTraceSourceAccessor(&IncQueuePair::cnpsSent),
                            counter)
            .AddTraceSource("CnpsReceived",
                            "Congestion notification packets received",
                            MakeTraceSourceAccessor(&IncQueuePair::cnpsReceived),
                            counter)
            .AddTraceSource("Refused",
                            "Packets that did not come from the peer, or that who takes the "
                            "messages does not admit",
                            MakeTraceSourceAccessor(&IncQueuePair::refused),
                            counter);
    return tid;
}

IncQueuePair::IncQueuePair()
    : m_submissions(*this),
      m_pacer(*this)
{
}

void
IncQueuePair::DoDispose()
{
    if (m_port)
    {
        m_port->Remove(this);
    }
    Forget();
    m_submissions.Clear();
    m_nic = nullptr;
    m_port = nullptr;
    m_sendCallback = CompletionCallback();
    m_receiveCallback = CompletionCallback();
    EndCongestionControl();
    Object::DoDispose();
}

std::string
IncQueuePair::Name() const
{
    return GetInstanceTypeId().GetName().substr(5) + " " + std::to_string(m_connection.localQpn);
}

void
IncQueuePair::CheckState(const char* call, bool allowed, const char* accepted) const
{
    NS_ABORT_MSG_UNLESS(m_nic, "IncQueuePair::" << call << ": make queue pairs with IncRdmaNic");
    NS_ABORT_MSG_UNLESS(allowed,
                        Name() << ": " << call << " in state "
                               << IncQueuePairStateName(m_progress.state)
                               << "; accepted: " << accepted);
}

void
IncQueuePair::CheckNotConnected(const char* attribute) const
{
    NS_ABORT_MSG_UNLESS(
        m_progress.state == IncQueuePairState::RESET || m_progress.state == IncQueuePairState::INIT,
        Name() << ": attribute " << attribute << " set in state "
               << IncQueuePairStateName(m_progress.state) << "; accepted: RESET or INIT");
}

void
IncQueuePair::CheckPathMtu(uint32_t bytes) const
{
    NS_ABORT_MSG_UNLESS(IncPathMtu::IsValid(bytes),
                        GetInstanceTypeId().GetName().substr(5)
                            << "::PathMtu: " << bytes
                            << "; accepted: 256, 512, 1024, 2048 or 4096 (bytes)");
}

void
IncQueuePair::Enter(IncQueuePairState state)
{
    const IncQueuePairState before = m_progress.state;
    NS_LOG_INFO(Name() << ": " << IncQueuePairStateName(before) << " to "
                       << IncQueuePairStateName(state));
    m_progress.state = state;
    m_stateTrace(before, state);
}

void
IncQueuePair::Install(IncRdmaNic* nic, uint32_t qpn, uint16_t sourcePort)
{
    m_nic = nic;
    m_connection.ip = nic->GetIpVersion();
    m_connection.localAddress = nic->GetIpv4();
    m_connection.localQpn = qpn;
    m_connection.sourcePort = sourcePort;
}

void
IncQueuePair::Initialize()
{
    CheckState("Initialize()", m_progress.state == IncQueuePairState::RESET, "RESET");
    Enter(IncQueuePairState::INIT);
}

void
IncQueuePair::ReadyToReceive(Ipv4Address remote, uint32_t remoteQpn, uint32_t receivePsn)
{
    CheckState("ReadyToReceive()", m_progress.state == IncQueuePairState::INIT, "INIT");
    NS_ABORT_MSG_IF(receivePsn > IncPsn::MASK,
                    Name() << ": receivePsn " << receivePsn << "; accepted: 0 to 16777215");
    NS_ABORT_MSG_IF(remoteQpn > IncRdmaNic::LARGEST_QPN,
                    Name() << ": remoteQpn " << remoteQpn << "; accepted: 0 to 16777215");
    m_connection.remoteAddress = remote.Get();
    m_connection.remoteQpn = remoteQpn;
    m_connection.Seal();
    m_port = m_nic->PortTowards(m_connection);
    StartReceiving(receivePsn);
    Enter(IncQueuePairState::RTR);
}

void
IncQueuePair::FollowRoutes()
{
    IncNicPort* port =
        m_port ? m_nic->FindPort(m_connection.remoteAddress, m_connection.flowHash) : nullptr;
    if (port && port != m_port)
    {
        m_port->Remove(this);
        m_progress.active = false;
        m_port = port;
        Activate();
    }
}

void
IncQueuePair::Destroy()
{
    if (m_nic)
    {
        Ptr<IncQueuePair> self =
            this; // a reference that keeps the queue pair alive during this function
        m_nic->RemoveQueuePair(m_connection.localQpn);
        Dispose();
    }
}

void
IncQueuePair::ReadyToSend(uint32_t sendPsn)
{
    CheckState("ReadyToSend()", m_progress.state == IncQueuePairState::RTR, "RTR");
    NS_ABORT_MSG_IF(sendPsn > IncPsn::MASK,
                    Name() << ": sendPsn " << sendPsn << "; accepted: 0 to 16777215");
    m_connection.nextPsn = sendPsn;
    StartSending(sendPsn);
    StartCongestionControl();
    Enter(IncQueuePairState::RTS);
}

void
IncQueuePair::Connect(Ipv4Address remote, uint32_t remoteQpn)
{
    Connect(remote, remoteQpn, GetInitialPsn(), GetInitialPsn());
}

void
IncQueuePair::Connect(Ipv4Address remote, uint32_t remoteQpn, uint32_t sendPsn, uint32_t receivePsn)
{
    CheckState("Connect()", m_progress.state == IncQueuePairState::RESET, "RESET");
    Initialize();
    ReadyToReceive(remote, remoteQpn, receivePsn);
    ReadyToSend(sendPsn);
}

void
IncQueuePair::Fail()
{
    CheckState("Fail()", m_progress.state != IncQueuePairState::RESET, "any but RESET");
    if (m_progress.state != IncQueuePairState::ERROR)
    {
        Enter(IncQueuePairState::ERROR);
        Flush();
        IncCompletion completion;
        completion.status = IncCompletionStatus::FLUSHED;
        while (m_submissions.TakeBack(completion.id))
        {
            CompleteSend(completion);
        }
    }
}

void
IncQueuePair::Reset()
{
    Forget();
    m_submissions.Clear();
    EndCongestionControl();
    Enter(IncQueuePairState::RESET);
}

void
IncQueuePair::CheckPost(const char* call, const IncWorkRequest& request) const
{
    CheckState(call,
               m_progress.state == IncQueuePairState::RTS ||
                   m_progress.state == IncQueuePairState::ERROR,
               "RTS, or ERROR, which flushes");
    NS_ABORT_MSG_IF(request.length > LONGEST_MESSAGE,
                    Name() << ": IncWorkRequest::length " << request.length
                           << "; accepted: up to 2147483648 (2^31 bytes)");
}

void
IncQueuePair::PostWork(const char* call, const IncWorkRequest& request, IncVerb verb)
{
    CheckPost(call, request);
    if (m_progress.state == IncQueuePairState::ERROR)
    {
        IncCompletion completion;
        completion.id = request.id;
        completion.status = IncCompletionStatus::FLUSHED;
        CompleteSend(completion);
        return;
    }
    if (m_nic->IsBusUsed())
    {
        SubmitLater(request, verb);
        return;
    }
    QueueSend(request, verb);
    Activate();
}

void
IncQueuePair::PostSend(const IncWorkRequest& request)
{
    PostWork("PostSend()", request, IncVerb::SEND);
}

void
IncQueuePair::PostWrite(const IncWorkRequest& request)
{
    PostWork("PostWrite()", request, IncVerb::WRITE);
}

void
IncQueuePair::PostReceive(const IncReceiveRequest& request)
{
    CheckState("PostReceive()", m_progress.state != IncQueuePairState::RESET, "any but RESET");
    if (m_progress.state == IncQueuePairState::ERROR)
    {
        IncCompletion completion;
        completion.id = request.id;
        completion.status = IncCompletionStatus::FLUSHED;
        CompleteReceive(completion);
        return;
    }
    QueueReceive(request);
}

void
IncQueuePair::CompleteSend(const IncCompletion& completion)
{
    Report(&IncQueuePair::m_sendCallback, completion);
}

void
IncQueuePair::CompleteReceive(const IncCompletion& completion)
{
    Report(&IncQueuePair::m_receiveCallback, completion);
}

void
IncQueuePair::Report(CompletionCallback IncQueuePair::*callback, const IncCompletion& completion)
{
    if ((this->*callback).IsNull())
    {
        return;
    }
    if (!m_nic || m_nic->completionLatency.IsZero())
    {
        (this->*callback)(completion);
        return;
    }
    Simulator::Schedule(m_nic->completionLatency,
                        [self = Ptr<IncQueuePair>(this), callback, completion]() {
                            if (!((*self).*callback).IsNull())
                            {
                                ((*self).*callback)(completion);
                            }
                        });
}

void
IncQueuePair::SubmitLater(const IncWorkRequest& request, IncVerb verb)
{
    const auto rate = static_cast<double>(m_port->GetDevice()->GetDataRate().GetBitRate());
    const uint32_t bytes = verb == IncVerb::READ ? 0 : request.length;
    m_submissions.Push(request, verb, m_nic->TakeBusPs(bytes, true, GetPathMtu(), rate));
}

void
IncQueuePair::Submitted(const IncWorkRequest& request, IncVerb verb)
{
    QueueSend(request, verb);
    Activate();
}

void
IncQueuePair::ActivateIdle()
{
    if (!HasPacket())
    {
        return;
    }
    if (m_pacer.IsHolding())
    {
        m_pacer.WakeWhenDue();
        return;
    }
    m_port->Activate(this);
}

IncFramePtr
IncQueuePair::NextFrame()
{
    IncFramePtr frame = NextPacket();
    ++packetsSent;
    bytesSent += frame->payloadSize;
    NS_LOG_INFO(Name() << " sends " << *frame);
    if (m_ecnCapable)
    {
        frame->ecn = IncFrame::ECT0;
    }
    if (m_telemetryRoom > 0)
    {
        frame->SetTelemetry(IncTelemetry::Create(m_telemetryRoom));
        frame->marks |= IncFrame::MEASURED;
        frame->UpdateSize();
    }
    if (!m_messageCost.IsZero() || !m_messageGap.IsZero())
    {
        SpaceMessages(*frame);
    }
    if (m_congestionControl || m_maxRate > 0)
    {
        const uint32_t bytes = frame->GetSize() + IncFrame::PREAMBLE_AND_GAP;
        m_pacer.Sent(bytes);
        if (m_congestionControl)
        {
            frame->ecn = IncFrame::ECT0;
            // The queue pair has its turn now: a higher rate must not ask for another turn.
            m_progress.active = true;
            m_congestionControl->OnSend(bytes);
            m_progress.active = false;
        }
    }
    if (m_pacer.IsHolding() && HasPacket())
    {
        m_pacer.WakeWhenDue();
    }
    return frame;
}

void
IncQueuePair::SendNow(IncFramePtr frame)
{
    NS_LOG_INFO(Name() << " sends " << *frame);
    m_port->GetDevice()->Enqueue(std::move(frame));
}

void
IncQueuePair::Receive(IncFramePtr&& frame)
{
    if (m_progress.state != IncQueuePairState::RTS && m_progress.state != IncQueuePairState::RTR)
    {
        return;
    }
    if (!Admits(*frame))
    {
        ++refused;
        return;
    }
    NS_LOG_INFO(Name() << " receives " << *frame);
    if (frame->bth.opcode == IncOpcode::CNP)
    {
        ++cnpsReceived;
        if (m_congestionControl)
        {
            m_congestionControl->OnCnp();
        }
        return;
    }
    if (frame->bth.opcode != IncOpcode::RC_ACK)
    {
        ++packetsReceived;
        bytesReceived += frame->payloadSize;
        if (frame->ecn == IncFrame::CE)
        {
            NotifyCongestion(*frame);
        }
    }
    ReceivePacket(std::move(frame));
}

void
IncQueuePair::VisitState(IncStateVisitor& visitor)
{
    if (m_congestionControl)
    {
        m_congestionControl->VisitState(visitor);
    }
    if (m_nic && m_nic->IsBusUsed())
    {
        visitor.Refuse("times between a host and its NIC");
    }
    visitor.Part(m_progress);
    visitor.Part(m_connection);
    visitor.Part(m_pacer);
    visitor.Fields<IncQueuePairCounters>(*this);
}

} // namespace ns3
