/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-agent.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IncControlAgent");
NS_OBJECT_ENSURE_REGISTERED(IncControlAgent);

using Field = IncControlField;
using Kind = IncControlKind;

TypeId
IncControlAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncControlAgent")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddAttribute("Manager",
                          "Address of the aggregation manager",
                          Ipv4AddressValue(),
                          MakeIpv4AddressAccessor(&IncControlAgent::SetManager,
                                                  &IncControlAgent::GetManagerAddress),
                          MakeIpv4AddressChecker())
            .AddAttribute("HelloInterval",
                          "Time between two HELLOs on a link",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&IncControlAgent::m_helloInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("HeartbeatInterval",
                          "Time between two HEARTBEATs to the manager",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&IncControlAgent::m_heartbeatInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Missed",
                          "HELLOs in a row without which a neighbor counts as gone",
                          UintegerValue(3),
                          MakeUintegerAccessor(&IncControlAgent::m_missed),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("HoldDown",
                          "Time from a change among the neighbors to the REGISTER that tells the "
                          "manager; what else changes meanwhile goes along",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&IncControlAgent::m_holdDown),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
IncControlAgent::DoDispose()
{
    m_hello.Cancel();
    m_heartbeat.Cancel();
    m_register.Cancel();
    m_exchange.reset();
    m_endpoint = nullptr;
    Object::DoDispose();
}

void
IncControlAgent::Attach(Ptr<IncControlEndpoint> endpoint, const IncNodeIdentity& identity)
{
    NS_ABORT_MSG_IF(m_endpoint, "IncControlAgent::Attach: attached already");
    m_endpoint = endpoint;
    m_identity = identity;
    m_endpoint->SetNeighborHandler(
        [this](IncNetDevice& port, uint32_t peer, const IncControlBody& body) {
            HearHello(port, peer, body);
        });
    m_exchange = std::make_unique<IncQueuePairExchange>(
        *m_endpoint,
        [this](const IncQueuePairExchange::Link& link, const IncQueuePairEnd& remote) {
            Connected(link, remote);
        });
    Listen(Kind::REGISTERED, &IncControlAgent::Registered);
    Listen(Kind::BEAT, &IncControlAgent::HearBeat);
    m_endpoint->AddLossHandler([this](uint32_t peer, IncControlChannel::Loss loss) {
        if (peer == GetManager())
        {
            ManagerLost();
        }
    });
    SetHandlers();
}

void
IncControlAgent::SetHandler(Kind kind, std::function<void(const IncControlBody&)> handler)
{
    const auto taker =
        m_identity.isHost && !m_identity.isServer ? IncControlRule::CLIENT : IncControlRule::SWITCH;
    m_endpoint->SetHandler(kind, [=](uint32_t peer, const IncControlBody& body) {
        const uint8_t senders = peer == GetManager() ? IncControlRule::ITS_MANAGER : 0;
        if (const auto refusal = IncControlRule::Check(kind, taker, senders, GetState(body)))
        {
            m_endpoint->Refuse(*refusal);
            return;
        }
        handler(body);
    });
}

void
IncControlAgent::Start()
{
    NS_ABORT_MSG_IF(m_manager == Ipv4Address() || m_manager == Ipv4Address::GetAny(),
                    "IncControlAgent::Manager: not set");
    if (!m_endpoint->IsRunning())
    {
        m_endpoint->Restart();
    }
    if (!m_watchesLinks)
    {
        m_watchesLinks = true;
        for (IncNetDevice* port : m_endpoint->GetPorts())
        {
            port->AddLinkChangeCallback(MakeCallback(&IncControlAgent::LinkChanged, this));
        }
    }
    SayHello();
    Changed();
    m_heartbeat = Simulator::Schedule(m_heartbeatInterval, &IncControlAgent::Beat, this);
}

void
IncControlAgent::SetManager(Ipv4Address manager)
{
    const bool isMoved = m_manager != manager && m_hello.IsRunning();
    m_manager = manager;
    if (isMoved)
    {
        ManagerLost();
        Changed();
    }
}

void
IncControlAgent::Stop()
{
    m_hello.Cancel();
    m_heartbeat.Cancel();
    m_register.Cancel();
    m_registered = false;
    m_neighbors.clear();
    m_failed.clear();
    m_endpoint->Stop();
    Forget();
}

void
IncControlAgent::SendToManager(Kind kind, const IncControlBody& body)
{
    m_endpoint->Send(GetManager(), kind, body);
}

void
IncControlAgent::SayHello()
{
    const Time oldest = Simulator::Now() - m_missed * m_helloInterval;
    for (auto neighbor = m_neighbors.begin(); neighbor != m_neighbors.end();)
    {
        if (neighbor->second.heard < oldest)
        {
            neighbor = m_neighbors.erase(neighbor);
            Changed();
        }
        else
        {
            ++neighbor;
        }
    }
    for (IncNetDevice* port : m_endpoint->GetPorts())
    {
        if (port->IsLinkUp())
        {
            m_endpoint->TellNeighbor(*port, Kind::HELLO, {{Field::PORT, port->GetPort()}});
        }
    }
    m_hello = Simulator::Schedule(m_helloInterval, &IncControlAgent::SayHello, this);
}

void
IncControlAgent::HearHello(IncNetDevice& port, uint32_t peer, const IncControlBody& body)
{
    const Neighbor heard{peer, body.Get<uint32_t>(Field::PORT), Simulator::Now()};
    const auto known = m_neighbors.find(port.GetPort());
    const bool isNew = known == m_neighbors.end() || known->second.address != heard.address ||
                       known->second.port != heard.port;
    m_neighbors[port.GetPort()] = heard;
    if (isNew)
    {
        Changed();
    }
}

void
IncControlAgent::LinkChanged()
{
    if (!m_endpoint || !m_endpoint->IsRunning())
    {
        return;
    }
    for (const IncNetDevice* port : m_endpoint->GetPorts())
    {
        if (!port->IsLinkUp() && m_neighbors.erase(port->GetPort()) > 0)
        {
            m_failed.insert(port->GetPort());
            Changed();
        }
    }
}

void
IncControlAgent::Changed()
{
    if (m_register.IsExpired())
    {
        m_register = Simulator::Schedule(m_holdDown, &IncControlAgent::Register, this);
    }
}

void
IncControlAgent::Register()
{
    IncControlBody body{{Field::NAME, m_identity.name},
                        {Field::ROLE, m_identity.isHost},
                        {Field::AGGREGATES, m_identity.aggregates},
                        {Field::TIER, m_identity.tier}};
    Describe(body);
    for (const auto& [port, neighbor] : m_neighbors)
    {
        IncControlBody link{
            {Field::PORT, port},
            {Field::ADDRESS, neighbor.address},
            {Field::PEER_PORT, neighbor.port},
            {Field::RATE, m_endpoint->GetPorts()[port]->GetDataRate().GetBitRate()}};
        if (m_failed.count(port) > 0)
        {
            link.Add(Field::FAILS, 1);
        }
        body.Add(Field::NEIGHBOR, link);
    }
    m_failed.clear();
    SendToManager(Kind::REGISTER, body);
}

void
IncControlAgent::Registered(const IncControlBody&)
{
    m_registered = true;
    if (m_lost)
    {
        m_lost = false;
        ManagerIsBack();
    }
}

void
IncControlAgent::Beat()
{
    IncControlBody body;
    AddGroups(body);
    AddTasks(body);
    m_endpoint->Tell(GetManager(), Kind::HEARTBEAT, body);
    m_heartbeat = Simulator::Schedule(m_heartbeatInterval, &IncControlAgent::Beat, this);
}

void
IncControlAgent::AddTasks(IncControlBody& body)
{
    const auto parts = GetParts();
    std::size_t size = body.GetBytes().size();
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        const std::size_t number = (m_nextTask + i) % parts.size();
        IncGroupStatistics::Part part = parts[number];
        part.queuePairs.clear();
        part.statuses.clear();
        part.abm.clear();
        IncControlBody task;
        part.Write(task);
        size += IncControlBody::FIELD_HEADER + task.GetBytes().size();
        if (size > IncControlDatagram::LARGEST_BODY)
        {
            m_nextTask = number; // no room in this HEARTBEAT: the next one begins with this group
            return;
        }
        body.Add(Field::TASK, task);
    }
}

void
IncControlAgent::HearBeat(const IncControlBody& body)
{
    if (body.Get<bool>(Field::STEP))
    {
        m_registered = false; // the manager does not know this node, or has forgotten it
        Changed();
    }
}

void
IncControlAgent::ManagerLost()
{
    NS_LOG_INFO(m_identity.name << ": the manager does not answer, or has forgotten this node");
    m_registered = false;
    m_lost = true;
}

} // namespace ns3
