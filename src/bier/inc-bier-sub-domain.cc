/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-sub-domain.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

std::string
DottedQuad(uint32_t address)
{
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        text += std::to_string(address >> shift & 0xff) + (shift ? "." : "");
    }
    return text;
}

} // namespace

IncBierSubDomain::IncBierSubDomain(uint8_t id, uint32_t length)
    : m_id(id),
      m_length(length),
      m_prefixes(1)
{
    if (IncBitString::CodeOfLength(length) == 0)
    {
        throw IncError("BitString length " + std::to_string(length) +
                       ": accepted are 64, 128, 256, 512, 1024, 2048 and 4096");
    }
}

void
IncBierSubDomain::Assign(uint32_t bfrId, uint32_t prefix)
{
    const std::string what = "BFR-id " + std::to_string(bfrId);
    if (bfrId == 0 || bfrId > GetMaxBfrId())
    {
        throw IncError(what + ": accepted are 1 to " + std::to_string(GetMaxBfrId()) +
                       " with a BitString length of " + std::to_string(m_length));
    }
    if (prefix == 0)
    {
        throw IncError(what + ": 0.0.0.0 is no BFR-prefix");
    }
    if (const uint32_t owner = GetPrefix(bfrId))
    {
        throw IncError(what + " for " + DottedQuad(prefix) + ": already given to " +
                       DottedQuad(owner));
    }
    if (const uint16_t other = GetBfrId(prefix))
    {
        throw IncError(what + " for " + DottedQuad(prefix) + ": this BFR already has BFR-id " +
                       std::to_string(other));
    }
    m_prefixes.resize(std::max<std::size_t>(m_prefixes.size(), bfrId + 1));
    m_prefixes[bfrId] = prefix;
    m_byPrefix[prefix] = static_cast<uint16_t>(bfrId);
}

uint32_t
IncBierSubDomain::GetMaxBfrId() const
{
    return std::min(INC_MAX_BFR_ID, INC_MAX_SETS * m_length);
}

uint16_t
IncBierSubDomain::GetBfrId(uint32_t prefix) const
{
    const auto found = m_byPrefix.find(prefix);
    return found == m_byPrefix.end() ? 0 : found->second;
}

uint32_t
IncBierSubDomain::GetPrefix(uint32_t bfrId) const
{
    return bfrId < m_prefixes.size() ? m_prefixes[bfrId] : 0;
}

uint32_t
IncBierSubDomain::GetEnd() const
{
    return static_cast<uint32_t>(m_prefixes.size());
}

uint32_t
IncBierSubDomain::GetSets() const
{
    return GetEnd() == 1 ? 0 : GetPosition(GetEnd() - 1).si + 1;
}

IncBierPosition
IncBierSubDomain::GetPosition(uint32_t bfrId) const
{
    return IncBierPosition::Of(bfrId, m_length);
}

uint32_t
IncBierSubDomain::GetBiftId(uint32_t si) const
{
    return IncBiftId{m_id, IncBitString::CodeOfLength(m_length), static_cast<uint8_t>(si)}.Encode();
}

} // namespace ns3
