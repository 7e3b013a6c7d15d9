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
 * \brief Header sizes of RoCEv2 frames, which determine times, queues and counters.
 *
 * The global values IncRoceHeaderSize and IncHeaderSize change the sizes, so that a simulation can
 * count other headers, such as VLAN tags. Captures contain the real headers.
 */
class IncFrameFormat
{
  public:
    /// Bytes of headers and FCS in every frame over IPv4.
    static constexpr int32_t ROCE = IncEthernet::SIZE + IncIpv4::SIZE + IncUdp::SIZE +
                                    IncBth::SIZE + INC_ICRC_SIZE + IncFrame::FCS_SIZE;

    /** \brief Read the global values, which apply to all frames whose size is computed later. */
    static void Read();

    /// \return bytes of Ethernet, IPv4, UDP and BTH headers, ICRC and FCS; with hasInc also the
    /// tag, and the difference between IncHeaderSize and the INC header's real size
    static int32_t Headers(bool hasInc)
    {
        return g_headers[hasInc];
    }

    /** \return bytes of the tag behind the data of frames with an INC header, see IncFrameSeal */
    static uint32_t TagSize()
    {
        return g_tagSize;
    }

    /** \return time in which a node makes or checks a tag, ps; see IncNetDevice::GetTagTimePs() */
    static int64_t TagDelayPs()
    {
        return g_tagDelayPs;
    }

  private:
    static inline uint32_t g_tagSize{0};
    static inline int64_t g_tagDelayPs{0};
    static inline int32_t g_headers[2] = {ROCE, ROCE};
};

/// \ingroup inc
/// \brief Converts frames to bytes, for captures and traces.
class IncFrameCodec
{
  public:
    /// \brief Return an Ethernet frame without its FCS, padded to 60 bytes; virtual data are zeros.
    static std::vector<uint8_t> ToBytes(const IncFrame& frame,
                                        const IncMacOctets& from,
                                        const IncMacOctets& to);

    /** \brief Return the result of ToBytes() as an ns-3 packet. */
    static Ptr<Packet> ToPacket(const IncFrame& frame,
                                const IncMacOctets& from,
                                const IncMacOctets& to);

    /// \return a frame of Kind::PACKET with an ns-3 packet that has no Ethernet header, and with
    /// addresses, TTL, ECN field and priority from its IPv4 header
    static IncFramePtr FromPacket(Ptr<const Packet> packet, uint16_t protocol);

    /** \brief Return the packet in a frame of Kind::PACKET, with the present TTL and ECN field. */
    static Ptr<Packet> InnerPacket(const IncFrame& frame);
};

} // namespace ns3

#endif // INC_FRAME_CODEC_H
