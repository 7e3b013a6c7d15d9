/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PORT_BASE_H
#define INC_PORT_BASE_H

#include "ns3/channel.h"
#include "ns3/inc-ethernet.h"
#include "ns3/net-device.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Base of a port that implements ns3::NetDevice: identity, MTU, link state and callbacks to
/// protocols. The derived IncNetDevice moves the frames.
class IncPortBase : public NetDevice
{
  public:
    /** \return this port's number on its node, counted from 0 */
    uint32_t GetPort() const
    {
        return m_port;
    }

    /** \return the Ethernet address as its bytes */
    const IncMacOctets& GetOctets() const
    {
        return m_octets;
    }

    // inherited from NetDevice
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address group) const override;
    Address GetMulticast(Ipv6Address group) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocol) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

    /** \brief Set the channel of the link, mark the link as up, and notify the listeners. */
    void SetLinkUp(Ptr<Channel> channel);

    /** \brief Set the state of the connected link, and notify the listeners. */
    void ChangeLink(bool up);

    /** \brief Pass a packet without its Ethernet header up to the node's protocols. */
    void PassUp(Ptr<const Packet> packet, uint16_t protocol, const Address& from);

  private:
    Ptr<Node> m_node;
    Ptr<Channel> m_channel;
    ReceiveCallback m_rxCallback;
    PromiscReceiveCallback m_promiscCallback;
    std::vector<Callback<void>> m_linkChange;
    uint32_t m_ifIndex{0};

    // Every frame uses the members from here on. They are next to those of IncPortCapture.
    IncMacOctets m_octets{};

  protected:
    uint16_t m_mtu{9000}; //!< size of the largest ordinary ns-3 packet, bytes

  private:
    uint32_t m_port{0};

  protected:
    uint32_t m_nodeId{0}; //!< context of this node's events
    bool m_linkUp{false}; //!< whether the link is up
};

} // namespace ns3

#endif // INC_PORT_BASE_H
