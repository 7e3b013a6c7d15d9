/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-queue-pair.h"

#include "inc-nic-port.h"
#include "inc-rdma-nic.h"

#include "ns3/abort.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncQueuePair);

TypeId
IncQueuePair::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncQueuePair").SetParent<Object>().SetGroupName("Inc");
    return tid;
}

IncQueuePair::IncQueuePair() = default;

void
IncQueuePair::Install(IncRdmaNic* nic, uint32_t qpn, uint16_t sourcePort)
{
    m_nic = nic;
    m_connection.localAddress = nic->GetIpv4();
    m_connection.localQpn = qpn;
    m_connection.sourcePort = sourcePort;
}

void
IncQueuePair::Connect(Ipv4Address remote, uint32_t remoteQpn)
{
    NS_ABORT_MSG_UNLESS(m_nic, "IncQueuePair::Connect: make queue pairs with IncRdmaNic");
    m_connection.remoteAddress = remote.Get();
    m_connection.remoteQpn = remoteQpn;
    m_connection.Seal();
    m_port = m_nic->PortTowards(m_connection);
}

void
IncQueuePair::Destroy()
{
    if (m_nic)
    {
        Ptr<IncQueuePair> self = this; // the NIC's reference may be the last one
        m_nic->RemoveQueuePair(m_connection.localQpn);
        Dispose();
    }
}

void
IncQueuePair::DoDispose()
{
    if (m_port)
    {
        m_port->Remove(this);
    }
    m_nic = nullptr;
    m_port = nullptr;
    Object::DoDispose();
}

void
IncQueuePair::Activate()
{
    if (!m_active && HasFrame())
    {
        m_port->Activate(this);
    }
}

void
IncQueuePair::SendNow(IncFramePtr frame)
{
    m_port->GetDevice()->Enqueue(std::move(frame));
}

} // namespace ns3
