/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_OPTIONS_H
#define INC_PLAN_OPTIONS_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Options of the planners besides the instance.
 */
struct IncPlanOptions
{
    static constexpr uint64_t MAX_SEED = 1000000000000000000;

    uint64_t seed{1};              //!< seed of all random choices
    double timeLimit{10};          //!< time limit, seconds
    std::string solver{"builtin"}; //!< "builtin", or a program: cbc, highs, glpsol, gurobi
    bool printed{false};           //!< EINA's model as printed
    bool rootAggregates{true};     //!< ATP: arrivals load the PS's aggregator
    bool spines{false};            //!< ARO: solve first without aggregators that have no workers
    double alpha{1};               //!< ARO: share of interchangeable aggregators that is kept
    uint32_t steps{100};           //!< ARO: quantised rates
};

} // namespace ns3

#endif // INC_PLAN_OPTIONS_H
