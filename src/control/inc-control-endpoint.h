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

/**
 * \ingroup inc
 * \brief What an endpoint counted.
 */
struct IncControlCounters
{
    uint64_t sent{0};     //!< datagrams sent
    uint64_t received{0}; //!< datagrams that were taken
    uint64_t bytes{0};    //!< sent, IP header included
};

/**
 * \ingroup inc
 * \brief A node's end of the control plane: UDP datagrams on the simulated links, to and from the
 * agents and the manager on this node.
 *
 * Aggregated to the node of an IncSwitch or IncRdmaNic, which hands it what is addressed to the
 * node or to its neighbors. Control travels over IPv4, whatever RoCEv2 does.
 */
class IncControlEndpoint : public Object, public IncFrameProcessor, private IncControlChannel::Owner
{
  public:
    static constexpr uint16_t PORT = 1021;            //!< UDP, for experiments (RFC 4727)
    static constexpr uint8_t TCP = 6;                 //!< IP protocol number
    static constexpr uint32_t NEIGHBORS = 0xe0000001; //!< 224.0.0.1: all on this link

    /// Takes messages of one kind: who sent it, and its body.
    using Handler = std::function<void(uint32_t peer, const IncControlBody& body)>;
    /// Takes messages of neighbors: the port where it came in besides.
    using NeighborHandler =
        std::function<void(IncNetDevice& port, uint32_t peer, const IncControlBody& body)>;
    /// Takes frames for the node that are no datagrams of the endpoint; false: it is not for it.
    using FrameHandler = std::function<bool(const IncFrame& frame)>;
    /// Told that what was under way to a peer is lost.
    using LossHandler = std::function<void(uint32_t peer, IncControlChannel::Loss loss)>;

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncControlEndpoint();
    ~IncControlEndpoint() override;

    /** \param port UDP, where a node has several endpoints; PORT unless called */
    void SetPort(uint16_t port)
    {
        m_port = port;
    }

    /**
     * \brief Become part of a switch.
     * \param device the switch, attached to its node
     * \param secret of the network
     */
    void Attach(Ptr<IncSwitch> device, const IncDigest& secret);

    /**
     * \brief Become part of a host.
     * \param nic of the host, attached to its node
     * \param node the host
     * \param secret of the network
     */
    void Attach(Ptr<IncRdmaNic> nic, Ptr<Node> node, const IncDigest& secret);

    /** \brief Forget everything and listen no more, as a node that dies. */
    void Stop();

    /** \brief Listen again. */
    void Restart();

    /** \return whether it listens */
    bool IsRunning() const
    {
        return m_running;
    }

    /**
     * \param kind of messages
     * \param handler who takes them; one at most
     */
    void SetHandler(IncControlKind kind, Handler handler);

    /** \param handler who takes HELLO */
    void SetNeighborHandler(NeighborHandler handler);

    /** \param handler who takes TCP segments and datagrams of connection managers */
    void SetFrameHandler(FrameHandler handler)
    {
        m_frameHandler = std::move(handler);
    }

    /** \param frame to be sent as it is, its addresses set */
    void SendFrame(IncFramePtr frame)
    {
        if (m_running)
        {
            m_forwarder->Forward(std::move(frame));
        }
    }

    /**
     * \param destination address
     * \param packet with all headers behind that of IP
     * \param protocol of these headers
     * \param ttl of the IP header
     * \return a frame of the endpoint's priority
     */
    IncFramePtr MakeFrame(uint32_t destination, Ptr<Packet> packet, uint8_t protocol, uint8_t ttl);

    /** \return its signatures, for what is carried in other frames */
    IncControlSeal& GetSeal()
    {
        return *m_seal;
    }

    /** \return when and how often what has no answer is sent again */
    IncControlChannel::Retries GetRetries() const
    {
        return {m_timeout, m_maxTimeout, m_tries};
    }

    /** \return traffic class of its frames */
    uint8_t GetPriority() const
    {
        return m_priority;
    }

    /** \param handler told of every loss */
    void AddLossHandler(LossHandler handler);

    /**
     * \brief Send a message that arrives once, in order, or not at all: then handlers are told.
     * \param peer address
     * \param kind of the message
     * \param body of it
     */
    void Send(uint32_t peer, IncControlKind kind, const IncControlBody& body);

    /**
     * \brief Send a message of one datagram that may be lost.
     * \param peer address
     * \param kind of the message
     * \param body of it
     */
    void Tell(uint32_t peer, IncControlKind kind, const IncControlBody& body);

    /**
     * \brief Tell() whoever is at the other end of a link.
     * \param port of this node
     * \param kind of the message
     * \param body of it
     */
    void TellNeighbor(IncNetDevice& port, IncControlKind kind, const IncControlBody& body);

    /** \return own address, host order */
    uint32_t GetAddress() const;

    /** \return the node's ports, by number */
    const std::vector<IncNetDevice*>& GetPorts() const
    {
        return m_ports;
    }

    /** \return what was counted */
    const IncControlCounters& GetCounters() const
    {
        return m_counters;
    }

    /**
     * \param refusal a reason
     * \return datagrams refused for it
     */
    uint64_t GetRefused(IncControlRefusal refusal) const;

    /** \param refusal of a message that was delivered: it is counted */
    void Refuse(IncControlRefusal refusal)
    {
        m_seal->Refuse(refusal);
    }

    /**
     * \param claim any
     * \return 16 bytes that nobody but this node can make of it
     */
    std::string Prove(const IncControlBody& claim) const;

    /** \return datagrams that were sent again */
    uint64_t GetRetransmissions() const;

    /** \return datagrams that wait for an ACK */
    std::size_t GetOutstanding() const;

    bool Process(IncFramePtr& frame, IncNetDevice& port) override;

    /**
     * TracedCallback signature for datagrams.
     * \param peer address of the other node, or NEIGHBORS
     * \param kind of its message
     * \param size of the datagram, bytes
     */
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

    IncFrameForwarder* m_forwarder{nullptr};      //!< sends and receives for the node
    std::vector<IncNetDevice*> m_ports;           //!< by number
    std::unique_ptr<IncControlSeal> m_seal;       //!< signs and checks
    bool m_running{false};                        //!< the endpoint listens
    std::map<IncControlKind, Handler> m_handlers; //!< by kind
    NeighborHandler m_neighborHandler;            //!< called for every HELLO
    FrameHandler m_frameHandler;                  //!< see SetFrameHandler()
    std::vector<LossHandler> m_lossHandlers;      //!< told of every loss
    std::map<uint32_t, std::unique_ptr<IncControlChannel>> m_channels; //!< by address
    IncControlCounters m_counters;                                     //!< what was counted
    uint64_t m_retransmissions{0};      //!< retransmissions of channels that are gone
    uint16_t m_identification{0};       //!< identification of the next IP packet
    IncFrameProcessor* m_next{nullptr}; //!< another endpoint of the node, or null
    uint16_t m_port{PORT};              //!< see SetPort()
    uint8_t m_priority{0};              //!< attribute Priority
    bool m_authenticate{true};          //!< attribute Authenticate
    bool m_encrypt{true};               //!< attribute Encrypt
    Time m_timeout;                     //!< attribute RetransmitTimeout
    Time m_maxTimeout;                  //!< attribute MaxRetransmitTimeout
    uint32_t m_tries{0};                //!< attribute Tries

    TracedCallback<uint32_t, IncControlKind, uint32_t> m_sentTrace;     //!< a datagram leaves
    TracedCallback<uint32_t, IncControlKind, uint32_t> m_receivedTrace; //!< a datagram was taken
};

} // namespace ns3

#endif // INC_CONTROL_ENDPOINT_H
