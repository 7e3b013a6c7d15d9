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

constexpr int64_t MAX_STEPS = 1000000;

std::map<std::string, IncPlanRegistration::Describe>&
Registered()
{
    static std::map<std::string, IncPlanRegistration::Describe> registered;
    return registered;
}

} // namespace

IncPlanParameter
IncPlanParameter::Solver()
{
    return {{"solver", "builtin", "or a program that is installed: cbc, highs, glpsol, gurobi"},
            [](const IncPlanArguments& arguments, IncPlanOptions& options) {
                std::vector<std::string> solvers = IncSolverProgram::Names();
                solvers.insert(solvers.begin(), "builtin");
                options.solver = arguments.Choice("solver", solvers);
            }};
}

IncPlanParameter
IncPlanParameter::Export()
{
    return {{"export",
             "",
             "write the literal model as an LP file: at the plan's rates where it is not linear in "
             "them"},
            nullptr};
}

IncPlanParameter
IncPlanParameter::Steps()
{
    return {{"steps", "100", "rates are multiples of the capacity divided by this"},
            [](const IncPlanArguments& arguments, IncPlanOptions& options) {
                options.steps = arguments.Integer("steps", 1, MAX_STEPS);
            }};
}

IncPlanRegistration::IncPlanRegistration(const std::string& name, Describe describe)
{
    Registered()[name] = describe;
}

const std::map<std::string, IncPlanAlgorithm>&
IncPlanAlgorithms()
{
    static const std::map<std::string, IncPlanAlgorithm> algorithms = [] {
        std::map<std::string, IncPlanAlgorithm> all;
        for (const auto& [name, describe] : Registered())
        {
            describe(all[name]);
        }
        return all;
    }();
    return algorithms;
}

IncPlanRules
IncRulesOf(const std::string& algorithm)
{
    const auto found = IncPlanAlgorithms().find(algorithm);
    return found == IncPlanAlgorithms().end() ? IncPlanRules() : found->second.rules;
}

IncPlanArguments
IncPlannerArguments(const IncPlanAlgorithm& algorithm)
{
    std::vector<IncPlanArguments::Known> known{
        {"instance", "", "instance file (required)"},
        {"output", "", "plan file; without it the plan goes to standard output"},
        {"seed", "1", "of what is drawn: the same seed, the same plan"},
        {"timeLimit", "10", "seconds; then the best plan so far"},
    };
    for (const IncPlanParameter& parameter : algorithm.own)
    {
        known.push_back(parameter.known);
    }
    return IncPlanArguments(known);
}

IncPlanOptions
IncMakePlanOptions(const IncPlanAlgorithm& algorithm, const IncPlanArguments& arguments)
{
    IncPlanOptions options;
    options.seed = arguments.Integer("seed", 0, IncPlanOptions::MAX_SEED);
    options.timeLimit = arguments.Positive("timeLimit");
    for (const IncPlanParameter& parameter : algorithm.own)
    {
        if (parameter.read && arguments.Given(parameter.known.name))
        {
            parameter.read(arguments, options);
        }
    }
    return options;
}

} // namespace ns3
