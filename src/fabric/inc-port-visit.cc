/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-format.h"
#include "inc-frame-visit.h"
#include "inc-net-device.h"
#include "inc-pause-receiver.h"
#include "inc-pause-sender.h"

#include "ns3/inc-state-visitor.h"

namespace ns3
{

namespace
{

INC_STATE_SIZE(IncHeader, 20);
INC_STATE_SIZE(IncBth, 16);
INC_STATE_SIZE(IncReth, 16);
INC_STATE_SIZE(IncBierHeader, 24);
INC_STATE_SIZE(IncFrame, 128);
INC_STATE_SIZE(IncPortQueues, 80);
INC_STATE_SIZE(IncEgressScheduler, 16);
INC_STATE_SIZE(IncLinkFaults, 24);
// What every frame touches begins a cache line of its own.
INC_STATE_SIZE(IncNetDevice, (sizeof(Object) + 224 + 63) / 64 * 64 + 320);

void
VisitBier(const IncBierEncapsulation& bier, IncStateVisitor& visitor)
{
    const IncBierHeader& header = bier.header;
    visitor.Value("IncBierHeader::biftId", header.biftId);
    visitor.Value("IncBierHeader::trafficClass", header.trafficClass);
    visitor.Value("IncBierHeader::bottomOfStack", header.bottomOfStack);
    visitor.Value("IncBierHeader::ttl", header.ttl);
    visitor.Value("IncBierHeader::nibble", header.nibble);
    visitor.Value("IncBierHeader::version", header.version);
    visitor.Value("IncBierHeader::bslCode", header.bslCode);
    visitor.Value("IncBierHeader::entropy", header.entropy);
    visitor.Value("IncBierHeader::oam", header.oam);
    visitor.Value("IncBierHeader::reserved", header.reserved);
    visitor.Value("IncBierHeader::dscp", header.dscp);
    visitor.Value("IncBierHeader::proto", header.proto);
    visitor.Value("IncBierHeader::bfirId", header.bfirId);
    IncVisitBits(bier.bits, "IncBierEncapsulation::bits", visitor);
}

void
VisitBth(IncBth& bth, IncStateVisitor& visitor)
{
    visitor.Value("IncBth::opcode", bth.opcode);
    visitor.Value("IncBth::solicited", bth.solicited);
    visitor.Value("IncBth::migration", bth.migration);
    visitor.Value("IncBth::padCount", bth.padCount);
    visitor.Value("IncBth::version", bth.version);
    visitor.Value("IncBth::pkey", bth.pkey);
    visitor.Value("IncBth::fecn", bth.fecn);
    visitor.Value("IncBth::becn", bth.becn);
    visitor.Value("IncBth::ackRequest", bth.ackRequest);
    visitor.Value("IncBth::ackAtOnce", bth.ackAtOnce);
    visitor.Value("IncBth::destQp", bth.destQp);
}

} // namespace

void
IncVisitBits(const IncBitString& bits, const char* field, IncStateVisitor& visitor)
{
    visitor.Value(field, bits.GetLength());
    for (uint32_t bit = bits.GetLength() == 0 ? 0 : bits.FindFirst(); bit != 0;
         bit = bits.FindNext(bit))
    {
        visitor.Value(field, bit);
    }
    visitor.Value(field, 0);
}

void
IncVisitHeader(IncHeader& header, IncStateVisitor& visitor)
{
    visitor.Value("IncHeader::version", header.version);
    visitor.Value("IncHeader::flags", header.flags);
    visitor.Value("IncHeader::collective", header.collective);
    visitor.Value("IncHeader::operation", header.operation);
    visitor.Value("IncHeader::dataType", header.dataType);
    visitor.Value("IncHeader::bslCode", header.bslCode);
    visitor.Value("IncHeader::treeId", header.treeId);
    visitor.Value("IncHeader::epoch", header.epoch);
    visitor.Value("IncHeader::rank", header.rank);
    visitor.Value("IncHeader::count", header.count);
    visitor.Value("IncHeader::si", header.si);
    visitor.Value("IncHeader::subDomain", header.subDomain);
    visitor.Sequence("IncHeader::messageId", header.messageId);
}

void
IncVisitReth(IncReth& reth, IncStateVisitor& visitor)
{
    visitor.Count("IncReth::virtualAddress", reth.virtualAddress);
    visitor.Value("IncReth::rkey", reth.rkey);
    visitor.Value("IncReth::dmaLength", reth.dmaLength);
}

void
IncVisitReth(IncReth& reth, const IncStateVisitor::Numbers* numbers, IncStateVisitor& visitor)
{
    visitor.Value("IncReth::rkey", reth.rkey);
    visitor.Value("IncReth::dmaLength", reth.dmaLength);
    if (numbers && numbers->areNames)
    {
        return;
    }
    const uint64_t slotBytes = numbers ? numbers->slotBytes : 1;
    uint64_t slot = reth.virtualAddress / slotBytes;
    const uint64_t offset = reth.virtualAddress % slotBytes;
    visitor.Value("IncReth::virtualAddress", offset);
    if (numbers)
    {
        visitor.Cyclic("IncReth::virtualAddress", slot, numbers->slots);
    }
    else
    {
        visitor.Value("IncReth::virtualAddress", slot);
    }
    reth.virtualAddress = slot * slotBytes + offset;
}

void
IncVisitImmediate(uint32_t& immediate,
                  const IncStateVisitor::Numbers* numbers,
                  IncStateVisitor& visitor)
{
    const uint64_t modulus = numbers ? numbers->immediates : 1;
    uint64_t number = immediate % modulus;
    const uint64_t kind = immediate / modulus;
    visitor.Value("IncFrame::immediate", kind);
    if (!numbers || !numbers->areNames)
    {
        visitor.Cyclic("IncFrame::immediate", number, modulus);
    }
    immediate = static_cast<uint32_t>(kind * modulus + number);
}

void
IncFrame::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncFrame::m_size", m_size);
    visitor.Value("IncFrame::payloadSize", payloadSize);
    visitor.Value("IncFrame::flowHash", flowHash);
    visitor.Value("IncFrame::source", source);
    visitor.Value("IncFrame::destination", destination);
    visitor.Value("IncFrame::sourcePort", sourcePort);
    visitor.Value("IncFrame::ingress", ingress);
    visitor.Value("IncFrame::kind", kind);
    visitor.Value("IncFrame::ttl", ttl);
    visitor.Value("IncFrame::ecn", ecn);
    visitor.Value("IncFrame::priority", priority);
    visitor.Value("IncFrame::hasInc", hasInc);
    visitor.Value("IncFrame::ip", ip);
    visitor.Value("IncFrame::m_isBier", m_isBier);
    visitor.Value("IncFrame::marks", marks);
    VisitBth(bth, visitor);
    if (kind == Kind::ROCE && bth.opcode == IncOpcode::RC_ACK)
    {
        visitor.Awaited("IncBth::psn", IncConnectionKey(destination, bth.destQp), bth.psn);
        visitor.Value("IncAeth::syndrome", aeth.syndrome);
        visitor.Count("IncAeth::msn", aeth.msn, 24);
        return;
    }
    if (kind != Kind::ROCE || !(hasInc || IncIsRc(bth.opcode)))
    {
        visitor.Refuse("datagrams, or frames of other protocols than RoCEv2");
        return;
    }
    if (payload)
    {
        visitor.Refuse("real data: frames carry values");
    }
    if (!hasInc)
    {
        const uint64_t receiver = IncConnectionKey(destination, bth.destQp);
        visitor.Awaited("IncBth::psn", receiver | IncStateVisitor::RESPONDER, bth.psn);
        const auto* numbers = visitor.FindNumbers(receiver);
        if (IncIsFirst(bth.opcode) || IncIsOnly(bth.opcode))
        {
            IncVisitReth(reth, numbers, visitor);
        }
        if (IncHasImm(bth.opcode))
        {
            IncVisitImmediate(immediate, numbers, visitor);
        }
        return;
    }
    visitor.UseTree(inc.treeId);
    if (IncIsRc(bth.opcode))
    {
        visitor.Sequence("IncBth::psn", bth.psn, 24);
    }
    else
    {
        visitor.Count("IncBth::psn", bth.psn, 24);
    }
    IncVisitReth(reth, visitor);
    visitor.Sequence("IncFrame::immediate", immediate);
    IncVisitHeader(inc, visitor);
    visitor.Value("IncFrame::pbm", PeekPointer(pbm)); // made once per worker or set
    visitor.Value("IncFrame::tag", tag);
    if (m_bier)
    {
        VisitBier(*m_bier, visitor);
    }
}

void
IncFrameList::VisitState(IncStateVisitor& visitor)
{
    for (IncFrame* frame = m_head; frame; frame = frame->m_next)
    {
        visitor.Value("IncFrameList::m_head", true);
        frame->VisitState(visitor);
    }
    visitor.Value("IncFrameList::m_head", false);
}

void
IncPortQueues::VisitState(IncStateVisitor& visitor)
{
    visitor.Value("IncPortQueues::m_waiting", m_waiting);
    visitor.Value("IncPortQueues::m_total", m_total);
    visitor.Value("IncPortQueues::m_firstPriority", m_firstPriority);
    const auto visit = [&](Queue& queue) {
        queue.frames.VisitState(visitor);
        visitor.Value("IncPortQueues::Queue::bytes", queue.bytes);
        visitor.Value("IncPortQueues::Queue::maxBytes", queue.maxBytes);
        visitor.Count("IncTrafficCounters::sentFrames", queue.traffic.sentFrames);
        visitor.Count("IncTrafficCounters::sentBytes", queue.traffic.sentBytes);
        visitor.Count("IncTrafficCounters::receivedFrames", queue.traffic.receivedFrames);
        visitor.Count("IncTrafficCounters::receivedBytes", queue.traffic.receivedBytes);
    };
    visit(m_first);
    visitor.Value("IncPortQueues::m_others", m_others != nullptr);
    for (uint32_t priority = 0; m_others && priority < INC_PRIORITIES; ++priority)
    {
        visit((*m_others)[priority]);
    }
}

void
IncEgressScheduler::VisitState(IncStateVisitor& visitor)
{
    if (m_shared)
    {
        visitor.Value("IncEgressScheduler::Shared::turn", m_shared->turn);
        for (const int32_t credit : m_shared->credit)
        {
            visitor.Value("IncEgressScheduler::Shared::credit", credit);
        }
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

void
IncNetDevice::VisitState(IncStateVisitor& visitor)
{
    VisitWatchers(visitor);
    if (m_isFaulty)
    {
        visitor.Refuse("links that lose, repeat or delay frames");
    }
    if (m_pauseSender || m_pauseReceiver)
    {
        visitor.Refuse("PFC: ports have paused");
    }
    if (m_marker)
    {
        visitor.Refuse("ECN: ports mark frames");
    }
    if (IncFrameFormat::TagDelayPs() != 0)
    {
        visitor.Refuse("IncTagDelay: frames with tags take longer than others");
    }
    visitor.Value("IncPortBase::m_linkUp", m_linkUp);
    visitor.Value("IncNetDevice::m_open", m_open);
    visitor.Value("IncNetDevice::m_pfcPending", m_pfcPending);
    visitor.Value("IncNetDevice::m_wakePending", m_wakePending);
    const bool isBusy = m_wakePending || m_busyUntilPs > visitor.GetNowPs();
    visitor.Value("IncNetDevice::m_busyUntilPs", isBusy);
    if (isBusy)
    {
        visitor.Time("IncNetDevice::m_busyUntilPs", m_busyUntilPs);
    }
    else
    {
        visitor.Shifted("IncNetDevice::m_busyUntilPs", m_busyUntilPs);
    }
    m_scheduler.VisitState(visitor);
    m_queues.VisitState(visitor);
    m_onWire.VisitState(visitor);
    visitor.Count("IncNetDevice::m_sentResults", m_sentResults);
    visitor.Value("IncNetDevice::m_counters", m_counters != nullptr);
    if (!m_counters)
    {
        return;
    }
    visitor.Count("IncNetDevice::RareCounters::pfcFramesSent", m_counters->pfcFramesSent);
    visitor.Count("IncNetDevice::RareCounters::pfcFramesReceived", m_counters->pfcFramesReceived);
    for (IncPriorityCounters& counters : m_counters->priorities)
    {
        visitor.Count("IncPriorityCounters::ecnMarked", counters.ecnMarked);
        visitor.Count("IncPriorityCounters::pausesSent", counters.pausesSent);
        for (uint32_t& drops : counters.drops)
        {
            visitor.Count("IncPriorityCounters::drops", drops);
        }
    }
}

} // namespace ns3
