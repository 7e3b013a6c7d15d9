/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SIMPLEX_H
#define INC_SIMPLEX_H

#include "inc-linear-model.h"
#include "inc-plan-options.h"
#include "inc-solver-program.h"

#include <Eigen/Dense>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Solve a linear model of few variables and many rows. The simplex method gets an inequality
 * only when its solution violates it.
 * \param model a linear model; integrality is ignored
 * \param deadline time at which the search gives up
 * \return the answer, as IncSimplex::Solve() gives it
 */
IncLinearAnswer IncSolveByRows(const IncLinearModel& model,
                               IncDeadline deadline = IncDeadline::max());

/**
 * \ingroup inc
 * \brief Return an upper bound on a linear model of many rows, from as many rows as time allows. A
 * model without some of its rows has at least the objective of the whole model.
 * \param model a linear model; integrality is ignored
 * \param mostRows approximate limit on rows for the simplex method
 * \return a bound on the objective; infinite if nothing is known
 */
double IncBoundByRows(const IncLinearModel& model, std::size_t mostRows);

/**
 * \ingroup inc
 * \brief Solves a linear model without integer variables: the two-phase simplex method on a dense
 * tableau, for the small models of the planners. Rows can be added to a solved model; the dual
 * simplex method then continues from its last vertex.
 *
 * After a while without progress, Bland's rule breaks ties. The method therefore always ends, and
 * always at the same vertex.
 */
class IncSimplex
{
  public:
    /** Largest number of entries of a tableau, 400 MB; larger models stay unsolved. */
    static constexpr double MOST_ENTRIES = 5e7;

    /**
     * \param model a linear model; integrality is ignored
     * \param deadline time at which the method gives up
     */
    explicit IncSimplex(const IncLinearModel& model, IncDeadline deadline = IncDeadline::max());

    /**
     * \return OPTIMAL with values, INFEASIBLE, or UNKNOWN if the model is unbounded, its tableau is
     * too large, or the deadline has passed
     */
    IncLinearAnswer Solve();

    /**
     * \brief Add inequalities to a model that Solve() or Add() found optimal, and solve it again.
     * \param rows inequalities to add
     * \return as Solve(); also UNKNOWN if rounding has spoiled the tableau
     */
    IncLinearAnswer Add(const std::vector<IncLinearModel::Row>& rows);

  private:
    enum class Outcome
    {
        BEST,
        NONE, //!< unbounded, or infeasible if rows were added
        STUCK //!< too many pivots, or too late
    };

    Outcome Solve(double perturbation, IncLinearAnswer& answer);
    bool Build(double perturbation);
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
    const IncDeadline m_deadline;
    std::vector<IncLinearModel::Row>
        m_rows; //!< rows of the model, upper bounds of variables, and added rows
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m_table;
    Eigen::VectorXd m_right;
    Eigen::RowVectorXd m_costs; //!< increase of the objective per unit of each column
    double m_missing{0};        //!< sum of the artificial variables, in the first phase
    std::vector<std::size_t> m_basis;
};

} // namespace ns3

#endif // INC_SIMPLEX_H
