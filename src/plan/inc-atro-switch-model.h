/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_SWITCH_MODEL_H
#define INC_ATRO_SWITCH_MODEL_H

#include "inc-atro-problem.h"
#include "inc-atro-topology.h"
#include "inc-linear-model.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief ATRO's model at one rate with the workers counted by switch, as an MILP without objective.
 *
 * IncAtroModel has variables for each worker's links, and external solvers rarely end on it. This
 * model is as exact but for workers that refuse a switch, which it treats like others. If it is
 * infeasible, so is the rate; IncAtroRouter decides whether the topology of a solution fits.
 */
class IncAtroSwitchModel
{
  public:
    /** \param problem the instance at a rate */
    explicit IncAtroSwitchModel(const IncAtroProblem& problem);

    /** \return the model for a solver */
    const IncLinearModel& Model() const
    {
        return m_model;
    }

    /** \return the topology of a solution */
    IncAtroTopology Topology(const std::vector<double>& values) const;

  private:
    using Node = IncAtroProblem::Node;
    using Terms = std::vector<IncLinearModel::Term>;

    /** A possible link between two switches. */
    struct Arc
    {
        Node from;
        Node to;
        uint32_t used;  //!< variable: 1 if the link is used in this direction
        uint32_t flows; //!< variable: number of flows; equal to `used` if an aggregator sends
    };

    void AddArcs();
    void AddSwitch(Node v);
    /// Return factor times the variable `member` of all arcs into v, or out of v.
    Terms Sum(Node v, bool in, uint32_t Arc::*member, double factor) const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    IncLinearModel m_model;
    std::vector<Arc> m_arcs;
    std::vector<uint32_t> m_layers;  //!< variable of each switch: its layer
    std::vector<uint32_t> m_roots;   //!< variable of each switch: 1 if the PS is linked to it
    std::vector<uint32_t> m_workers; //!< variable of each switch: number of its workers
};

} // namespace ns3

#endif // INC_ATRO_SWITCH_MODEL_H
