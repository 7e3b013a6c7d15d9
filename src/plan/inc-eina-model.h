/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EINA_MODEL_H
#define INC_EINA_MODEL_H

#include "inc-edge.h"
#include "inc-linear-model.h"
#include "inc-plan-answer.h"
#include "inc-ratio-search.h"

#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Formulates EINA's constraints (1) to (12) and objective (13) as a
 * mixed-integer linear program (MILP). For each product x r of a binary x and a rate r there is a
 * variable w, which three inequalities make equal to x r.
 *
 * The paper's constraints have errors, which the manual lists. The model has either the corrected
 * or the printed constraints. Constraint (10) is always the corrected one. */
class IncEinaModel
{
  public:
    /** If `printed`, the model has the constraints as printed, else the corrected ones. */
    IncEinaModel(const IncEdge& edge, bool printed);

    const IncLinearModel& Model() const
    {
        return m_model;
    }

    /** \return the plan of a solution of the MILP */
    IncEdgePlan MakePlan(const std::vector<double>& values) const;

  private:
    using Terms = IncLinearModel::Terms;

    void AddVariables();
    void AddProducts(uint32_t p);
    void AddRouting(uint32_t p);
    void AddForwarding(uint32_t p, uint32_t i);
    void AddDepths(uint32_t p);
    void AddCapacities();
    /// Return the variables x of aggregator i's links: the link to its parent, those of children.
    Terms Links(uint32_t p, uint32_t i, double out, double in) const;

    /** Two different aggregators, and their variables for one PS. */
    struct Pair
    {
        uint32_t child;
        uint32_t parent;
        uint32_t x; //!< variable x: 1 if the child sends to the parent
        uint32_t w; //!< variable w = x r, Gb/s
    };

    const IncEdge& m_edge;
    bool m_printed;
    uint32_t m_count;
    double m_rateBound;
    IncLinearModel m_model;
    std::vector<uint32_t> m_r;              //!< variable r of each PS: its rate, Gb/s
    std::vector<std::vector<Pair>> m_pairs; //!< all pairs of aggregators, by PS
    std::vector<uint32_t> m_d;              //!< variable d by PS and aggregator: depth, hops
};

/** \ingroup inc \brief Solve IncEinaModel by an external MILP solver, within `seconds`. */
IncEdgePlan IncSolveEinaBy(const IncEdge& edge,
                           bool printed,
                           const std::string& solver,
                           double seconds);

/** \ingroup inc \brief Build EINA's reduced model, in which rates r and numbers of children k are
 * both unknown. Its first variables are the rates r, from `low` to `high`, Gb/s; the products k r
 * follow. The model enforces the depth limit only if this is one or two hops. */
IncRatioModel IncEinaProducts(const IncEdge& edge,
                              const std::vector<double>& low,
                              const std::vector<double>& high);

} // namespace ns3

#endif // INC_EINA_MODEL_H
