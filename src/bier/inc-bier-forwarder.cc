/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-forwarder.h"

#include "ns3/inc-ecmp.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Return a number below `size`, chosen by the lower 32 bits of a hash. Callers shift the hash, so
/// that different bits decide each choice.
uint32_t
Choose(uint64_t hash, std::size_t size)
{
    return static_cast<uint32_t>(((hash & UINT32_MAX) * size) >> 32);
}

} // namespace

void
IncBierForwarder::Compute(const IncBierSubDomain& subDomain, const IncBirt& birt, IncBierEcmp ecmp)
{
    SetTables(subDomain, birt.GetOwnBfrId(), MakeTables(subDomain, birt, ecmp));
}

std::shared_ptr<const IncBierForwarder::Tables>
IncBierForwarder::MakeTables(const IncBierSubDomain& subDomain,
                             const IncBirt& birt,
                             IncBierEcmp ecmp)
{
    auto tables = std::make_shared<Tables>();
    tables->firstBiftId = subDomain.GetBiftId(0);
    tables->neighbors = birt.GetNeighbors();
    for (uint32_t si = 0; si < subDomain.GetSets(); ++si)
    {
        tables->sets.push_back(IncComputeBifts(birt, subDomain, si, ecmp));
    }
    for (const auto& neighbor : tables->neighbors)
    {
        tables->neighborIds.push_back(subDomain.GetBfrId(neighbor.prefix));
    }
    return tables;
}

void
IncBierForwarder::SetTables(const IncBierSubDomain& subDomain,
                            uint16_t ownBfrId,
                            std::shared_ptr<const Tables> tables)
{
    const auto own = ownBfrId != 0 ? subDomain.GetPosition(ownBfrId) : IncBierPosition{0, 0};
    Membership membership{ownBfrId, own.si, own.bit, std::move(tables)};
    const auto old = std::find_if(m_memberships.begin(), m_memberships.end(), [&](const auto& m) {
        return m.tables->firstBiftId == membership.tables->firstBiftId;
    });
    if (old != m_memberships.end())
    {
        *old = std::move(membership);
    }
    else
    {
        m_memberships.push_back(std::move(membership));
    }
}

const IncBierForwarder::Membership*
IncBierForwarder::FindMembership(uint32_t biftId) const
{
    const uint32_t si = IncBiftId::Decode(biftId).si;
    for (const auto& membership : m_memberships)
    {
        if (membership.tables->firstBiftId == biftId - si)
        {
            return si < membership.tables->sets.size() ? &membership : nullptr;
        }
    }
    return nullptr;
}

const std::vector<IncBift>*
IncBierForwarder::FindBifts(uint32_t biftId) const
{
    const Membership* membership = FindMembership(biftId);
    return membership ? &membership->tables->sets[biftId - membership->tables->firstBiftId]
                      : nullptr;
}

const std::vector<IncBfrNeighbor>&
IncBierForwarder::GetNeighbors(uint32_t biftId) const
{
    return FindMembership(biftId)->tables->neighbors;
}

uint16_t
IncBierForwarder::GetOwnBfrId(uint32_t biftId) const
{
    const Membership* membership = FindMembership(biftId);
    return membership ? membership->ownBfrId : 0;
}

void
IncBierForwarder::Forward(const IncBierHeader& header,
                          const IncBitString& bits,
                          IncBierOutput& output)
{
    Serve(header, bits, false, output);
}

void
IncBierForwarder::Originate(const IncBierHeader& header,
                            const IncBitString& bits,
                            IncBierOutput& output)
{
    Serve(header, bits, true, output);
}

void
IncBierForwarder::Serve(const IncBierHeader& header,
                        const IncBitString& bits,
                        bool originated,
                        IncBierOutput& output)
{
    if (header.version != 0)
    {
        output.Discard(IncBierDropReason::BAD_VERSION, bits);
        return;
    }
    const Membership* membership = FindMembership(header.biftId);
    if (!membership)
    {
        output.Discard(IncBierDropReason::UNKNOWN_BIFT, bits);
        return;
    }
    if (header.ttl == 0)
    {
        output.Discard(IncBierDropReason::TTL_EXPIRED, bits);
        return;
    }
    const Tables& tables = *membership->tables;
    const uint32_t si = header.biftId - tables.firstBiftId;
    const auto& bifts = tables.sets[si];
    // The entropy alone chooses the BIFT (RFC 8279, section 6.7.2).
    const uint64_t hash = IncMix64(header.entropy ^ m_key);
    const IncBift& bift = bifts[Choose(hash, bifts.size())];
    if (bits.GetLength() != bift.GetLength())
    {
        output.Discard(IncBierDropReason::BAD_LENGTH, bits);
        return;
    }
    m_rest = bits;
    DiscardUnserved(bift, output);
    const bool local = membership->ownSi == si && m_rest.Test(membership->ownBit);
    if (local)
    {
        m_rest.Reset(membership->ownBit);
    }
    if (m_rest.Any())
    {
        const uint8_t copyTtl = originated ? header.ttl : header.ttl - 1;
        if (!originated && !m_transit)
        {
            output.Discard(IncBierDropReason::NO_TRANSIT, m_rest);
        }
        else if (copyTtl == 0)
        {
            output.Discard(IncBierDropReason::TTL_EXPIRED, m_rest);
        }
        else
        {
            Replicate(tables, bift, si, hash, copyTtl, output);
        }
    }
    if (local)
    {
        // Deliver last: the overlay may send a packet, which overwrites m_rest and m_copy.
        output.DeliverLocal();
    }
}

void
IncBierForwarder::DiscardUnserved(const IncBift& bift, IncBierOutput& output)
{
    if (m_rest.IsSubsetOf(bift.GetServed()))
    {
        return;
    }
    m_copy = m_rest;
    m_copy &= bift.GetUnreachable();
    if (m_copy.Any())
    {
        output.Discard(IncBierDropReason::NO_ROUTE, m_copy);
    }
    m_copy = m_rest;
    m_copy -= bift.GetServed();
    m_copy -= bift.GetUnreachable();
    if (m_copy.Any())
    {
        output.Discard(IncBierDropReason::UNOWNED_BIT, m_copy);
    }
    m_rest &= bift.GetServed();
}

void
IncBierForwarder::Replicate(const Tables& tables,
                            const IncBift& bift,
                            uint32_t si,
                            uint64_t hash,
                            uint8_t copyTtl,
                            IncBierOutput& output)
{
    // Take the lowest bit and its BFR-NBR. One copy carries all bits of this BFR-NBR's F-BM. Clear
    // them, so that no BFER gets a second copy (RFC 8279, section 6.5, steps 2 to 8).
    for (uint32_t bit = m_rest.FindFirst(); bit != 0; bit = m_rest.FindNext(bit))
    {
        const IncBift::Choices choices = bift.Lookup(bit);
        const uint16_t neighbor = choices.neighbors[Choose(hash >> 32, choices.size)];
        const IncBitString& mask = bift.GetForwardingBitMask(neighbor);
        m_copy = m_rest;
        m_copy &= mask;
        m_rest -= mask;
        const auto& ports = tables.neighbors[neighbor].ports;
        const uint16_t port = ports[Choose(hash >> 16, ports.size())];
        output.SendCopy({port, copyTtl, LastHopBfrId(tables, neighbor, si, bit), m_copy});
    }
}

/// Return the BFR-id of a BFR-NBR if m_copy, with lowest bit `first`, has no other BFER; else 0.
uint16_t
IncBierForwarder::LastHopBfrId(const Tables& tables,
                               uint16_t neighbor,
                               uint32_t si,
                               uint32_t first) const
{
    const uint32_t bfrId = tables.neighborIds[neighbor];
    if (bfrId == 0)
    {
        return 0;
    }
    const IncBierPosition position = IncBierPosition::Of(bfrId, m_copy.GetLength());
    const bool only = position.si == si && position.bit == first && m_copy.FindNext(first) == 0;
    return only ? static_cast<uint16_t>(bfrId) : 0;
}

} // namespace ns3
