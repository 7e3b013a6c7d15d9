/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-switch.h"

#include "inc-address-plan.h"

#include "ns3/abort.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IncSwitch");
NS_OBJECT_ENSURE_REGISTERED(IncSwitch);

TypeId
IncSwitch::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncSwitch")
                            .SetParent<Object>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncSwitch>();
    return tid;
}

IncSwitch::IncSwitch() = default;

void
IncSwitch::Attach(Ptr<Node> node, uint32_t index)
{
    NS_ABORT_MSG_IF(m_node, "IncSwitch::Attach: attached already");
    m_node = node;
    m_address = IncAddressPlan::AddressOf(index);
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (auto device = DynamicCast<IncNetDevice>(node->GetDevice(i)))
        {
            device->SetSink(this);
            m_ports.push_back(PeekPointer(device));
        }
    }
}

void
IncSwitch::DoDispose()
{
    m_ports.clear();
    m_processor = nullptr;
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

IncForwardingTable&
IncSwitch::GetTable()
{
    return m_table;
}

IncEcmp&
IncSwitch::GetEcmp()
{
    return m_ecmp;
}

void
IncSwitch::SetProcessor(IncFrameProcessor* processor)
{
    m_processor = processor;
}

void
IncSwitch::SetBierSink(IncFrameSink* sink)
{
    m_bierSink = sink;
}

bool
IncSwitch::EndsHere(const IncFrame& frame) const
{
    return frame.destination == m_address && frame.kind == IncFrame::Kind::ROCE;
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
    if (frame->destination == m_address)
    {
        port.Drop(std::move(frame), IncDropReason::NO_HANDLER);
        return;
    }
    if (frame->ttl <= 1)
    {
        port.Drop(std::move(frame), IncDropReason::TTL_EXPIRED);
        return;
    }
    --frame->ttl;
    const auto group = m_table.Lookup(IncAddressPlan::IndexOf(frame->destination));
    if (group.size == 0)
    {
        port.Drop(std::move(frame), IncDropReason::NO_ROUTE);
        return;
    }
    m_ports[m_ecmp.Choose(group, frame->flowHash)]->Enqueue(std::move(frame));
}

void
IncSwitch::Forward(IncFramePtr frame)
{
    const auto group = m_table.Lookup(IncAddressPlan::IndexOf(frame->destination));
    NS_ABORT_MSG_IF(group.size == 0,
                    "IncSwitch::Forward: no route to " << Ipv4Address(frame->destination));
    m_ports[m_ecmp.Choose(group, frame->flowHash)]->Enqueue(std::move(frame));
}

} // namespace ns3
