/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree.h"

#include "ns3/inc-clock.h"
#include "ns3/inc-serial.h"
#include "ns3/inc-state-visitor.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

bool
IsOver(int64_t sincePs, Time interval)
{
    return IncClock::NowPs() - sincePs >= IncClock::ToPs(interval);
}

} // namespace

void
IncTreeRecovery::DuplicateArrived(IncSlotRound& round,
                                  uint32_t child,
                                  const IncBitString& bits,
                                  const IncFrame& frame)
{
    // A duplicate made by the network needs no answer, but a repetition by the sender does.
    if (!frame.inc.Has(IncHeader::RETRANSMITTED))
    {
        return;
    }
    const IncTreeConfig& config = m_tree.state.GetConfig();
    const bool asksForResult = AsksForResult(child, bits);
    switch (round.state)
    {
    case IncSlotRound::State::DELIVERING: // over RC the queue pairs repeat the result
        break;
    case IncSlotRound::State::DONE:
        if (config.resultsAreEmpty && !m_tree.state.IsOver(round))
        {
            SendPending(round, child);
            break;
        }
        // A child switch that repeats its aggregate cannot tell whether a worker misses the result.
        if (asksForResult)
        {
            ++m_counters.resent;
            m_tree.dissemination->SendAgain(m_tree, round, child, bits);
        }
        break;
    case IncSlotRound::State::COMPLETE:
        if (asksForResult && config.resultsPassBy)
        {
            ResultMissing(round, child, frame);
            break;
        }
        SendPendingOfParent(round, child);
        SendUpAgain(round);
        break;
    default:
        SendPending(round, child);
        break;
    }
}

bool
IncTreeRecovery::AsksForResult(uint32_t child, const IncBitString& bits) const
{
    const IncTreeConfig& config = m_tree.state.GetConfig();
    if (!config.resultsPassBy || config.children[child].isWorker)
    {
        return true;
    }
    // With shared cells, a child switch without a cell forwards its workers' own repetitions.
    return config.cells.isShared &&
           (bits.Count() == 1 || bits != config.children[child].bits->bits);
}

void
IncTreeRecovery::ResultMissing(IncSlotRound& round, uint32_t child, const IncFrame& frame)
{
    const IncTreeChild& worker = m_tree.state.GetConfig().children[child];
    if (!worker.isLastHop)
    {
        SendPendingOfParent(round, child);
        SendUpAgain(round);
        Request(round, worker.isWorker ? worker.bits : frame.pbm, IncHeader::NO_PSN);
        return;
    }
    if (const auto passedPs = PassedPs(round, worker.bits->bits.FindFirst()))
    {
        if (IsOver(*passedPs, GetResendInterval())) // otherwise the result may be on its way
        {
            Request(round, worker.bits, m_passedPsn);
        }
        return;
    }
    SendPendingOfParent(round, child);
    if (SendUpAgain(round))
    {
        RequestAll(round);
    }
}

std::optional<int64_t>
IncTreeRecovery::PassedPs(const IncSlotRound& round, uint32_t bit) const
{
    if (round.passed.GetLength() != 0 && round.passed.Test(bit))
    {
        return round.passedPs;
    }
    const bool isStoodFor = bit < m_passed.size() && round.sequence < m_passed[bit].end &&
                            IncGoesToRoot(round.header.collective) && !round.GivesDataTo(bit);
    return isStoodFor ? std::optional(m_passed[bit].ps) : std::nullopt;
}

Time
IncTreeRecovery::GetResendInterval() const
{
    return m_times.resend.IsZero() ? m_tree.state.GetConfig().roundTrip / 2 : m_times.resend;
}

bool
IncTreeRecovery::SendUpAgain(IncSlotRound& round)
{
    if (!IsOver(round.sentPs, GetResendInterval()))
    {
        return false;
    }
    ++m_counters.resent;
    m_tree.SendUp(round, IncHeader::RETRANSMITTED);
    return true;
}

void
IncTreeRecovery::PendingArrived(const IncFrame& pending)
{
    IncSlotPool::Match match;
    IncSlotRound* round = m_tree.state.GetSlots().Find(pending.inc.messageId, match);
    if (match == IncSlotPool::Match::CURRENT)
    {
        round->parentPs = IncClock::NowPs();
        if (round->IsPassing())
        {
            RelayPending(*round);
        }
    }
}

void
IncTreeRecovery::RelayPending(IncSlotRound& round)
{
    const auto& children = m_tree.state.GetConfig().children;
    for (uint32_t child = 0; !round.asked.None() && child < children.size(); ++child)
    {
        if (children[child].bits->bits.Intersects(round.asked))
        {
            SendPending(round, child);
        }
    }
    round.asked.Clear();
}

void
IncTreeRecovery::SendPending(const IncSlotRound& round, uint32_t child)
{
    ++m_counters.pendingSent;
    IncFramePtr frame = IncMakeEmptyFrame(round, IncHeader::PENDING);
    frame->inc.rank = m_tree.state.GetConfig().children[child].rank;
    m_tree.children[child]->Send(std::move(frame));
}

void
IncTreeRecovery::SendPendingOfParent(const IncSlotRound& round, uint32_t child)
{
    // Do not answer "pending" for ever: the parent may be gone or have cleared its slot.
    const Time least = 8 * m_tree.state.GetConfig().roundTrip;
    if (!IsOver(round.parentPs, Max(m_times.parentTimeout, least)))
    {
        SendPending(round, child);
    }
}

std::optional<IncRefusal>
IncTreeRecovery::RequestArrived(uint32_t child, const IncFrame& request)
{
    const IncTreeConfig& config = m_tree.state.GetConfig();
    if (!config.resultsPassBy || config.children[child].isWorker)
    {
        return IncRefusal::NOT_WAITING;
    }
    IncSlotPool::Match match;
    IncSlotRound* round = m_tree.state.GetSlots().Find(request.inc.messageId, match);
    if (match != IncSlotPool::Match::CURRENT)
    {
        return match == IncSlotPool::Match::OLD ? IncRefusal::OLD_MESSAGE
                                                : IncRefusal::BEYOND_WINDOW;
    }
    ++m_counters.duplicates;
    if (round->state == IncSlotRound::State::DONE)
    {
        if (!HasCrossed(*round, request))
        {
            ++m_counters.resent;
            m_tree.dissemination->SendAgain(m_tree, *round, child, request.pbm->bits);
        }
    }
    else if (round->state == IncSlotRound::State::COMPLETE)
    {
        SendUpAgain(*round);
        Request(*round, request.pbm, request.immediate);
    }
    else if (round->IsPassing())
    {
        Request(*round, request.pbm, request.immediate);
    }
    return std::nullopt;
}

bool
IncTreeRecovery::HasCrossed(const IncSlotRound& round, const IncFrame& request) const
{
    const Time crossing =
        m_times.crossing.IsZero() ? m_tree.state.GetConfig().roundTrip : m_times.crossing;
    const bool knowsOlderOnly = request.immediate == IncHeader::NO_PSN ||
                                IncPsn::Diff(request.immediate, round.resultPsn) < 0;
    return knowsOlderOnly && !IsOver(round.sentPs, crossing);
}

void
IncTreeRecovery::RequestAll(const IncSlotRound& round)
{
    for (const IncTreeSet& set : m_tree.state.GetConfig().sets)
    {
        const IncBitString& all = set.bits->bits;
        IncBitString missing(all.GetLength());
        for (uint32_t bit = all.FindFirst(); bit != 0; bit = all.FindNext(bit))
        {
            if (!PassedPs(round, bit))
            {
                missing.Set(bit);
            }
        }
        if (!missing.None())
        {
            Request(round, Create<IncSharedBitString>(missing), m_passedPsn);
        }
    }
}

void
IncTreeRecovery::Request(const IncSlotRound& round,
                         Ptr<const IncSharedBitString> missing,
                         uint32_t passedPsn)
{
    const IncTreeConfig& config = m_tree.state.GetConfig();
    IncFramePtr frame = IncMakeEmptyFrame(round, IncHeader::ASKING | IncHeader::RETRANSMITTED);
    frame->immediate = passedPsn;
    frame->inc.rank = config.rank;
    frame->inc.bslCode = config.bslCode;
    frame->inc.subDomain = config.subDomain;
    frame->inc.si = static_cast<uint8_t>((missing->bits.FindFirst() - 1) /
                                         IncBitString::LengthOfCode(config.bslCode));
    frame->pbm = missing;
    m_tree.parent->Send(std::move(frame));
}

void
IncTreeRecovery::ResultLeaves(const IncFrame& result, uint16_t bfrId)
{
    m_passedPsn = result.bth.psn;
    IncSlotPool::Match match;
    IncSlotRound* round = m_tree.state.GetSlots().Find(result.inc.messageId, match);
    if (match != IncSlotPool::Match::CURRENT)
    {
        return;
    }
    if (result.inc.Has(IncHeader::UP_TO))
    {
        NotePassed(*round, bfrId);
    }
    if (round->state == IncSlotRound::State::COMPLETE)
    {
        if (round->passed.GetLength() == 0)
        {
            MakePassed(*round);
        }
        round->passed.Set(bfrId);
        round->passedPs = IncClock::NowPs();
    }
}

void
IncTreeRecovery::NotePassed(const IncSlotRound& round, uint16_t bfrId)
{
    m_passed.resize(std::max<std::size_t>(m_passed.size(), bfrId + 1));
    m_passed[bfrId] = {round.sequence + 1, IncClock::NowPs()};
}

void
IncTreeRecovery::MakePassed(IncSlotRound& round) const
{
    round.passed = IncBitString(m_tree.state.GetConfig().abm->bits.GetLength());
}

namespace
{

IncFramePtr
MakeAggregate(const IncTreeConfig& config,
              const IncSlotRound& round,
              const IncTreeSet& set,
              bool withData)
{
    IncFramePtr frame = withData ? IncMakeRoundFrame(round) : IncMakeDatalessFrame(round);
    frame->inc.rank = config.rank;
    frame->inc.flags |= round.header.flags & IncHeader::UP_TO;
    frame->ecn = round.ecnCapable ? IncFrame::ECT0 : IncFrame::NOT_ECT;
    if (config.bitmaps)
    {
        frame->pbm = set.bits;
        frame->inc.si = set.si;
        frame->inc.subDomain = config.subDomain;
        frame->inc.bslCode = config.bslCode;
    }
    return frame;
}

} // namespace

void
IncTree::SendPart(const IncSlotRound& round, uint8_t flags)
{
    const IncTreeConfig& config = state.GetConfig();
    const IncTreeSet part{config.sets.front().si, Create<IncSharedBitString>(state.SeenOf(round))};
    IncFramePtr frame = MakeAggregate(config, round, part, true);
    frame->inc.flags |= flags;
    parent->Send(std::move(frame));
}

void
IncTree::SendUp(IncSlotRound& round, uint8_t flags)
{
    const IncTreeConfig& config = state.GetConfig();
    round.sentPs = IncClock::NowPs();
    // One packet goes up for each BIER SI. The first has the data, the others only bits.
    for (const IncTreeSet& set : config.sets)
    {
        const bool first = &set == &config.sets.front();
        IncFramePtr frame =
            MakeAggregate(config, round, set, first && round.TakesDataOf(config.abm->bits));
        frame->inc.flags |= flags;
        if (first)
        {
            IncKeepPlace(*frame, round);
        }
        parent->Send(std::move(frame));
    }
}

void
IncTree::Fail()
{
    if (failed)
    {
        return;
    }
    failed = true;
    // Tell all neighbors: a worker that only waits for a result would not notice the failure.
    const IncTreeConfig& config = state.GetConfig();
    for (uint32_t child = 0; child < children.size(); ++child)
    {
        children[child]->Send(IncMakeAbortFrame(config, config.children[child].rank));
    }
    if (parent)
    {
        parent->Send(IncMakeAbortFrame(config, config.rank));
    }
}

void
IncTreeRecovery::VisitState(IncStateVisitor& visitor)
{
    visitor.Fields(*this);
    const uint64_t slots = m_tree.state.GetSlots().GetSize();
    visitor.BeginSlots();
    for (Passed& passed : m_passed)
    {
        // No slot still has a message that is two turns of the slots older.
        const bool matters = passed.end + 2 * slots > visitor.GetRounds().finished;
        visitor.Value("IncTreeRecovery::m_passed", matters);
        if (matters)
        {
            visitor.Fields(passed);
        }
    }
    visitor.EndSlots();
    visitor.Value("IncTreeRecovery::m_passedPsn", m_passedPsn == IncHeader::NO_PSN);
    if (m_passedPsn != IncHeader::NO_PSN)
    {
        visitor.Count("IncTreeRecovery::m_passedPsn", m_passedPsn, 24);
    }
}

void
IncTree::VisitState(IncStateVisitor& visitor)
{
    if (sink)
    {
        visitor.Refuse("a root that keeps the results");
    }
    if (cells)
    {
        visitor.Refuse("shared cells: who comes first is no periodic state");
    }
    visitor.Fields(*this);
}

} // namespace ns3
