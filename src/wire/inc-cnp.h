/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CNP_H
#define INC_CNP_H

#include "inc-bth.h"

#include <cstdint>
#include <cstring>

namespace ns3
{

/// \ingroup inc
/// \brief RoCEv2 congestion notification packet (InfiniBand Architecture, annex A17.9.3): a BTH
/// with BECN set and PSN 0, then 16 reserved bytes of zero.
struct IncCnp
{
    static constexpr uint32_t RESERVED = 16;                  //!< zero bytes after the BTH
    static constexpr uint32_t SIZE = IncBth::SIZE + RESERVED; //!< bytes on the wire, without ICRC

    /** \return the BTH of a CNP to the queue pair whose sender must slow down */
    static IncBth MakeBth(uint32_t destQp)
    {
        IncBth bth;
        bth.opcode = IncOpcode::CNP;
        bth.becn = true;
        bth.destQp = destQp;
        return bth;
    }

    static void Write(uint8_t* out, const IncBth& bth)
    {
        bth.Write(out);
        std::memset(out + IncBth::SIZE, 0, RESERVED);
    }
};

} // namespace ns3

#endif // INC_CNP_H
