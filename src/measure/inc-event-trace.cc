/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-event-trace.h"

#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-frame-text.h"
#include "ns3/inc-output-file.h"
#include "ns3/simulator.h"

#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

void
AddInc(nlohmann::ordered_json& line, const IncFrame& frame)
{
    line["job"] = frame.inc.treeId;
    line["message"] = frame.inc.messageId;
    line["again"] = frame.inc.Has(IncHeader::RETRANSMITTED);
    if (frame.inc.bslCode != 0 && frame.pbm)
    {
        line["si"] = frame.inc.si;
        line["pbm"] =
            frame.pbm->bits.GetSet(frame.inc.si, IncBitString::LengthOfCode(frame.inc.bslCode))
                .ToHex();
    }
}

} // namespace

IncEventTrace::IncEventTrace(const IncFabric& fabric, const std::string& path)
    : m_topology(fabric.GetTopology()),
      m_out(IncOpenOutputFile(path))
{
    Ptr<IncEventTrace> self(this);
    for (uint32_t node = 0; node < m_topology.GetNodes().size(); ++node)
    {
        const auto& ports = m_topology.GetPorts(node);
        for (uint32_t i = 0; i < ports.size(); ++i)
        {
            const uint32_t peer = ports[i].peer;
            auto device = fabric.GetDevice(node, i);
            device->TraceConnectWithoutContext(
                "FrameSent",
                MakeCallback(&IncEventTrace::OnFrame, self, node, peer, "send"));
            device->TraceConnectWithoutContext(
                "FrameReceived",
                MakeCallback(&IncEventTrace::OnFrame, self, node, peer, "receive"));
            device->TraceConnectWithoutContext(
                "FrameDropped",
                MakeCallback(&IncEventTrace::OnDropped, self, node, peer));
        }
    }
}

void
IncEventTrace::Watch(const IncFabric& fabric, const IncGroup& group)
{
    Ptr<IncEventTrace> self(this);
    for (const auto& aggregator : group.aggregators)
    {
        if (!m_watched.insert(PeekPointer(aggregator)).second)
        {
            continue;
        }
        const uint32_t node = aggregator->GetObject<Node>()->GetId();
        aggregator->TraceConnectWithoutContext(
            "Aggregated",
            MakeCallback(&IncEventTrace::OnSlot, self, node, "aggregate"));
        aggregator->TraceConnectWithoutContext(
            "Completed",
            MakeCallback(&IncEventTrace::OnSlot, self, node, "complete"));
        aggregator->TraceConnectWithoutContext("Refused",
                                               MakeCallback(&IncEventTrace::OnRefused, self, node));
    }
    for (uint32_t rank = 0; rank < group.clients.size(); ++rank)
    {
        group.clients[rank]->TraceConnectWithoutContext(
            "ResultReceived",
            MakeCallback(&IncEventTrace::OnDelivered, self, group.hosts[rank], group.treeId));
    }
    const NodeContainer& nodes = fabric.GetNodes();
    for (uint32_t node = 0; node < nodes.GetN() && !m_bfrsWatched; ++node)
    {
        auto bfr = nodes.Get(node)->GetObject<IncBfr>();
        if (!bfr)
        {
            return;
        }
        bfr->TraceConnectWithoutContext("Copy", MakeCallback(&IncEventTrace::OnCopy, self, node));
        bfr->TraceConnectWithoutContext("Discard",
                                        MakeCallback(&IncEventTrace::OnDiscard, self, node));
    }
    m_bfrsWatched = true;
}

nlohmann::ordered_json
IncEventTrace::Begin(uint32_t node, const char* event) const
{
    return {{"t_ns", Simulator::Now().GetNanoSeconds()},
            {"node", m_topology.GetName(node)},
            {"event", event}};
}

nlohmann::ordered_json
IncEventTrace::Describe(uint32_t node,
                        uint32_t peer,
                        const char* event,
                        const IncFrame& frame) const
{
    const bool sends = event[0] == 's';
    const auto& from = m_topology.GetName(sends ? node : peer);
    const auto& to = m_topology.GetName(sends ? peer : node);
    auto line = Begin(node, event);
    line["link"] = from + "->" + to;
    line["to"] = to;
    line["kind"] = IncFrameKind(frame);
    line["bytes"] = frame.GetSize();
    if (frame.kind == IncFrame::Kind::ROCE && frame.hasInc)
    {
        AddInc(line, frame);
    }
    if (const auto* bier = frame.GetBier())
    {
        line["si"] = IncBiftId::Decode(bier->header.biftId).si;
        line["bits"] = bier->bits.ToHex();
        line["ttl"] = bier->header.ttl;
    }
    else if (frame.kind != IncFrame::Kind::PFC)
    {
        line["ttl"] = frame.ttl;
    }
    return line;
}

void
IncEventTrace::Write(const nlohmann::ordered_json& line)
{
    *m_out << line.dump() << "\n";
}

void
IncEventTrace::OnFrame(uint32_t node, uint32_t peer, const char* event, const IncFrame& frame)
{
    Write(Describe(node, peer, event, frame));
}

void
IncEventTrace::OnDropped(uint32_t node, uint32_t peer, const IncFrame& frame, IncDropReason reason)
{
    auto line = Describe(node, peer, "drop", frame);
    line["reason"] = IncDropReasonName(reason);
    Write(line);
}

void
IncEventTrace::OnCopy(uint32_t node,
                      const IncBierEncapsulation& copy,
                      const IncNetDevice& port,
                      uint32_t size)
{
    const uint32_t peer = m_topology.GetPorts(node)[port.GetPort()].peer;
    auto line = Begin(node, "bier");
    line["link"] = m_topology.GetName(node) + "->" + m_topology.GetName(peer);
    line["to"] = m_topology.GetName(peer);
    line["si"] = IncBiftId::Decode(copy.header.biftId).si;
    line["bits"] = copy.bits.ToHex();
    line["ttl"] = copy.header.ttl;
    line["bytes"] = size;
    Write(line);
}

void
IncEventTrace::OnDiscard(uint32_t node,
                         const IncBierHeader& header,
                         const IncBitString& bits,
                         IncBierDropReason reason)
{
    auto line = Begin(node, "drop");
    line["si"] = IncBiftId::Decode(header.biftId).si;
    line["bits"] = bits.ToHex();
    line["ttl"] = header.ttl;
    line["reason"] = IncBierDropReasonName(reason);
    Write(line);
}

void
IncEventTrace::OnSlot(uint32_t node,
                      const char* event,
                      uint16_t treeId,
                      uint32_t messageId,
                      uint32_t slot,
                      const IncBitString& bits)
{
    auto line = Begin(node, event);
    line["job"] = treeId;
    line["message"] = messageId;
    line["slot"] = slot;
    line["pbm"] = bits.ToHex();
    Write(line);
}

void
IncEventTrace::OnRefused(uint32_t node, const IncFrame& frame, IncRefusal refusal)
{
    auto line = Begin(node, "drop");
    line["kind"] = IncFrameKind(frame);
    AddInc(line, frame);
    line["bytes"] = frame.GetSize();
    line["reason"] = IncRefusalName(refusal);
    Write(line);
}

void
IncEventTrace::OnDelivered(uint32_t node, uint16_t treeId, uint32_t messageId)
{
    auto line = Begin(node, "deliver");
    line["job"] = treeId;
    line["message"] = messageId;
    Write(line);
}

} // namespace ns3
