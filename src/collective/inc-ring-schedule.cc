/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ring-schedule.h"

#include <algorithm>

namespace ns3
{

IncRingSchedule::IncRingSchedule(uint32_t rank,
                                 uint32_t ranks,
                                 uint64_t count,
                                 uint32_t sliceElements)
    : m_rank(rank),
      m_ranks(ranks),
      m_count(count),
      m_sliceElements(sliceElements)
{
}

uint32_t
IncRingSchedule::GetSteps() const
{
    return 2 * (m_ranks - 1);
}

bool
IncRingSchedule::IsReducing(uint32_t step) const
{
    return step < m_ranks - 1;
}

uint32_t
IncRingSchedule::GetSentChunk(uint32_t step) const
{
    return (m_rank + 2 * m_ranks - step) % m_ranks;
}

uint32_t
IncRingSchedule::GetReceivedChunk(uint32_t step) const
{
    return GetSentChunk(step + 1);
}

uint64_t
IncRingSchedule::FirstOf(uint64_t chunk) const
{
    // The first (count mod n) chunks have one element more.
    return chunk * (m_count / m_ranks) + std::min(chunk, m_count % m_ranks);
}

uint64_t
IncRingSchedule::GetSlices(uint32_t chunk) const
{
    const uint64_t elements = FirstOf(uint64_t{chunk} + 1) - FirstOf(chunk);
    return (elements + m_sliceElements - 1) / m_sliceElements;
}

IncRingSchedule::Slice
IncRingSchedule::GetSlice(uint32_t chunk, uint64_t slice) const
{
    const uint64_t first = FirstOf(chunk) + slice * m_sliceElements;
    const uint64_t left = FirstOf(uint64_t{chunk} + 1) - first;
    return {first, static_cast<uint32_t>(std::min<uint64_t>(left, m_sliceElements))};
}

IncRingCursor::IncRingCursor(const IncRingSchedule* schedule, bool sending)
    : m_schedule(schedule),
      m_sending(sending)
{
    SkipEmptyChunks();
}

bool
IncRingCursor::IsAtEnd() const
{
    return m_step == m_schedule->GetSteps();
}

uint32_t
IncRingCursor::GetStep() const
{
    return m_step;
}

uint64_t
IncRingCursor::GetIndex() const
{
    return m_index;
}

uint32_t
IncRingCursor::GetChunk() const
{
    return m_sending ? m_schedule->GetSentChunk(m_step) : m_schedule->GetReceivedChunk(m_step);
}

IncRingSchedule::Slice
IncRingCursor::Get() const
{
    return m_schedule->GetSlice(GetChunk(), m_index);
}

void
IncRingCursor::Advance()
{
    if (++m_index == m_slices)
    {
        m_index = 0;
        ++m_step;
        SkipEmptyChunks();
    }
}

void
IncRingCursor::SkipEmptyChunks()
{
    while (!IsAtEnd() && (m_slices = m_schedule->GetSlices(GetChunk())) == 0)
    {
        ++m_step;
    }
}

bool
IncRingCursor::HasPassed(uint32_t step, uint64_t index) const
{
    return m_step > step || (m_step == step && m_index > index);
}

} // namespace ns3
