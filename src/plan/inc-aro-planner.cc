/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aro-planner.h"

#include "inc-aro-model.h"
#include "inc-max-flow.h"
#include "inc-plan-algorithms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace ns3
{

/** Maximum-flow network for one parameter server (PS) at one rate. The source sends one unit per
 * worker to the worker's switch, and one unit to each used aggregator. Flows end at aggregators or
 * the PS. */
class IncAroPlanner::Flow
{
  public:
    Flow(const IncAroPlanner& planner,
         uint32_t p,
         double rate,
         const std::vector<Use>& use,
         bool spines)
        : m_planner(planner),
          m_cluster(planner.m_instance),
          m_p(p),
          m_rate(rate),
          m_use(use),
          m_spines(spines),
          m_root(planner.m_attach[m_cluster.workers + p]),
          m_flow(2 + 2 * m_cluster.Switches())
    {
        AddEnds();
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            AddSwitch(v);
        }
    }

    /** \return true if the network has room for all units that the source sends */

    bool Arrives()
    {
        return m_linked && m_flow.Run(SOURCE, SINK) == m_supply;
    }

    std::vector<IncAroPlanner::Node> Absorbing() const
    {
        std::vector<Node> nodes;
        for (const auto& [v, arc] : m_absorb)
        {
            if (m_flow.FlowOn(arc) > 0)
            {
                nodes.push_back(v);
            }
        }
        return nodes;
    }

    IncAroPlanner::Routing Result() const
    {
        Routing routing;
        routing.rate = m_rate;
        for (const auto& [pair, arc] : m_arcs)
        {
            if (m_flow.FlowOn(arc) > 0)
            {
                routing.flows[pair] = m_flow.FlowOn(arc);
            }
        }
        return routing;
    }

  private:
    static constexpr uint32_t SOURCE = 0;
    static constexpr uint32_t SINK = 1;

    uint32_t In(Node v) const
    {
        return 2 + 2 * v;
    }

    uint32_t Out(Node v) const
    {
        return 3 + 2 * v;
    }

    bool Skipped(Node v) const
    {
        // A closed aggregator takes no flow; SRO's first pass skips common switches without hosts.
        const bool aggregates = m_cluster.IsAggregator(v);
        return aggregates ? m_use[v] == Use::CLOSED : !m_spines && !m_planner.m_hosting[v];
    }

    void AddSwitch(Node v)
    {
        if (Skipped(v))
        {
            return;
        }
        if (m_cluster.IsAggregator(v))
        {
            m_absorb.emplace_back(
                v,
                m_flow.AddArc(In(v), SINK, m_cluster.workers + m_cluster.Switches()));
            if (m_use[v] == Use::USED)
            {
                m_flow.AddArc(SOURCE, Out(v), 1);
                ++m_supply;
            }
        }
        else
        {
            m_flow.AddArc(In(v), Out(v), m_cluster.workers + m_cluster.Switches());
        }
        const auto& topology = m_planner.m_topology;
        for (const Node u : topology.Neighbors(v))
        {
            if (!Skipped(u) && topology.Hops(m_root, u) + 1 == topology.Hops(m_root, v))
            {
                const uint32_t arc = m_flow.AddArc(Out(v), In(u), m_planner.Flows(v, u, m_rate));
                m_arcs.push_back({{v, u}, arc});
            }
        }
    }

    void AddEnds()
    {
        // All workers' links carry the same rates.
        m_linked =
            m_planner.Fit(m_planner.m_workersBound - m_planner.m_takenByWorkers, m_rate) >= 1;
        for (Node v = 0; v < m_cluster.Switches(); ++v)
        {
            const uint32_t workers = m_planner.m_workers[v];
            if (workers > 0)
            {
                m_linked = m_linked && !Skipped(v) &&
                           m_planner.m_topology.Hops(m_root, v) != IncFixedTopology::UNREACHABLE;
                m_flow.AddArc(SOURCE, In(v), workers);
                m_supply += workers;
            }
        }
        const Node ps = m_cluster.ParameterServer(m_p);
        m_arcs.push_back(
            {{m_root, ps}, m_flow.AddArc(Out(m_root), SINK, m_planner.Flows(m_root, ps, m_rate))});
    }

    const IncAroPlanner& m_planner;
    const IncCluster& m_cluster;
    const uint32_t m_p;
    const double m_rate;
    const std::vector<Use>& m_use;
    const bool m_spines;
    const Node m_root;
    IncMaxFlow m_flow;
    int64_t m_supply{0};
    bool m_linked{true};
    std::vector<std::pair<Arc, uint32_t>> m_arcs;
    std::vector<std::pair<Node, uint32_t>> m_absorb;
};

std::vector<bool>
IncAroPlanner::Pruned() const
{
    // APP keeps a share, at least one, of aggregators that have equal neighbors and no hosts.
    std::vector<bool> pruned(m_instance.Switches(), false);
    std::map<std::vector<Node>, std::vector<Node>> alike;
    for (Node v = 0; v < m_instance.Switches() && m_options.alpha < 1; ++v)
    {
        if (!m_hosting[v] && m_instance.IsAggregator(v))
        {
            alike[m_topology.Neighbors(v)].push_back(v);
        }
    }
    for (const auto& [neighbors, group] : alike)
    {
        const auto keep = std::max<std::size_t>(1, std::floor(m_options.alpha * group.size()));
        for (std::size_t i = keep; i < group.size(); ++i)
        {
            pruned[group[i]] = true;
        }
    }
    return pruned;
}

uint32_t
IncAroPlanner::Fit(double left, double rate) const
{
    const uint32_t most = m_instance.workers + m_instance.Switches();
    return rate <= 0
               ? most
               : static_cast<uint32_t>(std::clamp<double>(std::floor(left / rate + 1e-9), 0, most));
}

uint32_t
IncAroPlanner::Flows(Node u, Node v, double rate) const
{
    const auto found = m_taken.find(std::minmax(u, v));
    return Fit(m_instance.CapacityOf(u, v) - (found == m_taken.end() ? 0 : found->second), rate);
}

std::optional<IncAroPlanner::Routing>
IncAroPlanner::At(uint32_t p, double rate, std::vector<Use> use, bool spines)
{
    m_late = m_late || Late();
    if (m_late)
    {
        return std::nullopt;
    }
    Flow flow(*this, p, rate, use, spines);
    if (!flow.Arrives())
    {
        return std::nullopt;
    }
    // Branch on an undecided aggregator that receives a flow: let it send one flow, or close it.
    const std::vector<Node> absorbing = flow.Absorbing();
    const auto undecided = std::find_if(absorbing.begin(), absorbing.end(), [&use](Node v) {
        return use[v] == Use::OPEN;
    });
    if (undecided != absorbing.end())
    {
        for (const Use choice : {Use::USED, Use::CLOSED})
        {
            use[*undecided] = choice;
            if (auto routing = At(p, rate, use, spines))
            {
                return routing;
            }
        }
        return std::nullopt;
    }
    // An aggregator that receives no flow must not send one: close it and solve again.
    bool idle = false;
    for (Node v = 0; v < m_instance.Switches(); ++v)
    {
        const bool absorbs = std::binary_search(absorbing.begin(), absorbing.end(), v);
        if (use[v] == Use::USED && m_instance.IsAggregator(v) && !absorbs)
        {
            use[v] = Use::CLOSED;
            idle = true;
        }
    }
    return idle ? At(p, rate, use, spines) : std::optional<Routing>(flow.Result());
}

IncAroPlanner::Routing
IncAroPlanner::Fastest(uint32_t p, double atLeast, const std::vector<bool>& closed, bool spines)
{
    std::vector<Use> use(m_instance.Switches(), Use::OPEN);
    for (Node v = 0; v < m_instance.Switches(); ++v)
    {
        use[v] = closed[v] ? Use::CLOSED : Use::OPEN;
    }
    // The search decides aggregators in their order. One with workers always absorbs them.
    for (Node v = 0; v < m_instance.Switches(); ++v)
    {
        if (m_instance.IsAggregator(v) && use[v] == Use::OPEN)
        {
            if (m_workers[v] == 0)
            {
                break;
            }
            use[v] = Use::USED;
        }
    }
    double widest = m_instance.capacity;
    for (uint32_t w = 0; w < m_attach.size(); ++w)
    {
        widest = std::max(widest, m_instance.CapacityOf(m_attach[w], m_instance.Worker(w)));
    }
    const double step = m_instance.capacity / m_options.steps;
    auto low = static_cast<int64_t>(std::floor(atLeast / step + 1e-9));
    auto high = static_cast<int64_t>(std::floor(widest / step + 1e-9));
    Routing best;
    best.rate = -1;
    if (auto routing = At(p, low * step, use, spines))
    {
        best = std::move(*routing);
    }
    while (best.rate >= 0 && low < high)
    {
        const int64_t middle = low + (high - low + 1) / 2;
        if (auto routing = At(p, middle * step, use, spines))
        {
            best = std::move(*routing);
            low = middle;
        }
        else
        {
            high = middle - 1;
        }
    }
    return best;
}

IncAroPlanner::Routing
IncAroPlanner::Best(uint32_t p)
{
    std::vector<bool> closed = m_pruned;
    const Routing first = Fastest(p, 0, closed, !m_options.spines);
    if (!m_options.spines || first.rate < 0)
    {
        // A worker may have no path without the switches that SRO or APP left out: use all.
        return first.rate < 0 ? Fastest(p, 0, std::vector<bool>(closed.size(), false), true)
                              : first;
    }
    for (Node v = 0; v < m_instance.Switches(); ++v)
    {
        const auto flow = first.flows.lower_bound({v, 0});
        const bool used = flow != first.flows.end() && flow->first.first == v;
        closed[v] = closed[v] || (m_instance.IsAggregator(v) && !used);
    }
    Routing second = Fastest(p, first.rate, closed, true);
    return second.rate >= first.rate ? second : first;
}

void
IncAroPlanner::Take(const Routing& routing)
{
    m_takenByWorkers += routing.rate;
    for (const auto& [arc, count] : routing.flows)
    {
        m_taken[std::minmax(arc.first, arc.second)] += count * routing.rate;
    }
}

void
IncAroPlanner::Complete(IncClusterPlan& plan, const std::vector<Routing>& routings) const
{
    std::map<Arc, uint32_t> sum;
    for (uint32_t end = 0; end < m_attach.size(); ++end)
    {
        plan.links.emplace_back(m_attach[end], m_instance.Worker(end));
    }
    // The flows of workers come last, because their nodes come after the switches.
    const auto add = [this](auto& flows, const std::map<Arc, uint32_t>& arcs, uint32_t workers) {
        for (const auto& [arc, count] : arcs)
        {
            flows.push_back({arc.first, arc.second, count});
        }
        for (uint32_t w = 0; w < m_instance.workers; ++w)
        {
            flows.push_back({m_instance.Worker(w), m_attach[w], workers});
        }
    };
    for (const Routing& routing : routings)
    {
        plan.rates.push_back(routing.rate);
        plan.objective += routing.rate;
        for (const auto& [arc, count] : routing.flows)
        {
            sum[arc] += count;
        }
        if (routings.size() > 1)
        {
            plan.flowsByPs.emplace_back();
            add(plan.flowsByPs.back(), routing.flows, 1);
        }
    }
    add(plan.flows, sum, routings.size());
    std::set<Arc> linked;
    for (const auto& [arc, count] : sum)
    {
        const Arc pair = std::minmax(arc.first, arc.second);
        if (pair.second < m_instance.Switches() && linked.insert(pair).second)
        {
            plan.links.push_back(pair);
        }
    }
    plan.rate = plan.objective;
    if (routings.size() == 1)
    {
        plan.rates.clear();
    }
}

std::vector<IncAroPlanner::Routing>
IncAroPlanner::InTurn(std::vector<double>& alone)
{
    // The first PS in an order finds all links empty, so no plan gives this PS a higher rate.
    const uint32_t count = m_instance.parameterServers;
    std::vector<Routing> best;
    double bestSum = -1;
    alone.assign(count, 0);
    for (uint32_t first = 0; first < count; ++first)
    {
        m_taken.clear();
        m_takenByWorkers = 0;
        std::vector<Routing> routings(count);
        double sum = 0;
        for (uint32_t i = 0; i < count; ++i)
        {
            const uint32_t p = (first + i) % count;
            routings[p] = Best(p);
            if (routings[p].rate < 0)
            {
                return m_late ? best : std::vector<Routing>();
            }
            alone[p] = i == 0 ? routings[p].rate : alone[p];
            sum += routings[p].rate;
            Take(routings[p]);
        }
        if (sum > bestSum)
        {
            bestSum = sum;
            best = std::move(routings);
        }
    }
    return best;
}

double
IncAroPlanner::Together(std::vector<Routing>& best, const std::vector<double>& alone, double bound)
{
    double sum = 0;
    for (const Routing& routing : best)
    {
        sum += routing.rate;
    }
    const double step = m_instance.capacity / m_options.steps;
    const double gap = step * (1 - 1e-6);
    if (sum >= bound - gap)
    {
        return sum;
    }
    IncCluster cluster = m_instance;
    cluster.attach = m_attach;
    const IncAroModel model(cluster, std::vector<double>(best.size(), 1));
    const IncRatioModel products = model.Products(step, alone);
    const auto answer =
        IncRatioSearch(products, m_deadline).Run(sum, gap, [](const auto&) { return true; });
    if (answer.values)
    {
        for (std::size_t p = 0; p < best.size(); ++p)
        {
            // A parameter server whose new rate is 0 keeps its old routes.
            best[p].rate = std::round((*answer.values)[p] / step) * step;
            if (best[p].rate > 0)
            {
                best[p].flows.clear();
            }
        }
        for (const IncAroModel::Flow& flow : model.FlowsOf(*answer.values))
        {
            if (flow.from < m_instance.Switches())
            {
                best[flow.p].flows[{flow.from, flow.to}] = flow.count;
            }
        }
    }
    return std::floor(std::min(bound, answer.bound) / step + 1e-6) * step;
}

double
IncAroPlanner::WorkersBound() const
{
    // A worker's link carries a flow to each PS, so its capacity bounds the sum of rates.
    double bound = std::numeric_limits<double>::infinity();
    for (uint32_t w = 0; w < m_instance.workers; ++w)
    {
        bound = std::min(bound, m_instance.CapacityOf(m_attach[w], m_instance.Worker(w)));
    }
    return bound;
}

void
IncAroPlanner::Solve(IncClusterPlan& plan)
{
    m_late = false;
    m_attach = m_instance.attach;
    if (m_attach.empty())
    {
        IncPlanRandom random(m_options.seed);
        m_attach = m_topology.DrawPlacement(random);
    }
    m_hosting.assign(m_instance.Switches(), false);
    m_workers.assign(m_instance.Switches(), 0);
    for (uint32_t end = 0; end < m_attach.size(); ++end)
    {
        m_hosting[m_attach[end]] = true;
        m_workers[m_attach[end]] += end < m_instance.workers ? 1 : 0;
    }
    m_workersBound = WorkersBound();
    m_pruned = Pruned();
    std::vector<double> alone;
    std::vector<Routing> best = InTurn(alone);
    plan.status = m_late ? IncPlanStatus::TIMEOUT : IncPlanStatus::INFEASIBLE;
    const bool exact = !m_late && !m_options.spines && m_options.alpha >= 1;
    double bound = m_workersBound;
    if (exact)
    {
        bound = std::min(bound, std::accumulate(alone.begin(), alone.end(), 0.0));
    }
    if (!best.empty())
    {
        if (exact && best.size() > 1)
        {
            bound = Together(best, alone, bound);
        }
        Complete(plan, best);
        plan.status = plan.objective >= bound - 1e-9 || (exact && best.size() == 1)
                          ? IncPlanStatus::OPTIMAL
                          : IncPlanStatus::FEASIBLE;
    }
    plan.upperBound = plan.status == IncPlanStatus::INFEASIBLE ? 0
                      : plan.status == IncPlanStatus::OPTIMAL  ? plan.objective
                                                               : std::max(bound, plan.objective);
}

const IncPlanRegistration REGISTERED_ARO(IncAroPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "ARO-like: best routing of a fixed topology";
    self.own = {IncAddSolver, IncAddSteps, [](IncArgumentTable& table, IncPlanOptions& options) {
                    table.Flag("sro",
                               options.spines,
                               "Whether to solve first without common switches that host nobody.");
                    table.Parsed<double>("app",
                                         options.alpha,
                                         "1",
                                         IncParseShare,
                                         "a number above 0, at most 1",
                                         "Share of interchangeable aggregators that is kept.");
                }};
    self.rules.attachedHosts = true;
    self.cluster = [](const IncCluster& cluster, const IncPlanOptions& options) {
        return options.Foreign() ? IncSolveAroBy(cluster, options)
                                 : IncAroPlanner(cluster).Options(options).Run();
    };
    self.clusterModel = [](const IncClusterPlan& plan) {
        std::vector<double> rates = plan.rates;
        rates.resize(plan.instance.parameterServers, plan.rate);
        return IncAroModel(plan.instance, rates).Model();
    };
});

} // namespace ns3
