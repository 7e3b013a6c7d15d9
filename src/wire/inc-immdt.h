/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IMMDT_H
#define INC_IMMDT_H

#include "inc-byte-order.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Immediate Data Extended Transport Header (InfiniBand Architecture, volume 1, section
/// 9.3.6).
struct IncImmdt
{
    static constexpr uint32_t SIZE = 4;

    uint32_t value = 0; //!< immediate data, which the receiver gets with the completion

    void Write(uint8_t* out) const
    {
        IncPut32(out, value);
    }

    static IncImmdt Read(const uint8_t* in)
    {
        return {IncGet32(in)};
    }
};

} // namespace ns3

#endif // INC_IMMDT_H
