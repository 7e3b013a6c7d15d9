/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_HASH_H
#define INC_ECMP_HASH_H

#include <cstdint>

namespace ns3
{

class IncFrame;

/// \ingroup inc
/// \brief Hash of the five-tuple for choices per flow. All hashes depend on the switch's key.
enum class IncEcmpHash : uint8_t
{
    MIXER, //!< 64-bit mixer with the switch's key: switches choose independently of each other
    CRC, //!< CRC-32 salted with the switch's key. It is affine, so choices correlate (polarisation)
    CRC_MIXED //!< CRC-32, then a non-linear function, which removes this correlation
};

/// \brief Return a hash by a 64-bit mixer with full avalanche (the finaliser of splitmix64). Unlike
/// a salted CRC, the mixer is not linear, so switches with different keys choose independently.
constexpr uint64_t
IncMix64(uint64_t value)
{
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

/// \brief Return the hash of a RoCEv2 flow's five-tuple, in which protocol and destination port are
/// constant. Addresses are in host order.
constexpr uint64_t
IncFlowHash(uint32_t source, uint32_t destination, uint16_t sourcePort)
{
    return IncMix64(IncMix64(uint64_t(source) << 32 | destination) ^ sourcePort);
}

/// \brief Return the CRC-32 of Ethernet of a frame's five-tuple, XORed with a switch's key. XOR
/// works as a salt, because a salted CRC equals the unsalted CRC, XORed with a constant.
uint32_t IncFlowCrc(const IncFrame& frame, uint64_t key);

} // namespace ns3

#endif // INC_ECMP_HASH_H
