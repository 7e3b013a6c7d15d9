/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_MODEL_H
#define INC_ATRO_MODEL_H

#include "inc-cluster.h"
#include "inc-linear-model.h"
#include "inc-plan-answer.h"
#include "inc-plan-options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief ATRO's model to the letter, constraints (2) to (20), at a fixed rate: an MILP. The paper's
 * model is quadratic only in the rate; here a search varies the rate instead.
 *
 * Two constraints that the paper leaves out are added. A worker sends one flow and receives none;
 * the parameter server sends none.
 */
class IncAtroModel
{
  public:
    /**
     * \param cluster the instance; its links and attach are ignored
     * \param rate rate of every worker, Gb/s
     */
    IncAtroModel(const IncCluster& cluster, double rate);

    /** \return the MILP */
    const IncLinearModel& Model() const;

    /** \return the plan of a solution of the MILP; links and switches without flow are left out */
    IncClusterPlan MakePlan(const std::vector<double>& values) const;

  private:
    using Node = IncCluster::Node;

    void AddVariables();
    void AddPorts();
    void AddEndNodes();
    void AddSwitches();
    void AddLinks();
    void AddLayers();
    bool Feasible(Node u, Node v) const;
    uint32_t X(Node u, Node v) const;
    uint32_t Y(Node u, Node v) const;
    uint32_t A(Node u, Node v) const;
    std::vector<IncLinearModel::Term> Sum(Node v, bool in, double factor) const;

    const IncCluster& m_cluster;
    double m_rate;
    uint32_t m_nodes;
    IncLinearModel m_model;
    std::vector<uint32_t> m_x; //!< variable of each ordered pair of nodes
    std::vector<uint32_t> m_y;
    std::vector<uint32_t> m_a;
    std::vector<uint32_t> m_l;
};

/**
 * \ingroup inc
 * \brief Solve ATRO by another program: bisection over the rates, each by the literal model.
 *
 * \param cluster the instance
 * \param options options; solver, timeLimit and levels are used
 * \return the plan
 */
IncClusterPlan IncSolveAtroBy(const IncCluster& cluster, const IncPlanOptions& options);

} // namespace ns3

#endif // INC_ATRO_MODEL_H
