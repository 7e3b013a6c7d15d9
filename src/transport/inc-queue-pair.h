/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUEUE_PAIR_H
#define INC_QUEUE_PAIR_H

#include "inc-connection.h"

#include "ns3/inc-frame.h"
#include "ns3/ipv4-address.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

class IncRdmaNic;
class IncNicPort;

/**
 * \ingroup inc
 * \brief What a queue pair and its peer counted.
 */
struct IncQueuePairCounters
{
    uint64_t packetsSent{0};     //!< data packets, retransmissions included
    uint64_t retransmissions{0}; //!< data packets sent again
    uint64_t timeouts{0};        //!< expirations of the retransmission timer
    uint64_t duplicates{0};      //!< data packets received again
    uint64_t acksSent{0};        //!< ACK and NAK packets
    uint64_t naksReceived{0};    //!< sequence errors reported by the peer
};

/**
 * \ingroup inc
 * \brief A queue pair of a host's NIC.
 *
 * The NIC asks it for a frame whenever the wire is free (HasFrame(), NextFrame()) and gives it
 * the frames that carry its QPN.
 */
class IncQueuePair : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncQueuePair();

    /**
     * \brief Called by the NIC that makes the queue pair.
     * \param nic whose it is
     * \param qpn its number
     * \param sourcePort UDP source port of its packets
     */
    void Install(IncRdmaNic* nic, uint32_t qpn, uint16_t sourcePort);

    /**
     * \brief Name the peer and be ready to send and receive.
     * \param remote the peer's address
     * \param remoteQpn the peer's queue pair
     */
    virtual void Connect(Ipv4Address remote, uint32_t remoteQpn);

    /**
     * \brief End: what is queued is forgotten, and frames for this number meet nobody.
     */
    void Destroy();

    /** \return own queue pair number */
    uint32_t GetQpn() const
    {
        return m_connection.localQpn;
    }

    /** \return the connection */
    const IncConnection& GetConnection() const
    {
        return m_connection;
    }

    /** \return what was counted */
    const IncQueuePairCounters& GetCounters() const
    {
        return m_counters;
    }

    /** \return true when NextFrame() has something to send now */
    virtual bool HasFrame() const = 0;

    /** \return the next frame; called only when HasFrame() */
    virtual IncFramePtr NextFrame() = 0;

    /**
     * \brief Take a frame with this QPN.
     * \param frame it ends here
     */
    virtual void Receive(IncFramePtr frame) = 0;

  protected:
    void DoDispose() override;

    /** \brief Ask for the wire, if there is something to send. */
    void Activate();

    /** \brief Send a frame that does not wait for its turn, e.g. an ACK. */
    void SendNow(IncFramePtr frame);

    IncConnection m_connection;      //!< both ends
    IncQueuePairCounters m_counters; //!< what was counted
    IncRdmaNic* m_nic{nullptr};      //!< whose it is

  private:
    IncNicPort* m_port{nullptr};         //!< where its frames leave
    IncQueuePair* m_nextActive{nullptr}; //!< in the port's round
    bool m_active{false};                //!< in the port's round

    friend class IncNicPort;
};

} // namespace ns3

#endif // INC_QUEUE_PAIR_H
