/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RETH_H
#define INC_RETH_H

#include "inc-byte-order.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief RDMA Extended Transport Header (InfiniBand Architecture, volume 1, section 9.3.3).
struct IncReth
{
    static constexpr uint32_t SIZE = 16;

    uint64_t virtualAddress = 0; //!< address of the message in the receiver's memory
    uint32_t rkey = 0;           //!< key of the receiver's memory
    uint32_t dmaLength = 0;      //!< length of the whole message in bytes

    void Write(uint8_t* out) const
    {
        IncPut64(out, virtualAddress);
        IncPut32(out + 8, rkey);
        IncPut32(out + 12, dmaLength);
    }

    static IncReth Read(const uint8_t* in)
    {
        return {IncGet64(in), IncGet32(in + 8), IncGet32(in + 12)};
    }
};

} // namespace ns3

#endif // INC_RETH_H
