/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_HEADER_H
#define INC_BIER_HEADER_H

#include "inc-bit-string.h"
#include "inc-byte-order.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief BIER header, non-MPLS encapsulation (RFC 8296, section 2.2).
 *
 * The BitString is not part of the struct, because it differs between the copies of a packet.
 * It follows the SIZE bytes of the header.
 */
struct IncBierHeader
{
    static constexpr uint32_t SIZE = 12; //!< bytes on the wire before the BitString
    static constexpr uint8_t PROTO_IPV4 = 4;
    static constexpr uint8_t PROTO_IPV6 = 6;

    uint32_t biftId = 0;       //!< BIFT-id: stands for sub-domain, BitString length and SI; 20 bits
    uint8_t trafficClass = 0;  //!< traffic class, 3 bits
    bool bottomOfStack = true; //!< bit S, used with MPLS
    uint8_t ttl = 64;
    uint8_t nibble = 0; //!< 0000 in the non-MPLS encapsulation
    uint8_t version = 0;
    uint8_t bslCode = 1;  //!< code of the BitString's length, from 1 for 64 bits to 7 for 4096 bits
    uint32_t entropy = 0; //!< equal for all packets of a flow, 20 bits
    uint8_t oam = 0;      //!< field OAM, 2 bits
    uint8_t reserved = 0;
    uint8_t dscp = 0;           //!< differentiated services code point, 6 bits
    uint8_t proto = PROTO_IPV4; //!< protocol of the payload, 6 bits
    uint16_t bfirId = 0;        //!< BFR-id of the BFIR

    /** \return bytes on the wire, BitString included */
    uint32_t Size() const
    {
        return SIZE + IncBitString::LengthOfCode(bslCode) / 8;
    }

    friend bool operator==(const IncBierHeader& a, const IncBierHeader& b)
    {
        return a.biftId == b.biftId && a.ttl == b.ttl && a.entropy == b.entropy &&
               a.bfirId == b.bfirId && a.bslCode == b.bslCode && a.dscp == b.dscp &&
               a.proto == b.proto && a.trafficClass == b.trafficClass &&
               a.bottomOfStack == b.bottomOfStack && a.nibble == b.nibble &&
               a.version == b.version && a.oam == b.oam && a.reserved == b.reserved;
    }

    void Write(uint8_t* out) const
    {
        IncPut32(out,
                 biftId << 12 | (trafficClass & 0x07U) << 9 | (bottomOfStack ? 0x100U : 0U) | ttl);
        IncPut32(out + 4,
                 (nibble & 0x0fU) << 28 | (version & 0x0fU) << 24 | (bslCode & 0x0fU) << 20 |
                     (entropy & 0xfffff));
        IncPut16(out + 8,
                 (oam & 0x03U) << 14 | (reserved & 0x03U) << 12 | (dscp & 0x3fU) << 6 |
                     (proto & 0x3fU));
        IncPut16(out + 10, bfirId);
    }

    static IncBierHeader Read(const uint8_t* in)
    {
        const uint32_t word0 = IncGet32(in);
        const uint32_t word1 = IncGet32(in + 4);
        const uint16_t half = IncGet16(in + 8);
        IncBierHeader header;
        header.biftId = word0 >> 12;
        header.trafficClass = word0 >> 9 & 0x07;
        header.bottomOfStack = (word0 & 0x100) != 0;
        header.ttl = word0 & 0xff;
        header.nibble = word1 >> 28 & 0x0f;
        header.version = word1 >> 24 & 0x0f;
        header.bslCode = word1 >> 20 & 0x0f;
        header.entropy = word1 & 0xfffff;
        header.oam = half >> 14 & 0x03;
        header.reserved = half >> 12 & 0x03;
        header.dscp = half >> 6 & 0x3f;
        header.proto = half & 0x3f;
        header.bfirId = IncGet16(in + 10);
        return header;
    }
};

} // namespace ns3

#endif // INC_BIER_HEADER_H
