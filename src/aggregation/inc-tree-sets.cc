/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-sets.h"

namespace ns3
{

std::vector<IncTreeSet>
IncSetsOf(const IncBierSubDomain& subDomain, const IncBitString& bits)
{
    std::vector<IncTreeSet> sets;
    const uint32_t length = subDomain.GetLength();
    for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
    {
        const auto si = static_cast<uint8_t>(subDomain.GetPosition(bit).si);
        if (!sets.empty() && sets.back().si == si)
        {
            continue;
        }
        IncBitString part(subDomain.GetSets() * length);
        for (uint32_t b = bit; b != 0 && b <= (si + 1U) * length; b = bits.FindNext(b))
        {
            part.Set(b);
        }
        sets.push_back({si, Create<IncSharedBitString>(part)});
    }
    return sets;
}

} // namespace ns3
