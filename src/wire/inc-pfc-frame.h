/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PFC_FRAME_H
#define INC_PFC_FRAME_H

#include "inc-ethernet.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief A whole frame of priority-based flow control (IEEE 802.1Q, clause 36; 802.3, annex 31D),
/// without FCS.
struct IncPfcFrame
{
    static constexpr uint32_t SIZE = 60;        //!< bytes on the wire, with padding
    static constexpr uint32_t FIELDS_SIZE = 34; //!< bytes on the wire, without padding
    static constexpr uint16_t OPCODE = 0x0101;  //!< MAC control opcode of PFC

    IncMacOctets source{}; //!< MAC address of the port that sends the frame
    uint8_t enabled = 0;   //!< bit n is set if the pause time of priority n is valid
    /// Pause time of each priority, in units of 512 bit times; 0 resumes the priority.
    std::array<uint16_t, 8> pause{};

    void Write(uint8_t* out) const
    {
        static constexpr IncMacOctets MAC_CONTROL_GROUP = {0x01, 0x80, 0xc2, 0x00, 0x00, 0x01};
        IncEthernet ethernet;
        ethernet.destination = MAC_CONTROL_GROUP;
        ethernet.source = source;
        ethernet.etherType = IncEthernet::MAC_CONTROL;
        ethernet.Write(out);
        IncPut16(out + 14, OPCODE);
        IncPut16(out + 16, enabled);
        for (std::size_t priority = 0; priority < pause.size(); ++priority)
        {
            IncPut16(out + 18 + 2 * priority, pause[priority]);
        }
        std::fill(out + FIELDS_SIZE, out + SIZE, 0);
    }

    /** \brief Read the first FIELDS_SIZE bytes of a frame. */
    static IncPfcFrame Read(const uint8_t* in)
    {
        IncPfcFrame frame;
        frame.source = IncEthernet::Read(in).source;
        frame.enabled = in[17];
        for (std::size_t priority = 0; priority < frame.pause.size(); ++priority)
        {
            frame.pause[priority] = IncGet16(in + 18 + 2 * priority);
        }
        return frame;
    }
};

} // namespace ns3

#endif // INC_PFC_FRAME_H
