/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BTH_H
#define INC_BTH_H

#include "inc-byte-order.h"
#include "inc-opcode.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Base Transport Header (InfiniBand Architecture, volume 1, section 9.2).
struct IncBth
{
    static constexpr uint32_t SIZE = 12;

    IncOpcode opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    uint8_t padCount = 0; //!< bytes added to the payload, 0 to 3
    uint16_t pkey = 0xffff;
    uint8_t version = 0;
    bool solicited : 1; //!< SE, the sender asks for an event at the receiver
    bool migration : 1; //!< MigReq, the migration state of a connection
    bool fecn : 1;
    bool becn : 1;
    bool ackRequest = false; //!< true if the sender asks for an acknowledgement
    bool ackAtOnce = false;  //!< true if the receiver must acknowledge at once
    uint32_t destQp = 0;     //!< destination queue pair, 24 bits
    uint32_t psn = 0;        //!< packet sequence number, 24 bits

    IncBth()
        : solicited(false),
          migration(false),
          fecn(false),
          becn(false)
    {
    }

    void Write(uint8_t* out) const
    {
        out[0] = static_cast<uint8_t>(opcode);
        out[1] = static_cast<uint8_t>((solicited ? 0x80 : 0) | (migration ? 0x40 : 0) |
                                      (padCount & 0x03) << 4 | (version & 0x0f));
        IncPut16(out + 2, pkey);
        out[4] = static_cast<uint8_t>((fecn ? 0x80 : 0) | (becn ? 0x40 : 0));
        IncPut24(out + 5, destQp);
        out[8] = static_cast<uint8_t>((ackRequest ? 0x80 : 0) | (ackAtOnce ? 0x40 : 0));
        IncPut24(out + 9, psn);
    }

    static IncBth Read(const uint8_t* in)
    {
        IncBth bth;
        bth.opcode = static_cast<IncOpcode>(in[0]);
        bth.solicited = (in[1] & 0x80) != 0;
        bth.migration = (in[1] & 0x40) != 0;
        bth.padCount = in[1] >> 4 & 0x03;
        bth.version = in[1] & 0x0f;
        bth.pkey = IncGet16(in + 2);
        bth.fecn = (in[4] & 0x80) != 0;
        bth.becn = (in[4] & 0x40) != 0;
        bth.destQp = IncGet24(in + 5);
        bth.ackRequest = (in[8] & 0x80) != 0;
        bth.ackAtOnce = (in[8] & 0x40) != 0;
        bth.psn = IncGet24(in + 9);
        return bth;
    }
};

} // namespace ns3

#endif // INC_BTH_H
