/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rdma-nic.h"

#include "inc-connection-manager.h"
#include "inc-rc-queue-pair.h"
#include "inc-uc-queue-pair.h"

#include "ns3/abort.h"
#include "ns3/inc-address-plan.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRdmaNic);

namespace
{

/// Attribute accessor of the queue pairs by number, without removed ones.
class QueuePairsAccessor : public ObjectPtrContainerAccessor
{
  private:
    bool DoGetN(const ObjectBase* object, std::size_t* n) const override
    {
        const auto nic = dynamic_cast<const IncRdmaNic*>(object);
        if (!nic)
        {
            return false;
        }
        const auto& all = nic->GetQueuePairs();
        *n = all.size() - std::count(all.begin(), all.end(), nullptr);
        return true;
    }

    Ptr<Object> DoGet(const ObjectBase* object, std::size_t i, std::size_t* index) const override
    {
        for (const auto& qp : dynamic_cast<const IncRdmaNic*>(object)->GetQueuePairs())
        {
            if (qp && i-- == 0)
            {
                *index = qp->GetQpn();
                return qp;
            }
        }
        return nullptr;
    }
};

} // namespace

TypeId
IncRdmaNic::GetTypeId()
{
    static TypeId tid = AddAttributes(
        TypeId("ns3::IncRdmaNic")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncRdmaNic>()
            .AddAttribute("PipelineLatency",
                          "Time between host and wire, each way: bus, NIC and software; "
                          "IncFabricHelper lays it on the host's links",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncRdmaNic::m_pipelineLatency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("QueuePairs",
                          "The queue pairs, by their numbers",
                          TypeId::ATTR_GET,
                          ObjectPtrContainerValue(),
                          Create<QueuePairsAccessor>(),
                          MakeObjectPtrContainerChecker<IncQueuePair>())
            .AddAttribute("ConnectionManager",
                          "Who connects queue pairs by packets, once it is used",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&IncRdmaNic::m_connectionManager),
                          MakePointerChecker<IncConnectionManager>()));
    return tid;
}

IncRdmaNic::IncRdmaNic()
    : m_sourcePort(CreateObject<UniformRandomVariable>())
{
}

void
IncRdmaNic::Attach(Ptr<Node> node, uint32_t index, IncIpVersion ip)
{
    NS_ABORT_MSG_IF(m_node, "IncRdmaNic::Attach: attached already");
    m_node = node;
    m_address = IncAddressPlan::AddressOf(index);
    m_memory.SetNode(m_address);
    m_ip = ip;
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (auto device = DynamicCast<IncNetDevice>(node->GetDevice(i)))
        {
            device->SetSink(this);
            device->AddLinkChangeCallback(MakeCallback(&IncRdmaNic::LinkChanged, this));
            m_ports.push_back(std::make_unique<IncNicPort>(PeekPointer(device)));
        }
    }
}

void
IncRdmaNic::DoDispose()
{
    for (auto& qp : m_queuePairs)
    {
        if (qp)
        {
            qp->Dispose();
        }
    }
    m_queuePairs.clear();
    if (m_connectionManager)
    {
        m_connectionManager->Dispose();
        m_connectionManager = nullptr;
    }
    m_ports.clear();
    m_bierSink = nullptr;
    m_processor = nullptr;
    m_local = nullptr;
    m_node = nullptr;
    Object::DoDispose();
}

int64_t
IncRdmaNic::AssignStreams(int64_t stream)
{
    m_sourcePort->SetStream(stream);
    return 1;
}

void
IncRdmaNic::SetRoutes(const IncNodeRoutes& routes)
{
    m_table.SetRoutes(routes);
    FollowRoutes();
}

void
IncRdmaNic::LinkChanged()
{
    for (uint32_t port = 0; port < m_ports.size(); ++port)
    {
        m_ecmp.SetPortUp(port, m_ports[port]->GetDevice()->IsLinkUp());
    }
    FollowRoutes();
}

void
IncRdmaNic::FollowRoutes()
{
    for (const auto& qp : m_queuePairs)
    {
        if (qp)
        {
            qp->FollowRoutes();
        }
    }
}

uint32_t
IncRdmaNic::RegisterMemory(uint8_t* base, uint64_t length)
{
    return m_memory.Register(base, length);
}

Ptr<IncRcQueuePair>
IncRdmaNic::CreateRcQueuePair()
{
    auto qp = CreateObject<IncRcQueuePair>();
    AddQueuePair(qp);
    return qp;
}

Ptr<IncConnectionManager>
IncRdmaNic::GetConnectionManager()
{
    if (!m_connectionManager)
    {
        m_connectionManager = CreateObject<IncConnectionManager>();
        m_connectionManager->Install(this);
    }
    return m_connectionManager;
}

Ptr<IncUcQueuePair>
IncRdmaNic::CreateUcQueuePair()
{
    auto qp = CreateObject<IncUcQueuePair>();
    AddQueuePair(qp);
    return qp;
}

void
IncRdmaNic::AddQueuePair(Ptr<IncQueuePair> qp)
{
    NS_ABORT_MSG_IF(m_ports.empty(), "IncRdmaNic: a queue pair on a node that has no IncNetDevice");
    // Dynamic ports of RFC 6335; a random one spreads flows over equal-cost routes.
    const auto sourcePort = static_cast<uint16_t>(m_sourcePort->GetInteger(49152, 65535));
    qp->Install(this, FIRST_QPN + m_queuePairs.size(), sourcePort);
    m_queuePairs.push_back(qp);
}

void
IncRdmaNic::RemoveQueuePair(uint32_t qpn)
{
    m_queuePairs.at(qpn - FIRST_QPN) = nullptr;
}

IncNicPort*
IncRdmaNic::PortTowards(const IncConnection& connection)
{
    IncNicPort* port = FindPort(connection.remoteAddress, connection.flowHash);
    NS_ABORT_MSG_UNLESS(port, "IncRdmaNic: no route to " << Ipv4Address(connection.remoteAddress));
    return port;
}

IncNicPort*
IncRdmaNic::FindPort(uint32_t address, uint64_t flowHash) const
{
    if (m_ports.size() == 1)
    {
        return m_ports.front().get();
    }
    const auto& group = m_table.Lookup(IncAddressPlan::IndexOf(address));
    return group.size == 0 ? nullptr : m_ports[m_ecmp.Choose(group, flowHash)].get();
}

uint32_t
IncRdmaNic::GetPathBytes(uint32_t least) const
{
    const double bytesPerSecond = static_cast<double>(GetSlowestRate()) / 8;
    const double path = 2 * m_pathTimes.lifetime.GetSeconds() * bytesPerSecond;
    const double room = m_pathTimes.queueing.GetSeconds() * bytesPerSecond / 2;
    return std::max(least, static_cast<uint32_t>(std::min(path, room)));
}

uint64_t
IncRdmaNic::GetSlowestRate() const
{
    uint64_t slowest = m_pathTimes.rate > 0 ? m_pathTimes.rate : UINT64_MAX;
    for (const auto& port : m_ports)
    {
        slowest = std::min(slowest, port->GetDevice()->GetDataRate().GetBitRate());
    }
    return slowest;
}

void
IncRdmaNic::SetProcessor(IncFrameProcessor* processor)
{
    m_processor = processor;
    for (const auto& port : m_ports)
    {
        // Frames of an aggregator wait without limit, in the memory of the server.
        port->GetDevice()->SetAttribute("QueueSize", UintegerValue(UINT32_MAX));
    }
}

IncFrameProcessor*
IncRdmaNic::SetLocalProcessor(IncFrameProcessor* processor)
{
    return std::exchange(m_local, processor);
}

void
IncRdmaNic::Forward(IncFramePtr frame)
{
    IncNicPort* port = FindPort(frame->destination, frame->flowHash);
    if (!port)
    {
        // After a failure, no port leads to the destination: the first port counts the drop.
        m_ports.front()->GetDevice()->Drop(std::move(frame), IncDropReason::NO_ROUTE);
        return;
    }
    port->GetDevice()->Enqueue(std::move(frame));
}

void
IncRdmaNic::Receive(IncFramePtr frame, IncNetDevice& port)
{
    if (frame->IsBier())
    {
        port.GiveTo(m_bierSink, std::move(frame));
        return;
    }
    if (frame->kind == IncFrame::Kind::PACKET)
    {
        if (!m_local || !m_local->Process(frame, port))
        {
            port.DeliverPacket(*frame);
        }
        return;
    }
    if (frame->destination != m_address)
    {
        port.Drop(std::move(frame), IncDropReason::NOT_FOR_US);
        return;
    }
    const uint32_t index = frame->bth.destQp - FIRST_QPN;
    if (index < m_queuePairs.size() && m_queuePairs[index])
    {
        m_queuePairs[index]->Receive(std::move(frame));
        return;
    }
    if (frame->bth.destQp == IncConnectionManager::QPN && m_local && m_local->Process(frame, port))
    {
        return;
    }
    if (frame->bth.destQp == IncConnectionManager::QPN && m_connectionManager)
    {
        m_connectionManager->Receive(*frame);
        return;
    }
    if (frame->bth.destQp >= FIRST_PROCESSOR_QPN && m_processor)
    {
        frame->ingress = static_cast<uint16_t>(port.GetPort());
        // the aggregator of a server takes frames to its queue pairs
        m_processor->Process(frame, port);
        return;
    }
    port.Drop(std::move(frame), IncDropReason::UNKNOWN_QP);
}

void
IncRdmaNic::AppendMemory(IncNodeMemory& memory) const
{
    memory.Add(this, 1);
    memory.Add(m_address);
    memory.Add(m_queuePairs);
    memory.Add(m_ports);
    memory.Add(m_queuePairs.data(), m_queuePairs.size() * sizeof(m_queuePairs.front()));
    for (const auto& port : m_ports)
    {
        memory.Add(*port);
    }
}

void
IncRdmaNic::VisitState(IncStateVisitor& visitor)
{
    visitor.Part(m_ecmp);
    visitor.Part(m_ports);
    visitor.Part(m_queuePairs);
}

} // namespace ns3
