/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-dissemination.h"

#include "inc-slot-pool.h"

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

} // namespace

IncBierDissemination::IncBierDissemination(Ptr<IncBfr> bfr,
                                           std::shared_ptr<const IncBierSubDomain> subDomain,
                                           const IncBitString& abm,
                                           const IncConnection& stream)
    : m_bfr(bfr),
      m_subDomain(std::move(subDomain)),
      m_all(*m_subDomain, BfrIdsOf(abm)),
      m_stream(stream)
{
}

void
IncBierDissemination::AddReliable(const IncResultReceiver& receiver,
                                  std::unique_ptr<IncTreeLink> link)
{
    m_reliable.push_back({receiver, std::move(link)});
}

IncFramePtr
IncBierDissemination::MakeResult(const IncSlotRound& round, uint8_t flags)
{
    IncFramePtr frame = IncMakeRoundFrame(round);
    frame->inc.flags |= IncHeader::RESULT | flags;
    frame->reth.rkey = m_stream.remoteKey;
    m_stream.Stamp(*frame);
    if (m_reliable.empty())
    {
        frame->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    }
    else
    {
        frame->bth.opcode = IncOpcode::RC_WRITE_ONLY_IMM;
        frame->bth.ackRequest = true; // receivers gather acknowledgements
    }
    frame->UpdateSize();
    return frame;
}

IncDissemination::Sent
IncBierDissemination::Send(IncTree& tree, const IncSlotRound& round)
{
    const uint64_t before = m_bfr->GetCounters().copies;
    m_bfr->Send(*MakeResult(round, 0), m_all);
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
    m_bfr->Send(*MakeResult(round, IncHeader::RETRANSMITTED),
                IncBierImposition(*m_subDomain, BfrIdsOf(bits)));
}

} // namespace ns3
