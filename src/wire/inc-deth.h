/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_DETH_H
#define INC_DETH_H

#include "inc-byte-order.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Datagram Extended Transport Header (InfiniBand Architecture, volume 1, section 9.3.2).
struct IncDeth
{
    static constexpr uint32_t SIZE = 8;
    static constexpr uint32_t MANAGEMENT_QKEY = 0x80010000; //!< Q_Key of queue pair 1

    uint32_t qkey = MANAGEMENT_QKEY;
    uint32_t sourceQp = 1; //!< queue pair of the sender, 24 bits

    void Write(uint8_t* out) const
    {
        IncPut32(out, qkey);
        out[4] = 0;
        IncPut24(out + 5, sourceQp);
    }

    static IncDeth Read(const uint8_t* in)
    {
        return {IncGet32(in), IncGet24(in + 5)};
    }
};

} // namespace ns3

#endif // INC_DETH_H
