/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ratio-search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

namespace
{
/** Relative distance up to which a product counts as an integer multiple of its unit. */
constexpr double WHOLE = 1e-7;
/** Units up to this value, such as a rate in Gb/s, count as 0; any multiple is then accepted. */
constexpr double NO_UNIT = 1e-9;
/** Largest number of entries of a tableau (16 MB); each level of the search keeps a tableau. */
constexpr double MOST_ENTRIES = 2e6;
} // namespace

IncRatioSearch::IncRatioSearch(const IncRatioModel& model, IncDeadline deadline, uint64_t nodes)
    : m_model(model),
      m_deadline(deadline),
      m_mostNodes(nodes)
{
}

double
IncRatioSearch::UnitOf(std::size_t ratio, const std::vector<double>& values) const
{
    const IncRatioModel::Ratio& r = m_model.ratios[ratio];
    return r.unit == IncRatioModel::Ratio::CONSTANT ? r.step : values[r.unit];
}

double
IncRatioSearch::CountOf(std::size_t ratio, const std::vector<double>& values) const
{
    return values[m_model.ratios[ratio].product] / UnitOf(ratio, values);
}

bool
IncRatioSearch::IsWhole(std::size_t ratio, const std::vector<double>& values) const
{
    const double unit = UnitOf(ratio, values);
    const double count = CountOf(ratio, values);
    return unit <= NO_UNIT || std::abs(count - std::round(count)) * unit <=
                                  WHOLE * (1 + values[m_model.ratios[ratio].product]);
}

std::optional<std::size_t>
IncRatioSearch::LeastWhole(const Node& node) const
{
    const std::vector<double>& values = node.at.values;
    std::optional<std::size_t> least;
    double most = 0;
    for (std::size_t ratio = 0; ratio < m_model.ratios.size(); ++ratio)
    {
        const bool open = node.ranges[ratio].first < node.ranges[ratio].second;
        if (!open || IsWhole(ratio, values))
        {
            continue;
        }
        const double count = CountOf(ratio, values);
        const double away = std::abs(count - std::round(count));
        if (!least || away > most)
        {
            most = away;
            least = ratio;
        }
    }
    return least;
}

IncRatioSearch::Row
IncRatioSearch::RowOf(std::size_t ratio, bool most, double count) const
{
    using Sense = IncLinearModel::Sense;
    const IncRatioModel::Ratio& r = m_model.ratios[ratio];
    Row row{"", {{r.product, 1}}, most ? Sense::LESS : Sense::GREATER, 0};
    if (r.unit == IncRatioModel::Ratio::CONSTANT)
    {
        row.right = count * r.step;
    }
    else if (count != 0)
    {
        row.terms.emplace_back(r.unit, -count);
    }
    return row;
}

void
IncRatioSearch::AddRange(IncLinearModel& model, std::size_t ratio, Range range) const
{
    for (const bool most : {false, true})
    {
        const double count = most ? range.second : range.first;
        const Row row = RowOf(ratio, most, count);
        // The product has the lower bound 0, so a row for k >= 0 is superfluous.
        if (most || count > 0)
        {
            model.AddRow(row.name, row.terms, row.sense, row.right);
        }
    }
}

IncLinearAnswer
IncRatioSearch::SolveAnew(const std::vector<Range>& ranges) const
{
    IncLinearModel model = m_model.model;
    for (std::size_t ratio = 0; ratio < ranges.size(); ++ratio)
    {
        AddRange(model, ratio, ranges[ratio]);
    }
    return IncSimplex(model, m_deadline).Solve();
}

void
IncRatioSearch::Child(const Node& node, std::size_t ratio, Range range)
{
    if (range.first > range.second)
    {
        return;
    }
    m_late = m_late || ++m_nodes > m_mostNodes || IncIsPast(m_deadline);
    if (m_late)
    {
        m_open = std::max(m_open, node.at.objective);
        return;
    }
    Node child = node;
    child.ranges[ratio] = range;
    std::vector<Row> rows;
    if (range.first > node.ranges[ratio].first)
    {
        rows.push_back(RowOf(ratio, false, range.first));
    }
    if (range.second < node.ranges[ratio].second)
    {
        rows.push_back(RowOf(ratio, true, range.second));
    }
    child.at = child.simplex.Add(rows);
    if (child.at.status == IncLinearAnswer::Status::UNKNOWN)
    {
        // Rounding errors made the tableau useless: solve this node anew, but do not branch on it.
        child.at = SolveAnew(child.ranges);
        const bool unknown = child.at.status == IncLinearAnswer::Status::UNKNOWN;
        const double bound = unknown ? node.at.objective : child.at.objective;
        if (child.at.status != IncLinearAnswer::Status::INFEASIBLE && bound > m_best + m_gap)
        {
            m_spoiled = true;
            m_open = std::max(m_open, bound);
        }
        return;
    }
    if (child.at.status == IncLinearAnswer::Status::OPTIMAL)
    {
        Branch(child);
    }
}

void
IncRatioSearch::Branch(const Node& node)
{
    if (node.at.objective <= m_best + m_gap)
    {
        return;
    }
    if (const auto ratio = LeastWhole(node))
    {
        const Range range = node.ranges[*ratio];
        const double count = CountOf(*ratio, node.at.values);
        const double below = std::clamp(std::floor(count), range.first, range.second - 1);
        const bool up = count - below > 0.5;
        Child(node, *ratio, up ? Range(below + 1, range.second) : Range(range.first, below));
        Child(node, *ratio, up ? Range(range.first, below) : Range(below + 1, range.second));
        return;
    }
    if ((*m_accept)(node.at.values))
    {
        m_best = std::max(m_best, node.at.objective);
        m_answer.values = node.at.values;
        return;
    }
    // The caller refuses this solution, though its multiples are whole numbers. Choose a multiple k
    // that can still change, and branch: below k, above k, and equal to k.
    for (std::size_t ratio = 0; ratio < node.ranges.size(); ++ratio)
    {
        const auto [low, high] = node.ranges[ratio];
        if (low < high && UnitOf(ratio, node.at.values) > NO_UNIT)
        {
            const double count = std::clamp(std::round(CountOf(ratio, node.at.values)), low, high);
            Child(node, ratio, {low, count - 1});
            Child(node, ratio, {count + 1, high});
            Child(node, ratio, {count, count});
            return;
        }
    }
}

IncRatioSearch::Answer
IncRatioSearch::Run(double atLeast, double gap, const Accept& accept)
{
    m_best = atLeast;
    m_gap = gap;
    m_accept = &accept;
    m_late = m_spoiled = false;
    m_nodes = 0;
    m_open = atLeast;
    m_answer = {};
    IncLinearModel model = m_model.model;
    Node root{IncSimplex(model, m_deadline), {}, {}}; // IncSimplex reads the model only in Solve()
    for (std::size_t ratio = 0; ratio < m_model.ratios.size(); ++ratio)
    {
        const IncRatioModel::Ratio& r = m_model.ratios[ratio];
        root.ranges.emplace_back(r.low, r.high);
        AddRange(model, ratio, root.ranges.back());
    }
    const double rows = model.Rows().size();
    if (rows * (model.Variables().size() + rows) <= MOST_ENTRIES)
    {
        root.at = root.simplex.Solve();
    }
    if (root.at.status == IncLinearAnswer::Status::OPTIMAL)
    {
        Branch(root);
    }
    m_answer.proven = !m_late && !m_spoiled && root.at.status != IncLinearAnswer::Status::UNKNOWN;
    m_answer.bound = m_answer.proven ? m_best : std::max(m_best, m_open);
    if (root.at.status == IncLinearAnswer::Status::UNKNOWN)
    {
        m_answer.bound = std::numeric_limits<double>::infinity();
    }
    return m_answer;
}

} // namespace ns3
