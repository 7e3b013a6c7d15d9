/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-program.h"

#include "inc-atro-planner.h"
#include "inc-cluster-generator.h"
#include "inc-edge-generator.h"
#include "inc-jobs-plan.h"
#include "inc-jobs-planner.h"
#include "inc-plan-algorithms.h"
#include "inc-plan-options.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-error.h"
#include "ns3/inc-json-file.h"
#include "ns3/inc-output-file.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

using Words = std::vector<std::string>;

constexpr uint32_t MAX_COUNT = 1000000;

/** The arguments of a call that writes a file. */
struct Call
{
    Call(const std::string& name, const std::string& purpose)
        : table("inc-plan " + name, purpose)
    {
        table.Group("Arguments");
    }

    void AddSeedAndOutput(uint64_t& seed)
    {
        table.Integer("seed",
                      seed,
                      uint64_t{0},
                      IncPlanOptions::MAX_SEED,
                      "Seed of random numbers; the same seed gives the same file.");
        table.Text("output",
                   output,
                   "a file to be written",
                   "File to write; by default standard output.");
    }

    template <typename T>
    void Count(const std::string& name,
               T& target,
               const std::string& help,
               uint32_t low = 1,
               uint32_t high = MAX_COUNT)
    {
        table.Integer<T>(name, target, low, high, help);
    }

    /** Read the arguments; return false if they ask for help, which is then written. */
    bool Parse(const Words& words)
    {
        const bool given = table.Parse({words.begin() + 1, words.end()});
        std::cout << (given ? "" : table.Help());
        return given;
    }

    void Write(const nlohmann::ordered_json& value) const
    {
        const std::string text = value.dump(value.size() > 0 ? 1 : -1) + "\n";
        if (output.empty())
        {
            std::cout << text;
        }
        else
        {
            IncWriteOutputFile(output, text);
        }
    }

    IncArgumentTable table;
    std::string output; //!< name of the file; empty for standard output
};

/** The arguments that describe a cluster. */
struct ClusterCall : Call
{
    ClusterCall()
        : Call("generate cluster", "Makes a cluster; ATRO's settings by default.")
    {
        table.Choice<std::string>("topology",
                                  make.topology,
                                  {{"reconfigurable", "reconfigurable"},
                                   {"leaf-spine", "leaf-spine"},
                                   {"fat-tree", "fat-tree"}},
                                  "Kind of the cluster's links.");
        Count("switches", make.switches, "Switches of a reconfigurable cluster.");
        Count("ports", make.ports, "Ports of each switch.");
        Count("aggregators",
              make.aggregators,
              "Switches that can aggregate, drawn from all in a fixed topology.",
              0);
        Count("workers", make.workers, "Workers.");
        table.Parsed<std::vector<uint32_t>>("jobs",
                                            jobs,
                                            "",
                                            ParseJobs,
                                            "whole numbers from 1 to " + std::to_string(MAX_COUNT) +
                                                ", as 60,30",
                                            "Number of workers of each job, instead of --workers.");
        Count("parameterServers", make.parameterServers, "Parameter servers.", 1, 1000);
        table.Parsed<double>("capacity",
                             make.capacity,
                             "100",
                             IncParsePositive,
                             "a number above 0",
                             "Capacity of each link, Gb/s.");
        Count("layers", make.layers, "Switches on the longest path of a worker.");
        Count("ownCapacities",
              make.ownCapacities,
              "Number of random pairs of switches with a capacity of their own.",
              0);
        Count("leaves", make.leaves, "Leaves of a leaf-spine.");
        Count("spines", make.spines, "Spines of a leaf-spine.");
        Count("hostsPerLeaf", make.hostsPerLeaf, "Hosts at a leaf of a leaf-spine.");
        Count("k", make.k, "Ports of a switch of a fat-tree.", 2, 1000);
        Count("hostsPerEdge", make.hostsPerEdge, "Hosts at an edge switch of a fat-tree.");
        AddSeedAndOutput(make.seed);
    }

    nlohmann::ordered_json Make()
    {
        const std::vector<std::pair<std::string, std::vector<std::string>>> own{
            {"reconfigurable", {"switches", "ownCapacities"}},
            {"leaf-spine", {"leaves", "spines", "hostsPerLeaf"}},
            {"fat-tree", {"k", "hostsPerEdge"}}};
        for (const auto& [topology, names] : own)
        {
            if (topology != make.topology)
            {
                table.RefuseIfGiven(names, "--topology=" + make.topology);
            }
        }
        if (jobs.empty())
        {
            return make.Make().ToJson();
        }
        table.RefuseIfGiven({"workers", "parameterServers", "topology", "ownCapacities"}, "--jobs");
        IncClusterJobs made{make.Make(), {}};
        for (const uint32_t workers : jobs)
        {
            made.jobs.push_back({"job" + std::to_string(made.jobs.size()), workers});
        }
        return made.ToJson();
    }

    static std::optional<std::vector<uint32_t>> ParseJobs(const std::string& text)
    {
        return IncParseList<uint32_t>(text, [](const std::string& word) {
            const auto workers = IncParseInteger(word);
            const bool right = workers && *workers >= 1 && *workers <= MAX_COUNT;
            return right ? std::optional<uint32_t>(*workers) : std::nullopt;
        });
    }

    IncClusterGenerator make;
    std::vector<uint32_t> jobs;
};

/** The arguments that describe an edge. */
struct EdgeCall : Call
{
    EdgeCall()
        : Call("generate edge", "Makes an edge; EINA's settings by default.")
    {
        Count("ps", make.parameterServers, "Parameter servers, on random aggregators.");
        Count("aggregators", make.aggregators, "Aggregators, the empty ones included.");
        Count("empty", make.emptyAggregators, "Aggregators without workers.", 0);
        Range("workers", make.workers, "5:10", "Workers on each aggregator.");
        Range("capacity", make.capacity, "200:300", "Capacity of aggregation, Gb/s.");
        Range("ingress", make.ingress, "200:300", "Capacity into the core, Gb/s.");
        Range("egress", make.egress, "200:300", "Capacity out of the core, Gb/s.");
        Count("maxDepth", make.maxDepth, "Aggregators on the longest path.");
        table.Parsed<double>("rateMin",
                             make.rateMin,
                             "0",
                             IncParseNonNegative,
                             "a number of at least 0",
                             "Lowest rate, Gb/s.");
        table.Parsed<double>("rateMax",
                             make.rateMax,
                             "1000",
                             IncParsePositive,
                             "a number above 0",
                             "Highest rate, Gb/s.");
        table.Flag("integerRates", make.integerRates, "Whether rates are integers.");
        table.Flag("figure1", figure1, "The instance of EINA's figure 1, and nothing else.");
        AddSeedAndOutput(make.seed);
    }

    nlohmann::ordered_json Make()
    {
        if (figure1)
        {
            for (const auto& [name, assignment] : table.Given())
            {
                if (name != "figure1" && name != "seed" && name != "output")
                {
                    table.RefuseIfGiven({name}, "--figure1");
                }
            }
            return IncEdgeGenerator::Figure1().ToJson();
        }
        if (make.rateMax < make.rateMin)
        {
            table.Refuse("rateMax", "accepted: at least --rateMin");
        }
        return make.Make().ToJson();
    }

    void Range(const std::string& name,
               IncEdgeGenerator::Range& target,
               const std::string& byDefault,
               const std::string& help)
    {
        table.Parsed<IncEdgeGenerator::Range>(name,
                                              target,
                                              byDefault,
                                              ParseRange,
                                              "a whole number or a range as 5:10, from 1 to " +
                                                  std::to_string(MAX_COUNT),
                                              help + " A range gives each a random value.");
    }

    static std::optional<IncEdgeGenerator::Range> ParseRange(const std::string& text)
    {
        const auto words = IncSplit(text, ':');
        const auto first = IncParseInteger(words.front());
        const auto last = IncParseInteger(words.back());
        const bool right = words.size() <= 2 && first && last && *first >= 1 && *first <= *last &&
                           *last <= MAX_COUNT;
        return right ? std::optional<IncEdgeGenerator::Range>({*first, *last}) : std::nullopt;
    }

    IncEdgeGenerator make;
    bool figure1{false};
};

std::string
GenerateHelp()
{
    return ClusterCall().table.Help() + "\n" + EdgeCall().table.Help();
}

/** Write what the arguments describe. */
template <class GeneratorCall>
void
MakeAndWrite(const Words& words)
{
    GeneratorCall call;
    if (call.Parse(words))
    {
        call.Write(call.Make());
    }
}

int
Generate(const Words& words)
{
    const std::string kind = words.size() < 2 ? "\"\"" : words[1];
    if (kind == "--help" || kind == "-h")
    {
        std::cout << GenerateHelp();
    }
    else if (kind == "cluster")
    {
        MakeAndWrite<ClusterCall>({words.begin() + 1, words.end()});
    }
    else if (kind == "edge")
    {
        MakeAndWrite<EdgeCall>({words.begin() + 1, words.end()});
    }
    else
    {
        throw IncError("generate: " + kind + " is not accepted; expected cluster or edge");
    }
    return 0;
}

struct PlannerCall : Call
{
    explicit PlannerCall(const std::string& name)
        : Call(name, IncPlanAlgorithms().at(name).help + "."),
          algorithm(IncPlanAlgorithms().at(name))
    {
        table.Text("instance", instance, "a file", "Instance file; required.");
        AddSeedAndOutput(options.seed);
        table.Parsed<double>("timeLimit",
                             options.timeLimit,
                             "10",
                             IncParsePositive,
                             "a number above 0",
                             "Time limit in seconds, after which the best plan so far is written.");
        for (const IncPlanParameter& add : algorithm.own)
        {
            add(table, options);
        }
        if (algorithm.clusterModel || algorithm.edgeModel)
        {
            table.Text("export",
                       model,
                       "a file to be written",
                       "LP file to write, with the literal model, at the plan's rates if it is not "
                       "linear in them.");
        }
    }

    const IncPlanAlgorithm& algorithm;
    IncPlanOptions options;
    std::string instance;
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

/** Write a plan, print its status, and return the exit status. */
template <class Plan>
int
Finish(const Plan& plan, const Call& call)
{
    call.Write(IncToJson(plan));
    (call.output.empty() ? std::cerr : std::cout) << Summary(plan) << std::endl;
    return plan.HasPlan() ? 0 : 1;
}

int
PlanJobs(const std::string& algorithm, nlohmann::json value, const PlannerCall& call)
{
    if (algorithm != IncAtroPlanner::NAME)
    {
        throw IncError("jobs: not accepted; only atro plans several jobs");
    }
    call.table.RefuseIfGiven({"solver", "export"}, "several jobs");
    const IncClusterJobs instance = IncClusterJobs::FromJson(std::move(value));
    return Finish(IncJobsPlanner(instance).Options(call.options).Run(), call);
}

/** Plan a cluster or an edge; with --export write the model to a file. Return the exit status. */
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
    return Finish(plan, call);
}

int
RunPlanner(const Words& words)
{
    PlannerCall call(words[0]);
    if (!call.Parse(words))
    {
        return 0;
    }
    if (call.instance.empty())
    {
        throw IncError("--instance: missing; expected --instance=FILE.json");
    }
    const IncDeadline start = std::chrono::steady_clock::now();
    nlohmann::json value = IncReadJsonFile(call.instance);
    // The limit includes the time for reading, and for writing the plan, which takes longer. A file
    // without links does not list its workers, and its plan does.
    const double readAndWrite = value.contains("links") ? 3 : 6;
    call.options.timeLimit =
        std::max(1e-3, call.options.timeLimit + readAndWrite * IncSecondsTo(start));
    if (IncClusterJobs::Has(value))
    {
        return PlanJobs(words[0], std::move(value), call);
    }
    const IncPlanAlgorithm& algorithm = call.algorithm;
    return algorithm.cluster ? PlanOne(call, algorithm.cluster, algorithm.clusterModel, value)
                             : PlanOne(call, algorithm.edge, algorithm.edgeModel, value);
}

/** Print a plan's violations, and return the exit status. */
template <class Plan>
int
TellViolations(const Plan& plan)
{
    const std::vector<std::string> violations = IncCheckPlan(plan);
    for (const std::string& violation : violations)
    {
        std::cout << "violated: " << violation << "\n";
    }
    if (violations.empty())
    {
        std::cout << "ok: status " << IncName(plan.status) << ", nothing is violated\n";
    }
    return violations.empty() ? 0 : 1;
}

int
Check(const Words& words)
{
    if (words.size() != 2)
    {
        throw IncError("check: " + std::to_string(words.size() - 1) +
                       " files are not accepted; expected check PLAN.json");
    }
    const nlohmann::json value = IncReadJsonFile(words[1]);
    if (IncIsJobsPlan(value))
    {
        return TellViolations(IncJobsPlanFromJson(value));
    }
    return IncIsClusterPlan(value) ? TellViolations(IncClusterPlanFromJson(value))
                                   : TellViolations(IncEdgePlanFromJson(value));
}

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
    std::cout << "\n" << GenerateHelp();
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
        return Generate(words);
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
    throw IncError("ALGORITHM: " + (verb.empty() ? "\"\"" : verb) + " is not accepted; expected " +
                   accepted);
}

} // namespace ns3
