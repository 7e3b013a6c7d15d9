/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-parameter-reduction.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

IncParameterReduction::IncParameterReduction(const IncParameterConfig& config, uint32_t localRank)
    : m_config(config),
      m_localRank(localRank),
      m_landingBytes(
          std::max(config.limitBytes, IncParameterSegments::RoundUp(config.segmentBytes))),
      // Neither is touched, hence resident, with virtual data.
      m_landing(new uint8_t[m_landingBytes]),
      m_sums(new uint8_t[uint64_t{config.windowSegments} * config.segmentBytes]),
      m_window(config.windowSegments)
{
}

uint8_t*
IncParameterReduction::GetLanding()
{
    return m_landing.get();
}

uint64_t
IncParameterReduction::GetLandingBytes() const
{
    return m_landingBytes;
}

void
IncParameterReduction::Begin(const IncRankTask& task)
{
    m_task = &task;
    m_segments = IncParameterSegments(m_config, task.count, IncSizeOf(task.type));
    // A worker never has more pushes under way than there are open segments.
    const uint64_t useful = uint64_t{m_config.ranks} * m_config.windowSegments;
    const uint64_t slots = std::min(m_landingBytes / m_segments.GetStride(), useful);
    m_freeSlots.clear();
    for (uint64_t slot = slots; slot-- > 0;)
    {
        m_freeSlots.push_back(static_cast<uint32_t>(slot));
    }
}

const IncParameterSegments&
IncParameterReduction::GetSegments() const
{
    return m_segments;
}

IncParameterReduction::Accumulator&
IncParameterReduction::AccumulatorOf(uint64_t segment)
{
    return m_window[segment % m_window.size()];
}

uint8_t*
IncParameterReduction::BytesOf(uint64_t segment) const
{
    return &m_sums[segment % m_window.size() * m_config.segmentBytes];
}

void
IncParameterReduction::Open(uint64_t segment)
{
    AccumulatorOf(segment).reduced = 0;
    if (m_localRank == IncRankAgent::NO_RANK)
    {
        return;
    }
    if (m_config.rankOrder)
    {
        ReduceInTurn(segment); // it may be the first
    }
    else
    {
        Reduce(segment, m_task->At(m_segments.GetOffset(segment)));
    }
}

bool
IncParameterReduction::HasFreeSlot() const
{
    return !m_freeSlots.empty();
}

uint32_t
IncParameterReduction::TakeSlot()
{
    const uint32_t slot = m_freeSlots.back();
    m_freeSlots.pop_back();
    return slot;
}

void
IncParameterReduction::Contribute(uint64_t segment, uint32_t rank, uint32_t slot)
{
    if (m_config.rankOrder)
    {
        AccumulatorOf(segment).waiting.push_back({rank, slot});
        ReduceInTurn(segment);
    }
    else
    {
        ReduceSlot(segment, slot);
    }
}

void
IncParameterReduction::ReduceInTurn(uint64_t segment)
{
    Accumulator& accumulator = AccumulatorOf(segment);
    auto& waiting = accumulator.waiting;
    while (!IsComplete(segment))
    {
        if (accumulator.reduced == m_localRank)
        {
            Reduce(segment, m_task->At(m_segments.GetOffset(segment)));
            continue;
        }
        const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const Waiting& w) {
            return w.rank == accumulator.reduced;
        });
        if (next == waiting.end())
        {
            return;
        }
        const uint32_t slot = next->slot;
        waiting.erase(next);
        ReduceSlot(segment, slot);
    }
}

void
IncParameterReduction::ReduceSlot(uint64_t segment, uint32_t slot)
{
    Reduce(segment, &m_landing[uint64_t{slot} * m_segments.GetStride()]);
    m_freeSlots.push_back(slot);
}

void
IncParameterReduction::Reduce(uint64_t segment, const uint8_t* contribution)
{
    Accumulator& accumulator = AccumulatorOf(segment);
    if (!m_task->isVirtual)
    {
        if (accumulator.reduced == 0)
        {
            std::memcpy(BytesOf(segment), contribution, m_segments.GetBytes(segment));
        }
        else
        {
            m_task->reduce(BytesOf(segment), contribution, m_segments.GetCount(segment));
        }
    }
    ++accumulator.reduced;
}

bool
IncParameterReduction::IsComplete(uint64_t segment) const
{
    return m_window[segment % m_window.size()].reduced == m_config.ranks;
}

const uint8_t*
IncParameterReduction::GetResult(uint64_t segment) const
{
    return m_task->isVirtual ? nullptr : BytesOf(segment);
}

} // namespace ns3
