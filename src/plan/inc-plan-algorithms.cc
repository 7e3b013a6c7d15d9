/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-algorithms.h"

#include "inc-solver-program.h"

namespace ns3
{

namespace
{

constexpr uint32_t MAX_STEPS = 1000000;

} // namespace

void
IncAddSolver(IncArgumentTable& table, IncPlanOptions& options)
{
    IncArgumentTable::Choices<std::string> solvers{{"builtin", "builtin"}};
    if (options.solver == "auto")
    {
        solvers.emplace_back("auto", "auto");
    }
    for (const std::string& name : IncSolverProgram::Names())
    {
        solvers.emplace_back(name, name);
    }
    table.Choice(
        "solver",
        options.solver,
        solvers,
        "Program that solves the planner's model: this one, or another that is installed.");
}

void
IncAddSteps(IncArgumentTable& table, IncPlanOptions& options)
{
    table.Integer("steps",
                  options.steps,
                  1U,
                  MAX_STEPS,
                  "Rates are multiples of the capacity divided by this.");
}

void
IncAddLevels(IncArgumentTable& table, IncPlanOptions& options)
{
    table.Integer("steps",
                  options.levels,
                  0U,
                  MAX_STEPS,
                  "Rates are multiples of the capacity divided by this; 0: whole Gb/s, and below 1 "
                  "Gb/s a hundredth of the capacity, or less for more than 100 workers.");
}

const std::map<std::string, IncPlanAlgorithm>&
IncPlanAlgorithms()
{
    return IncPlanRegistration::GetAll();
}

IncPlanRules
IncRulesOf(const std::string& algorithm)
{
    const auto found = IncPlanAlgorithms().find(algorithm);
    return found == IncPlanAlgorithms().end() ? IncPlanRules() : found->second.rules;
}

} // namespace ns3
