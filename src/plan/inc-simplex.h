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

/** \ingroup inc \brief Solve a linear program of few variables and many rows by row generation.
 * Integrality is ignored. The simplex method begins with the equalities; an inequality is added if
 * the solution violates it. IncSimplex::Solve() describes the answer. */
IncLinearAnswer IncSolveByRows(const IncLinearModel& model,
                               IncDeadline deadline = IncDeadline::max());

/** \ingroup inc \brief Return an upper bound on the optimum of a linear program of many rows.
 * Integrality is ignored. Row generation stops at `mostRows` rows; without some of its rows the
 * program is a relaxation, so its optimum is a bound. The bound is infinite if the equalities alone
 * give none. */
double IncBoundByRows(const IncLinearModel& model, std::size_t mostRows);

/** \ingroup inc \brief Solves a linear program by the two-phase simplex method on a dense tableau,
 * for the small models of the planners. Rows can be added to a solved program; the dual simplex
 * method then continues from its last vertex.
 *
 * After 50 pivots without progress Bland's rule chooses the pivots, so that they do not cycle. The
 * choices are deterministic: equal programs end at the same vertex on every machine. */
class IncSimplex
{
  public:
    /** Largest number of entries of a tableau (400 MB); larger programs stay unsolved. */
    static constexpr double MOST_ENTRIES = 5e7;

    /** The model must outlive this object; its integrality is ignored. */
    explicit IncSimplex(const IncLinearModel& model, IncDeadline deadline = IncDeadline::max());

    /** \return OPTIMAL with values, or INFEASIBLE. UNKNOWN means: the program is unbounded, its
     * tableau is too large, the deadline is past, or pivots cycle because of rounding errors */
    IncLinearAnswer Solve();

    /** \brief Add inequalities after Solve() or Add() has returned OPTIMAL; solve again. The answer
     * is also UNKNOWN if rounding errors make the values violate a row. */
    IncLinearAnswer Add(const std::vector<IncLinearModel::Row>& rows);

  private:
    enum class Outcome
    {
        BEST, //!< optimum reached: no further pivot is needed
        NONE, //!< unbounded (primal), infeasible (dual), or no tableau
        STUCK //!< limit of pivots or of time reached
    };

    Outcome Solve(double perturbation, IncLinearAnswer& answer);
    bool Build(double perturbation);
    double Enter(std::size_t i, const IncLinearModel::Row& row);
    void SetCosts();
    void SetInfeasibilityCosts();
    /// Run the primal simplex method on a feasible basis, or the dual simplex method on an optimal
    /// basis to which violated rows were added.
    Outcome Iterate(bool dual);
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
    /// Rows of the program, upper bounds of variables, and added rows.
    std::vector<IncLinearModel::Row> m_rows;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m_table;
    Eigen::VectorXd m_right;          //!< right-hand sides: values of the basic variables
    Eigen::RowVectorXd m_costs;       //!< reduced costs: objective's gain per unit of a column
    double m_missing{0};              //!< phase 1: sum of artificial variables, which must reach 0
    std::vector<std::size_t> m_basis; //!< basic variable of each row, or ARTIFICIAL
};

} // namespace ns3

#endif // INC_SIMPLEX_H
