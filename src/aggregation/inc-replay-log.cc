/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-replay-log.h"

#include <algorithm>

namespace ns3
{

bool
IncNeedsAllRanks(IncCollective collective)
{
    return collective != IncCollective::ALLREDUCE && collective != IncCollective::BARRIER;
}

void
IncReplayLog::Start(uint64_t first, uint32_t slots)
{
    m_slots = std::max(m_slots, slots);
    m_done = first;
    for (uint64_t sequence = first; sequence < m_first + m_entries.size(); ++sequence)
    {
        At(sequence).isDone = false;
    }
}

IncReplayLog::Entry&
IncReplayLog::At(uint64_t sequence)
{
    if (sequence >= m_first + m_entries.size())
    {
        m_entries.resize(sequence - m_first + 1);
    }
    return m_entries[sequence - m_first];
}

void
IncReplayLog::Sent(uint64_t sequence, const IncFrame& frame, bool keepsData, bool isLast)
{
    Entry& entry = At(sequence);
    entry.isSent = true;
    entry.isLast = isLast;
    entry.collective = frame.inc.collective;
    entry.operation = frame.inc.operation;
    entry.dataType = frame.inc.dataType;
    entry.count = frame.inc.count;
    entry.immediate = frame.immediate;
    entry.address = frame.reth.virtualAddress;
    if (keepsData)
    {
        entry.payloadSize = frame.payloadSize;
        entry.payload = frame.payload;
    }
}

void
IncReplayLog::SetResult(uint64_t sequence, const IncFrame& frame)
{
    Entry& entry = At(sequence);
    entry.isResult = true;
    entry.payloadSize = frame.payloadSize;
    entry.payload = frame.payload;
}

void
IncReplayLog::SetOver(uint64_t sequence)
{
    At(sequence).isOver = true;
    At(sequence).isDone = true;
    while (IsOver(m_front))
    {
        ++m_front;
    }
    for (const Entry* entry = Find(m_done); entry && entry->isDone; entry = Find(m_done))
    {
        ++m_done;
    }
    while (m_first + m_slots < m_done)
    {
        m_entries.pop_front();
        ++m_first;
    }
}

bool
IncReplayLog::IsOver(uint64_t sequence) const
{
    const Entry* entry = Find(sequence);
    return sequence < m_first || (entry && entry->isOver);
}

const IncReplayLog::Entry*
IncReplayLog::Find(uint64_t sequence) const
{
    return sequence < m_first || sequence >= m_first + m_entries.size()
               ? nullptr
               : &m_entries[sequence - m_first];
}

std::vector<IncReplayRun>
IncReplayLog::GetResults(uint32_t rank) const
{
    std::vector<IncReplayRun> runs;
    for (std::size_t i = 0; i < m_entries.size(); ++i)
    {
        const uint64_t sequence = m_first + i;
        if (!m_entries[i].isOver || !m_entries[i].isResult)
        {
            continue;
        }
        if (!runs.empty() && runs.back().End() == sequence)
        {
            ++runs.back().count;
        }
        else
        {
            runs.push_back({sequence, 1, rank});
        }
    }
    return runs;
}

bool
IncReplayLog::NeedsAllRanks() const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [](const Entry& entry) {
        return entry.isSent && IncNeedsAllRanks(entry.collective);
    });
}

} // namespace ns3
