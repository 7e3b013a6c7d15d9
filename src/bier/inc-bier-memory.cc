/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-memory.h"

#include "ns3/inc-ecmp-hash.h"

namespace ns3
{

void
IncBierMemory::Add(Ptr<const IncBierReplicas> replicas)
{
    const std::size_t copies = replicas->copies.size();
    if (m_copies + copies > MOST)
    {
        Clear();
    }
    m_copies += copies;
    const uint64_t hash = HashOf(PeekPointer(replicas->packet));
    m_replicas.Add(hash, std::move(replicas));
}

Ptr<const IncBierEncapsulation>
IncBierMemory::Encapsulate(const IncBierHeader& header, const IncBitString& bits)
{
    const uint64_t flow = uint64_t{header.biftId} << 32 | header.entropy;
    const uint64_t hash = IncMix64(flow ^ uint64_t{bits.FindFirst()} << 52);
    const auto isSame = [&](const IncBierEncapsulation& known) {
        return known.header == header && known.bits.GetLength() == bits.GetLength() &&
               known.bits == bits;
    };
    if (const IncBierEncapsulation* known = m_sent.Find(hash, isSame))
    {
        return known;
    }
    Ptr<IncBierEncapsulation> made = IncBierEncapsulation::Create();
    made->header = header;
    made->bits = bits;
    if (m_sent.GetSize() == MOST)
    {
        m_sent.Clear();
    }
    m_sent.Add(hash, made);
    return made;
}

} // namespace ns3
