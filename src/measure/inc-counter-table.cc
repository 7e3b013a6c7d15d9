/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-counter-table.h"

#include "ns3/inc-format.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3
{

using Json = nlohmann::ordered_json;

IncCounterTable::IncCounterTable(std::string name,
                                 std::vector<std::string> labels,
                                 std::vector<Column> columns)
    : m_name(std::move(name)),
      m_labels(std::move(labels)),
      m_columns(std::move(columns))
{
}

void
IncCounterTable::Add(Labels labels, std::vector<uint64_t> values)
{
    m_rows.push_back({std::move(labels), std::move(values)});
}

void
IncCounterTable::Subtract(const IncCounterTable& before)
{
    // Parallel links have equal names. Match their rows in order: the first with the first, and so
    // on.
    std::multimap<Labels, const Row*> earlier;
    for (const Row& row : before.m_rows)
    {
        earlier.emplace(row.labels, &row);
    }
    for (Row& row : m_rows)
    {
        const auto found = earlier.lower_bound(row.labels);
        if (found == earlier.end() || found->first != row.labels)
        {
            continue;
        }
        for (std::size_t i = 0; i < row.values.size(); ++i)
        {
            row.values[i] -= m_columns[i].isLevel ? 0 : found->second->values[i];
        }
        earlier.erase(found);
    }
}

void
IncCounterTable::ShowRatio(const std::string& name, const std::string& column, double whole)
{
    const auto found = std::find_if(m_columns.begin(), m_columns.end(), [&](const Column& each) {
        return each.name == column;
    });
    m_ratio = {name, static_cast<std::size_t>(found - m_columns.begin()), whole};
}

void
IncCounterTable::DropZeros()
{
    const auto isIdle = [this](const Row& row) {
        for (std::size_t i = 0; i < row.values.size(); ++i)
        {
            if (row.values[i] > 0 && !m_columns[i].isLevel)
            {
                return false;
            }
        }
        return true;
    };
    m_rows.erase(std::remove_if(m_rows.begin(), m_rows.end(), isIdle), m_rows.end());
}

uint64_t
IncCounterTable::Sum(const std::string& column) const
{
    uint64_t sum = 0;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        for (const Row& row : m_rows)
        {
            sum += m_columns[i].name == column ? row.values[i] : 0;
        }
    }
    return sum;
}

Json
IncCounterTable::SumBy(const std::string& label, const std::string& column) const
{
    Json sums = Json::object();
    const auto by = std::find(m_labels.begin(), m_labels.end(), label) - m_labels.begin();
    const auto of = std::find_if(m_columns.begin(),
                                 m_columns.end(),
                                 [&](const Column& each) { return each.name == column; }) -
                    m_columns.begin();
    for (const Row& row : m_rows)
    {
        const auto key = row.labels.at(by).get<std::string>();
        sums[key] = sums.value(key, uint64_t{0}) + row.values.at(of);
    }
    return sums;
}

Json
IncCounterTable::ToJson() const
{
    Json rows = Json::array();
    for (const Row& row : m_rows)
    {
        Json json = Json::object();
        for (std::size_t i = 0; i < m_labels.size(); ++i)
        {
            json[m_labels[i]] = row.labels[i];
        }
        for (std::size_t i = 0; i < m_columns.size(); ++i)
        {
            json[m_columns[i].name] = row.values[i];
        }
        if (!m_ratio.name.empty())
        {
            json[m_ratio.name] = static_cast<double>(row.values[m_ratio.column]) / m_ratio.whole;
        }
        rows.push_back(std::move(json));
    }
    return rows;
}

std::string
IncCounterTable::ToCsv(const std::string& prefix) const
{
    std::string text;
    for (const Json& row : ToJson())
    {
        std::string object;
        for (std::size_t i = 0; i < m_labels.size(); ++i)
        {
            const Json& label = row.at(m_labels[i]);
            object += label.is_number_float() || object.empty() ? "" : "/";
            object += label.is_string()         ? label.get<std::string>()
                      : label.is_number_float() ? ""
                                                : label.dump();
        }
        for (auto cell = std::next(row.begin(), m_labels.size()); cell != row.end(); ++cell)
        {
            text += prefix + m_name + "," + object + "," + cell.key() + "," + cell->dump() + "\n";
        }
    }
    return text;
}

std::vector<std::vector<std::string>>
IncCounterTable::Cells() const
{
    std::vector<std::vector<std::string>> lines(m_rows.size() + 1);
    for (std::size_t i = 0; i < m_labels.size(); ++i)
    {
        lines[0].push_back(m_labels[i]);
        for (std::size_t line = 0; line < m_rows.size(); ++line)
        {
            const Json& label = m_rows[line].labels[i];
            lines[line + 1].push_back(label.is_string() ? label.get<std::string>() : label.dump());
        }
    }
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        if (Sum(m_columns[i].name) == 0)
        {
            continue;
        }
        lines[0].push_back(m_columns[i].name);
        for (std::size_t line = 0; line < m_rows.size(); ++line)
        {
            lines[line + 1].push_back(std::to_string(m_rows[line].values[i]));
        }
    }
    if (!m_ratio.name.empty() && Sum(m_columns[m_ratio.column].name) > 0)
    {
        lines[0].push_back(m_ratio.name);
        for (std::size_t line = 0; line < m_rows.size(); ++line)
        {
            const auto value = static_cast<double>(m_rows[line].values[m_ratio.column]);
            lines[line + 1].push_back(IncFormat("%.4f", value / m_ratio.whole));
        }
    }
    return lines;
}

std::string
IncCounterTable::ToText(const std::string& prefix) const
{
    if (m_rows.empty())
    {
        return "";
    }
    const auto lines = Cells();
    std::vector<std::size_t> widths(lines[0].size());
    for (const auto& line : lines)
    {
        for (std::size_t i = 0; i < line.size(); ++i)
        {
            widths[i] = std::max(widths[i], line[i].size());
        }
    }
    std::string text = prefix + m_name + "\n";
    for (const auto& line : lines)
    {
        text += prefix;
        for (std::size_t i = 0; i < line.size(); ++i)
        {
            const std::string gap(widths[i] - line[i].size(), ' ');
            const bool isLast = i + 1 == line.size();
            text += "  " + (i < m_labels.size() ? line[i] + (isLast ? "" : gap) : gap + line[i]);
        }
        text += "\n";
    }
    return text;
}

std::string
IncCounterName(const std::string& member)
{
    std::string name;
    for (const char letter : member)
    {
        const bool isUpper = letter >= 'A' && letter <= 'Z';
        name += isUpper ? "_" : "";
        name += static_cast<char>(isUpper ? letter - 'A' + 'a' : letter);
    }
    return name;
}

} // namespace ns3
