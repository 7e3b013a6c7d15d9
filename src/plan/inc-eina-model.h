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

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief EINA's model to the letter, constraints (1) to (13), as an MILP. Each product of a binary
 * x and a rate is a variable of its own, linearised exactly.
 *
 * The model is corrected by default. The printed one differs from the paper in constraint (10).
 */
class IncEinaModel
{
  public:
    /**
     * \param edge the instance
     * \param printed true for the model as printed
     */
    IncEinaModel(const IncEdge& edge, bool printed);

    /** \return the MILP */
    const IncLinearModel& Model() const;

    /** \return the plan of a solution of the MILP */
    IncEdgePlan MakePlan(const std::vector<double>& values) const;

  private:
    using Terms = std::vector<IncLinearModel::Term>;

    void AddVariables();
    void AddProducts(uint32_t p);
    void AddRouting(uint32_t p);
    void AddForwarding(uint32_t p, uint32_t i);
    void AddDepths(uint32_t p);
    void AddCapacities();
    void AddIngress(uint32_t i);
    Terms Out(uint32_t p, uint32_t i, double factor) const;
    Terms In(uint32_t p, uint32_t i, double factor) const;
    std::size_t Index(uint32_t p, uint32_t i, uint32_t j) const;

    const IncEdge& m_edge;
    bool m_printed;
    uint32_t m_count;
    double m_rateBound;
    IncLinearModel m_model;
    std::vector<uint32_t> m_r; //!< variable of each PS's rate
    std::vector<uint32_t> m_x; //!< variable x, by PS, child and parent
    std::vector<uint32_t> m_w; //!< variable of x times r, by PS, child and parent
    std::vector<uint32_t> m_d; //!< variable of the depth, by PS and aggregator
};

/**
 * \ingroup inc
 * \brief Solve EINA's literal model by another program.
 * \param edge the instance
 * \param printed true for the model as printed
 * \param solver the program's name
 * \param seconds time limit of the program, s
 * \return the plan
 */
IncEdgePlan IncSolveEinaBy(const IncEdge& edge,
                           bool printed,
                           const std::string& solver,
                           double seconds);

} // namespace ns3

#endif // INC_EINA_MODEL_H
