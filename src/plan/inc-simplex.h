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
 * \brief An upper bound on a linear model of many rows, by as many of them as time is worth: the
 * model without some of its rows is no less than with them.
 * \param model a linear model; integrality is ignored
 * \param mostRows that are handed to the simplex method, about
 * \return a bound on the objective; infinite if nothing is known
 */
double IncBoundByRows(const IncLinearModel& model, std::size_t mostRows);

/**
 * \ingroup inc
 * \brief Solves a linear model without integer variables: the two-phase simplex method on a dense
 * tableau, for the small models of the planners. Rows can be added to a solved model: the dual
 * simplex method then goes on from the vertex it stands on.
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

    /**
     * \brief Add inequalities to a model that Solve() or Add() found optimal, and solve it again.
     * \param rows no equalities among them
     * \return as Solve(); UNKNOWN too if rounding has spoiled the tableau
     */
    IncLinearAnswer Add(const std::vector<IncLinearModel::Row>& rows);

  private:
    enum class Outcome
    {
        BEST,
        NONE, //!< unbounded, or infeasible if rows were added
        STUCK //!< too many pivots
    };

    Outcome Solve(double perturbation, IncLinearAnswer& answer);
    void Build(double perturbation);
    double Enter(std::size_t i, const IncLinearModel::Row& row);
    void SetCosts();
    void SetInfeasibilityCosts();
    Outcome Improve();
    Outcome Repair();
    std::size_t Entering(bool bland) const;
    std::size_t Leaving(std::size_t column, bool bland) const;
    std::size_t LeavingNegative(bool bland) const;
    std::size_t EnteringFor(std::size_t row, bool bland) const;
    void Pivot(std::size_t row, std::size_t column);
    void DriveOutArtificials();
    bool Holds(const IncLinearAnswer& answer) const;
    IncLinearAnswer Read() const;

    const IncLinearModel& m_model;
    std::vector<IncLinearModel::Row> m_rows; //!< the model's, upper bounds, what was added
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m_table;
    Eigen::VectorXd m_right;
    Eigen::RowVectorXd m_costs; //!< gain of a unit of each column
    double m_missing{0};        //!< in the first phase: sum of the artificial variables
    std::vector<std::size_t> m_basis;
};

} // namespace ns3

#endif // INC_SIMPLEX_H
