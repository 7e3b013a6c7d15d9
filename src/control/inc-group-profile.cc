/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-profile.h"

#include "ns3/inc-bier-dissemination.h"

#include <algorithm>
#include <utility>

namespace ns3
{

using Field = IncControlField;

namespace
{

void
WriteTime(IncControlBody& body, Field field, Time time)
{
    body.Add(field, static_cast<uint64_t>(time.GetNanoSeconds()));
}

Time
ReadTime(const IncControlBody& body, Field field, Time otherwise)
{
    const auto ns = body.Find(field);
    return ns ? NanoSeconds(static_cast<int64_t>(*ns)) : otherwise;
}

IncControlBody
WriteRc(const IncRcParameters& rc)
{
    IncControlBody body;
    body.Add(Field::PATH_MTU, rc.pathMtu);
    body.Add(Field::WINDOW, rc.window);
    body.Add(Field::ACK_INTERVAL, rc.ackInterval);
    WriteTime(body, Field::TIMEOUT, rc.timeout);
    WriteTime(body, Field::MIN_TIMEOUT, rc.minTimeout);
    WriteTime(body, Field::MAX_TIMEOUT, rc.maxTimeout);
    body.Add(Field::RETRY_COUNT, rc.retryCount);
    body.Add(Field::RNR_RETRY_COUNT, rc.rnrRetryCount);
    WriteTime(body, Field::ACK_DELAY, rc.ackDelay);
    WriteTime(body, Field::RNR_DELAY, rc.rnrDelay);
    body.Add(Field::SELECTIVE_REPEAT, rc.selectiveRepeat);
    body.Add(Field::REORDER_TOLERANCE, rc.reorderTolerance);
    return body;
}

IncRcParameters
ReadRc(const IncControlBody& body)
{
    IncRcParameters rc = IncAggregationRcParameters();
    rc.pathMtu = static_cast<uint32_t>(body.Get(Field::PATH_MTU, rc.pathMtu));
    rc.window = static_cast<uint32_t>(body.Get(Field::WINDOW, rc.window));
    rc.ackInterval = static_cast<uint32_t>(body.Get(Field::ACK_INTERVAL, rc.ackInterval));
    rc.timeout = ReadTime(body, Field::TIMEOUT, rc.timeout);
    rc.minTimeout = ReadTime(body, Field::MIN_TIMEOUT, rc.minTimeout);
    rc.maxTimeout = ReadTime(body, Field::MAX_TIMEOUT, rc.maxTimeout);
    rc.retryCount = static_cast<uint32_t>(body.Get(Field::RETRY_COUNT, rc.retryCount));
    rc.rnrRetryCount = static_cast<uint32_t>(body.Get(Field::RNR_RETRY_COUNT, rc.rnrRetryCount));
    rc.ackDelay = ReadTime(body, Field::ACK_DELAY, rc.ackDelay);
    rc.rnrDelay = ReadTime(body, Field::RNR_DELAY, rc.rnrDelay);
    rc.selectiveRepeat = body.Get(Field::SELECTIVE_REPEAT) != 0;
    rc.reorderTolerance = static_cast<uint32_t>(body.Get(Field::REORDER_TOLERANCE));
    return rc;
}

/// \brief Read the value of an enumeration; return false if it is beyond the last value.
template <typename E>
bool
ReadEnum(const IncControlBody& body, Field field, E last, E& value)
{
    const uint64_t number = body.Get(field);
    value = static_cast<E>(number);
    return number <= static_cast<uint64_t>(last);
}

IncControlBody
WriteCells(const IncCellShare& cells)
{
    IncControlBody body;
    body.Add(Field::PRIORITY, cells.priority);
    body.Add(Field::LEAST, cells.least);
    body.Add(Field::MOST, cells.most);
    body.Add(Field::HOLD, static_cast<uint64_t>(cells.hold));
    return body;
}

/// \brief Read a claim to shared slots; return false if its hold is unknown.
bool
ReadCells(const IncControlBody& body, IncCellShare& cells)
{
    cells.isShared = true;
    cells.priority = static_cast<uint8_t>(body.Get(Field::PRIORITY));
    cells.least = static_cast<uint32_t>(body.Get(Field::LEAST));
    cells.most = static_cast<uint32_t>(body.Get(Field::MOST));
    return ReadEnum(body, Field::HOLD, IncCellHold::RESULT, cells.hold);
}

void
Put(std::string& runs, uint32_t number)
{
    runs.push_back(static_cast<char>(number >> 8));
    runs.push_back(static_cast<char>(number));
}

uint32_t
Get(const std::string& runs, std::size_t at)
{
    return static_cast<uint32_t>(static_cast<uint8_t>(runs[at]) << 8 |
                                 static_cast<uint8_t>(runs[at + 1]));
}

} // namespace

void
IncGroupProfile::Write(IncControlBody& body) const
{
    body.Add(Field::TENANT, tenant);
    body.Add(Field::SLOTS, slots);
    body.Add(Field::FIRST_MESSAGE, firstMessageId);
    body.Add(Field::FIRST_PSN, firstPsn);
    body.Add(Field::TRANSPORT, static_cast<uint64_t>(transport));
    body.Add(Field::PRIORITY, priority);
    body.Add(Field::RESULT_PRIORITY, resultPriority);
    body.Add(Field::BITMAPS, bitmaps);
    body.Add(Field::SLOT_MODE, static_cast<uint64_t>(slotMode));
    body.Add(Field::ORDER, static_cast<uint64_t>(order));
    body.Add(Field::OVERFLOW_MODE, static_cast<uint64_t>(overflow));
    body.Add(Field::DISSEMINATION, static_cast<uint64_t>(dissemination));
    body.Add(Field::EMPTY_RESULTS, resultsAreEmpty);
    body.Add(Field::OFFER, offer.ToNumber());
    body.Add(Field::CHECK_CALLS, checksCalls);
    WriteTime(body, Field::ROUND_TRIP, roundTrip);
    if (addressing != IncVatAddressing::NEXT)
    {
        body.Add(Field::ADDRESSING, static_cast<uint64_t>(addressing));
    }
    if (lastHopIsHost)
    {
        body.Add(Field::HOST_LAST_HOP, 1);
    }
    if (transport == IncAggregationTransport::RC)
    {
        body.Add(Field::RC, WriteRc(rc));
    }
    if (cells.isShared)
    {
        body.Add(Field::CELLS, WriteCells(cells));
    }
}

std::optional<IncGroupProfile>
IncGroupProfile::Read(const IncControlBody& body)
{
    IncGroupProfile profile;
    profile.tenant = static_cast<uint32_t>(body.Get(Field::TENANT));
    profile.slots = static_cast<uint32_t>(body.Get(Field::SLOTS));
    profile.firstMessageId = static_cast<uint32_t>(body.Get(Field::FIRST_MESSAGE));
    profile.firstPsn = static_cast<uint32_t>(body.Get(Field::FIRST_PSN));
    profile.priority = static_cast<uint8_t>(body.Get(Field::PRIORITY));
    profile.resultPriority = static_cast<uint8_t>(body.Get(Field::RESULT_PRIORITY));
    profile.bitmaps = body.Get(Field::BITMAPS) != 0;
    profile.resultsAreEmpty = body.Get(Field::EMPTY_RESULTS) != 0;
    profile.offer = IncOffer::FromNumber(static_cast<uint32_t>(body.Get(Field::OFFER)));
    profile.lastHopIsHost = body.Get(Field::HOST_LAST_HOP) != 0;
    profile.checksCalls = body.Get(Field::CHECK_CALLS) != 0;
    profile.roundTrip = ReadTime(body, Field::ROUND_TRIP, profile.roundTrip);
    const auto rc = body.GetGroups(Field::RC);
    if (!rc.empty())
    {
        profile.rc = ReadRc(rc.front());
    }
    const auto shared = body.GetGroups(Field::CELLS);
    const bool known =
        (shared.empty() || ReadCells(shared.front(), profile.cells)) &&
        ReadEnum(body, Field::TRANSPORT, IncAggregationTransport::RC, profile.transport) &&
        ReadEnum(body, Field::SLOT_MODE, IncSlotMode::LITERAL, profile.slotMode) &&
        ReadEnum(body, Field::ORDER, IncReductionOrder::RANK, profile.order) &&
        ReadEnum(body, Field::OVERFLOW_MODE, IncOverflow::SATURATE, profile.overflow) &&
        ReadEnum(body, Field::ADDRESSING, IncVatAddressing::ROOT, profile.addressing) &&
        ReadEnum(body, Field::DISSEMINATION, IncDisseminationMode::UNICAST, profile.dissemination);
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
        Put(runs, first);
        Put(runs, last);
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
        const uint32_t first = Get(runs, i);
        const uint32_t last = Get(runs, i + 2);
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
        Put(runs, bits[first]);
        Put(runs, static_cast<uint32_t>(end - first));
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
        for (uint32_t bit = 0; bit < Get(runs, i + 2); ++bit)
        {
            bits.push_back(Get(runs, i) + bit);
        }
    }
    return bits;
}

std::string
IncWriteReplayRuns(const std::vector<IncReplayRun>& runs)
{
    std::string bytes;
    const auto put = [&bytes](uint64_t number, int size) {
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
        {
            bytes.push_back(static_cast<char>(number >> shift));
        }
    };
    for (const IncReplayRun& run : runs)
    {
        put(run.first, 8);
        put(run.count, 8);
        put(run.rank, 4);
    }
    return bytes;
}

std::vector<IncReplayRun>
IncReadReplayRuns(const std::string& bytes)
{
    constexpr std::size_t SIZE = 20;
    std::vector<IncReplayRun> runs;
    const auto get = [&bytes](std::size_t at, std::size_t size) {
        uint64_t number = 0;
        for (std::size_t i = at; i < at + size; ++i)
        {
            number = number << 8 | static_cast<uint8_t>(bytes[i]);
        }
        return number;
    };
    for (std::size_t at = 0; at + SIZE <= bytes.size(); at += SIZE)
    {
        runs.push_back({get(at, 8), get(at + 8, 8), static_cast<uint32_t>(get(at + 16, 4))});
    }
    return runs;
}

} // namespace ns3
