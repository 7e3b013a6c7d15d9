/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ethernet.h"

#include <algorithm>

namespace ns3
{

void
IncEthernet::Write(uint8_t* out) const
{
    std::copy(destination.begin(), destination.end(), out);
    std::copy(source.begin(), source.end(), out + 6);
    if (tagged)
    {
        IncPut16(out + 12, VLAN);
        IncPut16(out + 14, priority << 13 | (dropEligible ? 0x1000 : 0) | (vlan & 0x0fff));
    }
    IncPut16(out + Size() - 2, etherType);
}

IncEthernet
IncEthernet::Read(const uint8_t* in)
{
    IncEthernet header;
    std::copy(in, in + 6, header.destination.begin());
    std::copy(in + 6, in + 12, header.source.begin());
    header.tagged = IsTagged(in);
    if (header.tagged)
    {
        const uint16_t tag = IncGet16(in + 14);
        header.priority = static_cast<uint8_t>(tag >> 13);
        header.dropEligible = (tag & 0x1000) != 0;
        header.vlan = tag & 0x0fff;
    }
    header.etherType = IncGet16(in + header.Size() - 2);
    return header;
}

} // namespace ns3
