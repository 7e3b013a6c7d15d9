/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-memory.h"

#include "ns3/inc-ecmp-hash.h"

namespace ns3
{

Ptr<const IncBierEncapsulation>
IncBierMemory::Encapsulate(const IncBierHeader& header, const IncBitString& bits)
{
    const uint64_t flow = uint64_t{header.biftId} << 32 | header.entropy;
    const uint64_t hash = IncMix64(flow ^ uint64_t{bits.FindFirst()} << 52);
    const IncBierEncapsulation* known = m_sent.Find(hash);
    if (known && known->header == header && known->bits.GetLength() == bits.GetLength() &&
        known->bits == bits)
    {
        return known;
    }
    Ptr<IncBierEncapsulation> made = IncBierEncapsulation::Create();
    made->header = header;
    made->bits = bits;
    m_sent.Put(hash, made);
    return made;
}

} // namespace ns3
