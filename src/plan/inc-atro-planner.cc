/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-atro-planner.h"

#include "inc-atro-bound.h"
#include "inc-atro-construction.h"
#include "inc-atro-layer-bound.h"
#include "inc-atro-model.h"
#include "inc-atro-problem.h"
#include "inc-atro-rates.h"
#include "inc-atro-switch-model.h"
#include "inc-atro-topology.h"
#include "inc-plan-algorithms.h"

#include "ns3/inc-error.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Exact branch and bound over the topologies of a cluster with few switches: is there one
 * that connects all workers at a given rate?
 *
 * The search fills layer by layer. It places a switch together with the set of switches to which it
 * sends, so every directed acyclic graph occurs once. Interchangeable switches are tried in one
 * order only. A branch is pruned if the places for workers so far, plus the most that the remaining
 * switches can add, are too few. */
class IncAtroSearch
{
  public:
    using Clock = std::chrono::steady_clock;

    /** Outcome of the search. */
    enum class Answer
    {
        FOUND,
        NONE,   //!< proven: no topology connects all workers
        UNKNOWN //!< the deadline or the limit on steps has ended the search
    };

    /** Largest number of switches that the search accepts. */
    static constexpr uint32_t MAX_SWITCHES = 32;

    /**
     * \param problem the instance at a rate
     * \param deadline time at which the search gives up
     * \param steps number of steps after which the search gives up
     */
    IncAtroSearch(const IncAtroProblem& problem, Clock::time_point deadline, uint64_t steps);

    /** \return the outcome */
    Answer Run();
    /** \return the routing, if found */
    const std::optional<IncAtroRouting>& Routing() const;

  private:
    using Node = IncAtroProblem::Node;
    using Set = uint32_t;

    void MakeTwins();
    bool Root(Node v);
    bool Late();
    bool Branch(uint32_t layer, Node next, bool placedAny);
    /// Try all sets of switches to which v can send from this layer.
    bool Parents(uint32_t layer, Node v);
    /// Route the workers over the switches placed so far; return true if all fit.
    bool Evaluate();
    int64_t Places(Node v) const;
    int64_t PlacesNow() const;
    int64_t MostLater(uint32_t layer, Node next) const;
    bool TwinAllows(Node v, uint32_t layer, Set parents) const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    const IncAtroRouter m_router;
    const Clock::time_point m_deadline;
    const uint64_t m_mostSteps;
    const uint32_t m_switches;

    /// For each switch, the last switch before it that is interchangeable with it, or NONE.
    std::vector<Node> m_twin;
    std::vector<int64_t> m_gain; //!< most places for workers that each unplaced switch can add
    std::vector<std::vector<int64_t>> m_flows; //!< flows that fit between two switches
    std::vector<uint32_t> m_layer;             //!< layer of each switch; 0 if it is not placed
    std::vector<Set> m_parents;   //!< switches to which each switch sends, one bit each
    std::vector<int64_t> m_in;    //!< number of links into each switch
    std::vector<int64_t> m_width; //!< flows that fit on the outgoing links
    Node m_root{IncCluster::NONE};
    std::optional<IncAtroRouting> m_routing;
    uint64_t m_steps{0};
    bool m_late{false};
};

namespace
{

/** Time beyond the limit for bounds and construction, because without them there is no plan. */
constexpr std::chrono::milliseconds GRACE(100);
/** Most switches of a cluster that an external solver is asked about. */
constexpr uint32_t MOST_SWITCHES_OF_SOLVER = 64;
/** Most steps of branch and bound if an external solver is installed. */
constexpr uint64_t OWN_STEPS = 1000;
/** Most nodes of the external solver; only the time limit ends such a search. */
constexpr uint64_t MOST_SOLVER_NODES = 1000000;

uint32_t
Size(uint32_t set)
{
    return __builtin_popcount(set);
}

} // namespace

IncAtroSearch::IncAtroSearch(const IncAtroProblem& problem,
                             Clock::time_point deadline,
                             uint64_t steps)
    : m_problem(problem),
      m_cluster(problem.Cluster()),
      m_router(problem),
      m_deadline(deadline),
      m_mostSteps(steps),
      m_switches(m_cluster.Switches())
{
    const IncAtroBound bound(problem);
    m_flows.assign(m_switches, std::vector<int64_t>(m_switches, 0));
    for (Node v = 0; v < m_switches; ++v)
    {
        const int64_t ports = m_cluster.switches[v].ports;
        m_gain.push_back(
            std::max<int64_t>(0, m_cluster.IsAggregator(v) ? ports - 2 : bound.Gain(v)));
        for (Node u = 0; u < m_switches; ++u)
        {
            m_flows[v][u] = u == v ? 0 : problem.Flows(v, u);
        }
    }
    m_layer.assign(m_switches, 0);
    m_parents.assign(m_switches, 0);
    m_in.assign(m_switches, 0);
    m_width.assign(m_switches, 0);
    MakeTwins();
}

void
IncAtroSearch::MakeTwins()
{
    // Switches are interchangeable if they have equal ports and kind, and no own capacities.
    std::vector<bool> plain(m_switches);
    for (Node v = 0; v < m_switches; ++v)
    {
        plain[v] = m_problem.OwnFlows(v).empty();
        for (const auto& workers : m_problem.WorkerClasses())
        {
            plain[v] =
                plain[v] && !std::binary_search(workers.refused.begin(), workers.refused.end(), v);
        }
    }
    m_twin.assign(m_switches, IncCluster::NONE);
    for (Node v = 0; v < m_switches; ++v)
    {
        for (Node u = 0; u < v; ++u)
        {
            if (plain[u] && plain[v] &&
                m_cluster.switches[u].ports == m_cluster.switches[v].ports &&
                m_cluster.IsAggregator(u) == m_cluster.IsAggregator(v))
            {
                m_twin[v] = u;
            }
        }
    }
}

IncAtroSearch::Answer
IncAtroSearch::Run()
{
    for (Node v = 0; v < m_switches && !m_late; ++v)
    {
        if (m_problem.RootFlows(v) >= 1 && m_twin[v] == IncCluster::NONE && Root(v))
        {
            return Answer::FOUND;
        }
    }
    return m_late ? Answer::UNKNOWN : Answer::NONE;
}

const std::optional<IncAtroRouting>&
IncAtroSearch::Routing() const
{
    return m_routing;
}

bool
IncAtroSearch::Root(Node v)
{
    m_root = v;
    m_layer[v] = 1;
    m_width[v] = m_problem.RootFlows(v);
    const bool found = Evaluate() || (m_cluster.maxLayers >= 2 && Branch(2, 0, false));
    m_layer[v] = 0;
    m_width[v] = 0;
    return found;
}

int64_t
IncAtroSearch::Places(Node v) const
{
    // Count the workers that still fit: v's free ports, and the flows that its links still carry.
    const int64_t out = v == m_root ? 1 : Size(m_parents[v]);
    const int64_t ports = m_cluster.switches[v].ports - out;
    return (m_cluster.IsAggregator(v) ? ports : std::min(ports, m_width[v])) - m_in[v];
}

int64_t
IncAtroSearch::PlacesNow() const
{
    int64_t sum = 0;
    for (Node v = 0; v < m_switches; ++v)
    {
        sum += m_layer[v] ? std::max<int64_t>(0, Places(v)) : 0;
    }
    return sum;
}

int64_t
IncAtroSearch::MostLater(uint32_t layer, Node next) const
{
    int64_t sum = 0;
    for (Node v = 0; v < m_switches; ++v)
    {
        const bool possible = !m_layer[v] && (v >= next || layer < m_cluster.maxLayers);
        sum += possible ? m_gain[v] : 0;
    }
    return sum;
}

bool
IncAtroSearch::TwinAllows(Node v, uint32_t layer, Set parents) const
{
    const Node twin = m_twin[v];
    if (twin == IncCluster::NONE || twin == m_root)
    {
        return true;
    }
    return m_layer[twin] != 0 && (m_layer[twin] < layer || m_parents[twin] <= parents);
}

bool
IncAtroSearch::Evaluate()
{
    if (PlacesNow() < int64_t(m_cluster.workers))
    {
        return false;
    }
    IncAtroTopology topology{m_root, {}};
    for (Node v = 0; v < m_switches; ++v)
    {
        for (Node u = 0; m_layer[v] && u < m_switches; ++u)
        {
            if (m_parents[v] >> u & 1)
            {
                topology.arcs.emplace_back(v, u);
            }
        }
    }
    m_routing = m_router.Route(topology);
    return m_routing.has_value();
}

bool
IncAtroSearch::Late()
{
    m_late = m_late || ++m_steps > m_mostSteps ||
             ((m_steps & 255) == 0 && Clock::now() > m_deadline);
    return m_late;
}

bool
IncAtroSearch::Branch(uint32_t layer, Node next, bool placedAny)
{
    if (Late() || PlacesNow() + MostLater(layer, next) < int64_t(m_cluster.workers))
    {
        return false;
    }
    while (next < m_switches && m_layer[next])
    {
        ++next;
    }
    if (next == m_switches)
    {
        return placedAny && layer < m_cluster.maxLayers && Branch(layer + 1, 0, false);
    }
    return Parents(layer, next) || Branch(layer, next + 1, placedAny);
}

bool
IncAtroSearch::Parents(uint32_t layer, Node v)
{
    // Collect the switches to which v can send. At least one must be in the next higher layer,
    // `above`; otherwise v would belong to a higher layer.
    Set possible = 0;
    Set above = 0;
    for (Node u = 0; u < m_switches; ++u)
    {
        const bool fits =
            m_layer[u] && m_layer[u] < layer && m_flows[v][u] >= 1 &&
            m_cluster.switches[u].ports > m_in[u] + (u == m_root ? 1 : Size(m_parents[u]));
        possible |= fits ? Set(1) << u : 0;
        above |= fits && m_layer[u] + 1 == layer ? Set(1) << u : 0;
    }
    const uint32_t most = m_cluster.IsAggregator(v) ? 1 : m_cluster.switches[v].ports - 1;
    if (m_cluster.switches[v].ports < 2)
    {
        return false;
    }
    for (Set set = possible; set && !Late(); set = (set - 1) & possible)
    {
        if (!(set & above) || Size(set) > most || !TwinAllows(v, layer, set))
        {
            continue;
        }
        m_layer[v] = layer;
        m_parents[v] = set;
        for (Node u = 0; u < m_switches; ++u)
        {
            if (set >> u & 1)
            {
                ++m_in[u];
                m_width[v] += m_flows[v][u];
            }
        }
        const bool found = Evaluate() || Branch(layer, v + 1, true);
        for (Node u = 0; u < m_switches; ++u)
        {
            m_in[u] -= set >> u & 1;
        }
        m_layer[v] = 0;
        m_parents[v] = 0;
        m_width[v] = 0;
        if (found || m_late)
        {
            return found;
        }
    }
    return false;
}

IncAtroPlanner::IncAtroPlanner(const IncCluster& cluster)
    : m_cluster(cluster)
{
    cluster.RequireOneParameterServer("atro");
}

uint64_t
IncAtroPlanner::MostWorkers(const IncAtroProblem& problem, uint64_t enough)
{
    const uint64_t most = IncAtroBound(problem).MaxWorkers();
    if (most <= enough || problem.Cluster().maxLayers < 3)
    {
        return most;
    }
    return std::min(most, IncAtroLayerBound(problem).MaxWorkers());
}

IncAtroPlanner::Count
IncAtroPlanner::CountAt(double rate) const
{
    const IncAtroProblem problem(m_cluster, rate);
    if (IncAtroBound(problem).MaxWorkers() < m_cluster.workers)
    {
        return {true, std::nullopt};
    }
    const IncAtroRouter router(problem);
    for (const IncAtroTopology& topology : IncAtroConstruction(problem).Candidates())
    {
        if (auto routing = router.Route(topology))
        {
            return {false, std::move(routing)};
        }
    }
    return {MostWorkers(problem, m_cluster.workers - 1) < m_cluster.workers, std::nullopt};
}

void
IncAtroPlanner::Bisect(const std::vector<double>& rates)
{
    // Feasibility is monotone in the rate, because more flows fit at a slower rate.
    m_best = rates.size() - (m_routing ? 1 : 0);
    std::size_t low = m_refuted;
    std::size_t high = m_best;
    while (low < high && Clock::now() < m_deadline + GRACE)
    {
        const std::size_t middle = low + (high - low) / 2;
        Count count = CountAt(rates[middle]);
        if (count.routing)
        {
            m_best = middle;
            m_routing = std::move(count.routing);
            high = middle;
        }
        else
        {
            m_refuted = count.refuted ? std::max(m_refuted, middle + 1) : m_refuted;
            low = middle + 1;
        }
    }
}

void
IncAtroPlanner::Refute(const std::vector<double>& rates)
{
    // Bisect for the highest rate that the bounds do not refute; no plan has a higher one.
    std::size_t high = m_best;
    while (m_refuted < high && Clock::now() < m_deadline + GRACE)
    {
        const std::size_t middle = m_refuted + (high - m_refuted) / 2;
        const IncAtroProblem problem(m_cluster, rates[middle]);
        if (MostWorkers(problem, m_cluster.workers - 1) < m_cluster.workers)
        {
            m_refuted = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
}

IncAtroPlanner::Count
IncAtroPlanner::SearchAt(double rate, uint64_t nodes)
{
    const IncAtroProblem problem(m_cluster, rate);
    const std::string solver = m_options.solver == "auto" ? IncSolverProgram::Installed() : "";
    if (nodes == 0)
    {
        if (m_cluster.Switches() > IncAtroSearch::MAX_SWITCHES)
        {
            return {};
        }
        IncAtroSearch search(problem, m_deadline, solver.empty() ? UINT64_MAX : OWN_STEPS);
        return {search.Run() == IncAtroSearch::Answer::NONE, search.Routing()};
    }
    if (solver.empty() || Late())
    {
        return {};
    }
    m_asked = solver;
    try
    {
        auto [refuted, routing] = IncAskForRouting(
            problem,
            IncSolverProgram(solver).TimeLimit(IncSecondsTo(m_deadline)).Nodes(nodes));
        return {refuted, std::move(routing)};
    }
    catch (const IncError&)
    {
        return {}; // The program failed, and the plan stands without a second opinion.
    }
}

bool
IncAtroPlanner::Decide(const std::vector<double>& rates, std::size_t at, uint64_t nodes)
{
    Count count = SearchAt(rates[at], nodes);
    if (count.routing)
    {
        m_best = at;
        m_routing = std::move(count.routing);
        return true;
    }
    m_refuted = count.refuted ? at + 1 : m_refuted;
    return count.refuted;
}

void
IncAtroPlanner::Search(const std::vector<double>& rates)
{
    // Search the rates between the bound and the construction, the slowest first, because a plan
    // is worth more than a better bound.
    while (m_refuted < m_best && Decide(rates, m_best - 1, 0))
    {
    }
    if (m_options.solver != "auto" || m_cluster.Switches() > MOST_SWITCHES_OF_SOLVER)
    {
        return;
    }
    // A solver refutes many high rates at the root of its search. It has all time for the slowest.
    while (m_best - m_refuted > 1 && Decide(rates, m_refuted, 1))
    {
    }
    while (m_refuted < m_best && Decide(rates, m_best - 1, MOST_SOLVER_NODES))
    {
    }
}

void
IncAtroPlanner::TellGap(IncClusterPlan& plan) const
{
    const IncAtroProblem problem(m_cluster, plan.rate);
    const uint64_t counted = IncAtroBound(problem).MaxWorkers();
    uint64_t placed = m_cluster.workers;
    const IncAtroRouter router(problem);
    for (const IncAtroTopology& topology : IncAtroConstruction(problem).Candidates())
    {
        placed = std::max(placed, router.MaxWorkers(topology));
        if (placed >= counted)
        {
            break;
        }
    }
    const uint64_t most = MostWorkers(problem, placed);
    // If some links carry no flow, the bound stops at the instance's workers; the router may not.
    const uint64_t gap = most > placed ? most - placed : 0;
    plan.notes["flows_per_link"] = problem.DefaultFlows();
    plan.notes["max_workers_found"] = placed;
    plan.notes["max_workers_bound"] = std::max(most, placed);
    plan.notes["gap_workers"] = gap;
    plan.notes["gap_percent"] = most ? std::round(1e4 * gap / most) / 100 : 0;
}

IncClusterPlan
IncAtroPlanner::MakePlan(const IncCluster& cluster, const IncAtroRouting& routing, double rate)
{
    IncClusterPlan plan;
    plan.instance = cluster;
    plan.rate = plan.objective = rate;
    for (const auto& [worker, v] : routing.workerLinks)
    {
        plan.links.emplace_back(worker, v);
        plan.flows.push_back({worker, v, 1});
    }
    for (std::size_t i = 0; i < routing.topology.arcs.size(); ++i)
    {
        const auto& [from, to] = routing.topology.arcs[i];
        plan.links.emplace_back(from, to);
        plan.flows.push_back({from, to, routing.flows[i]});
    }
    plan.links.emplace_back(routing.topology.root, cluster.ParameterServer());
    plan.flows.push_back({routing.topology.root, cluster.ParameterServer(), routing.rootFlows});
    return plan;
}

void
IncAtroPlanner::Find(const std::vector<double>& rates)
{
    Bisect(rates);
    Refute(rates);
    Search(rates);
}

IncClusterPlan
IncAtroPlanner::Solve()
{
    std::vector<double> rates = IncAtroRates(m_cluster, m_options.levels);
    m_refuted = 0;
    m_routing.reset();
    m_asked.clear();
    if (m_options.levels == 0)
    {
        // The paper's rates are whole. Rates below 1 Gb/s are planned only if no other is found.
        std::vector<double> whole;
        std::copy_if(rates.begin(), rates.end(), std::back_inserter(whole), [](double rate) {
            return rate == 0 || rate >= 1;
        });
        Find(whole);
        const bool answered = m_refuted == whole.size() || (m_routing && whole[m_best] > 0);
        if (answered)
        {
            rates = std::move(whole);
        }
        else
        {
            Find(rates);
        }
    }
    else
    {
        Find(rates);
    }
    IncClusterPlan plan;
    if (m_routing)
    {
        plan = MakePlan(m_cluster, *m_routing, rates[m_best]);
        plan.status = m_refuted == m_best ? IncPlanStatus::OPTIMAL : IncPlanStatus::FEASIBLE;
        plan.upperBound = rates[m_refuted];
        if (m_options.levels > 0 || (plan.rate > 0 && plan.rate < 1))
        {
            plan.notes["steps"] =
                m_options.levels > 0 ? m_options.levels : IncAtroLevelsBelowOne(m_cluster);
        }
        if (Clock::now() < m_deadline + GRACE)
        {
            TellGap(plan);
        }
    }
    else
    {
        plan.instance = m_cluster;
        plan.status =
            m_refuted == rates.size() ? IncPlanStatus::INFEASIBLE : IncPlanStatus::TIMEOUT;
        plan.upperBound = m_refuted == rates.size() ? 0 : rates[m_refuted];
    }
    if (!m_asked.empty())
    {
        plan.notes["solver"] = m_asked;
    }
    return plan;
}

namespace
{

const IncPlanRegistration REGISTERED_ATRO(IncAtroPlanner::NAME, [](IncPlanAlgorithm& self) {
    self.help = "best topology and routing of a reconfigurable cluster, proven if time allows";
    self.own = {[](IncArgumentTable& table, IncPlanOptions& options) {
                    options.solver = "auto";
                    IncAddSolver(table, options);
                },
                IncAddLevels};
    self.rules.ownLinks = true;
    self.rules.layers = true;
    self.rules.wholeRates = true;
    self.cluster = [](const IncCluster& cluster, const IncPlanOptions& options) {
        return options.Foreign() ? IncSolveAtroBy(cluster, options)
                                 : IncAtroPlanner(cluster).Options(options).Run();
    };
    self.clusterModel = [](const IncClusterPlan& plan) {
        return IncAtroModel(plan.instance, plan.rate).Model();
    };
});

} // namespace

} // namespace ns3
