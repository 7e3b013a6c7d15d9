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
 * \brief EINA's model to the letter, constraints (1) to (13), as an MILP: each product of a binary
 * x and a rate is a variable of its own, linearised exactly.
 *
 * Corrected by default; as printed but for (10) on demand.
 */
class IncEinaModel
{
  public:
    /**
     * \param edge the instance
     * \param printed the model as printed
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
    std::vector<uint32_t> m_x; //!< by PS, child, parent
    std::vector<uint32_t> m_w; //!< x times r
    std::vector<uint32_t> m_d; //!< by PS, aggregator
};

/**
 * \ingroup inc
 * \brief EINA by another program, on the literal model.
 * \param edge the instance
 * \param printed the model as printed
 * \param solver the program's name
 * \param seconds its limit
 * \return the plan
 */
IncEdgePlan IncSolveEinaBy(const IncEdge& edge,
                           bool printed,
                           const std::string& solver,
                           double seconds);

} // namespace ns3

#endif // INC_EINA_MODEL_H
