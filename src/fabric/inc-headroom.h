/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HEADROOM_H
#define INC_HEADROOM_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What decides how much still arrives after a port has asked for a pause.
 */
struct IncHeadroomLink
{
    uint64_t rate{0};     //!< bit/s, both ways
    int64_t delayPs{0};   //!< one-way propagation
    uint32_t maxFrame{0}; //!< largest Ethernet frame with FCS, bytes
    int64_t tickPs{0};    //!< resolution of the simulator's clock
};

/**
 * \ingroup inc
 * \brief Headroom of one lossless priority of a port (IEEE 802.1Q, annex N), in bytes of
 * Ethernet frames with FCS.
 *
 * Let M be the bytes of the largest frame. After the frame that asks for the pause, M bytes, other
 * bytes still arrive. First, what is on the wire, and what the peer sends until the pause frame has
 * reached it: 2·delay·rate. Second, what the peer sends while the pause frame waits for a frame of
 * our own, M + 20, and is sent itself, 64 + 20. Third, the frame that the peer has begun, M. The
 * sum is
 *
 *     headroom = 2 · rate · (delay + tick) / 8 + 3 · M + 20 + 84
 *
 * where a tick each way is what the simulator's clock rounds an arrival up by.
 *
 * \param link both ends agree on these
 * \return bytes
 */
inline uint64_t
IncHeadroomBytes(const IncHeadroomLink& link)
{
    constexpr uint32_t GAP = 20; // preamble and inter-frame gap
    constexpr uint32_t PAUSE_FRAME = 64;
    const double wire = 2.0 * static_cast<double>(link.rate) *
                        static_cast<double>(link.delayPs + link.tickPs) / 8e12;
    return static_cast<uint64_t>(wire) + 1 + 3 * uint64_t(link.maxFrame) + GAP + PAUSE_FRAME + GAP;
}

} // namespace ns3

#endif // INC_HEADROOM_H
