/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ARO_MODEL_H
#define INC_ARO_MODEL_H

#include "inc-cluster.h"
#include "inc-fixed-topology.h"
#include "inc-linear-model.h"
#include "inc-plan-answer.h"
#include "inc-plan-options.h"
#include "inc-ratio-search.h"

#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Formulates ARO's routing problem at fixed rates as a mixed-integer linear
 * program (MILP). An integer y counts the flows to a parameter server (PS) on each arc of a
 * shortest up-down path. A binary x is 1 if an aggregator is used. Switches obey ATRO's constraints
 * (9), (10) and (13), and links obey (14). */
class IncAroModel
{
  public:
    /** The cluster's `links` and `attach` must not be empty. Rates are in Gb/s, by PS. */
    IncAroModel(const IncCluster& cluster, const std::vector<double>& rates);

    /** \return the MILP; it is feasible if and only if some routing carries the rates */
    const IncLinearModel& Model() const
    {
        return m_model;
    }

    /** \return the plan of a solution of the MILP */
    IncClusterPlan MakePlan(const std::vector<double>& values) const;

    /** Flows to one parameter server (PS) on one arc. Each flow has the rate of that PS. */
    struct Flow
    {
        uint32_t p; //!< index of the PS
        IncCluster::Node from;
        IncCluster::Node to;
        uint32_t count; //!< number of flows
    };

    /** \brief Build a model with unknown rates: multiples of `step` up to `most` of each PS, Gb/s.
     * Each flow count becomes a product count * rate. This object must have been constructed with
     * rates of 1. The model maximises the sum of the rates, which are its first variables. */
    IncRatioModel Products(double step, const std::vector<double>& most) const;

    /** \return the flows in a solution of Products(), for parameter servers with a positive rate */
    std::vector<Flow> FlowsOf(const std::vector<double>& values) const;

  private:
    using Node = IncCluster::Node;

    uint32_t Add(uint32_t p, const IncLinearModel::Name& name, double low, double high);
    void AddTree(uint32_t p);
    std::vector<double> Most(const IncFixedTopology& topology,
                             Node root,
                             const std::vector<uint32_t>& workers) const;
    void AddSwitch(uint32_t p, Node v, uint32_t workers);
    void AddCapacities();

    /** Variable y of the MILP: the number of flows to one PS on one arc. */
    struct Arc
    {
        uint32_t p;
        Node from;
        Node to;
        uint32_t variable;
    };

    const IncCluster& m_cluster;
    std::vector<Arc> m_arcs;
    const std::vector<double> m_rates;
    std::vector<uint32_t> m_owner; //!< PS to which each variable of m_model belongs
    IncLinearModel m_model;
    /// Terms of each link's load, Gb/s, both directions; the key has the smaller node first.
    std::map<std::pair<Node, Node>, IncLinearModel::Terms> m_load;
    /// Terms of the numbers of flows into and out of each switch, for the PS in AddTree().
    std::vector<IncLinearModel::Terms> m_in;
    std::vector<IncLinearModel::Terms> m_out;
};

/** \ingroup inc \brief Solve ARO for one PS by bisection: an external MILP solver tests each rate.
 * The cluster's `links` and `attach` must not be empty. The plan has an upper bound on its rate. */
IncClusterPlan IncSolveAroBy(const IncCluster& cluster, const IncPlanOptions& options);

} // namespace ns3

#endif // INC_ARO_MODEL_H
