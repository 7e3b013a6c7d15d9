/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_MODEL_H
#define INC_ATRO_MODEL_H

#include "inc-atro-topology.h"
#include "inc-cluster.h"
#include "inc-linear-model.h"
#include "inc-solver-program.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Formulates ATRO's model at a fixed rate r as a mixed-integer linear program
 * (MILP). It has the paper's constraints (2) to (20) and variables x (links), y (flows), a
 * (senders) and l (layers).
 *
 * With r fixed, constraint (14), (y_uv + y_vu) r <= b_uv, is linear; a search over r finds the best
 * rate. Two rows are added that the paper omits: a worker sends one flow and receives none, and the
 * parameter server sends none. */
class IncAtroModel
{
  public:
    /** The cluster's `links` and `attach` are ignored. The rate is that of every worker, Gb/s. */
    IncAtroModel(const IncCluster& cluster, double rate);

    const IncLinearModel& Model() const
    {
        return m_model;
    }

    /** \return the routing of a solution of the MILP, without links that carry no flow */
    IncAtroRouting Routing(const std::vector<double>& values) const;

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
    /// Return the numbers of flows into v and out of v, with these factors.
    IncLinearModel::Terms Flows(Node v, double in, double out) const;

    const IncCluster& m_cluster;
    double m_rate;
    uint32_t m_nodes;
    IncLinearModel m_model;
    std::vector<std::pair<Node, Node>> m_pairs; //!< ordered pairs of nodes that may be linked
    std::vector<uint32_t> m_x; //!< variable x of each pair of nodes: 1 if they are linked
    std::vector<uint32_t> m_y; //!< variable y of each ordered pair of nodes: number of flows
    /// Variable a of each ordered pair of nodes: 1 if the first node sends to the second.
    std::vector<uint32_t> m_a;
    std::vector<uint32_t> m_l; //!< variable l of each switch: its layer, from 1
};

/** \ingroup inc \brief Ask an external solver whether a topology connects all workers at a rate.
 * IncAtroModel has variables for each worker's links, so external solvers rarely solve it in time.
 * The model here only counts the workers of each switch. It is exact if every worker can be linked
 * to every switch. Otherwise infeasibility is still a proof, and IncAtroRouter tests a solution. */
IncAtroOutcome IncAskForRouting(const IncAtroProblem& problem, const IncSolverProgram& solver);

} // namespace ns3

#endif // INC_ATRO_MODEL_H
