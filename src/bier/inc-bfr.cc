/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bfr.h"

#include "ns3/abort.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-frame-text.h"
#include "ns3/inc-log-component.h"
#include "ns3/inc-priority.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncBfr");
NS_OBJECT_ENSURE_REGISTERED(IncBfr);

/// \brief Sends the copies of one packet as frames, and stores them for later packets.
class IncBfr::Replication : public IncBierOutput
{
  public:
    Replication(IncBfr& bfr, const IncFrame& frame, IncNetDevice& port)
        : m_bfr(bfr),
          m_frame(frame),
          m_port(port),
          m_replicas(Create<IncBierReplicas>())
    {
        m_replicas->packet = m_frame.GetBier();
    }

    bool WasUsed() const
    {
        return m_delivered || !m_replicas->copies.empty();
    }

    /** \brief Store the copies for later packets with this encapsulation. */
    void Remember()
    {
        if (!m_delivered && !m_discarded && !m_replicas->copies.empty())
        {
            m_bfr.m_memory.Add(m_replicas);
        }
    }

    void SendCopy(const IncBierCopy& copy) override
    {
        Ptr<IncBierEncapsulation> encapsulation = IncBierEncapsulation::Create();
        encapsulation->header = m_replicas->packet->header;
        encapsulation->header.ttl = copy.ttl;
        encapsulation->bits = copy.bits;
        m_replicas->copies.push_back({m_bfr.m_ports[copy.port], encapsulation, copy.lastHopBfrId});
        m_bfr.SendCopy(m_frame.Copy(), m_replicas->copies.back());
    }

    void DeliverLocal() override
    {
        m_delivered = true;
        m_bfr.Deliver(m_frame, m_port);
    }

    void Discard(IncBierDropReason reason, const IncBitString& bits) override
    {
        m_discarded = true;
        NS_LOG_INFO("discards bits " << bits << ": " << IncBierDropReasonName(reason));
        ++m_bfr.m_counters.discards[static_cast<uint32_t>(reason)];
        m_bfr.m_discardTrace(m_replicas->packet->header, bits, reason);
    }

  private:
    IncBfr& m_bfr;
    const IncFrame& m_frame;
    IncNetDevice& m_port;
    Ptr<IncBierReplicas> m_replicas;
    bool m_delivered{false}; //!< true if this BFR is one of the packet's BFERs
    bool m_discarded{false};
};

TypeId
IncBfr::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncBfr")
                            .SetParent<Object>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncBfr>()
                            .AddAttribute("InitialTtl",
                                          "TTL of the BIER packets that start here, in hops",
                                          UintegerValue(64),
                                          MakeUintegerAccessor(&IncBfr::m_initialTtl),
                                          MakeUintegerChecker<uint8_t>(1))
                            .AddTraceSource("Copy",
                                            "A copy of a BIER packet leaves by a port",
                                            MakeTraceSourceAccessor(&IncBfr::m_copyTrace),
                                            "ns3::IncBfr::CopyTracedCallback")
                            .AddTraceSource("Delivery",
                                            "A BIER packet reached this BFER",
                                            MakeTraceSourceAccessor(&IncBfr::m_deliveryTrace),
                                            "ns3::IncBfr::DeliveryTracedCallback")
                            .AddTraceSource("Discard",
                                            "Bits of a BIER packet go no further, and why",
                                            MakeTraceSourceAccessor(&IncBfr::m_discardTrace),
                                            "ns3::IncBfr::DiscardTracedCallback");
    return tid;
}

void
IncBfr::Attach(Ptr<Node> node, IncBierUnderlay underlay, bool transit)
{
    NS_ABORT_MSG_IF(m_node, "IncBfr::Attach: attached already");
    m_node = node;
    m_underlay = std::move(underlay);
    m_forwarder.SetTransit(transit);
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (auto device = DynamicCast<IncNetDevice>(node->GetDevice(i)))
        {
            m_ports.push_back(PeekPointer(device));
        }
    }
}

void
IncBfr::DoDispose()
{
    m_ports.clear();
    m_receivers.clear();
    m_memberships.clear();
    m_underlay.routes = nullptr;
    m_next = nullptr;
    m_lastHop = nullptr;
    m_node = nullptr;
    Object::DoDispose();
}

void
IncBfr::AddReceiver(IncBierReceiver* receiver)
{
    m_receivers.push_back(receiver);
}

void
IncBfr::RemoveReceiver(IncBierReceiver* receiver)
{
    m_receivers.erase(std::remove(m_receivers.begin(), m_receivers.end(), receiver),
                      m_receivers.end());
}

void
IncBfr::SetKey(uint64_t key)
{
    m_forwarder.SetKey(key);
    m_memory.Clear();
}

void
IncBfr::AddSubDomain(std::shared_ptr<const IncBierSubDomain> subDomain,
                     IncBierEcmp ecmp,
                     IncBierUnderlay::Routes routes)
{
    NS_ABORT_MSG_UNLESS(m_node, "IncBfr::AddSubDomain: call Attach first");
    m_memberships.push_back({std::move(subDomain), ecmp, std::move(routes)});
    Compute(m_memberships.back());
}

void
IncBfr::AddSubDomain(const IncBierSubDomain& subDomain,
                     std::shared_ptr<const IncBierForwarder::Tables> tables)
{
    m_forwarder.SetTables(subDomain, subDomain.GetBfrId(m_underlay.prefix), std::move(tables));
    m_memory.Clear();
}

void
IncBfr::Recompute()
{
    for (const auto& membership : m_memberships)
    {
        Compute(membership);
    }
}

void
IncBfr::Compute(const Membership& membership)
{
    IncBierUnderlay underlay = m_underlay;
    if (membership.routes)
    {
        underlay.routes = membership.routes;
    }
    const IncBirt birt(*membership.subDomain, underlay);
    m_forwarder.Compute(*membership.subDomain, birt, membership.ecmp);
    m_memory.Clear();
}

IncBierHeader
IncBfr::MakeHeader(const IncFrame& frame, uint32_t biftId) const
{
    IncBierHeader header;
    header.biftId = biftId;
    header.bslCode = IncBiftId::Decode(biftId).bslCode;
    header.bfirId = m_forwarder.GetOwnBfrId(biftId);
    header.ttl = m_initialTtl;
    header.entropy = static_cast<uint32_t>(IncMix64(frame.flowHash) >> 44);
    header.dscp = IncDscpOf(frame.priority);
    header.proto = static_cast<uint8_t>(frame.ip);
    return header;
}

void
IncBfr::Send(const IncFrame& frame, const IncBierImposition& to)
{
    for (const auto& set : to.GetSets())
    {
        Send(frame, MakeHeader(frame, set.biftId), set.bits);
    }
}

void
IncBfr::Send(const IncFrame& frame, const IncBierHeader& header, const IncBitString& bits)
{
    // The BFIR may be a BFER of its own packet, so this packet gets an encapsulation, too.
    IncFramePtr packet = frame.Copy();
    packet->SetBier(m_memory.Encapsulate(header, bits));
    packet->UpdateSize();
    if (const auto replicas = m_memory.Find(packet->GetBier()))
    {
        Replicate(std::move(packet), *replicas);
        return;
    }
    Replication replication(*this, *packet, *m_ports.front());
    m_forwarder.Originate(header, bits, replication);
    replication.Remember();
}

void
IncBfr::Receive(IncFramePtr frame, IncNetDevice& port)
{
    const IncBierEncapsulation& bier = *frame->GetBier();
    if (const auto replicas = m_memory.Find(&bier))
    {
        Replicate(std::move(frame), *replicas);
        return;
    }
    Replication replication(*this, *frame, port);
    m_forwarder.Forward(bier.header, bier.bits, replication);
    replication.Remember();
    if (!replication.WasUsed())
    {
        port.Drop(std::move(frame), IncDropReason::BIER);
    }
}

void
IncBfr::Replicate(IncFramePtr frame, const IncBierReplicas& replicas)
{
    const auto last = std::prev(replicas.copies.end());
    for (auto copy = replicas.copies.begin(); copy != last; ++copy)
    {
        SendCopy(frame->Copy(), *copy);
    }
    SendCopy(std::move(frame), *last);
}

void
IncBfr::SendCopy(IncFramePtr frame, const IncBierReplicas::Copy& copy)
{
    if (copy.lastHopBfrId != 0 && m_lastHop && !m_lastHop->Rewrite(*frame, copy.lastHopBfrId))
    {
        return;
    }
    if (frame->IsBier())
    {
        frame->SetBier(copy.encapsulation);
    }
    frame->UpdateSize();
    NS_LOG_INFO("copy to port " << copy.port->GetPort() << " for bits " << copy.encapsulation->bits
                                << ": " << *frame);
    ++m_counters.copies;
    m_copyTrace(*copy.encapsulation, *copy.port, frame->GetSize());
    copy.port->Enqueue(std::move(frame));
}

void
IncBfr::Deliver(const IncFrame& frame, IncNetDevice& port)
{
    NS_LOG_INFO("delivers " << frame);
    ++m_counters.deliveries;
    m_deliveryTrace(*frame.GetBier());
    for (auto* receiver : m_receivers)
    {
        if (receiver->Receive(frame))
        {
            return;
        }
    }
    const uint8_t proto = frame.GetBier()->header.proto;
    if (!m_next || (proto != IncBierHeader::PROTO_IPV4 && proto != IncBierHeader::PROTO_IPV6))
    {
        ++m_counters.discards[static_cast<uint32_t>(IncBierDropReason::NO_OVERLAY)];
        m_discardTrace(frame.GetBier()->header,
                       frame.GetBier()->bits,
                       IncBierDropReason::NO_OVERLAY);
        return;
    }
    IncFramePtr inner = frame.Copy();
    const uint32_t own = m_forwarder.GetOwnBfrId(frame.GetBier()->header.biftId);
    if (m_lastHop && !m_lastHop->Rewrite(*inner, static_cast<uint16_t>(own)))
    {
        return;
    }
    inner->SetBier(nullptr);
    inner->UpdateSize();
    m_next->Receive(std::move(inner), port);
}

void
IncBfr::VisitState(IncStateVisitor& visitor)
{
    if (IsTraced())
    {
        visitor.Refuse("traces of BIER: somebody sees every copy");
    }
    visitor.Fields(m_counters);
}

} // namespace ns3
