/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-dissemination.h"

#include "inc-slot-pool.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

std::vector<uint32_t>
BfrIdsOf(const IncBitString& bits)
{
    std::vector<uint32_t> bfrIds;
    for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
    {
        bfrIds.push_back(bit);
    }
    return bfrIds;
}

/// Return the BFR-ids of workers that get the elements. All other workers get a packet without
/// elements.
std::vector<uint32_t>
TakersOf(const IncBfr& bfr,
         const IncBierSubDomain& subDomain,
         const std::vector<uint32_t>& bfrIds,
         IncCollective collective,
         uint32_t root)
{
    if (IncComesFromRoot(collective))
    {
        return bfrIds;
    }
    const IncBierPosition position = subDomain.GetPosition(root);
    const auto* bifts = bfr.GetForwarder().FindBifts(subDomain.GetBiftId(position.si));
    if (collective != IncCollective::REDUCE || !bifts ||
        bifts->front().Lookup(position.bit).size == 0)
    {
        return {root};
    }
    const IncBift& bift = bifts->front();
    const IncBitString& way = bift.GetForwardingBitMask(*bift.Lookup(position.bit).neighbors);
    std::vector<uint32_t> takers;
    std::copy_if(bfrIds.begin(), bfrIds.end(), std::back_inserter(takers), [&](uint32_t bfrId) {
        const IncBierPosition other = subDomain.GetPosition(bfrId);
        return other.si == position.si && way.Test(other.bit);
    });
    return takers;
}

std::vector<uint32_t>
Without(const std::vector<uint32_t>& all, const std::vector<uint32_t>& some)
{
    std::vector<uint32_t> rest;
    std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
    return rest;
}

} // namespace

IncBierReceivers::IncBierReceivers(const IncBfr& bfr,
                                   const IncBierSubDomain& subDomain,
                                   const std::vector<uint32_t>& bfrIds,
                                   IncCollective collective,
                                   uint32_t root)
    : withData(subDomain, TakersOf(bfr, subDomain, bfrIds, collective, root)),
      without(subDomain, Without(bfrIds, TakersOf(bfr, subDomain, bfrIds, collective, root)))
{
}

IncBierDissemination::IncBierDissemination(Ptr<IncBfr> bfr,
                                           std::shared_ptr<const IncBierSubDomain> subDomain,
                                           const IncBitString& abm,
                                           const IncConnection& stream,
                                           std::vector<IncResultDestination> reliable)
    : m_bfr(bfr),
      m_subDomain(std::move(subDomain)),
      m_bfrIds(BfrIdsOf(abm)),
      m_all(*m_subDomain, m_bfrIds),
      m_stream{stream, {}},
      m_reliable(std::move(reliable))
{
}

IncFramePtr
IncBierDissemination::MakeResult(const IncSlotRound& round, uint8_t flags)
{
    IncFramePtr frame = IncMakeRoundFrame(round);
    frame->inc.flags |= IncHeader::RESULT | flags;
    frame->reth.rkey = m_stream.connection.remoteKey;
    m_stream.connection.Stamp(*frame);
    if (m_reliable.empty())
    {
        frame->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    }
    else
    {
        frame->bth.opcode = IncOpcode::RC_WRITE_ONLY_IMM;
        frame->bth.ackRequest = true; // receivers acknowledge several results at once
    }
    frame->UpdateSize();
    return frame;
}

const IncBierReceivers&
IncBierDissemination::ReceiversOf(const IncSlotRound& round, IncResultScope scope)
{
    const IncCollective collective =
        scope == IncResultScope::ROOT ? IncCollective::REDUCESCATTER : round.header.collective;
    ReceiversByRoot& known = IncComesFromRoot(collective)          ? m_toAll
                             : collective == IncCollective::REDUCE ? m_toWay
                                                                   : m_toRoot;
    known.resize(std::max<std::size_t>(known.size(), round.root + 1));
    auto& receivers = known[round.root];
    if (!receivers)
    {
        receivers = std::make_unique<IncBierReceivers>(*m_bfr,
                                                       *m_subDomain,
                                                       m_bfrIds,
                                                       collective,
                                                       round.root);
    }
    return *receivers;
}

void
IncBierDissemination::Impose(const IncFrame& result, const IncBierImposition& receivers)
{
    if (!receivers.GetSets().empty())
    {
        const bool isRepeated = result.inc.Has(IncHeader::RETRANSMITTED);
        ++m_stream.counters.packetsSent;
        m_stream.counters.bytesSent += result.payloadSize;
        m_stream.counters.retransmissions += isRepeated;
        m_bfr->Send(result, receivers);
    }
}

void
IncBierDissemination::SendTo(IncFrame& result,
                             const IncBierImposition& withData,
                             const IncBierImposition* without)
{
    // Each worker gets one of two packets. Both have the same PSN, so no worker sees a gap.
    Impose(result, withData);
    if (without && !without->GetSets().empty())
    {
        IncTakeOffData(result);
        m_stream.connection.Sign(result);
        result.UpdateSize();
        Impose(result, *without);
    }
}

IncDissemination::Sent
IncBierDissemination::Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope)
{
    const uint64_t before = m_bfr->GetCounters().copies;
    const uint8_t flags = scope == IncResultScope::ITSELF ? 0 : IncHeader::UP_TO;
    const IncFramePtr result = MakeResult(round, flags);
    if (round.root == 0)
    {
        Impose(*result, m_all);
    }
    else
    {
        const IncBierReceivers& receivers = ReceiversOf(round, scope);
        SendTo(*result,
               receivers.withData,
               scope == IncResultScope::ROOT ? nullptr : &receivers.without);
    }
    for (auto& [receiver, link] : m_reliable)
    {
        link->Expect(IncMakeResultFrame(round, receiver, 0));
    }
    return {static_cast<uint32_t>(m_bfr->GetCounters().copies - before),
            static_cast<uint32_t>(m_reliable.size())};
}

void
IncBierDissemination::SendAgain(IncTree& tree,
                                const IncSlotRound& round,
                                uint32_t child,
                                const IncBitString& bits)
{
    std::vector<uint32_t> withData;
    std::vector<uint32_t> without;
    for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
    {
        (round.GivesDataTo(bit) ? withData : without).push_back(bit);
    }
    const IncFramePtr result = MakeResult(round, IncHeader::RETRANSMITTED);
    const IncBierImposition others(*m_subDomain, without);
    SendTo(*result, IncBierImposition(*m_subDomain, withData), &others);
}

IncRcParameters
IncBierDissemination::ResultParameters(IncRcParameters rc, uint32_t slots)
{
    // The loss of one copy of a multicast must not make the root repeat all later packets.
    rc.selectiveRepeat = true;
    // A window of all slots: results leave even if some workers have acknowledged nothing.
    rc.window = std::max(rc.window, slots * rc.pathMtu);
    // All workers send ACKs to one node, so let an ACK cover up to a quarter of the slots.
    const int64_t before = rc.ackInterval;
    rc.ackInterval = std::clamp(slots / 4, 1U, 64U);
    const Time longer = Max(rc.ackDelay * (rc.ackInterval - before) / before, Time(0));
    rc.ackDelay += longer;
    rc.timeout += 3 * longer;
    rc.minTimeout += 2 * longer;
    return rc;
}

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
