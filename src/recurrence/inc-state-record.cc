/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-state-record.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Name of the field that tests leave out of states; empty: none.
std::string g_leftOut;

bool
IsLeftOut(IncFieldName field)
{
    return !g_leftOut.empty() && g_leftOut == field.ToString();
}

uint64_t
Modulo(uint64_t number, uint64_t modulus)
{
    return modulus == 0 ? number : number % modulus;
}

} // namespace

void
IncState::Reserve(std::size_t words, std::size_t counted)
{
    settled.reserve(words);
    counts.reserve(counted);
    moduli.reserve(counted);
    rooms.reserve(counted);
}

std::vector<uint64_t>
IncState::GrowthTo(const IncState& later) const
{
    std::vector<uint64_t> growth(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        const uint64_t modulus = moduli[i];
        growth[i] = Modulo(later.counts[i] + modulus - counts[i], modulus);
    }
    return growth;
}

std::vector<uint64_t>
IncState::Multiply(const std::vector<uint64_t>& growth, uint64_t periods) const
{
    std::vector<uint64_t> product(growth.size());
    for (std::size_t i = 0; i < growth.size(); ++i)
    {
        product[i] = Modulo(Modulo(periods, moduli[i]) * growth[i], moduli[i]);
    }
    return product;
}

uint64_t
IncState::GetRoom(const std::vector<uint64_t>& growth) const
{
    uint64_t periods = UINT64_MAX;
    for (std::size_t i = 0; i < growth.size(); ++i)
    {
        if (growth[i] > 0 && rooms[i] < UINT64_MAX)
        {
            periods = std::min(periods, rooms[i] / growth[i]);
        }
    }
    return periods;
}

std::vector<uint64_t>
IncState::CountsAfter(const std::vector<uint64_t>& growth, uint64_t periods) const
{
    std::vector<uint64_t> after = Multiply(growth, periods);
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        after[i] = Modulo(counts[i] + after[i], moduli[i]);
    }
    return after;
}

IncStateWriter::IncStateWriter(int64_t nowPs, bool complete, bool isBrief)
    : IncStateVisitor(nowPs, isBrief),
      m_complete(complete)
{
}

bool
IncStateWriter::IsComplete()
{
    return g_leftOut.empty();
}

void
IncStateWriter::LeaveOut(const std::string& field)
{
    g_leftOut = field;
}

void
IncStateWriter::Refuse(const std::string& reason)
{
    if (m_state.refusal.empty())
    {
        m_state.refusal = reason;
    }
}

void
IncStateWriter::IgnoreEvent(const void* event)
{
    m_state.ignoredEvents.insert(event);
}

void
IncStateWriter::Await(uint64_t connection, uint32_t psn)
{
    m_awaited[connection] = psn;
}

void
IncStateWriter::Relate(uint64_t connection, uint32_t psn)
{
    m_related.emplace_back(connection, psn);
}

bool
IncStateWriter::Differs(const IncState& earlier)
{
    const auto& words = m_state.settled;
    const auto& before = earlier.settled;
    const auto from = static_cast<std::ptrdiff_t>(std::exchange(m_compared, words.size()));
    return words.size() > before.size() ||
           !std::equal(words.begin() + from, words.end(), before.begin() + from);
}

void
IncStateWriter::Finish()
{
    for (const auto& [connection, psn] : m_related)
    {
        // If no end awaits packets of a connection, their PSNs stay absolute and do not recur.
        const auto awaited = m_awaited.find(connection);
        const uint32_t next = awaited == m_awaited.end() ? 0 : awaited->second;
        m_state.settled.push_back((psn - next) & 0xffffff);
    }
}

void
IncStateWriter::Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range)
{
    m_words += GetMultiplicity();
    const bool isSeen = m_complete || !IsLeftOut(field);
    switch (kind)
    {
    case Kind::VALUE:
        m_state.settled.push_back(isSeen ? word : 0);
        break;
    case Kind::TIME:
        m_state.settled.push_back(isSeen ? word - static_cast<uint64_t>(GetNowPs()) : 0);
        break;
    case Kind::SHIFTED:
        break;
    case Kind::SEQUENCE:
        m_state.settled.push_back(isSeen ? Modulo(word - GetRounds().finished, range.modulus) : 0);
        break;
    case Kind::COUNT:
        m_state.counts.push_back(word);
        m_state.moduli.push_back(range.modulus);
        m_state.rooms.push_back(range.room);
        break;
    }
}

IncStateAdvance::IncStateAdvance(int64_t nowPs,
                                 int64_t byPs,
                                 std::vector<uint64_t> growth,
                                 bool movesEvents)
    : IncStateVisitor(nowPs),
      m_byPs(byPs),
      m_growth(std::move(growth)),
      m_movesEvents(movesEvents)
{
}

void
IncStateAdvance::Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range)
{
    const uint64_t growth = kind == Kind::COUNT ? m_growth[m_count++] : 0;
    if (IsLeftOut(field))
    {
        return;
    }
    switch (kind)
    {
    case Kind::VALUE:
        break;
    case Kind::SHIFTED:
        word += m_movesEvents ? static_cast<uint64_t>(m_byPs) : 0;
        break;
    case Kind::TIME:
        word += static_cast<uint64_t>(m_byPs);
        break;
    case Kind::SEQUENCE:
        word = Modulo(word + GetRounds().growth, range.modulus);
        break;
    case Kind::COUNT:
        word = Modulo(word + growth, range.modulus);
        break;
    }
}

IncStateLocator::IncStateLocator(int64_t nowPs, bool isCount, std::size_t place, bool isBrief)
    : IncStateVisitor(nowPs, isBrief),
      m_isCount(isCount),
      m_place(place)
{
}

void
IncStateLocator::Enter(const std::string& part)
{
    m_part = part;
}

void
IncStateLocator::Visit(Kind kind, IncFieldName field, uint64_t& word, const Range& range)
{
    m_fields.insert(field.ToString());
    if (m_found || kind == Kind::SHIFTED || (kind == Kind::COUNT) != m_isCount || m_place-- > 0)
    {
        return;
    }
    m_found = true;
    m_name = m_part + ", " + field.ToString();
}

} // namespace ns3
