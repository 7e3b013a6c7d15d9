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
 * \brief ARO's model at fixed rates, for one parameter server or several: an MILP. Integer flows y
 * run on the arcs of the shortest up-down paths to each; a binary x marks each aggregator in use.
 */
class IncAroModel
{
  public:
    /**
     * \param cluster the instance; needs links and attach
     * \param rates rate of each parameter server, Gb/s
     */
    IncAroModel(const IncCluster& cluster, const std::vector<double>& rates);

    /** \return the MILP; feasible if and only if the rates are */
    const IncLinearModel& Model() const;

    /** \return the plan of a solution of the MILP */
    IncClusterPlan MakePlan(const std::vector<double>& values) const;

    /** Reduction flows from one node to another for one PS. */
    struct Flow
    {
        uint32_t p;
        IncCluster::Node from;
        IncCluster::Node to;
        uint32_t count;
    };

    /**
     * \brief Build the model with the rates as variables; construct this object with rates of 1.
     * \param step rates are multiples of this step, Gb/s
     * \param most highest rate of each parameter server, Gb/s
     * \return the model; its first variables are the rates
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

    /** Flow variable of two nodes and one PS. */
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
    std::vector<uint32_t> m_owner; //!< PS of each variable
    IncLinearModel m_model;
    std::map<std::pair<Node, Node>, std::vector<IncLinearModel::Term>>
        m_load; //!< load of each link; the link's ends are ordered
    /// Flow into each node, in the tree that is being modelled.
    std::vector<std::vector<IncLinearModel::Term>> m_in;
    /// Flow out of each node, in the tree that is being modelled.
    std::vector<std::vector<IncLinearModel::Term>> m_out;
};

/**
 * \ingroup inc
 * \brief Solve ARO for one parameter server by another program, with bisection over the rates.
 * \param cluster the instance; needs links and attach
 * \param options options; solver, timeLimit and steps are used
 * \return the plan
 */
IncClusterPlan IncSolveAroBy(const IncCluster& cluster, const IncPlanOptions& options);

} // namespace ns3

#endif // INC_ARO_MODEL_H
