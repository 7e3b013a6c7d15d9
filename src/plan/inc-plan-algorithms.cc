/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-algorithms.h"

#include "inc-aro-model.h"
#include "inc-aro-planner.h"
#include "inc-atp-planner.h"
#include "inc-atro-model.h"
#include "inc-atro-planner.h"
#include "inc-edge-loads.h"
#include "inc-eina-away-planner.h"
#include "inc-eina-model.h"
#include "inc-eina-planner.h"
#include "inc-grid-planner.h"
#include "inc-paring-planner.h"
#include "inc-rr-planner.h"
#include "inc-solver-program.h"
#include "inc-spar-planner.h"

namespace ns3
{

namespace
{

constexpr int64_t MAX_STEPS = 1000000;

const IncPlanArguments::Known SOLVER{"solver",
                                     "builtin",
                                     "or a program that is installed: cbc, highs, glpsol, gurobi"};

const IncPlanArguments::Known SEMANTICS{
    "semantics",
    "corrected",
    "or printed: EINA's constraints as in the paper, but for (10)"};

const IncPlanArguments::Known ROOT_AGGREGATES{
    "rootAggregates",
    "1",
    "1: arrivals load the aggregation capacity of the PS's aggregator; 0: they do not"};

const IncPlanArguments::Known EXPORT{
    "export",
    "",
    "write the literal model as an LP file: at the plan's rates where it is not linear in them"};

const IncPlanArguments::Known STEPS{"steps",
                                    "100",
                                    "rates are multiples of the capacity divided by this"};

template <class Planner>
IncClusterPlan
PlanCluster(const IncCluster& cluster, const IncPlanOptions& options)
{
    return Planner(cluster).Options(options).Run();
}

template <class Planner>
IncEdgePlan
PlanEdge(const IncEdge& edge, const IncPlanOptions& options)
{
    return Planner(edge).Options(options).Run();
}

std::map<std::string, IncPlanAlgorithm>
MakeAlgorithms()
{
    std::map<std::string, IncPlanAlgorithm> algorithms{
        {"atro",
         {"best topology and routing of a reconfigurable cluster, exact",
          [](const IncCluster& cluster, const IncPlanOptions& options) {
              return options.solver == "builtin"
                         ? IncAtroPlanner(cluster).Options(options).Run()
                         : IncSolveAtroBy(cluster, options.solver, options.timeLimit);
          },
          nullptr,
          {SOLVER, EXPORT},
          [](const IncClusterPlan& plan) {
              return IncAtroModel(plan.instance, plan.rate).Model();
          }}},
        {"aro",
         {"ARO-like: best routing of a fixed topology",
          [](const IncCluster& cluster, const IncPlanOptions& options) {
              return options.solver == "builtin" ? IncAroPlanner(cluster).Options(options).Run()
                                                 : IncSolveAroBy(cluster, options);
          },
          nullptr,
          {SOLVER,
           STEPS,
           {"sro", "0", "1: solve first without common switches that host nobody"},
           {"app", "1", "share of interchangeable aggregators that is kept, above 0, at most 1"},
           EXPORT},
          [](const IncClusterPlan& plan) {
              std::vector<double> rates = plan.rates;
              rates.resize(plan.instance.parameterServers, plan.rate);
              return IncAroModel(plan.instance, rates).Model();
          }}},
        {"paring",
         {"PARING-like: places workers and PS in a fixed topology",
          PlanCluster<IncParingPlanner>,
          nullptr,
          {STEPS}}},
        {"spar",
         {"SPAR-like: places aggregators in a fixed topology",
          PlanCluster<IncSparPlanner>,
          nullptr,
          {STEPS}}},
        {"eina-away",
         {"EINA whose workers need not be aggregated at home, a heuristic",
          nullptr,
          PlanEdge<IncEinaAwayPlanner>,
          {}}},
        {"eina",
         {"best rates and trees of aggregators at the edge, exact",
          nullptr,
          [](const IncEdge& edge, const IncPlanOptions& options) {
              return options.solver == "builtin"
                         ? IncEinaPlanner(edge).Options(options).Run()
                         : IncSolveEinaBy(edge, options.printed, options.solver, options.timeLimit);
          },
          {SOLVER, SEMANTICS, EXPORT},
          nullptr,
          [](const IncEdgePlan& plan) {
              return IncEinaModel(plan.instance, plan.printed).Model();
          }}},
        {"atp",
         {"ATP-like: one aggregation, at home",
          nullptr,
          PlanEdge<IncAtpPlanner>,
          {SOLVER, ROOT_AGGREGATES, EXPORT},
          nullptr,
          IncRatesModel}},
        {"grid",
         {"GRID-like: one aggregation, anywhere, randomly rounded",
          nullptr,
          PlanEdge<IncGridPlanner>,
          {SOLVER, EXPORT},
          nullptr,
          [](const IncEdgePlan& plan) { return IncGridModel(plan.instance); }}},
        {"rr",
         {"random routing: random trees",
          nullptr,
          PlanEdge<IncRrPlanner>,
          {SOLVER, EXPORT},
          nullptr,
          IncRatesModel}},
    };
    algorithms["atro"].rules.ownLinks = true;
    algorithms["atro"].rules.layers = true;
    algorithms["aro"].rules.attachedHosts = true;
    algorithms["spar"].rules.ownAggregators = true;
    algorithms["atp"].rules.oneAggregation = true;
    algorithms["grid"].rules.oneAggregation = true;
    for (const char* name : {"atro", "eina", "eina-away"})
    {
        algorithms[name].rules.wholeRates = true;
    }
    for (const char* name : {"paring", "spar"})
    {
        algorithms[name].rules.overlay = true;
    }
    for (const char* name : {"grid", "eina-away"})
    {
        algorithms[name].rules.awayFromHome = true;
    }
    return algorithms;
}

} // namespace

const std::map<std::string, IncPlanAlgorithm>&
IncPlanAlgorithms()
{
    static const std::map<std::string, IncPlanAlgorithm> algorithms = MakeAlgorithms();
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
    known.insert(known.end(), algorithm.own.begin(), algorithm.own.end());
    return IncPlanArguments(known);
}

IncPlanOptions
IncMakePlanOptions(const IncPlanArguments& arguments)
{
    IncPlanOptions options;
    options.seed = arguments.Integer("seed", 0, IncPlanOptions::MAX_SEED);
    options.timeLimit = arguments.Positive("timeLimit");
    if (arguments.Given("solver"))
    {
        std::vector<std::string> solvers = IncSolverProgram::Names();
        solvers.insert(solvers.begin(), "builtin");
        options.solver = arguments.Choice("solver", solvers);
    }
    if (arguments.Given("steps"))
    {
        options.steps = arguments.Integer("steps", 1, MAX_STEPS);
    }
    if (arguments.Given("sro"))
    {
        options.spines = arguments.Integer("sro", 0, 1) == 1;
    }
    if (arguments.Given("app"))
    {
        options.alpha = arguments.Share("app");
    }
    if (arguments.Given("rootAggregates"))
    {
        options.rootAggregates = arguments.Integer("rootAggregates", 0, 1) == 1;
    }
    if (arguments.Given("semantics"))
    {
        options.printed = arguments.Choice("semantics", {"corrected", "printed"}) == "printed";
    }
    return options;
}

} // namespace ns3
