/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-planner-bench.h"

#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-edge-generator.h"
#include "ns3/inc-eina-model.h"
#include "ns3/inc-eina-planner.h"
#include "ns3/inc-error.h"

#include <cstdio>
#include <functional>
#include <memory>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;
constexpr const char* SOLVER = "cbc";

} // namespace

struct IncPlannerBench::Case
{
    std::string name;
    std::string planner;
    std::function<Side()> ours;
    std::function<Side(double)>
        solver; //!< solver, called with a time limit in s; null if the model is too large
};

IncPlannerBench::IncPlannerBench(const IncBenchConfig& config)
    : m_config(config),
      m_rows(Json::array())
{
}

void
IncPlannerBench::Side::Print(std::ostream& table) const
{
    char text[120];
    std::snprintf(text,
                  sizeof(text),
                  " %10s %9.5g %9.5g %7.2f %12.4g",
                  IncName(status).c_str(),
                  rate,
                  upperBound,
                  gapPercent,
                  solveMs);
    table << text;
}

Json
IncPlannerBench::Side::ToJson() const
{
    return {{"status", IncName(status)},
            {"rate_gbps", rate},
            {"upper_bound_gbps", upperBound},
            {"gap_percent", gapPercent},
            {"gap_in", gapMeasured},
            {"solve_ms", solveMs}};
}

IncPlannerBench::Side
IncPlannerBench::SideOf(const IncPlanAnswer& answer)
{
    Side side;
    side.status = answer.status;
    side.rate = answer.objective;
    side.upperBound = answer.upperBound;
    side.solveMs = answer.solveMs;
    // A cluster has only a few possible rates, far from each other. Therefore the gap counts
    // workers, at the certified number of flows per link, even if the rate is proven.
    if (answer.notes.contains("gap_percent"))
    {
        side.gapMeasured = "workers";
        side.gapPercent = answer.notes["gap_percent"].get<double>();
    }
    else
    {
        side.gapMeasured = "rate";
        side.gapPercent = side.upperBound > 0 ? 100 * (1 - side.rate / side.upperBound) : 0;
    }
    return side;
}

std::vector<IncPlannerBench::Case>
IncPlannerBench::Cases(uint64_t seed)
{
    std::vector<Case> cases;
    IncPlanOptions unhurried;
    unhurried.timeLimit = 3600; // only the search decides what is found, also on a busy machine
    const auto cluster = [&](const std::string& name, const IncClusterGenerator& make, bool both) {
        const auto instance = std::make_shared<const IncCluster>(make.Make());
        cases.push_back({"cluster, " + name,
                         "atro",
                         [instance, unhurried] {
                             return SideOf(IncAtroPlanner(*instance).Options(unhurried).Run());
                         },
                         nullptr});
        if (both)
        {
            cases.back().solver = [instance](double seconds) {
                IncPlanOptions options;
                options.solver = SOLVER;
                options.timeLimit = seconds;
                return SideOf(IncAtroPlanner(*instance).Options(options).Run());
            };
        }
    };
    const auto edge = [&](const std::string& name, IncEdgeGenerator make, bool both) {
        make.seed = seed;
        const auto instance = std::make_shared<const IncEdge>(make.Make());
        cases.push_back({"edge, " + name,
                         "eina",
                         [instance, unhurried] {
                             return SideOf(IncEinaPlanner(*instance).Options(unhurried).Run());
                         },
                         nullptr});
        if (both)
        {
            cases.back().solver = [instance](double seconds) {
                return SideOf(IncSolveEinaBy(*instance, false, SOLVER, seconds));
            };
        }
    };

    IncClusterGenerator small;
    small.switches = 6;
    small.ports = 8;
    small.aggregators = 2;
    small.workers = 10;
    cluster("6 switches, 10 workers", small, true);
    for (uint32_t workers = 60; workers <= 90; workers += 5)
    {
        IncClusterGenerator make;
        make.workers = workers;
        cluster(std::to_string(workers) + " workers", make, workers % 10 == 0);
    }
    for (uint32_t aggregators = 0; aggregators <= 10; ++aggregators)
    {
        IncClusterGenerator make;
        make.aggregators = aggregators;
        cluster(std::to_string(aggregators) + " aggregators", make, aggregators % 5 == 0);
    }
    for (const uint32_t scale : {1U, 10U})
    {
        IncClusterGenerator make;
        make.switches = 2000 * scale;
        make.aggregators = 200 * scale;
        make.workers = 10000 * scale;
        cluster(std::to_string(make.workers) + " workers", make, false);
        make.ports = 64;
        cluster(std::to_string(make.workers) + " workers, 64 ports", make, false);
        make.ports = 24;
        for (const uint32_t layers : {3U, 4U, 5U})
        {
            make.layers = layers;
            // A network of three layers has at most 12,167 workers.
            if (layers >= 4 || scale == 1)
            {
                const std::string name = std::to_string(make.workers) + " workers, " +
                                         std::to_string(layers) + " layers";
                make.ownCapacities = 0;
                cluster(name, make, false);
                make.ownCapacities = 5000;
                cluster(name + ", own links", make, false);
            }
        }
    }
    for (const uint32_t aggregators : {12U, 50U})
    {
        IncEdgeGenerator make;
        make.aggregators = aggregators;
        for (const bool integer : {true, false})
        {
            make.integerRates = integer;
            edge("2 x " + std::to_string(aggregators) + (integer ? " integer" : " real"),
                 make,
                 integer);
        }
    }
    IncEdgeGenerator wide;
    wide.parameterServers = 1;
    wide.aggregators = 5000;
    edge("1 x 5000 integer", wide, false);
    wide.integerRates = false;
    edge("1 x 5000 real", wide, false);
    return cases;
}

IncPlannerBench::Side
IncPlannerBench::Ours(const Case& instance) const
{
    Side best = instance.ours();
    for (uint32_t i = 1; i < m_config.repeat; ++i)
    {
        best.solveMs = std::min(best.solveMs, instance.ours().solveMs);
    }
    return best;
}

std::optional<IncPlannerBench::Side>
IncPlannerBench::Solver(const Case& instance)
{
    if (!instance.solver || !m_note.empty() || m_config.baseline != IncBenchConfig::Baseline::CBC)
    {
        return std::nullopt;
    }
    try
    {
        return instance.solver(m_config.timeLimit);
    }
    catch (const IncError& error)
    {
        m_note = error.what();
        return std::nullopt;
    }
}

void
IncPlannerBench::Run(std::ostream& table)
{
    const bool both = m_config.baseline == IncBenchConfig::Baseline::CBC;
    const char* heading = "     status      rate  at most    gap%     solve ms";
    table << "#                                                  " << heading
          << (both ? heading : "") << "\n"
          << "#                                                              (Gb/s)    (Gb/s)\n";
    for (const Case& instance : Cases(m_config.run))
    {
        char name[60];
        std::snprintf(name,
                      sizeof(name),
                      "%-5s %-45s",
                      instance.planner.c_str(),
                      instance.name.c_str());
        table << name << std::flush;
        const Side ours = Ours(instance);
        ours.Print(table);
        table << std::flush;
        const auto solver = Solver(instance);
        if (solver)
        {
            solver->Print(table);
        }
        table << std::endl;
        m_rows.push_back({{"instance", instance.name},
                          {"planner", instance.planner},
                          {"ours", ours.ToJson()},
                          {"baseline", solver ? solver->ToJson() : Json()}});
    }
    if (!m_note.empty())
    {
        table << "# without " << SOLVER << " beside: " << m_note << "\n";
    }
    else if (both)
    {
        table << "# right: " << SOLVER << " on the paper's literal model, at most "
              << m_config.timeLimit << " s each\n";
    }
}

std::string
IncPlannerBench::ToJson() const
{
    Json file{{"schema", "inc-bench/1"},
              {"scenario", "planner"},
              {"config", m_config.arguments},
              {"instances", m_rows}};
    if (!m_note.empty())
    {
        file["note"] = m_note;
    }
    return file.dump(2) + "\n";
}

} // namespace ns3
