/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-imposition.h"

#include "ns3/inc-error.h"

#include <map>
#include <string>

namespace ns3
{

IncBierImposition::IncBierImposition(const IncBierSubDomain& subDomain,
                                     const std::vector<uint32_t>& bfrIds)
{
    std::map<uint32_t, IncBitString> bySi;
    for (const uint32_t bfrId : bfrIds)
    {
        if (subDomain.GetPrefix(bfrId) == 0)
        {
            throw IncError("BFR-id " + std::to_string(bfrId) + ": no BFER of sub-domain " +
                           std::to_string(subDomain.GetId()) + " has it");
        }
        const IncBierPosition position = subDomain.GetPosition(bfrId);
        bySi.try_emplace(position.si, subDomain.GetLength()).first->second.Set(position.bit);
    }
    for (const auto& [si, bits] : bySi)
    {
        m_sets.push_back({subDomain.GetBiftId(si), bits});
    }
}

const std::vector<IncBierImposition::Set>&
IncBierImposition::GetSets() const
{
    return m_sets;
}

} // namespace ns3
