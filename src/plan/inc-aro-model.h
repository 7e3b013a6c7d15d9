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

/**
 * \ingroup inc
 * \brief ARO's routing problem at fixed rates, as an MILP, for one parameter server (PS) or more.
 * An integer y counts the flows on each arc of a shortest up-down path; a binary x marks each used
 * aggregator. Switches obey ATRO's constraints (9), (10) and (13), links (14). */
class IncAroModel
{
  public:
    /**
     * \param cluster the instance; needs links and attach
     * \param rates rate of each parameter server, Gb/s
     */
    IncAroModel(const IncCluster& cluster, const std::vector<double>& rates);

    /** \return the MILP; it is feasible if and only if some routing carries the rates */
    const IncLinearModel& Model() const
    {
        return m_model;
    }

    /** \return the plan of a solution of the MILP */
    IncClusterPlan MakePlan(const std::vector<double>& values) const;

    /** Reduction flows for one PS on one arc; each flow has the rate of that PS. */
    struct Flow
    {
        uint32_t p; //!< index of the PS
        IncCluster::Node from;
        IncCluster::Node to;
        uint32_t count; //!< number of flows
    };

    /**
     * \brief Build the model in which the rates are variables too and each flow count becomes a
     * product count * rate. This object must have been constructed with rates of 1.
     * \param step step of the rates, Gb/s
     * \param most highest rate of each PS, Gb/s
     * \return the model, which maximises the sum of rates; its first variables are the rates
     */
    IncRatioModel Products(double step, const std::vector<double>& most) const;

    /** \return the flows in a solution of Products(), for parameter servers with a positive rate */
    std::vector<Flow> FlowsOf(const std::vector<double>& values) const;

  private:
    using Node = IncCluster::Node;

    uint32_t Add(uint32_t p, const std::string& name, double low, double high);
    void AddTree(uint32_t p);
    std::vector<double> Most(const IncFixedTopology& topology,
                             Node root,
                             const std::vector<uint32_t>& workers) const;
    void AddSwitch(uint32_t p, Node v, uint32_t workers);
    void AddCapacities();

    /** Variable y of the MILP: number of flows on one arc for one PS. */
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
    std::vector<uint32_t> m_owner; //!< PS of each variable of m_model
    IncLinearModel m_model;
    /// Load of each link in both directions, Gb/s; the key has the smaller node first.
    std::map<std::pair<Node, Node>, std::vector<IncLinearModel::Term>> m_load;
    /// Number of flows into each switch, for the PS that AddTree() is adding.
    std::vector<std::vector<IncLinearModel::Term>> m_in;
    /// Number of flows out of each switch, for the PS that AddTree() is adding.
    std::vector<std::vector<IncLinearModel::Term>> m_out;
};

/**
 * \ingroup inc
 * \brief Solve ARO for one PS by an external MILP solver: bisect the rate, solve a model at each.
 * \param cluster the instance; needs links and attach
 * \param options options; solver, timeLimit and steps are used
 * \return the best plan, with an upper bound on its rate
 */
IncClusterPlan IncSolveAroBy(const IncCluster& cluster, const IncPlanOptions& options);

} // namespace ns3

#endif // INC_ARO_MODEL_H
