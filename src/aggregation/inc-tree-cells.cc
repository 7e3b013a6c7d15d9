/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-cells.h"

#include "inc-tree.h"

#include <algorithm>
#include <utility>

namespace ns3
{

IncTreeCells::IncTreeCells(IncTree& tree, IncCellPool& pool)
    : IncCellUser(pool,
                  tree.state.GetConfig().cells,
                  uint64_t{tree.state.GetConfig().treeId} << 16 | tree.state.GetConfig().epoch),
      m_tree(tree)
{
}

void
IncTreeCells::PassOn(IncSlotRound& round, const IncBitString& bits, const IncFrame& frame)
{
    Count([](auto& counters) { ++counters.passed; });
    if (frame.inc.Has(IncHeader::RETRANSMITTED))
    {
        round.asked |= bits;
    }
    round.sentUp |= bits;
    IncFramePtr copy = frame.Copy();
    copy->inc.rank = m_tree.state.GetConfig().rank;
    copy->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
    if (copy->ecn == IncFrame::CE)
    {
        copy->ecn = IncFrame::ECT0; // the mark moves to the INC header; the next link sets its own
        copy->inc.flags |= IncHeader::CE;
    }
    m_tree.parent->Send(std::move(copy));
    const uint64_t queued = m_tree.parent->GetQueued() * frame.payloadSize;
    Count([queued](auto& counters) {
        counters.passBytesPeak = std::max(counters.passBytesPeak, queued);
    });
}

void
IncTreeCells::AggregateSent(IncSlotRound& round)
{
    round.sentUp |= m_tree.state.GetConfig().abm->bits;
    switch (GetShare().hold)
    {
    case IncCellHold::SENT:
        Release(round);
        m_tree.state.GetSlots().Pass(round);
        break;
    case IncCellHold::CACHE:
        Rest(round);
        break;
    case IncCellHold::RESULT:
        break;
    }
}

bool
IncTreeCells::GiveUp(IncSlotRound& round, const IncBitString& bits, const IncFrame& frame)
{
    const bool givesUp = GetShare().hold == IncCellHold::RESULT &&
                         round.state == IncSlotRound::State::COMPLETE &&
                         frame.inc.Has(IncHeader::RETRANSMITTED);
    if (givesUp)
    {
        Release(round);
        m_tree.state.GetSlots().Pass(round);
        PassOn(round, bits, frame);
    }
    return givesUp;
}

void
IncTreeCells::ResultSent(IncSlotRound& round)
{
    if (GetShare().hold == IncCellHold::RESULT)
    {
        Release(round);
        m_tree.state.GetSlots().Pass(round);
    }
}

uint32_t
IncTreeCells::Relay(IncSlotRound& round)
{
    uint32_t copies = 0;
    if (round.state == IncSlotRound::State::PASSING)
    {
        const IncResultScope scope = m_tree.state.GetScope(round);
        copies = m_tree.dissemination->Send(m_tree, round, scope).copies;
        round.state = IncSlotRound::State::RELAYED;
    }
    else if (!round.asked.None())
    {
        const auto& children = m_tree.state.GetConfig().children;
        for (uint32_t child = 0; child < children.size(); ++child)
        {
            const IncBitString& bits = children[child].bits->bits;
            if (bits.Intersects(round.asked))
            {
                m_tree.dissemination->SendAgain(m_tree, round, child, bits);
                ++copies;
            }
        }
    }
    round.asked.Clear();
    round.data = nullptr;
    return copies;
}

void
IncTreeCells::CellTaken(IncSlotRound& round, bool isFlushed)
{
    const uint8_t flags = isFlushed ? IncHeader::RETRANSMITTED : 0;
    if (round.state == IncSlotRound::State::COLLECTING)
    {
        round.sentUp |= m_tree.state.SeenOf(round);
        m_tree.SendPart(round, flags);
    }
    else if (isFlushed)
    {
        m_tree.SendUp(round, flags);
    }
    m_tree.state.GetSlots().Pass(round);
}

} // namespace ns3
