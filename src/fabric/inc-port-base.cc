/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-port-base.h"

#include "ns3/mac48-address.h"
#include "ns3/node.h"

namespace ns3
{

void
IncPortBase::DoDispose()
{
    m_node = nullptr;
    m_channel = nullptr;
    m_rxCallback = ReceiveCallback();
    m_promiscCallback = PromiscReceiveCallback();
    m_linkChange.clear();
    NetDevice::DoDispose();
}

void
IncPortBase::SetLinkUp(Ptr<Channel> channel)
{
    m_channel = channel;
    ChangeLink(true);
}

void
IncPortBase::ChangeLink(bool up)
{
    m_linkUp = up;
    for (const auto& callback : m_linkChange)
    {
        callback();
    }
}

void
IncPortBase::PassUp(Ptr<const Packet> packet, uint16_t protocol, const Address& from)
{
    if (!m_promiscCallback.IsNull())
    {
        m_promiscCallback(this, packet, protocol, from, GetAddress(), PACKET_HOST);
    }
    if (!m_rxCallback.IsNull())
    {
        m_rxCallback(this, packet, protocol, from);
    }
}

void
IncPortBase::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
IncPortBase::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
IncPortBase::GetChannel() const
{
    return m_channel;
}

void
IncPortBase::SetAddress(Address address)
{
    Mac48Address::ConvertFrom(address).CopyTo(m_octets.data());
}

Address
IncPortBase::GetAddress() const
{
    Mac48Address address;
    address.CopyFrom(m_octets.data());
    return address;
}

bool
IncPortBase::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
IncPortBase::GetMtu() const
{
    return m_mtu;
}

bool
IncPortBase::IsLinkUp() const
{
    return m_linkUp;
}

void
IncPortBase::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.push_back(callback);
}

bool
IncPortBase::IsBroadcast() const
{
    return true;
}

Address
IncPortBase::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
IncPortBase::IsMulticast() const
{
    return false;
}

Address
IncPortBase::GetMulticast(Ipv4Address group) const
{
    return Mac48Address::GetMulticast(group);
}

Address
IncPortBase::GetMulticast(Ipv6Address group) const
{
    return Mac48Address::GetMulticast(group);
}

bool
IncPortBase::IsBridge() const
{
    return false;
}

bool
IncPortBase::IsPointToPoint() const
{
    return true;
}

Ptr<Node>
IncPortBase::GetNode() const
{
    return m_node;
}

void
IncPortBase::SetNode(Ptr<Node> node)
{
    m_node = node;
    m_nodeId = node->GetId();
    m_port = 0;
    for (uint32_t i = node->GetNDevices(); i-- > 0 && m_port == 0;)
    {
        const auto other = DynamicCast<IncPortBase>(node->GetDevice(i));
        m_port = other && other != this ? other->m_port + 1 : 0;
    }
}

bool
IncPortBase::NeedsArp() const
{
    return false;
}

void
IncPortBase::SetReceiveCallback(ReceiveCallback cb)
{
    m_rxCallback = cb;
}

void
IncPortBase::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promiscCallback = cb;
}

bool
IncPortBase::SendFrom(Ptr<Packet> packet,
                      const Address& source,
                      const Address& dest,
                      uint16_t protocol)
{
    return Send(packet, dest, protocol);
}

bool
IncPortBase::SupportsSendFrom() const
{
    return false;
}

} // namespace ns3
