/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_OPTIONS_H
#define INC_PLAN_OPTIONS_H

#include <chrono>
#include <cstdint>
#include <string>

namespace ns3
{

/** \ingroup inc \brief Time at which a search gives up. */
using IncDeadline = std::chrono::steady_clock::time_point;

/** \ingroup inc \brief Options that a user gives to a planner. */
struct IncPlanOptions
{
    static constexpr uint64_t MAX_SEED = 1000000000000000000;

    uint64_t seed{1};     //!< seed of all random choices
    double timeLimit{10}; //!< time limit, seconds
    /// "builtin", the name of a program (cbc, highs, glpsol, gurobi), or "auto": builtin, but where
    /// its search does not end, an installed program.
    std::string solver{"builtin"};
    /// EINA: use the paper's constraints as printed, of which only (10) is corrected.
    bool printed{false};
    /// ATP: arriving flows use aggregation capacity of the aggregator at the parameter server.
    bool rootAggregates{true};
    bool spines{false};  //!< ARO: solve first without common switches that have no hosts (SRO)
    double alpha{1};     //!< ARO: share of interchangeable aggregators that is kept (APP)
    uint32_t steps{100}; //!< ARO and overlays: number of quantised rates
    uint32_t levels{0};  //!< ATRO: number of quantised rates; 0 for whole Gb/s

    /** \return true if an external program solves the paper's model in place of the planner */
    bool Foreign() const
    {
        return solver != "builtin" && solver != "auto";
    }
};

/** \ingroup inc \return true after the deadline */
inline bool
IncIsPast(IncDeadline deadline)
{
    return std::chrono::steady_clock::now() > deadline;
}

/** \ingroup inc \return seconds from now to a deadline; negative if it is past */
inline double
IncSecondsTo(IncDeadline deadline)
{
    return std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count();
}

} // namespace ns3

#endif // INC_PLAN_OPTIONS_H
