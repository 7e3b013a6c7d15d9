/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_SOCKET_H
#define INC_BIER_SOCKET_H

#include "inc-bfr.h"

#include "ns3/callback.h"
#include "ns3/inc-clock.h"
#include "ns3/ipv4-address.h"

#include <deque>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A socket with which any application can send datagrams to a set of BFR-ids.
 *
 * Datagrams are IPv4/UDP inside BIER, to a group address and the socket's port on every BFER. They
 * are as unreliable as UDP. They wait in the socket and leave at the rate of the host's first port,
 * so that a burst does not overflow the queue of that port.
 */
class IncBierSocket : public Object, public IncBierReceiver
{
  public:
    /// Callback with the data, the sender's address, and the sender's BFR-id or 0.
    using ReceiveCallback = Callback<void, Ptr<Packet>, Ipv4Address, uint16_t>;

    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncBierSocket();
    ~IncBierSocket() override;

    /** \brief Send and receive at a UDP port, on a BFR with at least one sub-domain. */
    void Bind(Ptr<IncBfr> bfr, uint16_t port);

    /** \param callback called for each datagram that arrives */
    void SetReceiveCallback(ReceiveCallback callback)
    {
        m_receive = callback;
    }

    /** \brief Send at most 65,507 bytes as a datagram; one frame leaves for each set of BFERs. */
    void Send(Ptr<const Packet> data, std::shared_ptr<const IncBierImposition> to);

    /** \return number of datagrams that wait to be sent */
    std::size_t GetQueued() const
    {
        return m_waiting.size();
    }

    bool Receive(const IncFrame& frame) override;

  protected:
    void DoDispose() override;

  private:
    /// A datagram that waits to be sent.
    struct Waiting
    {
        IncFramePtr frame;                           //!< frame without BIER header
        std::shared_ptr<const IncBierImposition> to; //!< BFERs that get the datagram
    };

    void Unbind();
    void SendNext();
    IncFramePtr MakeFrame(Ptr<const Packet> data) const;
    int64_t TransmissionPs(const Waiting& datagram) const;

    using WireFreeEvent = IncReusableEvent<IncBierSocket, &IncBierSocket::SendNext>;

    Ptr<IncBfr> m_bfr;
    uint16_t m_port{0};
    Ipv4Address m_group;   //!< destination address of datagrams inside BIER
    uint8_t m_priority{0}; //!< traffic class of the frames
    ReceiveCallback m_receive;
    std::deque<Waiting> m_waiting;
    int64_t m_wireFreePs{0};       //!< time when the last datagram has left, ps
    bool m_sending{false};         //!< true while m_wireFree is scheduled
    Ptr<WireFreeEvent> m_wireFree; //!< event when the last datagram has left
};

} // namespace ns3

#endif // INC_BIER_SOCKET_H
