/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SIMPLEX_H
#define INC_SIMPLEX_H

#include "inc-linear-model.h"
#include "inc-solver-program.h"

#include <Eigen/Dense>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Solves a linear model of few variables and many rows: inequalities are handed to the
 * simplex method only when its solution violates them.
 * \param model a linear model; integrality is ignored
 * \return as IncSimplex::Solve()
 */
IncLinearAnswer IncSolveByRows(const IncLinearModel& model);

/**
 * \ingroup inc
 * \brief Solves a linear model without integer variables: the two-phase simplex method on a dense
 * tableau, for the small models of the planners.
 *
 * Ties are broken by Bland's rule after a while without progress, so it always ends, and always
 * with the same vertex.
 */
class IncSimplex
{
  public:
    /** \param model a linear model; integrality is ignored */
    explicit IncSimplex(const IncLinearModel& model);

    /** \return OPTIMAL with values, INFEASIBLE, or UNKNOWN if the model is unbounded */
    IncLinearAnswer Solve();

  private:
    enum class Outcome
    {
        BEST,
        UNBOUNDED,
        STUCK //!< too many pivots
    };

    Outcome Solve(double perturbation, IncLinearAnswer& answer);
    void Build(double perturbation);
    void MakeBasis();
    void SetCosts(const std::vector<double>& costs);
    Outcome Improve(size_t columns);
    size_t Entering(size_t columns, bool bland) const;
    size_t Leaving(size_t column, bool bland) const;
    void Pivot(size_t row, size_t column);
    void DriveOutArtificials();
    IncLinearAnswer Read() const;

    const IncLinearModel& m_model;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m_table;
    Eigen::RowVectorXd m_costs;
    std::vector<size_t> m_basis;
    size_t m_structural{0}; //!< columns of variables
    size_t m_columns{0};    //!< and of slacks
    size_t m_artificial{0}; //!< and of artificial variables
};

} // namespace ns3

#endif // INC_SIMPLEX_H
