/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-state.h"

#include "inc-message-layout.h"

#include "ns3/inc-state-visitor.h"

#include <cstring>
#include <utility>

namespace ns3
{

namespace
{

bool
IsSound(const IncFrame& frame, bool dataless)
{
    const IncHeader& header = frame.inc;
    const uint32_t elements = dataless ? 0 : header.count;
    return IncSizeOf(header.dataType) != 0 &&
           frame.payloadSize == elements * IncSizeOf(header.dataType) &&
           (header.count == 0 || IncComesFromRoot(header.collective) ||
            (header.operation >= IncOperation::SUM && header.operation <= IncOperation::MAX));
}

bool
IsSameData(const IncHeader& a, const IncHeader& b)
{
    return a.collective == b.collective && a.operation == b.operation && a.dataType == b.dataType &&
           a.count == b.count;
}

/// Return the buffer of a frame for writing, or a copy if other frames share the buffer.
Ptr<IncPayload>
TakePayload(IncFrame& frame)
{
    if (!frame.payload || frame.payload->IsExclusive())
    {
        return std::move(frame.payload);
    }
    Ptr<IncPayload> copy = IncPayload::Create(frame.payloadSize);
    std::memcpy(copy->GetData(), frame.payload->GetData(), frame.payloadSize);
    return copy;
}

} // namespace

IncTreeState::IncTreeState(IncTreeConfig config)
    : m_config(std::move(config)),
      m_childOfBit(m_config.abm->bits.GetLength() + 1, 0),
      m_slots(m_config.slots,
              m_config.slotMode,
              m_config.firstMessageId,
              m_config.parent && m_config.resultsPassBy)
{
    IncBitString all(m_config.abm->bits.GetLength());
    std::size_t workers = 0;
    for (uint32_t child = 0; child < m_config.children.size(); ++child)
    {
        const IncBitString& bits = m_config.children[child].bits->bits;
        all |= bits;
        workers += bits.Count();
        m_known.push_back(m_config.children[child].bits);
        for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
        {
            m_childOfBit[bit] = child;
        }
    }
    const std::size_t children = m_config.children.size();
    if (children >= 1 && children <= MARKED && all == m_config.abm->bits && workers == all.Count())
    {
        m_all = UINT64_MAX >> (MARKED - children);
    }
}

void
IncTreeState::SetCells(IncCellUser* cells)
{
    m_cells = cells;
    m_asksEachTime = cells && cells->AsksEachTime();
}

bool
IncTreeState::LearnAllOf(uint32_t child, const IncFrame& frame, const IncBitString& bits)
{
    const IncBitString& own = m_config.children[child].bits->bits;
    if (&bits == &own)
    {
        return true;
    }
    if (bits != own)
    {
        return false;
    }
    if (frame.pbm && &frame.pbm->bits == &bits)
    {
        m_known[child] = frame.pbm;
    }
    return true;
}

IncBitString
IncTreeState::SeenOf(const IncSlotRound& round) const
{
    if (round.split)
    {
        return round.seen;
    }
    IncBitString seen(m_config.abm->bits.GetLength());
    for (uint64_t whole = round.whole; whole != 0; whole &= whole - 1)
    {
        seen |= m_config.children[__builtin_ctzll(whole)].bits->bits;
    }
    return seen;
}

IncTreeState::Outcome
IncTreeState::MarkBits(IncSlotRound& round, const IncBitString& bits)
{
    Split(round);
    if (bits.IsSubsetOf(round.seen))
    {
        return Outcome::DUPLICATE;
    }
    if (bits.Intersects(round.seen))
    {
        return Outcome::OVERLAP;
    }
    round.seen |= bits;
    ++round.parts;
    return Outcome::ADDED;
}

/// Track single workers from now on, because a contribution covers only some of a child's workers.
void
IncTreeState::Split(IncSlotRound& round)
{
    if (!round.split)
    {
        round.seen = SeenOf(round);
        round.split = true;
        round.parts = __builtin_popcountll(round.whole);
    }
}

bool
IncTreeState::IsComplete(const IncSlotRound& round) const
{
    return round.split ? round.seen == m_config.abm->bits : round.whole == m_all;
}

bool
IncTreeState::Fits(const IncSlotRound& round, const IncFrame& frame) const
{
    const bool carriesData = frame.payload != nullptr;
    return round.payloadSize == frame.payloadSize &&
           round.carriesData.value_or(carriesData) == carriesData;
}

inline bool
IncTreeState::IsLike(const IncSlotRound& round, const IncFrame& frame) const
{
    // Without a root only a switch's extra bits lack data; Fits() refuses their empty payload.
    return round.state >= IncSlotRound::State::COLLECTING && IsSameData(round.header, frame.inc) &&
           !IsRooted(frame) && Fits(round, frame) && !EmptiesCell(frame) &&
           (!m_config.checksCalls || round.reth.virtualAddress == frame.reth.virtualAddress);
}

IncTreeState::Outcome
IncTreeState::Contribute(IncFrame& frame,
                         const IncBitString& bits,
                         uint32_t child,
                         IncSlotRound*& round)
{
    IncSlotPool::Match match;
    IncSlotRound* const found = m_slots.Find(frame.inc.messageId, match);
    round = found;
    bool dataless = false;
    if (match != IncSlotPool::Match::CURRENT || !IsLike(*found, frame))
    {
        const uint32_t root = RootOf(frame);
        dataless = IsDataless(frame, bits, child, root);
        const Outcome joined = Join(found, match, frame, bits, root, dataless);
        if (joined != Outcome::ADDED)
        {
            return joined;
        }
    }
    // Check the bitmap first, because duplicates need no arithmetic.
    const Outcome outcome = Mark(*found, frame, bits, child);
    if (outcome != Outcome::ADDED)
    {
        return outcome;
    }
    found->congested |= frame.ecn == IncFrame::CE || frame.inc.Has(IncHeader::CE);
    found->repaired |= frame.inc.Has(IncHeader::RETRANSMITTED);
    found->ecnCapable &= frame.ecn != IncFrame::NOT_ECT;
    if (!dataless)
    {
        Add(*found, frame, child);
    }
    // While no contribution names the root, the root's elements are missing: wait for them.
    if (!IsComplete(*found) || (found->root == IncSlotRound::OUTSIDE_SUBTREE && !m_config.parent))
    {
        return Outcome::ADDED;
    }
    if (!found->rows.empty())
    {
        ReduceRows(*found);
    }
    return Outcome::COMPLETED;
}

IncTreeState::Outcome
IncTreeState::Join(IncSlotRound* round,
                   IncSlotPool::Match match,
                   const IncFrame& frame,
                   const IncBitString& bits,
                   uint32_t root,
                   bool dataless)
{
    if (!IsSound(frame, dataless) || !HasValidRoot(frame, root))
    {
        return Outcome::MISMATCH;
    }
    if (match == IncSlotPool::Match::OLD)
    {
        return Outcome::OLD;
    }
    if (match == IncSlotPool::Match::BEYOND)
    {
        return Outcome::BEYOND;
    }
    if (match == IncSlotPool::Match::NEXT)
    {
        if (m_cells)
        {
            m_cells->Release(*round);
            round->asked.Clear();
            round->sentUp.Clear();
        }
        m_slots.Advance(*round);
    }
    const bool asksAgain = m_asksEachTime && round->state == IncSlotRound::State::PASSING &&
                           !EmptiesCell(frame) && !bits.Intersects(round->sentUp);
    if (round->state == IncSlotRound::State::IDLE || asksAgain)
    {
        Open(*round, frame, root);
        return round->IsPassing() ? Outcome::PASSING : Outcome::ADDED;
    }
    if (EmptiesCell(frame) && (round->state == IncSlotRound::State::COLLECTING ||
                               round->state == IncSlotRound::State::COMPLETE))
    {
        m_cells->Flush(*round);
    }
    if (round->IsPassing())
    {
        return Outcome::PASSING;
    }
    if (!IsSameOperation(*round, frame, root) || (!dataless && !Fits(*round, frame)))
    {
        return Outcome::MISMATCH;
    }
    KnowRoot(*round, frame, root);
    return Outcome::ADDED;
}

void
IncTreeState::Open(IncSlotRound& round, const IncFrame& frame, uint32_t root)
{
    if (!m_cells ||
        (!EmptiesCell(frame) && m_cells->Acquire(round, round.sequence, m_slots.GetSlot(round))))
    {
        m_slots.Begin(round);
    }
    else if (round.state == IncSlotRound::State::IDLE)
    {
        m_slots.Pass(round);
    }
    round.header = frame.inc;
    round.reth = frame.reth;
    round.root = root;
    round.payloadSize = frame.inc.count * IncSizeOf(frame.inc.dataType);
    round.opcode = frame.bth.opcode;
    round.messageBytes = frame.reth.dmaLength;
    round.reth.dmaLength = round.payloadSize;
}

uint32_t
IncTreeState::RootOf(const IncFrame& frame) const
{
    if (!IsRooted(frame))
    {
        return 0;
    }
    return IncComesFromRoot(frame.inc.collective) && frame.inc.Has(IncHeader::UP_TO)
               ? IncSlotRound::OUTSIDE_SUBTREE
               : frame.immediate;
}

bool
IncTreeState::HasValidRoot(const IncFrame& frame, uint32_t root) const
{
    if (!IsRooted(frame) || root == IncSlotRound::OUTSIDE_SUBTREE)
    {
        return true;
    }
    // Only the tree's root knows all workers; other switches check only the range of the bit.
    return m_config.parent ? root >= 1 && root <= m_config.abm->bits.GetLength()
                           : m_config.abm->bits.Test(root);
}

bool
IncTreeState::IsDataless(const IncFrame& frame,
                         const IncBitString& bits,
                         uint32_t child,
                         uint32_t root) const
{
    const bool isElsewhere =
        root != 0 && IncComesFromRoot(frame.inc.collective) &&
        (root == IncSlotRound::OUTSIDE_SUBTREE || !m_config.children[child].bits->bits.Test(root));
    return isElsewhere || (frame.inc.Has(IncHeader::EMPTY) && IsBitsAlone(frame, bits, child));
}

bool
IncTreeState::IsBitsAlone(const IncFrame& frame, const IncBitString& bits, uint32_t child) const
{
    const IncTreeChild& sender = m_config.children[child];
    return !sender.isWorker && frame.payloadSize == 0 && frame.inc.count > 0 &&
           !bits.Test(sender.bits->bits.FindFirst());
}

bool
IncTreeState::IsSameOperation(const IncSlotRound& round, const IncFrame& frame, uint32_t root) const
{
    // A message that names no root has no offset in memory: then compare only call tags.
    const bool saysAll =
        root != IncSlotRound::OUTSIDE_SUBTREE && round.root != IncSlotRound::OUTSIDE_SUBTREE;
    const uint64_t difference = round.reth.virtualAddress ^ frame.reth.virtualAddress;
    return IsSameData(round.header, frame.inc) && (!saysAll || round.root == root) &&
           (!m_config.checksCalls ||
            (saysAll ? difference : difference >> INC_CALL_TAG_SHIFT) == 0);
}

void
IncTreeState::KnowRoot(IncSlotRound& round, const IncFrame& frame, uint32_t root)
{
    if (round.root == IncSlotRound::OUTSIDE_SUBTREE && root != IncSlotRound::OUTSIDE_SUBTREE)
    {
        round.root = root;
        round.header.flags &= ~IncHeader::UP_TO;
        round.reth.virtualAddress = frame.reth.virtualAddress;
    }
}

IncReduceFunction
IncTreeState::Reducer(const IncSlotRound& round) const
{
    return IncFindReducer(round.header.dataType, round.header.operation, m_config.overflow);
}

void
IncTreeState::AddData(IncSlotRound& round, IncFrame& frame, uint32_t child)
{
    if (m_config.order == IncReductionOrder::RANK && !IncComesFromRoot(round.header.collective))
    {
        round.rows.resize(m_config.children.size());
        round.rows[child] = TakePayload(frame);
    }
    else if (!round.data)
    {
        round.data = TakePayload(frame);
    }
    else if (frame.payload)
    {
        Reducer(round)(round.data->GetData(), frame.payload->GetData(), frame.inc.count);
    }
}

void
IncTreeState::ReduceRows(IncSlotRound& round)
{
    if (round.rows.empty() || !round.rows.front())
    {
        return; // already reduced in order of arrival, or virtual data
    }
    round.data = std::move(round.rows.front());
    const IncReduceFunction reduce = Reducer(round);
    for (std::size_t i = 1; i < round.rows.size(); ++i)
    {
        reduce(round.data->GetData(), round.rows[i]->GetData(), round.header.count);
        round.rows[i] = nullptr;
    }
}

IncSlotRound*
IncTreeState::Keep(IncSlotRound& round)
{
    m_slots.Deliver(round, 0);
    IncSlotRound* last = nullptr;
    bool asked = false;
    while (true)
    {
        IncSlotRound& next = m_slots.RoundOf(m_firstIncomplete);
        // A complete literal slot already has a later sequence number, that of its next message.
        const bool over =
            next.sequence > m_firstIncomplete ||
            (next.sequence == m_firstIncomplete && next.state == IncSlotRound::State::DONE);
        if (!over)
        {
            return asked ? last : nullptr;
        }
        asked = asked || !next.header.Has(IncHeader::UP_TO);
        last = &next;
        ++m_firstIncomplete;
    }
}

bool
IncTreeState::HasResult(uint64_t sequence)
{
    const IncSlotRound& round = m_slots.RoundOf(sequence);
    return round.sequence > sequence ||
           (round.sequence == sequence && (round.state == IncSlotRound::State::DONE ||
                                           round.state == IncSlotRound::State::RELAYED));
}

IncResultScope
IncTreeState::GetScope(const IncSlotRound& round)
{
    // Neither RC, with one sequence of PSNs, nor literal slots, without earlier rounds, combine
    // results.
    if (round.root == 0 || !IncGoesToRoot(round.header.collective) ||
        m_config.transport != IncAggregationTransport::UC ||
        m_config.slotMode != IncSlotMode::SHADOW)
    {
        return IncResultScope::ITSELF;
    }
    // Slots advance independently, so the first message without a result may be far behind.
    while (m_firstIncomplete < round.sequence && HasResult(m_firstIncomplete))
    {
        ++m_firstIncomplete;
    }
    if (m_firstIncomplete != round.sequence)
    {
        return IncResultScope::ITSELF; // an earlier result is missing
    }
    ++m_firstIncomplete;
    // A result that closes a gap goes to all, because later results covered only themselves.
    return round.header.Has(IncHeader::UP_TO) && !HasResult(m_firstIncomplete)
               ? IncResultScope::ROOT
               : IncResultScope::UP_TO;
}

void
IncTreeState::DeliverBefore(const IncSlotRound& round)
{
    for (uint64_t sequence = m_firstIncomplete; sequence < round.sequence; ++sequence)
    {
        IncSlotRound& before = m_slots.RoundOf(sequence);
        if (before.sequence != sequence || before.root == 0 ||
            before.GivesDataTo(m_config.abm->bits))
        {
            continue;
        }
        if (before.state == IncSlotRound::State::COMPLETE)
        {
            m_slots.Deliver(before, 0);
            if (m_cells)
            {
                m_cells->Release(before);
            }
        }
        else if (before.IsPassing())
        {
            before.state = IncSlotRound::State::RELAYED;
        }
    }
}

IncSlotRound*
IncTreeState::SetResultsUpTo(const IncFrame& frame)
{
    IncSlotPool::Match match;
    IncSlotRound* round = m_slots.Find(frame.inc.messageId, match);
    if (match != IncSlotPool::Match::CURRENT || round->state != IncSlotRound::State::COMPLETE ||
        !IsSameOperation(*round, frame, RootOf(frame)))
    {
        return nullptr;
    }
    for (; m_firstIncomplete <= round->sequence; ++m_firstIncomplete)
    {
        IncSlotRound& before = m_slots.RoundOf(m_firstIncomplete);
        if (&before != round && before.sequence == m_firstIncomplete &&
            before.state == IncSlotRound::State::COMPLETE)
        {
            m_slots.Deliver(before, 0);
        }
    }
    round->congested = frame.inc.Has(IncHeader::CE);
    round->repaired = frame.inc.Has(IncHeader::RETRANSMITTED);
    return round;
}

IncSlotRound*
IncTreeState::SetResult(const IncFrame& frame)
{
    IncSlotPool::Match match;
    IncSlotRound* round = m_slots.Find(frame.inc.messageId, match);
    const uint32_t root = RootOf(frame);
    if (m_config.resultsPassBy || match != IncSlotPool::Match::CURRENT ||
        (round->state != IncSlotRound::State::COMPLETE && !round->IsPassing()) ||
        !IsSameOperation(*round, frame, root))
    {
        return nullptr;
    }
    KnowRoot(*round, frame, root);
    const bool givesData = round->GivesDataTo(m_config.abm->bits);
    if (givesData ? !Fits(*round, frame) : frame.payloadSize != 0)
    {
        return nullptr;
    }
    if (frame.inc.Has(IncHeader::UP_TO))
    {
        DeliverBefore(*round);
    }
    round->data = givesData ? frame.payload : nullptr;
    round->congested = frame.inc.Has(IncHeader::CE);
    round->repaired = frame.inc.Has(IncHeader::RETRANSMITTED);
    return round;
}

void
IncTreeState::VisitState(IncStateVisitor& visitor)
{
    visitor.UseTree(m_config.treeId);
    // GetScope() would next skip messages that have their result, so skipping them has no effect.
    while (!m_config.resultsAreEmpty && HasResult(m_firstIncomplete))
    {
        ++m_firstIncomplete;
    }
    visitor.BeginSlots();
    m_slots.VisitState(visitor);
    visitor.EndSlots();
    for (const auto& known : m_known)
    {
        visitor.Value("IncTreeState::m_known", PeekPointer(known));
    }
    visitor.Fields(*this);
}

} // namespace ns3
