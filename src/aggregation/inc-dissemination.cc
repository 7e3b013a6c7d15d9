/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-dissemination.h"

#include "inc-slot-pool.h"
#include "inc-tree.h"

#include <utility>

namespace ns3
{

namespace
{

void
SendDown(IncTree& tree, const IncSlotRound& round, uint32_t child, uint8_t flags)
{
    const IncTreeChild& receiver = tree.state.GetConfig().children[child];
    IncFramePtr frame =
        tree.state.GetConfig().resultsAreEmpty
            ? IncMakeEmptyFrame(round,
                                IncHeader::UP_TO | (round.congested ? IncHeader::CE : 0) |
                                    (round.repaired ? IncHeader::RETRANSMITTED : 0))
        : round.GivesDataTo(receiver.bits->bits) ? IncMakeRoundFrame(round)
                                                 : IncMakeDatalessFrame(round);
    frame->inc.flags |= IncHeader::RESULT | flags;
    frame->inc.rank = receiver.rank;
    IncKeepPlace(*frame, round);
    tree.children[child]->Send(std::move(frame));
}

} // namespace

IncFramePtr
IncMakeRoundFrame(const IncSlotRound& round)
{
    IncFramePtr frame = IncFrame::Create();
    frame->hasInc = true;
    frame->inc = round.header;
    frame->inc.flags = (round.congested ? IncHeader::CE : 0) |
                       (round.repaired ? IncHeader::RETRANSMITTED : 0) |
                       (round.payloadSize == 0 ? IncHeader::EMPTY : 0);
    frame->inc.bslCode = 0;
    frame->immediate = round.root == 0                               ? round.header.messageId
                       : round.root == IncSlotRound::OUTSIDE_SUBTREE ? 1 // number of messages
                                                                     : round.root;
    frame->reth = round.reth;
    frame->payload = round.data;
    frame->payloadSize = round.payloadSize;
    return frame;
}

void
IncKeepPlace(IncFrame& frame, const IncSlotRound& round)
{
    if (IncIsOnly(round.opcode) || frame.payloadSize == 0 ||
        frame.inc.Has(IncHeader::RETRANSMITTED))
    {
        return;
    }
    frame.bth.opcode = round.opcode;
    if (IncIsFirst(round.opcode))
    {
        frame.reth.dmaLength = round.messageBytes;
    }
}

IncFramePtr
IncMakeResultFrame(const IncSlotRound& round, const IncResultReceiver& receiver, uint8_t flags)
{
    IncFramePtr frame =
        round.GivesDataTo(receiver.bfrId) ? IncMakeRoundFrame(round) : IncMakeDatalessFrame(round);
    frame->inc.flags |= IncHeader::RESULT | flags;
    frame->inc.rank = receiver.rank;
    return frame;
}

IncFramePtr
IncMakeAbortFrame(const IncTreeConfig& config, uint16_t rank)
{
    IncFramePtr frame = IncFrame::Create();
    frame->hasInc = true;
    frame->inc.flags = IncHeader::ABORT | IncHeader::EMPTY;
    frame->inc.treeId = config.treeId;
    frame->inc.epoch = config.epoch;
    frame->inc.rank = rank;
    return frame;
}

IncFramePtr
IncMakeEmptyFrame(const IncSlotRound& round, uint8_t flags)
{
    IncFramePtr frame = IncMakeRoundFrame(round);
    frame->inc.flags = IncHeader::EMPTY | flags;
    frame->reth = IncReth();
    frame->payload = nullptr;
    frame->payloadSize = 0;
    return frame;
}

void
IncTakeOffData(IncFrame& frame)
{
    frame.inc.flags |= IncHeader::EMPTY;
    frame.reth.dmaLength = 0;
    frame.payload = nullptr;
    frame.payloadSize = 0;
}

IncFramePtr
IncMakeDatalessFrame(const IncSlotRound& round)
{
    IncFramePtr frame = IncMakeRoundFrame(round);
    IncTakeOffData(*frame);
    return frame;
}

IncDissemination::Sent
IncTreeDissemination::Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope)
{
    const auto& children = tree.state.GetConfig().children;
    const uint8_t flags = scope == IncResultScope::ITSELF ? 0 : IncHeader::UP_TO;
    uint32_t copies = 0;
    for (uint32_t child = 0; child < children.size(); ++child)
    {
        if (scope != IncResultScope::ROOT || round.GivesDataTo(children[child].bits->bits))
        {
            SendDown(tree, round, child, flags);
            ++copies;
        }
    }
    return {copies, tree.children.front()->IsReliable() ? copies : 0};
}

void
IncTreeDissemination::SendAgain(IncTree& tree,
                                const IncSlotRound& round,
                                uint32_t child,
                                const IncBitString& bits)
{
    SendDown(tree, round, child, IncHeader::RETRANSMITTED);
}

IncDissemination::Sent
IncUnicastDissemination::Send(IncTree& tree, const IncSlotRound& round, IncResultScope scope)
{
    const uint8_t flags = scope == IncResultScope::ITSELF ? 0 : IncHeader::UP_TO;
    uint32_t copies = 0;
    for (auto& destination : m_destinations)
    {
        if (scope != IncResultScope::ROOT || round.GivesDataTo(destination.receiver.bfrId))
        {
            destination.link->Send(IncMakeResultFrame(round, destination.receiver, flags));
            ++copies;
        }
    }
    const bool reliable = copies > 0 && m_destinations.front().link->IsReliable();
    return {copies, reliable ? copies : 0};
}

void
IncUnicastDissemination::SendAgain(IncTree& tree,
                                   const IncSlotRound& round,
                                   uint32_t child,
                                   const IncBitString& bits)
{
    for (auto& destination : m_destinations)
    {
        if (bits.Test(destination.receiver.bfrId))
        {
            destination.link->Send(
                IncMakeResultFrame(round, destination.receiver, IncHeader::RETRANSMITTED));
        }
    }
}

} // namespace ns3
