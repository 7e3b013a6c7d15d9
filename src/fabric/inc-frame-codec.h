/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_CODEC_H
#define INC_FRAME_CODEC_H

#include "inc-frame.h"

#include "ns3/inc-ethernet.h"
#include "ns3/packet.h"

#include <cstdint>
#include <vector>

namespace ns3
{

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
