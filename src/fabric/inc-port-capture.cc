/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-port-capture.h"

#include "inc-frame-codec.h"
#include "inc-frame-text.h"
#include "inc-log-component.h"
#include "inc-net-device.h"

#include "ns3/inc-state-visitor.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <string>

namespace ns3
{

/// Notifies the object when a listener connects or disconnects, so that the object need not check
/// its trace sources for each frame.
class IncWatchedTraceAccessor : public TraceSourceAccessor
{
  public:
    using Changed = void (*)(ObjectBase* object);

    IncWatchedTraceAccessor(Ptr<const TraceSourceAccessor> source, Changed changed);

    // inherited from TraceSourceAccessor
    bool ConnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const override;
    bool Connect(ObjectBase* obj, std::string context, const CallbackBase& cb) const override;
    bool DisconnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const override;
    bool Disconnect(ObjectBase* obj, std::string context, const CallbackBase& cb) const override;

  private:
    bool Tell(bool done, ObjectBase* object) const;

    Ptr<const TraceSourceAccessor> m_source;
    Changed m_changed;
};

IncWatchedTraceAccessor::IncWatchedTraceAccessor(Ptr<const TraceSourceAccessor> source,
                                                 Changed changed)
    : m_source(source),
      m_changed(changed)
{
}

bool
IncWatchedTraceAccessor::ConnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const
{
    return Tell(m_source->ConnectWithoutContext(obj, cb), obj);
}

bool
IncWatchedTraceAccessor::Connect(ObjectBase* obj, std::string context, const CallbackBase& cb) const
{
    return Tell(m_source->Connect(obj, context, cb), obj);
}

bool
IncWatchedTraceAccessor::DisconnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const
{
    return Tell(m_source->DisconnectWithoutContext(obj, cb), obj);
}

bool
IncWatchedTraceAccessor::Disconnect(ObjectBase* obj,
                                    std::string context,
                                    const CallbackBase& cb) const
{
    return Tell(m_source->Disconnect(obj, context, cb), obj);
}

bool
IncWatchedTraceAccessor::Tell(bool done, ObjectBase* object) const
{
    if (done)
    {
        m_changed(object);
    }
    return done;
}

INC_LOG_COMPONENT_DEFINE("IncNetDevice");

TypeId
IncPortCapture::AddTraceSources(TypeId tid)
{
    const auto watched = [](Ptr<const TraceSourceAccessor> source) {
        return Create<IncWatchedTraceAccessor>(source, [](ObjectBase* object) {
            dynamic_cast<IncPortCapture*>(object)->UpdateWatched();
        });
    };
    return tid
        .AddTraceSource("FrameSent",
                        "Transmission of a frame begins, in parsed form",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_frameSentTrace)),
                        "ns3::IncNetDevice::FrameTracedCallback")
        .AddTraceSource("FrameReceived",
                        "A frame arrived whole, in parsed form",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_frameReceivedTrace)),
                        "ns3::IncNetDevice::FrameTracedCallback")
        .AddTraceSource("MacTx",
                        "A frame was given to this port",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_macTxTrace)),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacTxDrop",
                        "A frame was dropped before transmission",
                        MakeTraceSourceAccessor(&IncPortCapture::m_macTxDropTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacRx",
                        "A frame was received and is given to the node",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_macRxTrace)),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyTxBegin",
                        "The first bit of a frame goes on the wire",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_phyTxBeginTrace)),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyRxEnd",
                        "The last bit of a frame arrived",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_phyRxEndTrace)),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyRxDrop",
                        "A frame was lost on the wire",
                        MakeTraceSourceAccessor(&IncPortCapture::m_phyRxDropTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("Sniffer",
                        "Frames sent and received, as a capture on this port sees them",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_snifferTrace)),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PromiscSniffer",
                        "Frames sent and received, as a capture on this port sees them",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_promiscSnifferTrace)),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("QueuedBytes",
                        "Bytes that wait in the output queues, all priorities, before and now",
                        watched(MakeTraceSourceAccessor(&IncPortCapture::m_queuedBytesTrace)),
                        "ns3::TracedValueCallback::Uint32");
}

void
IncPortCapture::UpdateWatched()
{
    m_traced = m_logged ||
               !(m_frameSentTrace.IsEmpty() && m_frameReceivedTrace.IsEmpty() &&
                 m_macTxTrace.IsEmpty() && m_macRxTrace.IsEmpty() && m_phyTxBeginTrace.IsEmpty() &&
                 m_phyRxEndTrace.IsEmpty() && m_snifferTrace.IsEmpty() &&
                 m_promiscSnifferTrace.IsEmpty() && m_queuedBytesTrace.IsEmpty());
    m_watched = m_traced || m_meters;
}

void
IncPortCapture::AddMeter(IncFrameMeter& meter)
{
    meter.m_next = m_meters;
    m_meters = &meter;
    UpdateWatched();
}

void
IncPortCapture::RemoveMeter(IncFrameMeter& meter)
{
    IncFrameMeter** place = &m_meters;
    while (*place != &meter)
    {
        place = &(*place)->m_next;
    }
    *place = meter.m_next;
    meter.m_next = nullptr;
    UpdateWatched();
}

void
IncPortCapture::LookAtLog()
{
    IncLogComponent::LookAgain();
    m_logged = g_log.IsOn();
    UpdateWatched();
}

void
IncPortCapture::Log(const char* what, const IncFrame& frame) const
{
    if (m_logged)
    {
        NS_LOG_INFO("port " << static_cast<const IncNetDevice&>(*this).GetPort() << " " << what
                            << " " << frame);
    }
}

void
IncPortCapture::LogDrop(const IncFrame& frame, IncDropReason reason) const
{
    if (m_logged)
    {
        const std::string what = std::string("drops (") + IncDropReasonName(reason) + ")";
        Log(what.c_str(), frame);
    }
}

void
IncPortCapture::ShowGiven(const IncFrame& frame, const Direction& direction) const
{
    Show(frame, direction, {&m_macTxTrace});
}

void
IncPortCapture::ShowSent(const IncFrame& frame, const Direction& direction) const
{
    Log("sends", frame);
    if (frame.kind != IncFrame::Kind::PFC)
    {
        m_frameSentTrace(frame);
        for (IncFrameMeter* meter = m_meters; meter; meter = meter->m_next)
        {
            meter->Sent(frame);
        }
    }
    Show(frame, direction, {&m_phyTxBeginTrace, &m_snifferTrace, &m_promiscSnifferTrace});
}

void
IncPortCapture::ShowReceived(const IncFrame& frame, const Direction& direction) const
{
    Log("receives", frame);
    if (frame.kind != IncFrame::Kind::PFC)
    {
        m_frameReceivedTrace(frame);
        for (IncFrameMeter* meter = m_meters; meter; meter = meter->m_next)
        {
            meter->Received(frame);
        }
    }
    Show(frame,
         direction,
         {&m_phyRxEndTrace, &m_snifferTrace, &m_promiscSnifferTrace, &m_macRxTrace});
}

void
IncPortCapture::Show(const IncFrame& frame,
                     const Direction& direction,
                     std::initializer_list<const BytesTrace*> traces)
{
    const auto empty = [](const BytesTrace* trace) { return trace->IsEmpty(); };
    if (std::all_of(traces.begin(), traces.end(), empty))
    {
        return;
    }
    Ptr<const Packet> packet = IncFrameCodec::ToPacket(frame, direction.from, direction.to);
    for (const BytesTrace* trace : traces)
    {
        (*trace)(packet);
    }
}

void
IncPortCapture::VisitWatchers(IncStateVisitor& visitor)
{
    if (m_traced)
    {
        visitor.Refuse("captures or traces of ports: somebody sees every frame");
    }
    for (IncFrameMeter* meter = m_meters; meter; meter = meter->m_next)
    {
        meter->VisitState(visitor);
    }
}

} // namespace ns3
