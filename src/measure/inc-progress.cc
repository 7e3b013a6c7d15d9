/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-progress.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace ns3
{

namespace
{

constexpr std::chrono::milliseconds BETWEEN_REWRITES(500);
constexpr std::chrono::milliseconds BETWEEN_LINES(5000);

/// Return a duration such as "45 s", "12:34" or "1:02:03".
std::string
Duration(double seconds)
{
    const auto whole = static_cast<uint64_t>(std::llround(seconds));
    std::ostringstream text;
    text << std::setfill('0');
    if (whole >= 3600)
    {
        text << whole / 3600 << ":" << std::setw(2) << whole / 60 % 60 << ":" << std::setw(2)
             << whole % 60;
    }
    else if (whole >= 60)
    {
        text << whole / 60 << ":" << std::setw(2) << whole % 60;
    }
    else
    {
        text << whole << " s";
    }
    return text.str();
}

} // namespace

IncProgress::IncProgress(std::ostream& stream, bool overwrite, Clock clock)
    : m_stream(&stream),
      m_overwrite(overwrite),
      m_clock(clock)
{
}

void
IncProgress::Begin(const std::string& label, uint64_t total, const std::string& unit)
{
    if (!m_stream)
    {
        return;
    }
    m_label = label;
    m_unit = unit;
    m_total = total;
    m_done = 0;
    m_start = m_clock();
    m_next = m_start + BETWEEN_REWRITES;
}

void
IncProgress::Update(uint64_t done)
{
    if (!m_stream)
    {
        return;
    }
    m_done = done;
    const auto now = m_clock();
    if (now < m_next)
    {
        return;
    }
    m_next = now + (m_overwrite ? BETWEEN_REWRITES : BETWEEN_LINES);
    Print(done, std::chrono::duration<double>(now - m_start).count());
}

void
IncProgress::End()
{
    if (!m_stream)
    {
        return;
    }
    if (m_overwrite)
    {
        *m_stream << "\r\033[K" << std::flush;
        return;
    }
    Print(m_done, std::chrono::duration<double>(m_clock() - m_start).count());
}

void
IncProgress::Print(uint64_t done, double seconds)
{
    const double share = m_total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / m_total);
    std::ostringstream line;
    line << m_label << ": " << std::fixed << std::setprecision(0) << std::floor(100 * share)
         << " %, ";
    if (m_unit.empty())
    {
        line << std::setprecision(1) << (seconds > 0 ? done / seconds / 1e6 : 0)
             << " MB/s simulated";
    }
    else
    {
        line << done << " of " << m_total << " " << m_unit;
    }
    if (share > 0 && share < 1)
    {
        line << ", " << Duration(seconds * (1 - share) / share) << " left";
    }
    *m_stream << (m_overwrite ? "\r\033[K" : "") << line.str() << (m_overwrite ? "" : "\n")
              << std::flush;
}

} // namespace ns3
