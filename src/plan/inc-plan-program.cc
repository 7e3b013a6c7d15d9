/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-plan-program.h"

#include "inc-cluster-checker.h"
#include "inc-cluster-generator.h"
#include "inc-edge-checker.h"
#include "inc-edge-generator.h"
#include "inc-jobs-plan.h"
#include "inc-jobs-planner.h"
#include "inc-json-fields.h"
#include "inc-plan-algorithms.h"
#include "inc-plan-error.h"

#include "ns3/inc-output-file.h"

#include <iostream>
#include <map>
#include <sstream>

namespace ns3
{

namespace
{

constexpr int64_t MAX_COUNT = 1000000;

IncPlanArguments
ClusterArguments()
{
    return IncPlanArguments(
        {{"topology", "reconfigurable", "reconfigurable, leaf-spine or fat-tree"},
         {"switches", "20", "of a reconfigurable cluster"},
         {"ports", "24", "of each switch"},
         {"aggregators", "4", "switches that can reduce; drawn from all in a fixed topology"},
         {"workers", "90", "workers"},
         {"jobs", "", "workers of each of several jobs, such as 60,30, in the place of workers"},
         {"parameterServers", "1", "parameter servers"},
         {"capacity", "100", "of each link, Gb/s"},
         {"layers", "5", "switches on the longest path of a worker"},
         {"ownCapacities", "0", "pairs of switches with a capacity of their own, drawn"},
         {"leaves", "10", "of a leaf-spine"},
         {"spines", "10", "of a leaf-spine"},
         {"hostsPerLeaf", "14", "of a leaf-spine"},
         {"k", "4", "of a fat-tree"},
         {"hostsPerEdge", "12", "of a fat-tree"},
         {"seed", "1", "of what is drawn"},
         {"output", "", "instance file; without it to standard output"}});
}

IncPlanArguments
EdgeArguments()
{
    return IncPlanArguments({{"ps", "2", "parameter servers, on aggregators drawn"},
                             {"aggregators", "12", "aggregators, the empty ones included"},
                             {"empty", "0", "aggregators without workers"},
                             {"workers", "5:10", "on each aggregator, a number or a range"},
                             {"capacity", "200:300", "of aggregation, Gb/s, a number or a range"},
                             {"ingress", "200:300", "into the core, Gb/s, a number or a range"},
                             {"egress", "200:300", "out of the core, Gb/s, a number or a range"},
                             {"maxDepth", "4", "aggregators on the longest path"},
                             {"rateMin", "0", "Gb/s"},
                             {"rateMax", "1000", "Gb/s"},
                             {"integerRates", "1", "1: rates are integers; 0: real"},
                             {"figure1", "0", "1: the instance of EINA's figure 1, nothing else"},
                             {"seed", "1", "of what is drawn"},
                             {"output", "", "instance file; without it to standard output"}});
}

IncCluster
MakeCluster(const IncPlanArguments& arguments)
{
    IncClusterGenerator make;
    make.topology = arguments.Choice("topology", {"reconfigurable", "leaf-spine", "fat-tree"});
    const auto effective = [&](const std::vector<std::string>& names, const std::string& topology) {
        for (const std::string& name : names)
        {
            if (arguments.Given(name) && make.topology != topology)
            {
                throw IncPlanError("--" + name + ": " + arguments.Text(name) +
                                   " has no effect with --topology=" + make.topology);
            }
        }
    };
    effective({"switches", "ownCapacities"}, "reconfigurable");
    effective({"leaves", "spines", "hostsPerLeaf"}, "leaf-spine");
    effective({"k", "hostsPerEdge"}, "fat-tree");
    make.switches = arguments.Integer("switches", 1, MAX_COUNT);
    make.ports = arguments.Integer("ports", 1, MAX_COUNT);
    make.aggregators = arguments.Integer("aggregators", 0, MAX_COUNT);
    make.workers = arguments.Integer("workers", 1, MAX_COUNT);
    make.parameterServers = arguments.Integer("parameterServers", 1, 1000);
    make.capacity = arguments.Positive("capacity");
    make.layers = arguments.Integer("layers", 1, MAX_COUNT);
    make.ownCapacities = arguments.Integer("ownCapacities", 0, MAX_COUNT);
    make.leaves = arguments.Integer("leaves", 1, MAX_COUNT);
    make.spines = arguments.Integer("spines", 1, MAX_COUNT);
    make.hostsPerLeaf = arguments.Integer("hostsPerLeaf", 1, MAX_COUNT);
    make.k = arguments.Integer("k", 2, 1000);
    make.hostsPerEdge = arguments.Integer("hostsPerEdge", 1, MAX_COUNT);
    make.seed = arguments.Integer("seed", 0, IncPlanOptions::MAX_SEED);
    return make.Make();
}

IncEdge
MakeEdge(const IncPlanArguments& arguments)
{
    if (arguments.Integer("figure1", 0, 1) == 1)
    {
        for (const std::string& name : arguments.GetGiven())
        {
            if (name != "figure1" && name != "seed" && name != "output")
            {
                throw IncPlanError("--" + name + ": " + arguments.Text(name) +
                                   " has no effect with --figure1=1");
            }
        }
        return IncEdgeGenerator::Figure1();
    }
    IncEdgeGenerator make;
    make.parameterServers = arguments.Integer("ps", 1, MAX_COUNT);
    make.aggregators = arguments.Integer("aggregators", 1, MAX_COUNT);
    make.emptyAggregators = arguments.Integer("empty", 0, MAX_COUNT);
    make.workers = arguments.Range("workers", 1, MAX_COUNT);
    make.capacity = arguments.Range("capacity", 1, MAX_COUNT);
    make.ingress = arguments.Range("ingress", 1, MAX_COUNT);
    make.egress = arguments.Range("egress", 1, MAX_COUNT);
    make.maxDepth = arguments.Integer("maxDepth", 1, MAX_COUNT);
    make.rateMin = arguments.NonNegative("rateMin");
    make.rateMax = arguments.Positive("rateMax");
    if (make.rateMax < make.rateMin)
    {
        throw IncPlanError("--rateMax: " + arguments.Text("rateMax") +
                           " is not accepted: at least --rateMin");
    }
    make.integerRates = arguments.Integer("integerRates", 0, 1) == 1;
    make.seed = arguments.Integer("seed", 0, IncPlanOptions::MAX_SEED);
    return make.Make();
}

/** The same cluster for several jobs, called job0, job1 and so on. */
IncClusterJobs
MakeJobs(const IncPlanArguments& arguments, const IncCluster& cluster)
{
    for (const char* name : {"workers", "parameterServers", "topology", "ownCapacities"})
    {
        if (arguments.Given(name))
        {
            throw IncPlanError(std::string("--") + name + ": " + arguments.Text(name) +
                               " has no effect with --jobs");
        }
    }
    IncClusterJobs made{cluster, {}};
    for (const int64_t workers : arguments.Integers("jobs", 1, MAX_COUNT))
    {
        made.jobs.push_back({"job" + std::to_string(made.jobs.size()), uint32_t(workers)});
    }
    return made;
}

void
Write(const nlohmann::ordered_json& value, const std::string& path)
{
    const std::string text = value.dump(value.size() > 0 ? 1 : -1) + "\n";
    if (path.empty())
    {
        std::cout << text;
    }
    else
    {
        IncWriteOutputFile(path, text);
    }
}

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

} // namespace

int
IncPlanProgram::Run(const std::vector<std::string>& words)
{
    for (const std::string& word : words)
    {
        if (word == "--help" || word == "-h")
        {
            return Help();
        }
    }
    const std::string verb = words.empty() ? "" : words[0];
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
        return Plan(words);
    }
    std::string accepted = "generate, check";
    for (const auto& entry : IncPlanAlgorithms())
    {
        accepted += ", " + entry.first;
    }
    throw IncPlanError("ALGORITHM: " + (verb.empty() ? "nothing" : verb) +
                       " is not accepted: " + accepted);
}

int
IncPlanProgram::Help() const
{
    std::cout << "inc-plan ALGORITHM --instance=FILE.json [--output=PLAN.json] ...\n"
                 "inc-plan generate cluster|edge [--output=FILE.json] ...\n"
                 "inc-plan check PLAN.json\n\n";
    for (const auto& [name, algorithm] : IncPlanAlgorithms())
    {
        std::cout << "  " << name << ": " << algorithm.help << "\n"
                  << IncPlannerArguments(algorithm).Help();
    }
    std::cout << "  generate cluster: ATRO's settings by default\n"
              << ClusterArguments().Help() << "  generate edge: EINA's settings by default\n"
              << EdgeArguments().Help()
              << "  check: verify every constraint of a plan's model, print what is violated\n\n"
                 "Exit status: 0 done; 1 no plan, or a violated constraint; 2 bad arguments or "
                 "files.\n";
    return 0;
}

int
IncPlanProgram::Generate(const std::vector<std::string>& words)
{
    const std::string kind = words.size() < 2 ? "nothing" : words[1];
    if (kind != "cluster" && kind != "edge")
    {
        throw IncPlanError("generate: " + kind + " is not accepted: cluster, edge");
    }
    IncPlanArguments arguments = kind == "cluster" ? ClusterArguments() : EdgeArguments();
    arguments.Parse({words.begin() + 2, words.end()});
    const auto instance = [&] {
        if (kind == "edge")
        {
            return MakeEdge(arguments).ToJson();
        }
        const IncCluster cluster = MakeCluster(arguments);
        return arguments.Given("jobs") ? MakeJobs(arguments, cluster).ToJson() : cluster.ToJson();
    };
    Write(instance(), arguments.Text("output"));
    return 0;
}

int
IncPlanProgram::Check(const std::vector<std::string>& words)
{
    if (words.size() != 2)
    {
        throw IncPlanError("check: " + std::to_string(words.size() - 1) +
                           " files are not accepted: check PLAN.json");
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

int
IncPlanProgram::Plan(const std::vector<std::string>& words)
{
    const IncPlanAlgorithm& algorithm = IncPlanAlgorithms().at(words[0]);
    IncPlanArguments arguments = IncPlannerArguments(algorithm);
    arguments.Parse({words.begin() + 1, words.end()});
    const IncPlanOptions options = IncMakePlanOptions(algorithm, arguments);
    if (!arguments.Given("instance"))
    {
        throw IncPlanError("--instance: missing: --instance=FILE.json");
    }
    const nlohmann::json value = IncReadJsonFile(arguments.Text("instance"));
    const bool exports = arguments.Given("export");
    if (IncClusterJobs::Has(value))
    {
        return PlanJobs(words[0], value, arguments);
    }
    if (algorithm.cluster)
    {
        const IncClusterPlan plan = algorithm.cluster(IncCluster::FromJson(value), options);
        if (exports)
        {
            IncWriteOutputFile(arguments.Text("export"), algorithm.clusterModel(plan).ToLp());
        }
        return Finish(plan, IncToJson(plan), arguments);
    }
    const IncEdgePlan plan = algorithm.edge(IncEdge::FromJson(value), options);
    if (exports)
    {
        IncWriteOutputFile(arguments.Text("export"), algorithm.edgeModel(plan).ToLp());
    }
    return Finish(plan, IncToJson(plan), arguments);
}

int
IncPlanProgram::PlanJobs(const std::string& algorithm,
                         const nlohmann::json& value,
                         const IncPlanArguments& arguments)
{
    if (algorithm != "atro")
    {
        throw IncPlanError("jobs: not accepted: atro alone plans for several jobs");
    }
    for (const char* name : {"solver", "export"})
    {
        if (arguments.Given(name))
        {
            throw IncPlanError(std::string("--") + name + ": " + arguments.Text(name) +
                               " has no effect with several jobs");
        }
    }
    const IncClusterJobs instance = IncClusterJobs::FromJson(value);
    const IncJobsPlan plan =
        IncJobsPlanner(instance)
            .Options(IncMakePlanOptions(IncPlanAlgorithms().at(algorithm), arguments))
            .Run();
    return Finish(plan, IncToJson(plan), arguments);
}

int
IncPlanProgram::Finish(const IncPlanAnswer& answer,
                       const nlohmann::ordered_json& plan,
                       const IncPlanArguments& arguments)
{
    const std::string path = arguments.Text("output");
    Write(plan, path);
    (path.empty() ? std::cerr : std::cout) << Summary(answer) << std::endl;
    return answer.HasPlan() ? 0 : 1;
}

} // namespace ns3
