/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-profile.h"

#include "ns3/inc-bier-dissemination.h"
#include "ns3/inc-byte-order.h"

#include <algorithm>
#include <utility>

namespace ns3
{

using Field = IncControlField;

namespace
{

/// \brief Visit the fields of the parameters of RC connections, in the order of the message.
template <typename RC, typename VISIT>
void
VisitRc(RC& rc, const VISIT& visit)
{
    visit(Field::PATH_MTU, rc.pathMtu);
    visit(Field::WINDOW, rc.window);
    visit(Field::ACK_INTERVAL, rc.ackInterval);
    visit(Field::TIMEOUT, rc.timeout);
    visit(Field::MIN_TIMEOUT, rc.minTimeout);
    visit(Field::MAX_TIMEOUT, rc.maxTimeout);
    visit(Field::RETRY_COUNT, rc.retryCount);
    visit(Field::RNR_RETRY_COUNT, rc.rnrRetryCount);
    visit(Field::ACK_DELAY, rc.ackDelay);
    visit(Field::RNR_DELAY, rc.rnrDelay);
    visit(Field::SELECTIVE_REPEAT, rc.selectiveRepeat);
    visit(Field::REORDER_TOLERANCE, rc.reorderTolerance);
}

/// \brief Visit the fields of a claim to shared slots. The last value of an enumeration follows its
/// field.
template <typename CELLS, typename VISIT>
void
VisitCells(CELLS& cells, const VISIT& visit)
{
    visit(Field::PRIORITY, cells.priority);
    visit(Field::LEAST, cells.least);
    visit(Field::MOST, cells.most);
    visit(Field::HOLD, cells.hold, IncCellHold::RESULT);
}

/// \brief Visit the fields that each profile has. The last value of an enumeration follows its
/// field.
template <typename PROFILE, typename VISIT>
void
VisitProfile(PROFILE& profile, const VISIT& visit)
{
    visit(Field::TENANT, profile.tenant);
    visit(Field::SLOTS, profile.slots);
    visit(Field::FIRST_MESSAGE, profile.firstMessageId);
    visit(Field::FIRST_PSN, profile.firstPsn);
    visit(Field::TRANSPORT, profile.transport, IncAggregationTransport::RC);
    visit(Field::PRIORITY, profile.priority);
    visit(Field::RESULT_PRIORITY, profile.resultPriority);
    visit(Field::BITMAPS, profile.bitmaps);
    visit(Field::SLOT_MODE, profile.slotMode, IncSlotMode::LITERAL);
    visit(Field::ORDER, profile.order, IncReductionOrder::RANK);
    visit(Field::OVERFLOW_MODE, profile.overflow, IncOverflow::SATURATE);
    visit(Field::DISSEMINATION, profile.dissemination, IncDisseminationMode::UNICAST);
    visit(Field::EMPTY_RESULTS, profile.resultsAreEmpty);
    visit(Field::OFFER, profile.offer);
    visit(Field::CHECK_CALLS, profile.checksCalls);
    visit(Field::ROUND_TRIP, profile.roundTrip);
}

} // namespace

std::string
IncGroupParameters::FindCellFault() const
{
    return !cells.isShared ? ""
           : !bitmaps      ? "a contribution that is passed on needs its P-BM"
           : addressing != IncVatAddressing::NEXT ? "two switches may take one packet"
           : order != IncReductionOrder::ARRIVAL  ? "a partial sum has lost the ranks' order"
           : slotMode != IncSlotMode::SHADOW      ? "a literal slot forgets results"
           : resultsAreEmpty                      ? "results are passed on by message"
           : cells.hold == IncCellHold::RESULT && ResultsPassBy()
               ? "results that pass switches by do not free cells"
               : "";
}

void
IncGroupProfile::Write(IncControlBody& body) const
{
    const auto writer = [](IncControlBody& out) {
        return [&out](Field field, const auto& value, auto...) { out.Add(field, value); };
    };
    VisitProfile(*this, writer(body));
    if (addressing != IncVatAddressing::NEXT)
    {
        body.Add(Field::ADDRESSING, addressing);
    }
    if (lastHopIsHost)
    {
        body.Add(Field::HOST_LAST_HOP, 1);
    }
    if (transport == IncAggregationTransport::RC)
    {
        IncControlBody group;
        VisitRc(rc, writer(group));
        body.Add(Field::RC, group);
    }
    if (cells.isShared)
    {
        IncControlBody group;
        VisitCells(cells, writer(group));
        body.Add(Field::CELLS, group);
    }
}

std::optional<IncGroupProfile>
IncGroupProfile::Read(const IncControlBody& body)
{
    bool known = true;
    const auto reader = [&known](const IncControlBody& in) {
        return [&known, &in](Field field, auto& value, auto... last) {
            value = in.Get(field, value);
            known = known && (... && (in.Get(field) <= static_cast<uint64_t>(last)));
        };
    };
    IncGroupProfile profile;
    profile.slots = 0; // a profile without this field is refused
    VisitProfile(profile, reader(body));
    reader(body)(Field::ADDRESSING, profile.addressing, IncVatAddressing::ROOT);
    reader(body)(Field::HOST_LAST_HOP, profile.lastHopIsHost);
    if (const auto groups = body.GetGroups(Field::RC); !groups.empty())
    {
        VisitRc(profile.rc, reader(groups.front()));
    }
    if (const auto groups = body.GetGroups(Field::CELLS); !groups.empty())
    {
        profile.cells.isShared = true;
        VisitCells(profile.cells, reader(groups.front()));
    }
    return known && profile.slots > 0 && profile.slots <= UINT16_MAX + 1U && profile.priority < 8 &&
                   profile.resultPriority < 8 && profile.roundTrip.IsStrictlyPositive() &&
                   profile.FindCellFault().empty()
               ? std::optional(profile)
               : std::nullopt;
}

IncRcParameters
IncGroupProfile::GetRc(uint32_t inEffect) const
{
    IncRcParameters complete = rc;
    complete.ackInterval = std::clamp(inEffect / 4, 1U, std::max(1U, rc.ackInterval));
    complete.SetTimes(
        IncRetransmitTimes::Complete(rc.GetTimes(), "IncRcQueuePair", roundTrip + rc.ackDelay));
    return complete;
}

IncRcParameters
IncGroupProfile::GetResultRc(uint32_t inEffect) const
{
    const IncRcParameters complete = GetRc(inEffect);
    return dissemination == IncDisseminationMode::BIER
               ? IncBierDissemination::ResultParameters(complete, inEffect)
               : complete;
}

std::string
IncWriteRuns(const IncBitString& bits)
{
    std::string runs;
    for (uint32_t first = bits.FindFirst(); first != 0;)
    {
        uint32_t last = first;
        uint32_t next = bits.FindNext(last);
        while (next == last + 1)
        {
            last = next;
            next = bits.FindNext(last);
        }
        IncAppend(runs, first, 2);
        IncAppend(runs, last, 2);
        first = next;
    }
    return runs;
}

std::optional<IncBitString>
IncReadRuns(const std::string& runs, uint32_t length)
{
    if (runs.size() % 4 != 0)
    {
        return std::nullopt;
    }
    IncBitString bits(length);
    for (std::size_t i = 0; i < runs.size(); i += 4)
    {
        const auto first = static_cast<uint32_t>(IncReadAt(runs, i, 2));
        const auto last = static_cast<uint32_t>(IncReadAt(runs, i + 2, 2));
        if (first == 0 || last < first || last > length)
        {
            return std::nullopt;
        }
        for (uint32_t bit = first; bit <= last; ++bit)
        {
            bits.Set(bit);
        }
    }
    return bits;
}

std::string
IncWriteRankBits(const std::vector<uint32_t>& bits)
{
    std::string runs;
    for (std::size_t first = 0; first < bits.size();)
    {
        std::size_t end = first + 1;
        while (end < bits.size() && bits[end] == bits[end - 1] + 1)
        {
            ++end;
        }
        IncAppend(runs, bits[first], 2);
        IncAppend(runs, end - first, 2);
        first = end;
    }
    return runs;
}

std::vector<uint32_t>
IncReadRankBits(const std::string& runs)
{
    std::vector<uint32_t> bits;
    for (std::size_t i = 0; i + 4 <= runs.size(); i += 4)
    {
        for (uint32_t bit = 0; bit < IncReadAt(runs, i + 2, 2); ++bit)
        {
            bits.push_back(IncReadAt(runs, i, 2) + bit);
        }
    }
    return bits;
}

std::string
IncWriteReplayRuns(const std::vector<IncReplayRun>& runs)
{
    std::string bytes;
    for (const IncReplayRun& run : runs)
    {
        IncAppend(bytes, run.first, 8);
        IncAppend(bytes, run.count, 8);
        IncAppend(bytes, run.rank, 4);
    }
    return bytes;
}

std::vector<IncReplayRun>
IncReadReplayRuns(const std::string& bytes)
{
    constexpr std::size_t SIZE = 20;
    std::vector<IncReplayRun> runs;
    for (std::size_t at = 0; at + SIZE <= bytes.size(); at += SIZE)
    {
        runs.push_back({IncReadAt(bytes, at, 8),
                        IncReadAt(bytes, at + 8, 8),
                        static_cast<uint32_t>(IncReadAt(bytes, at + 16, 4))});
    }
    return runs;
}

} // namespace ns3
