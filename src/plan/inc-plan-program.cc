/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-program.h"

#include "inc-atro-planner.h"
#include "inc-cluster-checker.h"
#include "inc-edge-checker.h"
#include "inc-jobs-plan.h"
#include "inc-jobs-planner.h"
#include "inc-plan-algorithms.h"
#include "inc-plan-generate.h"
#include "inc-plan-output.h"

#include "ns3/inc-error.h"
#include "ns3/inc-json-file.h"
#include "ns3/inc-output-file.h"

#include <functional>
#include <iostream>
#include <sstream>

namespace ns3
{

namespace
{

using Words = std::vector<std::string>;

/** inc-plan ALGORITHM. */
struct PlannerCall
{
    explicit PlannerCall(const std::string& name)
        : algorithm(IncPlanAlgorithms().at(name)),
          table("inc-plan " + name, algorithm.help + ".")
    {
        table.Group("Arguments");
        table.Text("instance", instance, "a file", "Instance file; required.");
        output.AddArguments(table, options.seed);
        table.Parsed<double>("timeLimit",
                             options.timeLimit,
                             "10",
                             IncParsePositive,
                             "a number above 0",
                             "Seconds; then the best plan so far.");
        for (const IncPlanParameter& add : algorithm.own)
        {
            add(table, options);
        }
        if (algorithm.clusterModel || algorithm.edgeModel)
        {
            table.Text("export",
                       model,
                       "a file to be written",
                       "LP file of the literal model: at the plan's rates where it is not linear "
                       "in them.");
        }
    }

    const IncPlanAlgorithm& algorithm;
    IncArgumentTable table;
    IncPlanOptions options;
    std::string instance;
    IncPlanOutput output;
    std::string model;
};

std::string
Summary(const IncPlanAnswer& answer)
{
    std::ostringstream text;
    text << answer.algorithm << ": " << IncName(answer.status);
    if (answer.HasPlan())
    {
        text << ", " << answer.objective << " Gb/s";
    }
    if (answer.status != IncPlanStatus::INFEASIBLE)
    {
        text << ", at most " << answer.upperBound << " Gb/s";
    }
    text << ", " << answer.solveMs << " ms";
    for (const auto& item : answer.notes.items())
    {
        text << ", " << item.key() << " " << item.value().dump();
    }
    return text.str();
}

/** Write a plan, say how it is, and return the exit status. */
int
Finish(const IncPlanAnswer& answer, const nlohmann::ordered_json& plan, const IncPlanOutput& output)
{
    output.Write(plan);
    (output.file.empty() ? std::cerr : std::cout) << Summary(answer) << std::endl;
    return answer.HasPlan() ? 0 : 1;
}

int
PlanJobs(const std::string& algorithm, const nlohmann::json& value, const PlannerCall& call)
{
    if (algorithm != IncAtroPlanner::NAME)
    {
        throw IncError("jobs: not accepted: atro alone plans for several jobs");
    }
    call.table.RefuseIfGiven({"solver", "export"}, "several jobs");
    const IncClusterJobs instance = IncClusterJobs::FromJson(value);
    const IncJobsPlan plan = IncJobsPlanner(instance).Options(call.options).Run();
    return Finish(plan, IncToJson(plan), call.output);
}

/** Plans, and exports the model where that is asked for. */
template <class Plan, class Instance>
int
PlanOne(const PlannerCall& call,
        const std::function<Plan(const Instance&, const IncPlanOptions&)>& planner,
        const std::function<IncLinearModel(const Plan&)>& model,
        const nlohmann::json& value)
{
    const Plan plan = planner(Instance::FromJson(value), call.options);
    if (!call.model.empty())
    {
        IncWriteOutputFile(call.model, model(plan).ToLp());
    }
    return Finish(plan, IncToJson(plan), call.output);
}

/** inc-plan ALGORITHM. */
int
RunPlanner(const Words& words)
{
    PlannerCall call(words[0]);
    if (!call.table.Parse({words.begin() + 1, words.end()}))
    {
        std::cout << call.table.Help();
        return 0;
    }
    if (call.instance.empty())
    {
        throw IncError("--instance: missing; expected --instance=FILE.json");
    }
    const nlohmann::json value = IncReadJsonFile(call.instance);
    if (IncClusterJobs::Has(value))
    {
        return PlanJobs(words[0], value, call);
    }
    const IncPlanAlgorithm& algorithm = call.algorithm;
    return algorithm.cluster ? PlanOne(call, algorithm.cluster, algorithm.clusterModel, value)
                             : PlanOne(call, algorithm.edge, algorithm.edgeModel, value);
}

/** inc-plan check. */
int
Check(const Words& words)
{
    if (words.size() != 2)
    {
        throw IncError("check: " + std::to_string(words.size() - 1) +
                       " files are not accepted; expected check PLAN.json");
    }
    const nlohmann::json value = IncReadJsonFile(words[1]);
    std::vector<std::string> violations;
    IncPlanStatus status;
    if (IncIsJobsPlan(value))
    {
        const IncJobsPlan plan = IncJobsPlanFromJson(value);
        status = plan.status;
        violations = IncCheckJobsPlan(plan);
    }
    else if (IncIsClusterPlan(value))
    {
        const IncClusterPlan plan = IncClusterPlanFromJson(value);
        status = plan.status;
        violations = IncClusterChecker(plan).Check();
    }
    else
    {
        const IncEdgePlan plan = IncEdgePlanFromJson(value);
        status = plan.status;
        violations = IncEdgeChecker(plan).Check();
    }
    for (const std::string& violation : violations)
    {
        std::cout << "violated: " << violation << "\n";
    }
    if (violations.empty())
    {
        std::cout << "ok: status " << IncName(status) << ", nothing is violated\n";
    }
    return violations.empty() ? 0 : 1;
}

/** What all verbs say of themselves. */
int
Help()
{
    std::cout << "inc-plan ALGORITHM --instance=FILE.json [--output=PLAN.json] ...\n"
                 "inc-plan generate cluster|edge [--output=FILE.json] ...\n"
                 "inc-plan check PLAN.json\n"
                 "        verifies every constraint of a plan's model, prints what is violated\n\n"
                 "--help behind ALGORITHM, or behind generate cluster or edge, shows that alone.\n"
                 "Exit status: 0 done; 1 no plan, or a violated constraint; 2 bad arguments or "
                 "files.\n";
    for (const auto& entry : IncPlanAlgorithms())
    {
        std::cout << "\n" << PlannerCall(entry.first).table.Help();
    }
    std::cout << "\n" << IncPlanGenerateHelp();
    return 0;
}

} // namespace

int
IncRunPlanProgram(const Words& words)
{
    const std::string verb = words.empty() ? "" : words[0];
    if (verb == "--help" || verb == "--help-all" || verb == "-h")
    {
        return Help();
    }
    if (verb == "generate")
    {
        return IncRunPlanGenerate({words.begin() + 1, words.end()});
    }
    if (verb == "check")
    {
        return Check(words);
    }
    if (IncPlanAlgorithms().count(verb))
    {
        return RunPlanner(words);
    }
    std::string accepted = "generate, check";
    for (const auto& entry : IncPlanAlgorithms())
    {
        accepted += ", " + entry.first;
    }
    throw IncError("ALGORITHM: " + (verb.empty() ? "nothing" : verb) +
                   " is not accepted; expected " + accepted);
}

} // namespace ns3
