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

#include <chrono>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Planner after ARO: finds the routing with the highest rate on a fixed topology, over
 * shortest up-down paths to the parameter server (PS). See Luo et al., IEEE/ACM ToN 32(5), 2024.
 *
 * Rates are multiples of capacity / steps (quantised sending rates, QSR), and bisection finds the
 * highest feasible one. At a fixed rate, once it is known which aggregators are used, feasibility
 * is a maximum-flow problem. Branch and bound decides which are used, so the plan is optimal for
 * flat aggregators (one pipeline). Several PSs share the links. They are routed one after the
 * other, each at the highest rate that the remaining capacity allows, in every cyclic order. If the
 * sum of rates stays below its bound, IncRatioSearch optimises all rates and flows together.
 *
 * ARO's accelerations: SRO solves first without common switches that have no hosts, then again with
 * only the aggregators of that solution. APP keeps a share of interchangeable aggregators. Uses
 * these options: seed, steps, timeLimit, spines (SRO), alpha (APP).
 */
class IncAroPlanner : public IncPlanner<IncAroPlanner, IncClusterPlan>
{
  public:
    static constexpr const char* NAME = "aro"; //!< name of the algorithm in plan files

    /** \param cluster the instance; needs links; without attach, hosts are drawn at random */
    explicit IncAroPlanner(const IncCluster& cluster);

  private:
    IncClusterPlan Solve() override;

    using Node = IncCluster::Node;
    using Arc = std::pair<Node, Node>;

    /** State of an aggregator in branch and bound. */
    enum class Use
    {
        OPEN,  //!< undecided: it absorbs flows and sends none (a relaxation)
        USED,  //!< it absorbs flows and sends one
        CLOSED //!< no flow passes it
    };

    /** Rate and flows of one PS's tree. */
    struct Routing
    {
        double rate{0};
        std::map<Arc, uint32_t> flows; //!< flows that leave switches; each worker sends one
    };

    /// Find the highest rate of PS p by bisection; without `spines`, skip the switches of SRO.
    Routing Fastest(uint32_t p, double atLeast, const std::vector<bool>& closed, bool spines);
    /// Find a routing to PS p at one rate, by branch and bound over the OPEN aggregators.
    std::optional<Routing> At(uint32_t p, double rate, std::vector<Use> use, bool spines);
    class Flow;
    std::vector<bool> Pruned() const;
    /// Return how many flows of a rate fit into a capacity.
    uint32_t Fit(double left, double rate) const;
    /// Return how many flows of a rate fit into the capacity that is left on a link.
    uint32_t Flows(Node u, Node v, double rate) const;
    Routing Best(uint32_t p);
    void Take(const Routing& routing);
    std::vector<Routing> InTurn(std::vector<double>& alone);
    double Together(std::vector<Routing>& best, const std::vector<double>& alone, double bound);
    double WorkersBound() const;
    IncClusterPlan MakePlan(const std::vector<Routing>& routings) const;

    const IncCluster& m_cluster;
    const IncFixedTopology m_topology;
    std::vector<Node> m_attach;
    std::vector<bool> m_hosting;     //!< true for each switch with hosts
    std::vector<uint32_t> m_workers; //!< number of workers on each switch
    double m_workersBound{0};        //!< capacity of the narrowest link of a worker, Gb/s
    double m_takenByWorkers{0};      //!< load of each worker's link, Gb/s
    std::vector<bool> m_pruned;      //!< true for each aggregator that APP leaves out
    std::map<Arc, double> m_taken; //!< load of each link, Gb/s; the key has the smaller node first
    bool m_late{false};            //!< true if the time limit has cut a search short
};

} // namespace ns3

#endif // INC_ARO_PLANNER_H
