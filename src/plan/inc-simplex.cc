/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-simplex.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

namespace
{
constexpr double EPSILON = 1e-9; // rounding tolerance of reduced costs, ratios and right-hand sides
/** Smallest tableau entry that serves as a pivot. */
constexpr double PIVOT = 1e-8;
constexpr std::size_t NOWHERE = SIZE_MAX; // stands for no row or no column
/** Entry of m_basis for a row whose basic variable is artificial. Artificial variables have no
 * columns, because they never enter the basis again. */
constexpr std::size_t ARTIFICIAL = SIZE_MAX;

using Row = IncLinearModel::Row;
using Sense = IncLinearModel::Sense;

/** Solve a model by row generation: begin with its equalities only, and add violated rows until
 * there are none or `mostRows` rows. Return the last optimal answer, whose objective is infinite if
 * there is none, and whether this answer violates no row. */
std::pair<IncLinearAnswer, bool>
SolveByRows(const IncLinearModel& model, IncDeadline deadline, std::size_t mostRows)
{
    constexpr std::size_t AT_ONCE = 24;
    IncLinearModel part;
    std::vector<std::size_t> left; // rows of the model that are not added yet
    for (const auto& variable : model.Variables())
    {
        part.AddVariable(variable.name, variable.low, variable.high, false, variable.objective);
    }
    for (std::size_t i = 0; i < model.Rows().size(); ++i)
    {
        const Row& row = model.Rows()[i];
        if (row.sense != Sense::EQUAL && !row.terms.empty())
        {
            left.push_back(i);
        }
        else
        {
            part.AddRow(row.name, row.terms, row.sense, row.right);
        }
    }
    IncSimplex simplex(part, deadline);
    std::size_t rows = part.Rows().size();
    IncLinearAnswer best;
    best.objective = std::numeric_limits<double>::infinity();
    IncLinearAnswer answer = simplex.Solve();
    while (answer.status == IncLinearAnswer::Status::OPTIMAL)
    {
        best = answer;
        std::vector<std::pair<double, std::size_t>> violated;
        for (const std::size_t i : left)
        {
            const auto [excess, scale] = model.Rows()[i].Excess(answer.values);
            if (excess > EPSILON * scale)
            {
                violated.emplace_back(-excess / scale, i);
            }
        }
        if (violated.empty() || rows >= mostRows)
        {
            return {best, violated.empty()};
        }
        std::sort(violated.begin(), violated.end());
        violated.resize(std::min(violated.size(), std::max(AT_ONCE, rows / 2)));
        std::vector<Row> added;
        for (const auto& [excess, i] : violated)
        {
            added.push_back(model.Rows()[i]);
            left.erase(std::lower_bound(left.begin(), left.end(), i));
        }
        rows += added.size();
        answer = simplex.Add(added);
    }
    return {best, false};
}

} // namespace

IncLinearAnswer
IncSolveByRows(const IncLinearModel& model, IncDeadline deadline)
{
    // With some rows only, the program may be unbounded or rounding too large: then use all rows.
    const auto [answer, solved] = SolveByRows(model, deadline, SIZE_MAX);
    return solved ? answer : IncSimplex(model, deadline).Solve();
}

double
IncBoundByRows(const IncLinearModel& model, std::size_t mostRows)
{
    return SolveByRows(model, IncDeadline::max(), mostRows).first.objective;
}

IncSimplex::IncSimplex(const IncLinearModel& model, IncDeadline deadline)
    : m_model(model),
      m_deadline(deadline)
{
}

double
IncSimplex::Enter(std::size_t i, const Row& row)
{
    // Shift variables by their lower bounds. Scale the row so that its largest coefficient is 1.
    double right = row.right;
    double most = 0;
    for (const auto& [variable, factor] : row.terms)
    {
        m_table(i, variable) += factor;
        right -= factor * m_model.Variables()[variable].low;
    }
    most = m_table.row(i).cwiseAbs().maxCoeff();
    const double scale = (row.sense == Sense::GREATER ? -1 : 1) / (most > 0 ? most : 1);
    m_table.row(i) *= scale;
    return right * scale;
}

bool
IncSimplex::Build(double perturbation)
{
    m_rows = m_model.Rows();
    const auto& variables = m_model.Variables();
    for (uint32_t v = 0; v < variables.size(); ++v)
    {
        if (std::isfinite(variables[v].high))
        {
            m_rows.push_back({"", {{v, 1}}, Sense::LESS, variables[v].high});
        }
    }
    const std::size_t slacks = std::count_if(m_rows.begin(), m_rows.end(), [](const Row& row) {
        return row.sense != Sense::EQUAL;
    });
    if (double(m_rows.size()) * (variables.size() + slacks) > MOST_ENTRIES || IncIsPast(m_deadline))
    {
        return false;
    }
    m_table.setZero(m_rows.size(), variables.size() + slacks);
    m_right.setZero(m_rows.size());
    m_basis.assign(m_rows.size(), ARTIFICIAL);
    std::size_t slack = variables.size();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
    {
        m_right(i) = Enter(i, m_rows[i]);
        if (m_rows[i].sense != Sense::EQUAL)
        {
            m_right(i) += perturbation * (1 + i % 97 + i / 97.0);
            m_table(i, slack) = 1;
            m_basis[i] = m_right(i) < 0 ? ARTIFICIAL : slack;
            ++slack;
        }
        if (m_right(i) < 0)
        {
            m_table.row(i) *= -1;
            m_right(i) *= -1;
        }
    }
    return true;
}

void
IncSimplex::SetInfeasibilityCosts()
{
    m_costs.setZero(m_table.cols());
    m_missing = 0;
    for (std::size_t i = 0; i < m_basis.size(); ++i)
    {
        if (m_basis[i] == ARTIFICIAL)
        {
            m_costs += m_table.row(i);
            m_missing += m_right(i);
        }
    }
}

void
IncSimplex::SetCosts()
{
    m_costs.setZero(m_table.cols());
    m_missing = 0;
    for (std::size_t v = 0; v < m_model.Variables().size(); ++v)
    {
        m_costs(v) = m_model.Variables()[v].objective;
    }
    for (std::size_t i = 0; i < m_basis.size(); ++i)
    {
        const double cost = m_basis[i] == ARTIFICIAL ? 0 : m_costs(m_basis[i]);
        if (cost != 0)
        {
            m_costs -= cost * m_table.row(i);
        }
    }
}

std::size_t
IncSimplex::Entering(bool bland) const
{
    Eigen::Index best = 0;
    if (!bland)
    {
        return m_costs.maxCoeff(&best) > EPSILON ? best : NOWHERE;
    }
    while (best < m_costs.size() && m_costs(best) <= EPSILON)
    {
        ++best;
    }
    return best < m_costs.size() ? best : NOWHERE;
}

std::size_t
IncSimplex::Leaving(std::size_t column, bool bland) const
{
    std::size_t best = NOWHERE;
    double least = 0;
    for (Eigen::Index i = 0; i < m_table.rows(); ++i)
    {
        if (m_table(i, column) <= PIVOT)
        {
            continue;
        }
        const double ratio = m_right(i) / m_table(i, column);
        const bool before = best != NOWHERE && (bland ? m_basis[i] < m_basis[best]
                                                      : m_table(i, column) > m_table(best, column));
        if (best == NOWHERE || ratio < least - EPSILON || (ratio < least + EPSILON && before))
        {
            best = i;
            least = ratio;
        }
    }
    return best;
}

std::size_t
IncSimplex::LeavingNegative(bool bland) const
{
    std::size_t best = NOWHERE;
    for (Eigen::Index i = 0; i < m_right.size(); ++i)
    {
        if (m_right(i) < -EPSILON &&
            (best == NOWHERE || (bland ? m_basis[i] < m_basis[best] : m_right(i) < m_right(best))))
        {
            best = i;
        }
    }
    return best;
}

std::size_t
IncSimplex::EnteringFor(std::size_t row, bool bland) const
{
    std::size_t best = NOWHERE;
    double least = 0;
    for (Eigen::Index column = 0; column < m_table.cols(); ++column)
    {
        const double factor = -m_table(row, column);
        if (factor <= PIVOT)
        {
            continue;
        }
        const double ratio = std::max(0.0, -m_costs(column)) / factor;
        const bool larger = best != NOWHERE && !bland && factor > -m_table(row, best);
        if (best == NOWHERE || ratio < least - EPSILON || (ratio < least + EPSILON && larger))
        {
            best = column;
            least = ratio;
        }
    }
    return best;
}

void
IncSimplex::Pivot(std::size_t row, std::size_t column)
{
    const double factor = m_table(row, column);
    m_table.row(row) /= factor;
    m_right(row) /= factor;
    // Update only runs of columns in which the pivot row is not 0; a run may have gaps of 15 zeros.
    std::vector<std::pair<Eigen::Index, Eigen::Index>> runs;
    for (Eigen::Index i = 0; i < m_table.cols(); ++i)
    {
        if (m_table(row, i) != 0)
        {
            if (runs.empty() || i - runs.back().second > 16)
            {
                runs.emplace_back(i, i);
            }
            runs.back().second = i;
        }
    }
    for (Eigen::Index i = 0; i < m_table.rows(); ++i)
    {
        const double times = m_table(i, column);
        if (std::size_t(i) != row && times != 0)
        {
            for (const auto& [first, last] : runs)
            {
                const Eigen::Index count = last - first + 1;
                m_table.row(i).segment(first, count) -=
                    times * m_table.row(row).segment(first, count);
            }
            m_right(i) -= times * m_right(row);
            m_table(i, column) = 0;
        }
    }
    m_missing -= m_costs(column) * m_right(row);
    m_costs -= m_costs(column) * m_table.row(row);
    m_costs(column) = 0;
    m_basis[row] = column;
}

IncSimplex::Outcome
IncSimplex::Iterate(bool dual)
{
    std::size_t stalled = 0;
    const Eigen::Index most = 5 * (m_table.cols() + m_table.rows()) + 1000;
    for (Eigen::Index pivots = 0; pivots < most && !IncIsPast(m_deadline); ++pivots)
    {
        const bool bland = stalled > 50;
        const std::size_t first = dual ? LeavingNegative(bland) : Entering(bland);
        if (first == NOWHERE)
        {
            return Outcome::BEST;
        }
        const std::size_t second = dual ? EnteringFor(first, bland) : Leaving(first, bland);
        if (second == NOWHERE)
        {
            return Outcome::NONE;
        }
        const auto [row, column] = dual ? std::pair(first, second) : std::pair(second, first);
        const double gain = m_costs(column) * m_right(row) / m_table(row, column);
        Pivot(row, column);
        stalled = (dual ? -gain : gain) > EPSILON ? 0 : stalled + 1;
    }
    return Outcome::STUCK;
}

void
IncSimplex::DriveOutArtificials()
{
    // A row without a possible pivot is redundant (0 = 0); its artificial variable stays basic.
    for (std::size_t i = 0; i < m_basis.size() && !IncIsPast(m_deadline); ++i)
    {
        Eigen::Index column;
        if (m_basis[i] == ARTIFICIAL && m_table.row(i).cwiseAbs().maxCoeff(&column) > 1e-7)
        {
            Pivot(i, column);
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
    for (std::size_t i = 0; i < m_basis.size(); ++i)
    {
        // Rounding errors may have put the value slightly below its lower bound.
        if (m_basis[i] < answer.values.size())
        {
            answer.values[m_basis[i]] += std::max(0.0, m_right(i));
        }
    }
    for (std::size_t v = 0; v < answer.values.size(); ++v)
    {
        answer.objective += m_model.Variables()[v].objective * answer.values[v];
    }
    return answer;
}

bool
IncSimplex::Holds(const IncLinearAnswer& answer) const
{
    return std::all_of(m_rows.begin(), m_rows.end(), [&](const Row& row) {
        const auto [excess, scale] = row.Excess(answer.values);
        return excess <= 1e-6 * scale;
    });
}

IncLinearAnswer
IncSimplex::Solve()
{
    IncLinearAnswer answer;
    for (const double perturbation : {0.0, 1e-9, 1e-7})
    {
        // Rounding can make even Bland's rule cycle; perturbed right-hand sides prevent that.
        if (Solve(perturbation, answer) != Outcome::STUCK || IncIsPast(m_deadline))
        {
            break;
        }
    }
    return answer;
}

IncSimplex::Outcome
IncSimplex::Solve(double perturbation, IncLinearAnswer& answer)
{
    if (!Build(perturbation))
    {
        return Outcome::NONE;
    }
    SetInfeasibilityCosts();
    if (Iterate(false) == Outcome::STUCK)
    {
        return Outcome::STUCK;
    }
    if (m_missing > 1e-7 + perturbation * m_table.rows() * m_table.rows())
    {
        answer.status = IncLinearAnswer::Status::INFEASIBLE;
        return Outcome::BEST;
    }
    DriveOutArtificials();
    SetCosts();
    const Outcome outcome = Iterate(false);
    if (outcome == Outcome::BEST)
    {
        answer = Read();
    }
    return outcome;
}

IncLinearAnswer
IncSimplex::Add(const std::vector<Row>& rows)
{
    const Eigen::Index oldRows = m_table.rows();
    const Eigen::Index oldColumns = m_table.cols();
    const auto count = static_cast<Eigen::Index>(rows.size());
    if (double(oldRows + count) * (oldColumns + count) > MOST_ENTRIES)
    {
        return {};
    }
    m_table.conservativeResizeLike(decltype(m_table)::Zero(oldRows + count, oldColumns + count));
    m_right.conservativeResize(oldRows + count);
    m_costs.conservativeResizeLike(Eigen::RowVectorXd::Zero(oldColumns + count));
    for (Eigen::Index r = 0; r < count; ++r)
    {
        if (IncIsPast(m_deadline))
        {
            return {};
        }
        const Eigen::Index i = oldRows + r;
        m_right(i) = Enter(i, rows[r]);
        m_table(i, oldColumns + r) = 1;
        // Eliminate the basic variables from the new row.
        for (Eigen::Index other = 0; other < oldRows; ++other)
        {
            const double times = m_basis[other] == ARTIFICIAL ? 0 : m_table(i, m_basis[other]);
            if (times != 0)
            {
                m_table.row(i) -= times * m_table.row(other);
                m_right(i) -= times * m_right(other);
                m_table(i, m_basis[other]) = 0;
            }
        }
        m_basis.push_back(oldColumns + r);
        m_rows.push_back(rows[r]);
    }
    IncLinearAnswer answer;
    const Outcome outcome = Iterate(true);
    if (outcome == Outcome::NONE)
    {
        answer.status = IncLinearAnswer::Status::INFEASIBLE;
    }
    else if (outcome == Outcome::BEST && Iterate(false) == Outcome::BEST)
    {
        answer = Read();
        answer.status = Holds(answer) ? answer.status : IncLinearAnswer::Status::UNKNOWN;
    }
    return answer;
}

} // namespace ns3
