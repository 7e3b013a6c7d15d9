/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-simplex.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{
constexpr double EPSILON = 1e-9;
/** No smaller number is divided by. */
constexpr double PIVOT = 1e-8;
constexpr size_t NONE = SIZE_MAX;
} // namespace

IncLinearAnswer
IncSolveByRows(const IncLinearModel& model)
{
    constexpr size_t AT_ONCE = 24;
    using Sense = IncLinearModel::Sense;
    IncLinearModel part;
    for (const auto& variable : model.Variables())
    {
        part.AddVariable(variable.name, variable.low, variable.high, false, variable.objective);
    }
    std::vector<size_t> left;
    for (size_t i = 0; i < model.Rows().size(); i++)
    {
        const auto& row = model.Rows()[i];
        if (row.sense == Sense::EQUAL || row.terms.empty())
        {
            part.AddRow(row.name, row.terms, row.sense, row.right);
        }
        else
        {
            left.push_back(i);
        }
    }
    for (;;)
    {
        const IncLinearAnswer answer = IncSimplex(part).Solve();
        if (answer.status == IncLinearAnswer::Status::UNKNOWN)
        {
            return IncSimplex(model).Solve();
        }
        if (answer.status == IncLinearAnswer::Status::INFEASIBLE)
        {
            return answer;
        }
        std::vector<std::pair<double, size_t>> violated;
        for (const size_t i : left)
        {
            const auto& row = model.Rows()[i];
            double sum = -row.right;
            double scale = std::abs(row.right);
            for (const auto& [variable, factor] : row.terms)
            {
                sum += factor * answer.values[variable];
                scale = std::max(scale, std::abs(factor * answer.values[variable]));
            }
            const double excess = row.sense == Sense::LESS ? sum : -sum;
            if (excess > EPSILON * (1 + scale))
            {
                violated.emplace_back(-excess / (1 + scale), i);
            }
        }
        if (violated.empty())
        {
            return answer;
        }
        std::sort(violated.begin(), violated.end());
        violated.resize(std::min(violated.size(), std::max(AT_ONCE, part.Rows().size() / 2)));
        for (const auto& [excess, i] : violated)
        {
            const auto& row = model.Rows()[i];
            part.AddRow(row.name, row.terms, row.sense, row.right);
            left.erase(std::find(left.begin(), left.end(), i));
        }
    }
}

IncSimplex::IncSimplex(const IncLinearModel& model)
    : m_model(model)
{
}

void
IncSimplex::Build(double perturbation)
{
    // Variables are counted from their lower bounds; upper bounds are rows.
    const auto& variables = m_model.Variables();
    std::vector<IncLinearModel::Row> rows = m_model.Rows();
    for (uint32_t v = 0; v < variables.size(); v++)
    {
        if (std::isfinite(variables[v].high))
        {
            rows.push_back({"", {{v, 1}}, IncLinearModel::Sense::LESS, variables[v].high});
        }
    }
    m_structural = variables.size();
    m_columns = m_structural;
    for (const auto& row : rows)
    {
        m_columns += row.sense == IncLinearModel::Sense::EQUAL ? 0 : 1;
    }
    m_artificial = m_columns + rows.size();
    m_table.setZero(rows.size(), m_artificial + 1);
    size_t slack = m_structural;
    for (size_t i = 0; i < rows.size(); i++)
    {
        double right = rows[i].right;
        const double away = perturbation * (1 + i % 97 + i / 97.0);
        for (const auto& [variable, factor] : rows[i].terms)
        {
            m_table(i, variable) += factor;
            right -= factor * variables[variable].low;
        }
        right += rows[i].sense == IncLinearModel::Sense::LESS      ? away
                 : rows[i].sense == IncLinearModel::Sense::GREATER ? -away
                                                                   : 0;
        m_table(i, m_artificial) = right;
        if (rows[i].sense != IncLinearModel::Sense::EQUAL)
        {
            m_table(i, slack++) = rows[i].sense == IncLinearModel::Sense::LESS ? 1 : -1;
        }
        if (right < 0)
        {
            m_table.row(i) *= -1;
        }
    }
}

void
IncSimplex::MakeBasis()
{
    // A slack of its own that is positive, otherwise an artificial variable.
    m_basis.assign(m_table.rows(), NONE);
    for (size_t column = m_structural; column < m_columns; column++)
    {
        for (Eigen::Index i = 0; i < m_table.rows(); i++)
        {
            if (m_table(i, column) > 0)
            {
                m_basis[i] = column;
            }
        }
    }
    for (size_t i = 0; i < m_basis.size(); i++)
    {
        if (m_basis[i] == NONE)
        {
            m_basis[i] = m_columns + i;
            m_table(i, m_columns + i) = 1;
        }
    }
}

void
IncSimplex::SetCosts(const std::vector<double>& costs)
{
    m_costs.setZero(m_artificial + 1);
    for (size_t column = 0; column < costs.size(); column++)
    {
        m_costs(column) = costs[column];
    }
    for (size_t i = 0; i < m_basis.size(); i++)
    {
        const double cost = m_costs(m_basis[i]);
        if (cost != 0)
        {
            m_costs -= cost * m_table.row(i);
        }
    }
}

size_t
IncSimplex::Entering(size_t columns, bool bland) const
{
    size_t best = NONE;
    for (size_t column = 0; column < columns; column++)
    {
        if (m_costs(column) > EPSILON && (best == NONE || m_costs(column) > m_costs(best)))
        {
            best = column;
            if (bland)
            {
                break;
            }
        }
    }
    return best;
}

size_t
IncSimplex::Leaving(size_t column, bool bland) const
{
    size_t best = NONE;
    double least = 0;
    for (Eigen::Index i = 0; i < m_table.rows(); i++)
    {
        if (m_table(i, column) <= PIVOT)
        {
            continue;
        }
        const double ratio = m_table(i, m_artificial) / m_table(i, column);
        const bool before = best != NONE && (bland ? m_basis[i] < m_basis[best]
                                                   : m_table(i, column) > m_table(best, column));
        if (best == NONE || ratio < least - EPSILON || (ratio < least + EPSILON && before))
        {
            best = i;
            least = ratio;
        }
    }
    return best;
}

void
IncSimplex::Pivot(size_t row, size_t column)
{
    m_table.row(row) /= m_table(row, column);
    for (Eigen::Index i = 0; i < m_table.rows(); i++)
    {
        const double factor = m_table(i, column);
        if (size_t(i) != row && factor != 0)
        {
            m_table.row(i) -= factor * m_table.row(row);
            m_table(i, column) = 0;
        }
    }
    m_costs -= m_costs(column) * m_table.row(row);
    m_costs(column) = 0;
    m_basis[row] = column;
}

IncSimplex::Outcome
IncSimplex::Improve(size_t columns)
{
    size_t stalled = 0;
    for (size_t pivots = 0; pivots < 5 * m_artificial + 1000; pivots++)
    {
        const double before = m_costs(m_artificial);
        const bool bland = stalled > 50;
        const size_t column = Entering(columns, bland);
        if (column == NONE)
        {
            return Outcome::BEST;
        }
        const size_t row = Leaving(column, bland);
        if (row == NONE)
        {
            return Outcome::UNBOUNDED;
        }
        Pivot(row, column);
        stalled = m_costs(m_artificial) < before - EPSILON ? 0 : stalled + 1;
    }
    return Outcome::STUCK;
}

void
IncSimplex::DriveOutArtificials()
{
    for (size_t i = 0; i < m_basis.size(); i++)
    {
        for (size_t column = 0; m_basis[i] >= m_columns && column < m_columns; column++)
        {
            if (std::abs(m_table(i, column)) > 1e-7)
            {
                Pivot(i, column);
            }
        }
    }
}

IncLinearAnswer
IncSimplex::Read() const
{
    IncLinearAnswer answer;
    answer.status = IncLinearAnswer::Status::OPTIMAL;
    for (const auto& variable : m_model.Variables())
    {
        answer.values.push_back(variable.low);
    }
    for (size_t i = 0; i < m_basis.size(); i++)
    {
        if (m_basis[i] < m_structural)
        {
            answer.values[m_basis[i]] += m_table(i, m_artificial);
        }
    }
    for (size_t v = 0; v < answer.values.size(); v++)
    {
        answer.objective += m_model.Variables()[v].objective * answer.values[v];
    }
    return answer;
}

IncLinearAnswer
IncSimplex::Solve()
{
    IncLinearAnswer answer;
    for (const double perturbation : {0.0, 1e-9, 1e-7})
    {
        // Rounding can make even Bland's rule go in circles; right sides that all differ cannot.
        if (Solve(perturbation, answer) != Outcome::STUCK)
        {
            break;
        }
    }
    return answer;
}

IncSimplex::Outcome
IncSimplex::Solve(double perturbation, IncLinearAnswer& answer)
{
    Build(perturbation);
    MakeBasis();
    std::vector<double> costs(m_artificial, 0);
    for (size_t column = m_columns; column < m_artificial; column++)
    {
        costs[column] = -1;
    }
    SetCosts(costs);
    if (Improve(m_columns) == Outcome::STUCK)
    {
        return Outcome::STUCK;
    }
    // The cost row's right side is what the artificial variables still add up to.
    if (m_costs(m_artificial) > 1e-7 + perturbation * m_table.rows() * m_table.rows())
    {
        answer.status = IncLinearAnswer::Status::INFEASIBLE;
        return Outcome::BEST;
    }
    DriveOutArtificials();
    costs.assign(m_artificial, 0);
    for (size_t v = 0; v < m_structural; v++)
    {
        costs[v] = m_model.Variables()[v].objective;
    }
    SetCosts(costs);
    const Outcome outcome = Improve(m_columns);
    if (outcome == Outcome::BEST)
    {
        answer = Read();
    }
    return outcome;
}

} // namespace ns3
