/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-algorithms.h"
#include "inc-violations.h"

#include <cmath>
#include <numeric>

namespace ns3
{

namespace
{

constexpr uint32_t NONE = UINT32_MAX;

class EdgeChecker
{
  public:
    explicit EdgeChecker(const IncEdgePlan& plan)
        : m_plan(plan),
          m_edge(plan.instance),
          m_rules(IncRulesOf(plan.algorithm)),
          m_flows(m_edge.ps.size(), std::vector<Flows>(m_edge.aggregators.size())),
          m_direct(m_edge.ps.size(), 0)
    {
    }

    std::vector<std::string> Check()
    {
        CheckOutcome();
        CheckRates();
        for (std::size_t p = 0; p < m_edge.ps.size(); ++p)
        {
            CheckTree(p);
            CheckRaw(p);
            CheckSenders(p);
            CheckDepths(p);
        }
        CheckLoads();
        return m_violations.Lines();
    }

  private:
    /** Flows to one PS at one aggregator. */
    struct Flows
    {
        uint32_t parent{NONE};
        uint32_t children{0}; //!< aggregators that send here
        uint32_t home{0};     //!< workers whose flows are reduced at home
        uint32_t arrivals{0}; //!< unreduced flows that arrive
        uint32_t leaving{0};  //!< unreduced flows that leave
    };

    void CheckOutcome()
    {
        const double sum = std::accumulate(m_plan.rates.begin(), m_plan.rates.end(), 0.0);
        m_violations.AddIf(std::abs(sum - m_plan.objective) > IncViolations::TOLERANCE * (1 + sum))
            << "objective " << m_plan.objective << " is not the sum of the rates " << sum
            << " (13)";
        m_violations.CheckBound(m_plan, IncViolations::TOLERANCE * (1 + sum));
    }

    void CheckRates()
    {
        for (std::size_t p = 0; p < m_edge.ps.size(); ++p)
        {
            const double rate = m_plan.rates[p];
            const IncEdge::ParameterServer& ps = m_edge.ps[p];
            m_violations.AddIf(rate < ps.rateMin - IncViolations::TOLERANCE ||
                               rate > ps.rateMax + IncViolations::TOLERANCE)
                << "rate " << rate << " of " << ps.name << ": not in " << ps.rateMin << ".."
                << ps.rateMax << " (1)";
            const bool integer = m_edge.integerRates && m_rules.wholeRates;
            m_violations.AddIf(integer && std::floor(rate) != rate)
                << "rate " << rate << " of " << ps.name << ": no integer";
        }
    }

    void CheckTree(std::size_t p)
    {
        for (const auto& [child, parent] : m_plan.trees[p])
        {
            const std::string name = m_edge.aggregators[child].name;
            m_violations.AddIf(child == parent || m_flows[p][child].parent != NONE)
                << m_edge.ps[p].name << ": " << name << " sends to itself or twice (2)(7)";
            m_violations.AddIf(child == m_edge.ps[p].aggregator)
                << m_edge.ps[p].name << ": its own aggregator " << name << " sends (3)";
            m_flows[p][child].parent = parent;
            ++m_flows[p][parent].children;
        }
    }

    void CheckSenders(std::size_t p)
    {
        const uint32_t root = m_edge.ps[p].aggregator;
        for (uint32_t i = 0; i < m_edge.aggregators.size(); ++i)
        {
            const std::string name = m_edge.ps[p].name + ": " + m_edge.aggregators[i].name;
            const Flows& flows = m_flows[p][i];
            const bool loaded = flows.home + flows.arrivals > 0;
            const bool sends = flows.parent != NONE;
            if (i == root)
            {
                m_violations.AddIf(m_plan.printed && m_edge.aggregators[i].workers > 0)
                    << name + " has workers and must send, but is the root (2)";
                continue;
            }
            m_violations.AddIf(loaded && !sends) << name + " has workers, but does not send (2)";
            m_violations.AddIf(!loaded && sends && flows.children == 0)
                << name + " sends without receiving (8)";
            m_violations.AddIf(!loaded && !sends && flows.children > 0 && !m_plan.printed)
                << name + " receives, but does not forward (8)";
            m_violations.AddIf(m_rules.oneAggregation && sends && flows.parent != root)
                << name + " does not send straight to the parameter server's aggregator";
        }
    }

    void CheckDepths(std::size_t p)
    {
        if (m_rules.oneAggregation)
        {
            return;
        }
        const uint32_t root = m_edge.ps[p].aggregator;
        const uint32_t limit = m_edge.DepthLimit();
        for (uint32_t i = 0; i < m_edge.aggregators.size(); ++i)
        {
            uint32_t depth = 0;
            uint32_t at = i;
            while (m_flows[p][at].parent != NONE && depth <= m_edge.aggregators.size())
            {
                at = m_flows[p][at].parent;
                ++depth;
            }
            // As printed, a path may end at an aggregator without workers, at depth >= 1.
            depth += at == root || depth == 0 ? 0 : 1;
            m_violations.AddIf(depth > limit)
                << m_edge.ps[p].name << ": " << m_edge.aggregators[i].name << " at depth " << depth
                << " of " << limit << " (4)(5)(6)";
        }
    }

    void CheckRaw(std::size_t p)
    {
        for (std::size_t i = 0; i < m_edge.aggregators.size(); ++i)
        {
            m_flows[p][i].home = m_edge.aggregators[i].workers;
        }
        if (p >= m_plan.raw.size())
        {
            return;
        }
        for (const IncEdgePlan::Raw& raw : m_plan.raw[p])
        {
            const std::string name = m_edge.aggregators[raw.from].name;
            m_violations.AddIf(!m_rules.awayFromHome)
                << m_edge.ps[p].name << ": workers of " << name << " are not aggregated at home";
            if (raw.workers > m_flows[p][raw.from].home || raw.to == raw.from)
            {
                m_violations.Add()
                    << m_edge.ps[p].name << ": more raw flows than workers at " << name;
                continue;
            }
            m_flows[p][raw.from].home -= raw.workers;
            m_flows[p][raw.from].leaving += raw.workers;
            (raw.to == IncEdgePlan::Raw::DIRECT ? m_direct[p] : m_flows[p][raw.to].arrivals) +=
                raw.workers;
        }
    }

    void CheckLoads()
    {
        for (uint32_t i = 0; i < m_edge.aggregators.size(); ++i)
        {
            const IncEdge::Aggregator& a = m_edge.aggregators[i];
            double capacity = 0;
            double ingress = 0;
            double egress = 0;
            double all = 0;
            bool hostsPs = false;
            for (std::size_t p = 0; p < m_edge.ps.size(); ++p)
            {
                const Flows& flows = m_flows[p][i];
                const double rate = m_plan.rates[p];
                const bool root = m_edge.ps[p].aggregator == i;
                const uint32_t reduced = root && !m_plan.rootAggregates ? 0 : flows.children;
                const uint32_t sent = flows.leaving + (flows.parent != NONE ? 1 : 0);
                capacity += rate * (flows.home + flows.arrivals + reduced);
                egress += rate * (flows.children + flows.arrivals + (root ? m_direct[p] : 0));
                ingress += rate * sent;
                all += rate;
                hostsPs = hostsPs || root;
            }
            if (m_plan.printed)
            {
                ingress = hostsPs ? 0 : all;
            }
            const auto check = [&](const char* what, double load, double limit) {
                m_violations.AddIf(load > limit * (1 + IncViolations::TOLERANCE))
                    << a.name << ": " << what << " " << load << " Gb/s on " << limit;
            };
            check("aggregation (10)", capacity, a.capacity);
            check("ingress (11)", ingress, a.ingress);
            check("egress (12)", egress, a.egress);
        }
    }

    const IncEdgePlan& m_plan;
    const IncEdge& m_edge;
    const IncPlanRules m_rules;
    IncViolations m_violations;
    std::vector<std::vector<Flows>> m_flows; //!< by PS and aggregator
    std::vector<uint32_t> m_direct; //!< unreduced flows that bypass the aggregator of each PS
};

} // namespace

std::vector<std::string>
IncCheckPlan(const IncEdgePlan& plan)
{
    return plan.HasPlan() ? EdgeChecker(plan).Check() : std::vector<std::string>();
}

} // namespace ns3
