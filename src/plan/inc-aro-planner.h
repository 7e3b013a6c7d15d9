/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ARO_PLANNER_H
#define INC_ARO_PLANNER_H

#include "inc-fixed-topology.h"
#include "inc-plan-answer.h"
#include "inc-planner.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Planner after ARO: finds the routing with the highest rate on a fixed
 * topology, over shortest up-down paths to the parameter server (PS). See Luo et al., IEEE/ACM ToN
 * 32(5), 2024.
 *
 * Rates are multiples of capacity / steps (quantised sending rates, QSR), and bisection finds the
 * highest feasible rate. Branch and bound chooses the aggregators to use; a maximum flow then tells
 * whether a rate is feasible. The plan is optimal for flat aggregators (one pipeline). Several PSs
 * are routed one after the other, in every cyclic order. Each gets the highest rate that the
 * remaining capacity allows. If the sum of rates stays below its bound, IncRatioSearch optimises
 * all rates and flows together.
 *
 * ARO has two accelerations. SRO (option `spines`) first solves without common switches that have
 * no hosts. It then solves again with only the aggregators of that solution. APP (option `alpha`)
 * keeps only a share of interchangeable aggregators. The cluster must have `links`; if its `attach`
 * is empty, hosts are placed at random. */
class IncAroPlanner : public IncPlanner<IncAroPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "aro";

    using IncPlanner::IncPlanner;

  private:
    void Solve(IncClusterPlan& plan) override;

    using Node = IncCluster::Node;
    using Arc = std::pair<Node, Node>;

    /** State of an aggregator in branch and bound. */
    enum class Use
    {
        OPEN,  //!< undecided: the aggregator may absorb flows and sends none (a relaxation)
        USED,  //!< the aggregator absorbs flows and sends one flow
        CLOSED //!< no flow passes the aggregator
    };

    struct Routing
    {
        double rate{0};
        std::map<Arc, uint32_t> flows; //!< flows that leave switches; each worker sends one
    };

    /// Find PS p's highest rate by bisection; skip common switches without hosts unless `spines`.
    Routing Fastest(uint32_t p, double atLeast, const std::vector<bool>& closed, bool spines);
    /// Find a routing of all flows to PS p at one rate, by branch and bound over OPEN aggregators.
    std::optional<Routing> At(uint32_t p, double rate, std::vector<Use> use, bool spines);
    class Flow;
    std::vector<bool> Pruned() const;
    uint32_t Fit(double left, double rate) const;
    /// Return how many flows of a rate fit into the capacity that is left on a link.
    uint32_t Flows(Node u, Node v, double rate) const;
    Routing Best(uint32_t p);
    void Take(const Routing& routing);
    std::vector<Routing> InTurn(std::vector<double>& alone);
    double Together(std::vector<Routing>& best, const std::vector<double>& alone, double bound);
    double WorkersBound() const;
    void Complete(IncClusterPlan& plan, const std::vector<Routing>& routings) const;

    const IncFixedTopology m_topology{m_instance};
    std::vector<Node> m_attach;
    std::vector<bool> m_hosting;
    std::vector<uint32_t> m_workers; //!< number of workers on each switch
    double m_workersBound{0};        //!< capacity of the narrowest link of a worker, Gb/s
    double m_takenByWorkers{0};      //!< load of each worker's link, Gb/s
    std::vector<bool> m_pruned;      //!< true for each aggregator that APP leaves out
    std::map<Arc, double> m_taken; //!< load of each link, Gb/s; the key has the smaller node first
    bool m_late{false};            //!< true if the time limit has cut a search short
};

} // namespace ns3

#endif // INC_ARO_PLANNER_H
