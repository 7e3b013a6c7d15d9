/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-layer-bound.h"

#include "inc-simplex.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace ns3
{

void
IncConcaveCuts::Add(std::vector<int64_t> values, uint64_t count)
{
    if (!values.empty() && count > 0)
    {
        m_functions[std::move(values)] += count;
    }
}

std::vector<int64_t>
IncConcaveCuts::Slopes() const
{
    constexpr std::size_t MOST = 10;
    std::set<int64_t> slopes{0};
    for (const auto& [values, count] : m_functions)
    {
        slopes.insert(values[0]);
        for (std::size_t u = 1; u < values.size(); ++u)
        {
            slopes.insert(values[u] - values[u - 1]);
        }
    }
    const std::vector<int64_t> all(slopes.begin(), slopes.end());
    if (all.size() <= MOST)
    {
        return all;
    }
    std::set<int64_t> some{0};
    for (std::size_t i = 0; i < MOST; ++i)
    {
        some.insert(all[i * (all.size() - 1) / (MOST - 1)]);
    }
    return {some.begin(), some.end()};
}

void
IncConcaveCuts::AddCuts(int64_t slope, std::vector<Cut>& cuts) const
{
    // The worth of a function is max over u of (F(u) - t u). Count the functions of each worth.
    std::map<int64_t, uint64_t, std::greater<>> worths;
    for (const auto& [values, count] : m_functions)
    {
        int64_t most = 0;
        for (std::size_t u = 0; u < values.size(); ++u)
        {
            most = std::max<int64_t>(most, values[u] - slope * int64_t(u + 1));
        }
        worths[most] += count;
    }
    // If m is the k-th largest worth, the cut is tight for the sum of the k functions with the
    // largest worths. Add cuts only for some k, each about 1.5 times the previous one.
    uint64_t above = 0;
    uint64_t next = 0;
    int64_t sum = 0;
    for (const auto& [worth, count] : worths)
    {
        above += count;
        sum += worth * int64_t(count);
        if (above >= next || worth == worths.rbegin()->first)
        {
            cuts.push_back({double(slope), double(worth), double(sum - worth * int64_t(above))});
            next = above + above / 2 + 1;
        }
    }
}

std::vector<IncConcaveCuts::Cut>
IncConcaveCuts::Cuts() const
{
    if (m_functions.empty())
    {
        return {{0, 0, 0}};
    }
    std::vector<Cut> cuts;
    for (const int64_t slope : Slopes())
    {
        AddCuts(slope, cuts);
    }
    return cuts;
}

namespace
{
using Sense = IncLinearModel::Sense;
constexpr double INFINITE = std::numeric_limits<double>::infinity();

/** Return the sums of the first number, of the first two, and so on, up to the first n. */
std::vector<int64_t>
PartialSums(const std::vector<int64_t>& numbers, std::size_t n)
{
    std::vector<int64_t> sums;
    for (std::size_t i = 0; i < std::min(n, numbers.size()); ++i)
    {
        sums.push_back(numbers[i] + (i > 0 ? sums.back() : 0));
    }
    return sums;
}

} // namespace

class IncAtroLayerBound::Model
{
  public:
    Model(const IncAtroLayerBound& bound, Kind root)
        : m_bound(bound),
          m_root(root)
    {
        AddVariables();
        AddRoot();
        for (std::size_t layer = 1; layer < m_layers[COMMON].size(); ++layer)
        {
            AddSenders(layer);
        }
        for (const Kind kind : {AGGREGATOR, COMMON})
        {
            AddReceived(kind);
            AddDescent(AGGREGATOR, kind, false);
            AddDescent(COMMON, kind, false);
            AddDescent(COMMON, kind, true);
        }
        AddSent();
        AddTotals();
    }

    uint64_t MaxWorkers() const
    {
        constexpr std::size_t MOST_ROWS = 600;
        const double bound = m_ports * IncBoundByRows(m_model, MOST_ROWS);
        if (!std::isfinite(bound))
        {
            return UINT64_MAX;
        }
        // A margin keeps rounding errors from making the bound too low.
        return static_cast<uint64_t>(std::floor(bound * (1 + 1e-6) + 1e-2));
    }

  private:
    /** The three sums of variables that a cut contains. */
    struct Tally
    {
        Terms yield;    //!< Q: the sum that the cut bounds
        Terms links;    //!< U: number of links; if empty, only cuts with price t = 0 are used
        Terms switches; //!< N: number of switches
    };

    void AddVariables()
    {
        for (const auto& s : m_bound.m_cluster.switches)
        {
            m_ports += s.ports;
        }
        const auto add = [this](double high, double objective) {
            return m_model.AddVariable("", 0, high, false, objective);
        };
        for (const Kind kind : {AGGREGATOR, COMMON})
        {
            for (uint32_t layer = 0; layer < m_bound.m_cluster.maxLayers; ++layer)
            {
                Counts counts{};
                counts.switches = add(INFINITE, 0);
                counts.workers = add(1, 1);
                for (const Kind other : {AGGREGATOR, COMMON})
                {
                    counts.in[other] = add(INFINITE, 0);
                    counts.out[other] = add(INFINITE, 0);
                    counts.flowsIn[other] = other == COMMON ? add(INFINITE, 0) : counts.in[other];
                    counts.flowsOut[other] = kind == COMMON ? add(INFINITE, 0) : counts.out[other];
                }
                m_layers[kind].push_back(counts);
            }
        }
    }

    static IncAtroLayerBound::Terms Received(const Counts& here)
    {
        return {{here.workers, 1}, {here.in[AGGREGATOR], 1}, {here.in[COMMON], 1}};
    }

    void AddRow(Terms terms, Sense sense, double right)
    {
        m_model.AddRow("", std::move(terms), sense, right / m_ports);
    }

    void AddCuts(const Cuts& cuts, const Tally& tally)
    {
        for (const auto& cut : cuts)
        {
            if (tally.links.empty() && cut.link != 0)
            {
                continue;
            }
            Terms terms = tally.yield;
            for (const auto& [variable, factor] : tally.links)
            {
                terms.emplace_back(variable, -cut.link * factor);
            }
            for (const auto& [variable, factor] : tally.switches)
            {
                terms.emplace_back(variable, -cut.count * factor);
            }
            AddRow(std::move(terms), Sense::LESS, cut.constant);
        }
    }

    void AddCutsByLayer(const Cuts& cuts, const std::vector<Tally>& layers)
    {
        // Each switch is in only one layer, so cuts hold for each layer and for sums of layers.
        Tally sum;
        for (const Tally& here : layers)
        {
            AddCuts(cuts, here);
            const auto append = [](Terms& all, const Terms& more) {
                all.insert(all.end(), more.begin(), more.end());
            };
            append(sum.yield, here.yield);
            append(sum.links, here.links);
            append(sum.switches, here.switches);
            if (&here != &layers.front())
            {
                AddCuts(cuts, sum);
            }
        }
    }

    void AddRoot()
    {
        // Layer 1 has only the root, which sends to the parameter server.
        for (const Kind kind : {AGGREGATOR, COMMON})
        {
            const Counts& here = m_layers[kind][0];
            AddRow({{here.switches, 1}}, Sense::EQUAL, kind == m_root ? 1 : 0);
            AddRow({{here.out[AGGREGATOR], 1}, {here.out[COMMON], 1}}, Sense::EQUAL, 0);
            AddRow({{here.flowsOut[AGGREGATOR], 1}, {here.flowsOut[COMMON], 1}}, Sense::EQUAL, 0);
        }
        if (m_root == COMMON)
        {
            const Counts& here = m_layers[COMMON][0];
            AddRow({{here.workers, 1}, {here.flowsIn[AGGREGATOR], 1}, {here.flowsIn[COMMON], 1}},
                   Sense::LESS,
                   m_bound.m_rootFlows[COMMON]);
        }
    }

    void AddSenders(std::size_t layer)
    {
        // An aggregator has one outgoing link, and a common switch has one or several; in layer 2
        // exactly one, to the root. A common switch sends as many flows as it receives, ATRO's
        // constraint (13), at least one per link.
        for (const Kind kind : {AGGREGATOR, COMMON})
        {
            const Counts& here = m_layers[kind][layer];
            AddRow({{here.out[AGGREGATOR], 1}, {here.out[COMMON], 1}, {here.switches, -1}},
                   kind == AGGREGATOR || layer == 1 ? Sense::EQUAL : Sense::GREATER,
                   0);
        }
        const Counts& here = m_layers[COMMON][layer];
        AddRow({{here.workers, 1},
                {here.flowsIn[AGGREGATOR], 1},
                {here.flowsIn[COMMON], 1},
                {here.flowsOut[AGGREGATOR], -1},
                {here.flowsOut[COMMON], -1}},
               Sense::EQUAL,
               0);
        for (const Kind other : {AGGREGATOR, COMMON})
        {
            AddRow({{here.flowsOut[other], 1}, {here.out[other], -1}}, Sense::GREATER, 0);
        }
    }

    void AddReceived(Kind kind)
    {
        std::vector<Tally> ports;
        std::vector<Tally> flows;
        for (const Counts& here : m_layers[kind])
        {
            AddRow({{here.flowsIn[COMMON], 1}, {here.in[COMMON], -1}}, Sense::GREATER, 0);
            ports.push_back({Received(here), {}, {{here.switches, 1}}});
            flows.push_back(
                {{{here.flowsIn[COMMON], 1}}, {{here.in[COMMON], 1}}, {{here.switches, 1}}});
        }
        AddCutsByLayer(m_bound.m_cuts[PORTS][kind], ports);
        AddCutsByLayer(m_bound.m_cuts[TAKEN][kind], flows);
        AddCuts(m_bound.m_cuts[LAST_TAKEN][kind], flows[flows.size() - 2]);
    }

    void AddSent()
    {
        // Begin below the root, which is alone in layer 1 and sends to the parameter server only.
        std::vector<Tally> hosted;
        std::array<std::vector<Tally>, KINDS> flows;
        for (std::size_t layer = 1; layer < m_layers[COMMON].size(); ++layer)
        {
            const Counts& here = m_layers[COMMON][layer];
            const Terms switches{{here.switches, 1}};
            hosted.push_back(
                {Received(here), {{here.out[AGGREGATOR], 1}, {here.out[COMMON], 1}}, switches});
            for (const Kind other : {AGGREGATOR, COMMON})
            {
                const Terms links{{here.out[other], 1}};
                flows[other].push_back({{{here.flowsOut[other], 1}}, links, switches});
                AddCuts(m_bound.m_cuts[PEERS][other], {links, {}, switches});
            }
        }
        AddCutsByLayer(m_bound.m_cuts[HOSTED][COMMON], hosted);
        for (const Kind other : {AGGREGATOR, COMMON})
        {
            AddCutsByLayer(m_bound.m_cuts[SENT][other], flows[other]);
            AddCuts(m_bound.m_cuts[LAST_SENT][other], flows[other].back());
        }
    }

    void AddDescent(Kind from, Kind to, bool flows)
    {
        // Layers l >= k receive links only from layers l > k. Summed over these layers, in <= out;
        // for k = 1, in = out.
        const auto& senders = m_layers[from];
        const auto& receivers = m_layers[to];
        Terms terms;
        for (std::size_t layer = receivers.size(); layer-- > 0;)
        {
            const Counts& taker = receivers[layer];
            terms.emplace_back(flows ? taker.flowsIn[from] : taker.in[from], 1);
            AddRow(terms, layer == 0 ? Sense::EQUAL : Sense::LESS, 0);
            const Counts& sender = senders[layer];
            terms.emplace_back(flows ? sender.flowsOut[to] : sender.out[to], -1);
        }
    }

    void AddTotals()
    {
        for (const Kind kind : {AGGREGATOR, COMMON})
        {
            Terms switches;
            for (const Counts& here : m_layers[kind])
            {
                switches.emplace_back(here.switches, 1);
            }
            AddRow(switches, Sense::LESS, m_bound.m_switches[kind]);
        }
    }

    const IncAtroLayerBound& m_bound;
    const Kind m_root;
    double m_ports{0}; //!< ports of all switches; scales the variables to small values
    IncLinearModel m_model;
    std::array<std::vector<Counts>, KINDS> m_layers;
};

IncAtroLayerBound::IncAtroLayerBound(const IncAtroProblem& problem)
    : m_problem(problem),
      m_cluster(problem.Cluster())
{
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        const Kind kind = KindOf(v);
        ++m_switches[kind];
        m_mostPorts =
            kind == COMMON ? std::max(m_mostPorts, m_cluster.switches[v].ports) : m_mostPorts;
        m_rootFlows[kind] = std::max<uint64_t>(m_rootFlows[kind], problem.RootFlows(v));
    }
    Measure();
}

IncAtroLayerBound::Kind
IncAtroLayerBound::KindOf(Node v) const
{
    return m_cluster.IsAggregator(v) ? AGGREGATOR : COMMON;
}

std::vector<int64_t>
IncAtroLayerBound::Widest(Node v, Kind other, Use use) const
{
    const auto most = [&](Node u) -> int64_t {
        const bool any = u == IncCluster::NONE;
        if (!any && (u >= m_cluster.Switches() || KindOf(u) != other))
        {
            return -1;
        }
        return use == ANY              ? INT64_MAX
               : use == SENT_FROM_LAST ? m_cluster.switches[v].ports - 1
                                       : (any ? m_mostPorts : m_cluster.switches[u].ports) - 1;
    };
    const std::size_t others = m_switches[other] - (KindOf(v) == other ? 1 : 0);
    return m_problem.WidestFlows(v, m_cluster.switches[v].ports - 1, others, most);
}

void
IncAtroLayerBound::Measure()
{
    std::array<std::array<IncConcaveCuts, KINDS>, LIMITS> functions;
    const auto measure = [&](Node v, uint64_t count) {
        const int64_t left = int64_t(m_cluster.switches[v].ports) - 1;
        const Kind kind = KindOf(v);
        functions[PORTS][kind].Add({left}, count);
        functions[TAKEN][kind].Add(PartialSums(Widest(v, COMMON, ANY), left), count);
        functions[LAST_TAKEN][kind].Add(PartialSums(Widest(v, COMMON, TAKEN_FROM_LAST), left),
                                        count);
        if (kind == AGGREGATOR)
        {
            return;
        }
        std::vector<int64_t> all;
        for (const Kind other : {AGGREGATOR, COMMON})
        {
            const auto widest = Widest(v, other, ANY);
            all.insert(all.end(), widest.begin(), widest.end());
            functions[PEERS][other].Add({int64_t(widest.size())}, count);
            functions[SENT][other].Add(PartialSums(widest, left), count);
            functions[LAST_SENT][other].Add(PartialSums(Widest(v, other, SENT_FROM_LAST), left),
                                            count);
        }
        std::sort(all.begin(), all.end(), std::greater<>());
        std::vector<int64_t> in = PartialSums(all, left);
        for (std::size_t u = 1; u <= in.size(); ++u)
        {
            in[u - 1] = std::min(in[u - 1], left + 1 - int64_t(u));
        }
        functions[HOSTED][COMMON].Add(std::move(in), count);
    };
    // Switches of equal kind and ports, with links of default capacity only, have equal functions.
    std::map<std::pair<bool, uint32_t>, std::pair<Node, uint64_t>> alike;
    for (Node v = 0; v < m_cluster.Switches(); ++v)
    {
        if (m_problem.OwnFlows(v).empty())
        {
            auto& [first, count] =
                alike.try_emplace({m_cluster.IsAggregator(v), m_cluster.switches[v].ports}, v, 0)
                    .first->second;
            ++count;
        }
        else
        {
            measure(v, 1);
        }
    }
    for (const auto& [key, entry] : alike)
    {
        measure(entry.first, entry.second);
    }
    for (std::size_t limit = 0; limit < LIMITS; ++limit)
    {
        for (const Kind kind : {AGGREGATOR, COMMON})
        {
            m_cuts[limit][kind] = functions[limit][kind].Cuts();
        }
    }
}

uint64_t
IncAtroLayerBound::MaxWorkers() const
{
    if (m_cluster.maxLayers > MAX_LAYERS)
    {
        return UINT64_MAX;
    }
    uint64_t most = 0;
    for (const Kind root : {AGGREGATOR, COMMON})
    {
        if (m_rootFlows[root] >= 1)
        {
            most = std::max(most, Model(*this, root).MaxWorkers());
        }
    }
    return most;
}

} // namespace ns3
