/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-switch.h"

#include "inc-address-plan.h"
#include "inc-frame-text.h"
#include "inc-log-component.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-enum.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncSwitch");
NS_OBJECT_ENSURE_REGISTERED(IncSwitch);

namespace
{

constexpr uint32_t LINK_LOCAL_GROUPS = 0xe00000; // 224.0.0.0/24, never forwarded (RFC 5771)

} // namespace

TypeId
IncSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncSwitch")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncSwitch>()
            .AddAttribute(
                "Ecmp",
                "How traffic is spread over equal-cost paths: per-flow, per-packet, "
                "ingress or egress-group",
                IncEnumValue(IncEcmpScheme::PER_FLOW),
                MakeIncEnumAccessor(&IncSwitch::SetScheme, &IncSwitch::GetScheme),
                MakeIncEnumChecker<IncEcmpScheme>({{IncEcmpScheme::PER_FLOW, "per-flow"},
                                                   {IncEcmpScheme::PER_PACKET, "per-packet"},
                                                   {IncEcmpScheme::INGRESS, "ingress"},
                                                   {IncEcmpScheme::EGRESS_GROUP, "egress-group"}}))
            .AddAttribute("EcmpHash",
                          "Hash of the five-tuple under this switch's key: mixer, crc (salted, "
                          "polarises) or crc-mixed",
                          IncEnumValue(IncEcmpHash::MIXER),
                          MakeIncEnumAccessor(&IncSwitch::SetHash),
                          MakeIncEnumChecker<IncEcmpHash>({{IncEcmpHash::MIXER, "mixer"},
                                                           {IncEcmpHash::CRC, "crc"},
                                                           {IncEcmpHash::CRC_MIXED, "crc-mixed"}}))
            .AddAttribute(
                "EcmpSpray",
                "How per-packet chooses: random or round-robin",
                IncEnumValue(IncEcmpSpray::RANDOM),
                MakeIncEnumAccessor(&IncSwitch::SetSpray),
                MakeIncEnumChecker<IncEcmpSpray>(
                    {{IncEcmpSpray::RANDOM, "random"}, {IncEcmpSpray::ROUND_ROBIN, "round-robin"}}))
            .AddAttribute(
                "EcmpLocation",
                "From what egress-group knows the subgroup: egress, the attribute of "
                "the route, or ingress, the group of the ingress interface",
                IncEnumValue(IncEcmpLocation::EGRESS),
                MakeIncEnumAccessor(&IncSwitch::SetLocation),
                MakeIncEnumChecker<IncEcmpLocation>(
                    {{IncEcmpLocation::EGRESS, "egress"}, {IncEcmpLocation::INGRESS, "ingress"}}))
            .AddAttribute("EcmpSubType",
                          "Sub-type of the ECMP group extended community, as sent and as "
                          "understood; communities of another one are ignored",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IncSwitch::m_subType),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("RouterId",
                          "Router id in the egress group indices that this switch advertises, "
                          "another one for each switch; 0.0.0.0 is its address",
                          Ipv4AddressValue(Ipv4Address::GetAny()),
                          MakeIpv4AddressAccessor(&IncSwitch::m_routerId),
                          MakeIpv4AddressChecker())
            .AddAttribute("PipelineLatency",
                          "Time from the last bit of a frame that comes in to the first that "
                          "leaves, with an idle port; IncFabricHelper lays half of it on each "
                          "link of the switch. 350 ns is a switch of 100 to 200 Gb/s (De Sensi "
                          "et al., SC 2020)",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncSwitch::m_pipelineLatency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RestoreFlows",
                          "Whether flows return to a link of this switch that is up again; "
                          "without it the link is used only where nothing else is left",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IncSwitch::SetRestoreFlows),
                          MakeBooleanChecker());
    return tid;
}

IncSwitch::IncSwitch() = default;

void
IncSwitch::Attach(Ptr<Node> node, uint32_t index, IncIpVersion ip)
{
    NS_ABORT_MSG_IF(m_node, "IncSwitch::Attach: attached already");
    m_node = node;
    m_address = IncAddressPlan::AddressOf(index);
    m_ip = ip;
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (auto device = DynamicCast<IncNetDevice>(node->GetDevice(i)))
        {
            device->SetSink(this);
            device->AddLinkChangeCallback(MakeCallback(&IncSwitch::LinkChanged, this));
            m_ports.push_back(PeekPointer(device));
        }
    }
    LinkChanged();
}

void
IncSwitch::DoDispose()
{
    m_ports.clear();
    m_processor = nullptr;
    m_local = nullptr;
    m_buffer = nullptr;
    m_bierSink = nullptr;
    m_node = nullptr;
    Object::DoDispose();
}

void
IncSwitch::SetBuffer(Ptr<IncSharedBuffer> buffer)
{
    NS_ABORT_MSG_UNLESS(m_node, "IncSwitch::SetBuffer: attach the switch first");
    m_buffer = buffer;
    buffer->Install(m_ports);
}

Ptr<IncSharedBuffer>
IncSwitch::GetBuffer() const
{
    return m_buffer;
}

void
IncSwitch::SetEcmpGroups(const IncEcmpGroups& groups)
{
    m_groups = groups;
    m_ecmp.SetGroups(groups, m_ports.size());
}

void
IncSwitch::SetRoutes(const IncNodeRoutes& routes, const std::vector<IncRouteAttribute>& attributes)
{
    m_table.SetRoutes(routes, m_groups, attributes, m_subType);
}

IncRouteAttribute
IncSwitch::Advertise(uint32_t port) const
{
    const uint16_t group = IncGroupOfPort(m_groups.egress, m_ports.size()).at(port);
    const uint32_t id = m_routerId.IsAny() ? m_address : m_routerId.Get();
    return group > 0 ? IncRouteAttribute(IncEcmpCommunity{m_subType, id, group})
                     : IncRouteAttribute();
}

void
IncSwitch::LinkChanged()
{
    for (uint32_t port = 0; port < m_ports.size(); ++port)
    {
        m_ecmp.SetPortUp(port, m_ports[port]->IsLinkUp());
    }
}

void
IncSwitch::SetScheme(IncEcmpScheme scheme)
{
    m_ecmp.SetScheme(scheme);
}

IncEcmpScheme
IncSwitch::GetScheme() const
{
    return m_ecmp.GetScheme();
}

void
IncSwitch::SetHash(IncEcmpHash hash)
{
    m_ecmp.SetHash(hash);
}

void
IncSwitch::SetSpray(IncEcmpSpray spray)
{
    m_ecmp.SetSpray(spray);
}

void
IncSwitch::SetLocation(IncEcmpLocation location)
{
    m_ecmp.SetLocation(location);
}

void
IncSwitch::SetRestoreFlows(bool restore)
{
    m_ecmp.SetRestoreFlows(restore);
}

IncFrameProcessor*
IncSwitch::SetLocalProcessor(IncFrameProcessor* processor)
{
    return std::exchange(m_local, processor);
}

bool
IncSwitch::EndsHere(const IncFrame& frame) const
{
    constexpr uint32_t MANAGEMENT_QPN = 1; // m_local gets the frames to this queue pair
    return frame.destination == m_address && frame.kind == IncFrame::Kind::ROCE &&
           frame.bth.destQp != MANAGEMENT_QPN;
}

uint32_t
IncSwitch::ChoosePort(const IncFrame& frame, uint32_t ingress)
{
    if (!m_flows.IsEmpty() && frame.kind == IncFrame::Kind::ROCE)
    {
        const uint32_t port = m_flows.Find(frame.destination, frame.bth.destQp);
        if (port != IncFlowTable::NO_PORT)
        {
            return port;
        }
    }
    const auto& group = m_table.Lookup(IncAddressPlan::IndexOf(frame.destination));
    return group.size == 0 ? IncFlowTable::NO_PORT : m_ecmp.Choose(group, frame, ingress);
}

std::vector<uint16_t>
IncSwitch::GetChoices(const IncFrame& frame, uint32_t ingress) const
{
    const uint32_t pinned = m_flows.Find(frame.destination, frame.bth.destQp);
    if (pinned != IncFlowTable::NO_PORT)
    {
        return {static_cast<uint16_t>(pinned)};
    }
    const auto& group = m_table.Lookup(IncAddressPlan::IndexOf(frame.destination));
    if (group.size == 0)
    {
        return {};
    }
    if (m_ecmp.GetScheme() == IncEcmpScheme::PER_PACKET)
    {
        return std::vector<uint16_t>(group.ports, group.ports + group.size);
    }
    IncEcmp ecmp = m_ecmp; // a copy, because a choice may change counters of the ECMP stage
    return {ecmp.Choose(group, frame, ingress)};
}

void
IncSwitch::Receive(IncFramePtr frame, IncNetDevice& port)
{
    frame->ingress = static_cast<uint16_t>(port.GetPort());
    if (frame->IsBier())
    {
        port.GiveTo(m_bierSink, std::move(frame));
        return;
    }
    if ((frame->hasInc || EndsHere(*frame)) && m_processor && m_processor->Process(frame, port))
    {
        return;
    }
    if (frame->destination == m_address || frame->destination >> 8 == LINK_LOCAL_GROUPS)
    {
        ReceiveLocal(std::move(frame), port);
        return;
    }
    if (frame->ttl <= 1)
    {
        port.Drop(std::move(frame), IncDropReason::TTL_EXPIRED);
        return;
    }
    --frame->ttl;
    const uint32_t egress = ChoosePort(*frame, port.GetPort());
    if (egress == IncFlowTable::NO_PORT)
    {
        port.Drop(std::move(frame), IncDropReason::NO_ROUTE);
        return;
    }
    NS_LOG_INFO("port " << port.GetPort() << " to port " << egress << ": " << *frame);
    m_ports[egress]->Enqueue(std::move(frame));
}

void
IncSwitch::ReceiveLocal(IncFramePtr frame, IncNetDevice& port)
{
    if (!m_local || !m_local->Process(frame, port))
    {
        port.Drop(std::move(frame), IncDropReason::NO_HANDLER);
    }
}

void
IncSwitch::Forward(IncFramePtr frame)
{
    const uint32_t egress = ChoosePort(*frame, IncEcmp::NO_PORT);
    if (egress == IncFlowTable::NO_PORT)
    {
        // There is no route after a failure, and no ingress port: the first port counts the drop.
        m_ports.front()->Drop(std::move(frame), IncDropReason::NO_ROUTE);
        return;
    }
    NS_LOG_INFO("own frame to port " << egress << ": " << *frame);
    m_ports[egress]->Enqueue(std::move(frame));
}

namespace
{

constexpr std::size_t SMALLEST = 16;

} // namespace

void
IncFlowTable::Set(uint32_t destination, uint32_t qpn, uint32_t port)
{
    if (2 * (m_used + 1) > m_entries.size())
    {
        Grow();
    }
    const uint64_t key = KeyOf(destination, qpn);
    Entry& entry = m_entries[Place(key)];
    m_used += entry.port == NO_PORT ? 1 : 0;
    entry = {key, port};
}

void
IncFlowTable::Remove(uint32_t destination, uint32_t qpn)
{
    if (Find(destination, qpn) == NO_PORT)
    {
        return;
    }
    const std::size_t mask = m_entries.size() - 1;
    std::size_t place = Place(KeyOf(destination, qpn));
    m_entries[place].port = NO_PORT;
    --m_used;
    // Entries that collided with the removed one lie behind it. Insert them again.
    for (place = (place + 1) & mask; m_entries[place].port != NO_PORT; place = (place + 1) & mask)
    {
        const Entry moved = std::exchange(m_entries[place], Entry());
        m_entries[Place(moved.key)] = moved;
    }
}

void
IncFlowTable::Clear()
{
    m_entries.clear();
    m_used = 0;
}

void
IncFlowTable::Grow()
{
    std::vector<Entry> old(std::max(SMALLEST, 2 * m_entries.size()));
    old.swap(m_entries);
    for (const Entry& entry : old)
    {
        if (entry.port != NO_PORT)
        {
            m_entries[Place(entry.key)] = entry;
        }
    }
}

void
IncSwitch::VisitState(IncStateVisitor& visitor)
{
    visitor.Part(m_ecmp);
    visitor.Part(m_buffer);
}

} // namespace ns3
