/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-series-rows.h"

#include <algorithm>
#include <charconv>

namespace ns3
{

namespace
{

constexpr uint64_t MILLION = 1'000'000;

/// Write a number of at most 20 digits; return the end of the digits.
char*
WriteWhole(char* to, uint64_t number)
{
    return std::to_chars(to, to + 20, number).ptr;
}

/// Write millionths as a decimal number of at most 27 characters; return its end.
char*
WriteDecimal(char* to, uint64_t millionths)
{
    const uint64_t rest = millionths % MILLION;
    if (rest == 0)
    {
        return WriteWhole(to, millionths / MILLION);
    }
    *to = '0'; // first digit of a number below 1
    char* point = millionths < MILLION ? to + 1 : WriteWhole(to, millionths / MILLION);
    char* end = WriteWhole(point, MILLION + rest); // a 1, which the point replaces, and six digits
    *point = '.';
    while (end[-1] == '0')
    {
        --end;
    }
    return end;
}

} // namespace

void
IncSeriesRows::SetTime(int64_t ps)
{
    m_timeSize = WriteDecimal(m_time.data(), static_cast<uint64_t>(ps)) - m_time.data();
}

std::string_view
IncSeriesRows::Add(const IncSeriesObject& object, const IncSeriesMetric& metric, uint64_t value)
{
    const std::size_t most = 2 * NUMBER + object.GetSize() + IncSeriesMetric::SIZE + 1;
    if (static_cast<std::size_t>(m_limit - m_end) < most)
    {
        BeginBlock(most);
    }
    std::memcpy(m_end, m_time.data(), NUMBER);
    char* text = metric.Copy(object.Copy(m_end + m_timeSize));
    char* end = value == INFINITE         ? std::copy_n("inf", 3, text)
                : metric.IsInMillionths() ? WriteDecimal(text, value)
                                          : WriteWhole(text, value);
    *end = '\n';
    m_end = end + 1;
    return {text, static_cast<std::size_t>(end - text)};
}

void
IncSeriesRows::BeginBlock(std::size_t least)
{
    if (m_text)
    {
        const std::size_t used = m_end - m_text.get();
        m_blocks.push_back({std::move(m_text), used});
    }
    const std::size_t size = std::max(BLOCK, least);
    m_text.reset(new char[size]);
    m_end = m_text.get();
    m_limit = m_end + size;
}

std::string
IncSeriesRows::GetText() const
{
    const std::size_t last = m_end - m_text.get();
    std::string text = "t_us,object,metric,value\n";
    std::size_t size = text.size() + last;
    for (const Block& block : m_blocks)
    {
        size += block.size;
    }
    text.reserve(size);
    for (const Block& block : m_blocks)
    {
        text.append(block.text.get(), block.size);
    }
    return text.append(m_text.get(), last);
}

} // namespace ns3
