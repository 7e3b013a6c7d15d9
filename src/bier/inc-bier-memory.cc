/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-memory.h"

#include "ns3/inc-ecmp-hash.h"

#include <algorithm>

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
    m_replicas.emplace(PeekPointer(replicas->packet), replicas);
}

Ptr<const IncBierEncapsulation>
IncBierMemory::Encapsulate(const IncBierHeader& header, const IncBitString& bits)
{
    const uint64_t flow = uint64_t{header.biftId} << 32 | header.entropy;
    const uint64_t hash = IncMix64(flow ^ uint64_t{bits.FindFirst()} << 52);
    const auto [begin, end] = m_sent.equal_range(hash);
    const auto found = std::find_if(begin, end, [&](const auto& sent) {
        const IncBierEncapsulation& known = *sent.second;
        return known.header == header && known.bits.GetLength() == bits.GetLength() &&
               known.bits == bits;
    });
    if (found != end)
    {
        return found->second;
    }
    Ptr<IncBierEncapsulation> made = IncBierEncapsulation::Create();
    made->header = header;
    made->bits = bits;
    if (m_sent.size() == MOST)
    {
        m_sent.clear();
    }
    m_sent.emplace(hash, made);
    return made;
}

} // namespace ns3
