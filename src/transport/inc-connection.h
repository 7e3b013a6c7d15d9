/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONNECTION_H
#define INC_CONNECTION_H

#include "ns3/inc-clock.h"
#include "ns3/inc-cnp.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-frame-seal.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-serial.h"
#include "ns3/inc-state-fields.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Both ends of a queue pair's connection, and the PSN of the next packet; queue pairs of
/// hosts and of switches share this state.
struct IncConnection
{
    IncIpVersion ip{IncIpVersion::V4}; //!< IP version of the packets
    uint32_t localAddress{0};          //!< own address (IncAddressPlan)
    uint32_t remoteAddress{0};         //!< address of the peer (IncAddressPlan)
    uint32_t localQpn{0};              //!< own queue pair, 24 bits
    uint32_t remoteQpn{0};             //!< the peer's queue pair, 24 bits
    uint16_t sourcePort{0};            //!< UDP source port: flow entropy
    uint8_t priority{0};               //!< traffic class of the connection's frames
    uint16_t partition{0xffff};        //!< P_Key of the connection's packets
    uint32_t nextPsn{0};               //!< PSN of the next packet sent, 24 bits
    uint64_t flowHash{0};  //!< IncFlowHash() of addresses and source port, set by Seal()
    uint32_t localKey{0};  //!< R_Key of the memory that the peer writes, if there is one
    uint32_t remoteKey{0}; //!< R_Key of the peer's memory, if there is one

    Ptr<IncFrameSeal> seal; //!< computes the tags of frames; null: frames have no tag

    INC_FIELDS(IncConnection,
               INC_PSN(nextPsn) +
                   INC_UNVISITED(ip, localAddress, remoteAddress, localQpn, remoteQpn) +
                   INC_UNVISITED(sourcePort, priority, partition, flowHash, localKey) +
                   INC_UNVISITED(remoteKey, seal))

    /** Compute the flow hash. Call it after addresses and source port are set. */
    void Seal()
    {
        flowHash = IncFlowHash(localAddress, remoteAddress, sourcePort);
    }

    /** \brief Fill in IP version, addresses, ports and destination queue pair of a frame. */
    void Address(IncFrame& frame) const
    {
        frame.ip = ip;
        frame.source = localAddress;
        frame.destination = remoteAddress;
        frame.sourcePort = sourcePort;
        frame.flowHash = flowHash;
        frame.priority = priority;
        frame.bth.destQp = remoteQpn;
        frame.bth.pkey = partition;
    }

    /** \brief Set the tag of a frame, after all other fields are set. */
    void Sign(IncFrame& frame) const
    {
        if (seal && frame.hasInc)
        {
            seal->Sign(frame);
        }
    }

    /** \return whether the frame's tag is right, or the frame needs none */
    bool Accepts(const IncFrame& frame) const
    {
        return !seal || !frame.hasInc || seal->Fits(frame);
    }

    /** \brief Address a frame, give it the next PSN, and sign it. */
    void Stamp(IncFrame& frame)
    {
        Address(frame);
        frame.bth.psn = nextPsn;
        nextPsn = IncPsn::Add(nextPsn, 1);
        Sign(frame);
    }
};

/// \ingroup inc
/// \brief The notification point of DCQCN (section 3.1 of its paper): answers marked packets of one
/// queue pair with at most one CNP in an interval.
class IncCongestionNotifier
{
  public:
    /** \return a CNP that answers a marked packet; nullptr if the interval since the last CNP is
     * not over */
    IncFramePtr Notify(const IncConnection& connection, Time interval, uint8_t priority)
    {
        const int64_t now = IncClock::NowPs();
        if (now < m_nextPs)
        {
            return nullptr;
        }
        m_nextPs = now + IncClock::ToPs(interval);
        IncFramePtr cnp = IncFrame::Create();
        cnp->bth = IncCnp::MakeBth(0);
        connection.Address(*cnp);
        cnp->priority = priority;
        cnp->payloadSize = IncCnp::RESERVED; // reserved bytes, all zero
        cnp->UpdateSize();
        return cnp;
    }

  private:
    int64_t m_nextPs{0}; //!< time before which no CNP is sent
};

} // namespace ns3

#endif // INC_CONNECTION_H
