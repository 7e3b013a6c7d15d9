/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-result-table.h"

#include "ns3/inc-format.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

constexpr const char* ROW = "%12s  %12s  %8s  %6s  %10s  %7s  %6s  %6s  %6s\n";

/// Return a number with up to two decimals, as many as fit the width; "N/A" if it is unknown.
std::string
Number(const std::optional<double>& value, std::size_t width)
{
    if (!value)
    {
        return "N/A";
    }
    for (int decimals = 2; decimals > 0; --decimals)
    {
        const auto text = IncFormat("%.*f", decimals, *value);
        if (text.size() <= width)
        {
            return text;
        }
    }
    return IncFormat("%.0f", *value);
}

std::string
Number(const std::optional<uint64_t>& value)
{
    return value ? std::to_string(*value) : "N/A";
}

} // namespace

IncResultTable::IncResultTable(std::ostream& stream)
    : m_stream(stream)
{
}

void
IncResultTable::PrintHeader(const std::vector<std::string>& description)
{
    for (const auto& line : description)
    {
        m_stream << "# " << line << "\n";
    }
    m_stream
        << "# busbw is algbw times nccl-tests' factor for host algorithms: in the network it may\n"
        << "# exceed the links' rate, so compare algbw. GB = 10^9 bytes.\n#\n";
    for (std::string line :
         {IncFormat(ROW,
                    "size",
                    "count",
                    "type",
                    "redop",
                    "scheme",
                    "time",
                    "algbw",
                    "busbw",
                    "#wrong"),
          IncFormat(ROW, "(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", "")})
    {
        line.front() = '#';
        line.erase(line.find_last_not_of(" \n") + 1);
        m_stream << line << "\n";
    }
    m_stream << std::flush;
}

std::string
IncResultTable::Describe(const IncResultRow& row)
{
    std::ostringstream text;
    text << IncFormat(ROW,
                      std::to_string(row.bytes).c_str(),
                      std::to_string(row.count).c_str(),
                      row.flows   ? "none"
                      : row.dtype ? IncName(*row.dtype).c_str()
                                  : "mixed",
                      row.flows ? "none" : IncName(row.op).c_str(),
                      row.scheme.c_str(),
                      Number(row.timeUs, 7).c_str(),
                      Number(row.AlgbwGBps(), 6).c_str(),
                      Number(row.BusbwGBps(), 6).c_str(),
                      Number(row.wrong).c_str());
    if (row.status != "ok")
    {
        text << "# " << row.scheme << ", " << row.bytes << " B: FAILED: " << row.status << "\n";
    }
    const auto note = [&text](const auto& part) {
        if (part)
        {
            text << "#   " << part->ToText() << "\n";
        }
    };
    note(row.flows);
    note(row.beside);
    note(row.jobs);
    note(row.pool);
    note(row.servers);
    note(row.wire);
    note(row.recovery);
    if (row.linkBoundGBps)
    {
        text << IncFormat("#   bound by slots: %u let through %.2f GB/s, links alone %.2f\n",
                          row.slots.value_or(0),
                          *row.boundAlgbwGBps,
                          *row.linkBoundGBps);
    }
    PrintLayers(row, text);
    if (row.setup)
    {
        text << row.setup->ToText("#   ");
    }
    text << (row.statistics ? row.statistics->ToText("#   ") : "");
    return text.str();
}

void
IncResultTable::PrintRow(const IncRowReport& row)
{
    m_stream << row.text << std::flush;
    m_failed += row.fields["status"] != "ok";
    if (const auto iteration = row.Get<double>("iteration_us"))
    {
        m_iterations.emplace_back(row.fields["scheme"],
                                  *iteration,
                                  row.Get<double>("exposed_us").value_or(0));
    }
    const auto wrong = row.Get<uint64_t>("wrong");
    m_wrong += wrong.value_or(0);
    m_verified += wrong.has_value();
    if (const auto busbw = row.Get<double>("busbw_GBps"))
    {
        m_busbwSum += *busbw;
        ++m_completed;
    }
}

void
IncResultTable::PrintLayers(const IncResultRow& row, std::ostream& text)
{
    if (row.layers.empty())
    {
        return;
    }
    std::size_t width = 5;
    for (const auto& layer : row.layers)
    {
        width = std::max(width, layer.name.size());
    }
    const int name = static_cast<int>(std::min<std::size_t>(width, 40));
    text
        << IncFormat("#   %-*s  %12s  %12s  %12s  %12s\n",
                     name,
                     "layer",
                     "size",
                     "start",
                     "end",
                     "exposed")
        << IncFormat("#   %-*s  %12s  %12s  %12s  %12s\n", name, "", "(B)", "(us)", "(us)", "(us)");
    for (const auto& layer : row.layers)
    {
        text << IncFormat("#   %-*s  %12llu  %12.2f  %12.2f  %12.2f\n",
                          name,
                          layer.name.c_str(),
                          static_cast<unsigned long long>(layer.bytes),
                          layer.startUs,
                          layer.endUs,
                          layer.exposedUs);
    }
}

void
IncResultTable::PrintIterations()
{
    if (m_iterations.empty())
    {
        return;
    }
    m_stream << IncFormat("#   %-16s  %12s  %12s\n", "scheme", "iteration", "exposed")
             << IncFormat("#   %-16s  %12s  %12s\n", "", "(us)", "(us)");
    for (const auto& [scheme, iterationUs, exposedUs] : m_iterations)
    {
        m_stream << IncFormat("#   %-16s  %12.2f  %12.2f\n",
                              scheme.c_str(),
                              iterationUs,
                              exposedUs);
    }
}

void
IncResultTable::PrintFooter(const std::vector<std::string>& notes)
{
    PrintIterations();
    const std::string wrong = m_verified ? std::to_string(m_wrong) : "N/A";
    m_stream << "# Out of bounds values : " << wrong
             << (m_wrong > 0  ? " FAILED"
                 : m_verified ? " OK"
                              : "")
             << "\n";
    if (m_failed > 0)
    {
        m_stream << "# Failed operations    : " << m_failed << "\n";
    }
    m_stream << "# Avg bus bandwidth    : "
             << (m_completed ? IncFormat("%g", m_busbwSum / m_completed) : "N/A") << "\n";
    for (const std::string& note : notes)
    {
        m_stream << (note.empty() ? "" : "# " + note + "\n");
    }
    m_stream << std::flush;
}

} // namespace ns3
