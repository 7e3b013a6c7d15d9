/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-telemetry.h"

#include "ns3/inc-byte-order.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

namespace
{

/// Link rates by their code of 4 bits, Gb/s; a rate that is not among them has the code 15.
constexpr std::array<uint64_t, 15> RATES =
    {1, 5, 10, 20, 25, 40, 50, 56, 100, 200, 400, 800, 1600, 3200, 6400};

uint64_t
CodeOf(uint64_t rate)
{
    const auto found = std::find(RATES.begin(), RATES.end(), rate / 1'000'000'000);
    return rate % 1'000'000'000 == 0 ? found - RATES.begin() : RATES.size();
}

/// Bits of a record: B 4, TS 24 in ns, txBytes 20, qLen 16.
uint64_t
Pack(const IncTelemetry::Hop& hop)
{
    const uint64_t time = static_cast<uint64_t>(hop.timePs / 1000) & 0xffffff;
    const uint64_t sent = hop.sentBytes / IncTelemetry::SENT_UNIT & 0xfffff;
    const uint64_t queued = std::min<uint64_t>(hop.queuedBytes / IncTelemetry::QUEUED_UNIT, 0xffff);
    return CodeOf(hop.rate) << 60 | time << 36 | sent << 16 | queued;
}

} // namespace

Ptr<IncTelemetry>
IncTelemetry::Create(uint32_t room)
{
    Ptr<IncTelemetry> telemetry = IncRecycledAddition::Create();
    telemetry->m_room = static_cast<uint8_t>(std::min(room, MOST_HOPS));
    telemetry->m_count = 0;
    telemetry->m_pathId = 0;
    return telemetry;
}

Ptr<IncTelemetry>
IncTelemetry::Copy() const
{
    Ptr<IncTelemetry> copy = Create(m_room);
    copy->m_count = m_count;
    copy->m_pathId = m_pathId;
    std::copy_n(m_hops.begin(), m_count, copy->m_hops.begin());
    return copy;
}

void
IncTelemetry::Add(const Hop& hop, uint32_t node)
{
    if (m_count < m_room)
    {
        m_hops[m_count++] = hop;
        m_pathId ^= (node + 1) & 0xfff;
    }
}

void
IncTelemetry::Write(uint8_t* out) const
{
    std::memset(out, 0, GetSize());
    IncPut16(out, static_cast<uint16_t>(m_count << 12 | m_pathId));
    for (uint32_t i = 0; i < m_count; ++i)
    {
        IncPut64(out + HEADER_SIZE + RECORD_SIZE * i, Pack(m_hops[i]));
    }
}

} // namespace ns3
