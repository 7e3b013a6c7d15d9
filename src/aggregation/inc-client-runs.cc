/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncClient in which one packet without elements stands for several messages.

#include "inc-client.h"

#include "ns3/inc-frame.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Several results per window of slots keep the window open for a worker that gets no elements.
constexpr uint32_t MESSAGES_PER_RESULT = 8;
constexpr uint32_t RESULTS_PER_WINDOW = 4;

/// Several contributions without elements fit into the window of slots.
constexpr uint32_t MESSAGES_PER_RUN = 32;
constexpr uint32_t RUNS_PER_WINDOW = 8;

} // namespace

uint32_t
IncClient::GetRunLimit() const
{
    return std::clamp<uint32_t>(m_hot.slots.GetSize() / RUNS_PER_WINDOW, 1, MESSAGES_PER_RUN);
}

/// Return whether this rank has no elements for a message. Replayed messages count as if they had.
bool
IncClient::IsSilent(uint64_t sequence) const
{
    if (IsReplayed(sequence))
    {
        return false;
    }
    const Request& request = RequestOf(sequence);
    return IncComesFromRoot(request.what.collective) &&
           !SendsData(request, request.PartOf(sequence));
}

void
IncClient::Offer(uint32_t number)
{
    m_hot.slots[number].offered = true;
    const uint64_t sequence = m_hot.slots[number].sequence;
    const uint32_t limit = !m_sentLike.Covers(sequence) && IsSilent(sequence) ? GetRunLimit() : 1;
    if (limit == 1)
    {
        m_hot.link->Send(number, 1);
        return;
    }
    if (m_hot.run.length > 0 && m_hot.run.first + m_hot.run.length != sequence)
    {
        SendRun();
    }
    m_hot.run.first = m_hot.run.length > 0 ? m_hot.run.first : sequence;
    ++m_hot.run.length;
    // End the run if the next message has another length, or is already waiting to be sent.
    const Request& request = RequestOf(sequence);
    const IncClientSlot& next = m_hot.slots[m_hot.slots.NumberOf(sequence + 1)];
    const bool isLast = sequence + 1 == request.End() || next.sequence > sequence + 1 ||
                        (next.sequence == sequence + 1 && next.offered);
    if (isLast || m_hot.run.length >= limit || !IsSilent(sequence + 1) ||
        request.PartOf(sequence + 1).count != request.PartOf(sequence).count)
    {
        SendRun();
    }
}

void
IncClient::SendRun()
{
    const Run run = std::exchange(m_hot.run, Run());
    m_hot.link->Send(m_hot.slots.NumberOf(run.first + run.length - 1), run.length);
}

/// Log each message of a run, because each may have to be replayed after a failure.
void
IncClient::LogRun(uint64_t first, uint32_t messages)
{
    for (uint32_t i = 0; m_hot.log && i < messages; ++i)
    {
        FillRequested(first + i, *IncFrame::Create());
    }
}

uint32_t
IncClient::GetResultInterval(IncCollective collective) const
{
    // Neither RC, which acknowledges each result, nor a log of each result allows combined results.
    const bool isRooted =
        IncGoesToRoot(collective) && !m_hot.log && m_hot.transport == IncAggregationTransport::UC;
    return m_config.resultsAreEmpty || isRooted
               ? std::clamp<uint32_t>(m_hot.slots.GetSize() / RESULTS_PER_WINDOW,
                                      1,
                                      MESSAGES_PER_RESULT)
               : 1;
}

bool
IncClient::ResultMayWait(const Request& request, uint64_t sequence) const
{
    return (sequence + 1) % GetResultInterval(request.what.collective) != 0 &&
           sequence + 1 != request.End();
}

void
IncClient::ReceiveResultsBefore(uint64_t sequence, bool repaired)
{
    for (; m_hot.over < sequence; ++m_hot.over)
    {
        const uint32_t number = m_hot.slots.NumberOf(m_hot.over);
        if (!m_hot.slots[number].inFlight || m_hot.slots[number].sequence != m_hot.over)
        {
            continue;
        }
        const Request* request = IsReplayed(m_hot.over) ? nullptr : &RequestOf(m_hot.over);
        // Results with elements come in packets of their own.
        if (m_config.resultsAreEmpty ||
            (request && !GetsData(*request, request->PartOf(m_hot.over))))
        {
            Answered(number, repaired);
        }
    }
}

} // namespace ns3
