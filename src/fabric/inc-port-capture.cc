/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-port-capture.h"

#include "inc-frame-codec.h"

namespace ns3
{

TypeId
IncPortCapture::AddTraceSources(TypeId tid)
{
    return tid
        .AddTraceSource("MacTx",
                        "A frame was given to this port",
                        MakeTraceSourceAccessor(&IncPortCapture::m_macTxTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacTxDrop",
                        "A frame was dropped before transmission",
                        MakeTraceSourceAccessor(&IncPortCapture::m_macTxDropTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("MacRx",
                        "A frame was received and is given to the node",
                        MakeTraceSourceAccessor(&IncPortCapture::m_macRxTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyTxBegin",
                        "The first bit of a frame goes on the wire",
                        MakeTraceSourceAccessor(&IncPortCapture::m_phyTxBeginTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyRxEnd",
                        "The last bit of a frame arrived",
                        MakeTraceSourceAccessor(&IncPortCapture::m_phyRxEndTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PhyRxDrop",
                        "A frame was lost on the wire",
                        MakeTraceSourceAccessor(&IncPortCapture::m_phyRxDropTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("Sniffer",
                        "Frames sent and received, as a capture on this port sees them",
                        MakeTraceSourceAccessor(&IncPortCapture::m_snifferTrace),
                        "ns3::Packet::TracedCallback")
        .AddTraceSource("PromiscSniffer",
                        "Frames sent and received, as a capture on this port sees them",
                        MakeTraceSourceAccessor(&IncPortCapture::m_promiscSnifferTrace),
                        "ns3::Packet::TracedCallback");
}

void
IncPortCapture::Show(const IncFrame& frame,
                     const Direction& direction,
                     std::initializer_list<BytesTrace*> traces)
{
    Ptr<const Packet> packet = IncFrameCodec::ToPacket(frame, direction.from, direction.to);
    for (BytesTrace* trace : traces)
    {
        (*trace)(packet);
    }
}

} // namespace ns3
