/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_CODEC_H
#define INC_FRAME_CODEC_H

#include "inc-frame.h"

#include "ns3/inc-ethernet.h"
#include "ns3/inc-header.h"
#include "ns3/inc-icrc.h"
#include "ns3/inc-ipv4.h"
#include "ns3/inc-opcode.h"
#include "ns3/inc-udp.h"
#include "ns3/packet.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What headers count for in the size of RoCEv2 frames: as much as they have on the wire,
 * unless the global values IncRoceHeaderSize and IncHeaderSize say otherwise.
 *
 * So are simulated what other machines add, such as VLAN tags, and formats with other headers than
 * ours. Sizes decide about times, queues and counters; captures have the headers as they are.
 */
class IncFrameFormat
{
  public:
    /// Bytes over IPv4, FCS included, of what is in every frame.
    static constexpr int32_t ROCE = IncEthernet::SIZE + IncIpv4::SIZE + IncUdp::SIZE +
                                    IncBth::SIZE + INC_ICRC_SIZE + IncFrame::FCS_SIZE;

    /** \brief Take the global values for all frames whose size is computed from now on. */
    static void Read();

    /**
     * \param hasInc whether the frame has an INC header
     * \return bytes that the frame has beside payload, INC header, padding and what depends on
     *         opcode and version of IP
     */
    static int32_t Headers(bool hasInc)
    {
        return g_headers[hasInc];
    }

    /** \return bytes of the tag behind the data of frames with an INC header, see IncFrameSeal */
    static uint32_t TagSize()
    {
        return g_tagSize;
    }

    /** \return ps in which a node makes or checks a tag, see IncNetDevice::GetTagTimePs() */
    static int64_t TagDelayPs()
    {
        return g_tagDelayPs;
    }

  private:
    static inline uint32_t g_tagSize{0};   //!< see TagSize()
    static inline int64_t g_tagDelayPs{0}; //!< see TagDelayPs()
    /// By hasInc; what an INC header counts for more or less than it has is here.
    static inline int32_t g_headers[2] = {ROCE, ROCE};
};

/**
 * \ingroup inc
 * \brief Makes the bytes of a frame, for those who look at them.
 */
class IncFrameCodec
{
  public:
    /**
     * \brief Write the Ethernet frame without its FCS, as a capture holds it.
     * \param frame in parsed form
     * \param from Ethernet source address
     * \param to Ethernet destination address
     * \return its bytes, padded to the 60 of the shortest frame; virtual data are zeros
     */
    static std::vector<uint8_t> ToBytes(const IncFrame& frame,
                                        const IncMacOctets& from,
                                        const IncMacOctets& to);

    /**
     * \brief ToBytes() as an ns-3 packet.
     */
    static Ptr<Packet> ToPacket(const IncFrame& frame,
                                const IncMacOctets& from,
                                const IncMacOctets& to);

    /**
     * \param packet an ordinary ns-3 packet without Ethernet header
     * \param protocol EtherType
     * \return a frame of Kind::PACKET; addresses, TTL, ECN field and priority are those of IPv4
     */
    static IncFramePtr FromPacket(Ptr<const Packet> packet, uint16_t protocol);

    /**
     * \param frame of Kind::PACKET
     * \return its packet with the TTL and the ECN field that the frame has now
     */
    static Ptr<Packet> InnerPacket(const IncFrame& frame);
};

} // namespace ns3

#endif // INC_FRAME_CODEC_H
