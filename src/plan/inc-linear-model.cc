/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-linear-model.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace ns3
{

namespace
{

/** Write terms in short lines, because some programs limit the length of a line. */
void
WriteTerms(std::ostream& out,
           const IncLinearModel::Terms& terms,
           const std::vector<IncLinearModel::Variable>& variables)
{
    std::size_t onLine = 0;
    for (const auto& [variable, factor] : terms)
    {
        if (++onLine % 8 == 0)
        {
            out << "\n  ";
        }
        out << (factor < 0 ? " - " : " + ") << std::abs(factor) << " " << variables[variable].name;
    }
}

} // namespace

std::pair<double, double>
IncLinearModel::Row::Excess(const std::vector<double>& values) const
{
    double sum = -right;
    double scale = std::abs(right);
    for (const auto& [variable, factor] : terms)
    {
        sum += factor * values[variable];
        scale = std::max(scale, std::abs(factor * values[variable]));
    }
    const double excess = sense == Sense::LESS      ? sum
                          : sense == Sense::GREATER ? -sum
                                                    : std::abs(sum);
    return {excess, 1 + scale};
}

bool
IncLinearModel::Holds(const std::vector<double>& values, double tolerance) const
{
    for (std::size_t v = 0; v < m_variables.size(); ++v)
    {
        const double slack = tolerance * (1 + std::abs(values[v]));
        if (values[v] < m_variables[v].low - slack || values[v] > m_variables[v].high + slack)
        {
            return false;
        }
    }
    return std::all_of(m_rows.begin(), m_rows.end(), [&](const Row& row) {
        const auto [excess, scale] = row.Excess(values);
        return excess <= tolerance * scale;
    });
}

uint32_t
IncLinearModel::AddVariable(Name name, double low, double high, bool integer, double objective)
{
    // Round the bounds of integer variables, because some solvers refuse fractional bounds.
    constexpr double SLACK = 1e-9;
    m_variables.push_back({std::move(name.text),
                           integer ? std::ceil(low - SLACK) + 0.0 : low,
                           integer ? std::floor(high + SLACK) : high,
                           integer,
                           objective});
    return static_cast<uint32_t>(m_variables.size() - 1);
}

void
IncLinearModel::AddRow(Name name, Terms terms, Sense sense, double right)
{
    std::sort(terms.begin(), terms.end());
    Terms merged;
    for (const Term& term : terms)
    {
        if (!merged.empty() && merged.back().first == term.first)
        {
            merged.back().second += term.second;
        }
        else
        {
            merged.push_back(term);
        }
    }
    merged.erase(
        std::remove_if(merged.begin(), merged.end(), [](const Term& t) { return t.second == 0; }),
        merged.end());
    const bool holds = sense == Sense::LESS      ? 0 <= right
                       : sense == Sense::GREATER ? 0 >= right
                                                 : right == 0;
    if (merged.empty() && holds)
    {
        return;
    }
    m_rows.push_back({std::move(name.text), std::move(merged), sense, right});
}

void
IncLinearModel::AddComment(const std::string& line)
{
    m_comments.push_back(line);
}

const std::vector<IncLinearModel::Variable>&
IncLinearModel::Variables() const
{
    return m_variables;
}

const std::vector<IncLinearModel::Row>&
IncLinearModel::Rows() const
{
    return m_rows;
}

void
IncLinearModel::SetBounds(uint32_t variable, double low, double high)
{
    m_variables[variable].low = low;
    m_variables[variable].high = high;
}

std::string
IncLinearModel::ToLp() const
{
    std::ostringstream out;
    out << std::setprecision(15);
    for (const std::string& line : m_comments)
    {
        out << "\\ " << line << "\n";
    }
    out << "Maximize\n obj:";
    Terms objective;
    for (uint32_t v = 0; v < m_variables.size(); ++v)
    {
        objective.emplace_back(v, m_variables[v].objective);
    }
    WriteTerms(out, objective, m_variables);
    out << "\nSubject To\n";
    for (const Row& row : m_rows)
    {
        out << " " << row.name << ":";
        // The format demands a variable in each row: add one with coefficient 0 if there is none.
        WriteTerms(out, row.terms.empty() ? Terms{{0, 0.0}} : row.terms, m_variables);
        out << (row.sense == Sense::LESS      ? " <= "
                : row.sense == Sense::GREATER ? " >= "
                                              : " = ")
            << row.right << "\n";
    }
    out << "Bounds\n";
    for (const Variable& variable : m_variables)
    {
        out << " " << variable.low << " <= " << variable.name;
        if (std::isfinite(variable.high))
        {
            out << " <= " << variable.high;
        }
        out << "\n";
    }
    const bool integers = std::any_of(m_variables.begin(), m_variables.end(), [](const auto& v) {
        return v.integer;
    });
    out << (integers ? "Generals\n" : "");
    for (const Variable& variable : m_variables)
    {
        if (variable.integer)
        {
            out << " " << variable.name << "\n";
        }
    }
    out << "End\n";
    return out.str();
}

} // namespace ns3
