/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncAggregator that repairs what was lost: duplicates, questions for results, and
// their answers.

#include "inc-aggregator.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-serial.h"

#include <algorithm>

namespace ns3
{

void
IncAggregator::Duplicate(IncTree& tree,
                         IncSlotRound& round,
                         uint32_t child,
                         const IncBitString& bits,
                         const IncFrame& frame)
{
    // A copy that the network made needs no answer; one that the sender repeated does.
    if (!frame.inc.Has(IncHeader::RETRANSMITTED))
    {
        return;
    }
    const IncTreeConfig& config = tree.state.GetConfig();
    const bool asksForResult = !config.resultsPassBy || config.children[child].isWorker;
    switch (round.state)
    {
    case IncSlotRound::State::DELIVERING: // the queue pairs see to it
        break;
    case IncSlotRound::State::DONE:
        if (config.resultsAreEmpty && !tree.state.IsOver(round))
        {
            SendPending(tree, round, child);
            break;
        }
        // A switch that repeats its aggregate does not know who misses the result, if anybody.
        if (asksForResult)
        {
            ++m_counters.resent;
            tree.dissemination->SendAgain(tree, round, child, bits);
        }
        break;
    case IncSlotRound::State::COMPLETE:
        if (asksForResult && config.resultsPassBy)
        {
            MissesResult(tree, round, child);
            break;
        }
        SendPendingBelow(tree, round, child);
        RepeatUp(tree, round);
        break;
    default:
        SendPending(tree, round, child);
        break;
    }
}

void
IncAggregator::MissesResult(IncTree& tree, IncSlotRound& round, uint32_t child)
{
    const IncTreeChild& worker = tree.state.GetConfig().children[child];
    if (!worker.isLastHop)
    {
        SendPendingBelow(tree, round, child);
        RepeatUp(tree, round);
        Ask(tree, round, worker.bits, IncHeader::NO_PSN);
        return;
    }
    if (const auto passedPs = PassedPs(tree, round, worker.bits->bits.FindFirst()))
    {
        if (IsOver(*passedPs, GetResendInterval(tree))) // else they have crossed
        {
            Ask(tree, round, worker.bits, tree.passedPsn);
        }
        return;
    }
    SendPendingBelow(tree, round, child);
    if (RepeatUp(tree, round))
    {
        AskForAll(tree, round);
    }
}

std::optional<int64_t>
IncAggregator::PassedPs(const IncTree& tree, const IncSlotRound& round, uint32_t bit)
{
    if (round.passed.GetLength() != 0 && round.passed.Test(bit))
    {
        return round.passedPs;
    }
    const bool isStoodFor = bit < tree.passed.size() && round.sequence < tree.passed[bit].end &&
                            IncGoesToRoot(round.header.collective) && !round.GivesDataTo(bit);
    return isStoodFor ? std::optional(tree.passed[bit].ps) : std::nullopt;
}

bool
IncAggregator::IsOver(int64_t sincePs, Time interval)
{
    return IncClock::NowPs() - sincePs >= IncClock::ToPs(interval);
}

Time
IncAggregator::GetResendInterval(const IncTree& tree) const
{
    return m_resendInterval.IsZero() ? tree.state.GetConfig().roundTrip / 2 : m_resendInterval;
}

bool
IncAggregator::RepeatUp(IncTree& tree, IncSlotRound& round)
{
    if (!IsOver(round.sentPs, GetResendInterval(tree)))
    {
        return false;
    }
    ++m_counters.resent;
    SendUp(tree, round, true);
    return true;
}

void
IncAggregator::ParentWaits(IncTree& tree, const IncFrame& pending)
{
    IncSlotPool::Match match;
    IncSlotRound* round = tree.state.GetSlots().Find(pending.inc.messageId, match);
    if (match == IncSlotPool::Match::CURRENT)
    {
        round->parentPs = IncClock::NowPs();
    }
}

void
IncAggregator::SendPendingBelow(IncTree& tree, const IncSlotRound& round, uint32_t child)
{
    // A parent that is gone, or has cleared its slot, must not keep the workers waiting for ever.
    const Time least = 8 * tree.state.GetConfig().roundTrip;
    if (!IsOver(round.parentPs, Max(m_parentTimeout, least)))
    {
        SendPending(tree, round, child);
    }
}

IncMessageVerdict
IncAggregator::Asked(IncTree& tree, uint32_t child, const IncFrame& frame)
{
    const IncTreeConfig& config = tree.state.GetConfig();
    if (!config.resultsPassBy || config.children[child].isWorker)
    {
        return Refuse(frame, IncRefusal::NOT_WAITING);
    }
    IncSlotPool::Match match;
    IncSlotRound* round = tree.state.GetSlots().Find(frame.inc.messageId, match);
    if (match != IncSlotPool::Match::CURRENT)
    {
        return Refuse(frame,
                      match == IncSlotPool::Match::OLD ? IncRefusal::OLD_MESSAGE
                                                       : IncRefusal::BEYOND_WINDOW);
    }
    ++m_counters.duplicates;
    if (round->state == IncSlotRound::State::DONE)
    {
        if (!HasCrossed(tree, *round, frame))
        {
            ++m_counters.resent;
            tree.dissemination->SendAgain(tree, *round, child, frame.pbm->bits);
        }
    }
    else if (round->state == IncSlotRound::State::COMPLETE)
    {
        RepeatUp(tree, *round);
        Ask(tree, *round, frame.pbm, frame.immediate);
    }
    return IncMessageVerdict::TAKEN;
}

bool
IncAggregator::HasCrossed(const IncTree& tree,
                          const IncSlotRound& round,
                          const IncFrame& question) const
{
    const Time crossing =
        m_crossingInterval.IsZero() ? tree.state.GetConfig().roundTrip : m_crossingInterval;
    if (question.immediate == IncHeader::NO_PSN)
    {
        return !IsOver(round.sentPs, crossing);
    }
    return IncPsn::Diff(question.immediate, round.resultPsn) < 0 && !IsOver(round.sentPs, crossing);
}

void
IncAggregator::AskForAll(IncTree& tree, const IncSlotRound& round)
{
    for (const IncTreeSet& set : tree.state.GetConfig().sets)
    {
        const IncBitString& all = set.bits->bits;
        IncBitString missing(all.GetLength());
        for (uint32_t bit = all.FindFirst(); bit != 0; bit = all.FindNext(bit))
        {
            if (!PassedPs(tree, round, bit))
            {
                missing.Set(bit);
            }
        }
        if (!missing.None())
        {
            Ask(tree, round, Create<IncSharedBitString>(missing), tree.passedPsn);
        }
    }
}

void
IncAggregator::Ask(IncTree& tree,
                   const IncSlotRound& round,
                   Ptr<const IncSharedBitString> missing,
                   uint32_t passedPsn)
{
    const IncTreeConfig& config = tree.state.GetConfig();
    IncFramePtr frame = IncMakeEmptyFrame(round, IncHeader::ASKING | IncHeader::RETRANSMITTED);
    frame->immediate = passedPsn;
    frame->inc.rank = config.rank;
    frame->inc.bslCode = config.bslCode;
    frame->inc.subDomain = config.subDomain;
    frame->inc.si = static_cast<uint8_t>((missing->bits.FindFirst() - 1) /
                                         IncBitString::LengthOfCode(config.bslCode));
    frame->pbm = missing;
    tree.parent->Send(std::move(frame));
}

void
IncAggregator::ResultPasses(const IncFrame& result, uint16_t bfrId)
{
    IncTree* tree = FindInstalled(result.inc.treeId);
    if (!tree || tree->state.GetConfig().epoch != result.inc.epoch)
    {
        return; // this switch is the last hop, but no VAT node of the tree
    }
    tree->passedPsn = result.bth.psn;
    IncSlotPool::Match match;
    IncSlotRound* round = tree->state.GetSlots().Find(result.inc.messageId, match);
    if (match == IncSlotPool::Match::CURRENT && result.inc.Has(IncHeader::UP_TO))
    {
        tree->passed.resize(std::max<std::size_t>(tree->passed.size(), bfrId + 1));
        tree->passed[bfrId] = {round->sequence + 1, IncClock::NowPs()};
    }
    if (match == IncSlotPool::Match::CURRENT && round->state == IncSlotRound::State::COMPLETE)
    {
        if (round->passed.GetLength() == 0)
        {
            round->passed = IncBitString(tree->state.GetConfig().abm->bits.GetLength());
        }
        round->passed.Set(bfrId);
        round->passedPs = IncClock::NowPs();
    }
}

} // namespace ns3
