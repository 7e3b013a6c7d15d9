/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_ENDPOINT_H
#define INC_CONTROL_ENDPOINT_H

#include "inc-control-body.h"
#include "inc-control-channel.h"
#include "inc-control-seal.h"

#include "ns3/callback.h"
#include "ns3/inc-frame-processor.h"
#include "ns3/inc-net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class IncRdmaNic;
class IncSwitch;

/// \ingroup inc
/// \brief Counters of an endpoint.
struct IncControlCounters
{
    uint64_t sent{0};     //!< datagrams sent
    uint64_t received{0}; //!< datagrams accepted
    uint64_t bytes{0};    //!< bytes sent, IP header included
};

/**
 * \ingroup inc
 * \brief Control plane of a node: sends and receives UDP datagrams on the simulated links, for the
 * agents and the manager on this node.
 *
 * An endpoint is aggregated to the node of an IncSwitch or IncRdmaNic, which hands over all frames
 * addressed to the node or to NEIGHBORS. The endpoint checks each datagram, restores the order of
 * messages, and calls the handler of their kind. It owns the channels to its peers and the seal.
 * Handlers alone interpret messages. Control uses IPv4 even if RoCEv2 does not.
 */
class IncControlEndpoint : public Object, public IncFrameProcessor, private IncControlChannel::Owner
{
  public:
    static constexpr uint16_t PORT = 1021; //!< UDP port of control messages, exp1 (RFC 4727)
    static constexpr uint8_t TCP = 6;      //!< IP protocol number
    static constexpr uint32_t NEIGHBORS = 0xe0000001; //!< 224.0.0.1: all neighbors on this link

    /// Processes messages of one kind from a peer.
    using Handler = std::function<void(uint32_t peer, const IncControlBody& body)>;
    /// Processes messages from neighbors, with the port by which they came.
    using NeighborHandler =
        std::function<void(IncNetDevice& port, uint32_t peer, const IncControlBody& body)>;
    /// Processes frames that are no control datagrams; returns false if it does not accept the
    /// frame.
    using FrameHandler = std::function<bool(const IncFrame& frame)>;
    /// Called when messages in transit to a peer are lost.
    using LossHandler = std::function<void(uint32_t peer, IncControlChannel::Loss loss)>;

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the UDP port; the default is PORT. Each endpoint of a node needs its own. */
    void SetPort(uint16_t port)
    {
        m_port = port;
    }

    /** \brief Attach the endpoint to a switch that is attached to its node. `secret` is the
     * secret of the network. */
    void Attach(Ptr<IncSwitch> device, const IncDigest& secret);

    /** \brief Attach the endpoint to a host whose NIC is attached to its node. */
    void Attach(Ptr<IncRdmaNic> nic, Ptr<Node> node, const IncDigest& secret);

    /** \brief Stop listening and forget all state, as if the node had died. */
    void Stop();

    /** \brief Listen again after Stop(). */
    void Restart();

    /** \return whether the endpoint listens */
    bool IsRunning() const
    {
        return m_running;
    }

    /** \brief Set the handler of messages of one kind, instead of an earlier handler. */
    void SetHandler(IncControlKind kind, Handler handler);

    /** \brief Set the handler of HELLO. */
    void SetNeighborHandler(NeighborHandler handler)
    {
        m_neighborHandler = std::move(handler);
    }

    /** \brief Set the handler of TCP segments and of datagrams of connection managers. */
    void SetFrameHandler(FrameHandler handler)
    {
        m_frameHandler = std::move(handler);
    }

    /** \brief Send a frame whose addresses are set. */
    void SendFrame(IncFramePtr frame)
    {
        if (m_running)
        {
            m_forwarder->Forward(std::move(frame));
        }
    }

    /** \brief Make a frame with the endpoint's priority. `packet` has all headers behind the IP
     * header, and `protocol` is the IP protocol number of these headers. */
    IncFramePtr MakeFrame(uint32_t destination, Ptr<Packet> packet, uint8_t protocol, uint8_t ttl);

    /** \return the seal of this node, which also protects the set-up of queue pairs */
    IncControlSeal& GetSeal()
    {
        return *m_seal;
    }

    /** \return timeouts and limits of retransmissions */
    IncControlChannel::Retries GetRetries() const
    {
        return {m_timeout, m_maxTimeout, m_tries};
    }

    /** \return traffic class of control frames */
    uint8_t GetPriority() const
    {
        return m_priority;
    }

    /** \brief Add a handler that is called when messages to a peer are lost. */
    void AddLossHandler(LossHandler handler);

    /** \brief Send a message reliably: once and in order. If this fails, call the loss handlers. */
    void Send(uint32_t peer, IncControlKind kind, const IncControlBody& body);

    /** \brief Send a message of one datagram that may be lost. */
    void Tell(uint32_t peer, IncControlKind kind, const IncControlBody& body);

    /** \brief Send a message of one datagram to the node at the other end of a port's link. */
    void TellNeighbor(IncNetDevice& port, IncControlKind kind, const IncControlBody& body);

    /** \return own address, host order */
    uint32_t GetAddress() const;

    /** \return the node's ports, by number */
    const std::vector<IncNetDevice*>& GetPorts() const
    {
        return m_ports;
    }

    /** \return the counters */
    const IncControlCounters& GetCounters() const
    {
        return m_counters;
    }

    /** \brief Return the number of datagrams refused for a reason. */
    uint64_t GetRefused(IncControlRefusal refusal) const;

    /** \brief Count a message that was delivered and then refused by its receiver. */
    void Refuse(IncControlRefusal refusal)
    {
        m_seal->Refuse(refusal);
    }

    /** \brief Return a proof of a claim: 16 bytes that only this node can compute. */
    std::string Prove(const IncControlBody& claim) const;

    /** \return number of datagrams that were sent again */
    uint64_t GetRetransmissions() const;

    /** \return number of datagrams that wait for an ACK */
    std::size_t GetOutstanding() const;

    bool Process(IncFramePtr& frame, IncNetDevice& port) override;

    /// TracedCallback signature for datagrams of `size` bytes to or from a peer, or NEIGHBORS.
    typedef void (*DatagramTracedCallback)(uint32_t peer, IncControlKind kind, uint32_t size);

  protected:
    void DoDispose() override;

  private:
    void Attach(IncFrameForwarder* forwarder, Ptr<Node> node, const IncDigest& secret);
    IncControlChannel& ChannelTo(uint32_t peer);
    IncFramePtr MakeFrame(uint32_t destination, IncControlDatagram& datagram, uint8_t ttl);
    void Receive(uint32_t source,
                 uint32_t destination,
                 Ptr<const Packet> packet,
                 IncNetDevice* port);
    void SendDatagram(uint32_t peer, IncControlDatagram& datagram) override;
    void Deliver(uint32_t peer, IncControlKind kind, const IncControlBody& body) override;
    void Discard() override;
    void PeerLost(uint32_t peer, IncControlChannel::Loss loss) override;

    IncFrameForwarder* m_forwarder{nullptr}; //!< switch or NIC that sends and receives
    std::vector<IncNetDevice*> m_ports;
    std::unique_ptr<IncControlSeal> m_seal;
    bool m_running{false};
    std::map<IncControlKind, Handler> m_handlers;
    NeighborHandler m_neighborHandler;
    FrameHandler m_frameHandler; //!< called for TCP segments and datagrams of connection managers
    std::vector<LossHandler> m_lossHandlers;
    std::map<uint32_t, std::unique_ptr<IncControlChannel>> m_channels;
    IncControlCounters m_counters;
    uint64_t m_retransmissions{0}; //!< retransmissions of channels that were removed
    uint16_t m_identification{0};
    IncFrameProcessor* m_next{nullptr}; //!< endpoint that gets frames before this one; or null
    uint16_t m_port{PORT};
    uint8_t m_priority{0};
    bool m_authenticate{true};
    bool m_encrypt{true};
    Time m_timeout;
    Time m_maxTimeout;
    uint32_t m_tries{0};

    TracedCallback<uint32_t, IncControlKind, uint32_t> m_sentTrace;
    TracedCallback<uint32_t, IncControlKind, uint32_t> m_receivedTrace;
};

} // namespace ns3

#endif // INC_CONTROL_ENDPOINT_H
