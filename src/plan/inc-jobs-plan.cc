/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-plan.h"

#include "inc-violations.h"

#include "ns3/inc-error.h"
#include "ns3/inc-json-fields.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ns3
{

using nlohmann::json;
using nlohmann::ordered_json;

namespace
{

/** Largest number of jobs, because a dynamic program divides the switches among them. */
constexpr std::size_t MAX_JOBS = 1000;

/** Check the ports and the link capacity that all jobs together use. */
void
CheckSharedUse(const IncJobsPlan& plan, IncViolations& violations)
{
    // A link is a pair of the names of its nodes; a worker's name begins with the name of its job.
    std::set<std::pair<std::string, std::string>> links;
    std::map<std::pair<std::string, std::string>, double> loads;
    for (std::size_t job = 0; job < plan.plans.size(); ++job)
    {
        const IncClusterPlan& own = plan.plans[job];
        const auto link = [&](IncCluster::Node u, IncCluster::Node v) {
            const auto name = [&](IncCluster::Node node) {
                const bool shared = node < own.instance.Switches();
                return (shared ? "" : plan.instance.jobs[job].name + "/") +
                       own.instance.NameOf(node);
            };
            return std::pair<std::string, std::string>(std::minmax({name(u), name(v)}));
        };
        for (const auto& [u, v] : own.links)
        {
            links.insert(link(u, v));
        }
        for (const auto& [from, to, count] : own.flows)
        {
            loads[link(from, to)] += count * own.rate;
        }
    }
    std::map<std::string, uint32_t> ports;
    for (const auto& [a, b] : links)
    {
        ++ports[a];
        ++ports[b];
    }
    for (const IncCluster::Switch& s : plan.instance.cluster.switches)
    {
        violations.AddIf(ports[s.name] > s.ports)
            << s.name << ": " << ports[s.name] << " links of all jobs on " << s.ports
            << " ports (7)";
    }
    const double capacity = plan.instance.cluster.capacity;
    for (const auto& [link, load] : loads)
    {
        violations.AddIf(load > capacity * (1 + IncViolations::TOLERANCE))
            << "link " << link.first << " " << link.second << ": " << load
            << " Gb/s of all jobs on " << capacity << " (14)";
    }
}

void
CheckInstance(const IncJobsPlan& plan, std::size_t job, IncViolations& violations)
{
    const IncCluster& all = plan.instance.cluster;
    const IncCluster& own = plan.plans[job].instance;
    const std::string name = plan.instance.jobs[job].name + ": ";
    violations.AddIf(own.workers != plan.instance.jobs[job].workers || own.parameterServers != 1)
        << name << own.workers << " workers, " << own.parameterServers
        << " parameter servers, the job has " << plan.instance.jobs[job].workers << " and 1";
    violations.AddIf(own.capacity != all.capacity || own.maxLayers != all.maxLayers ||
                     !own.OwnCapacities().empty())
        << name + "capacities or layers are not the cluster's";
    for (const IncCluster::Switch& s : own.switches)
    {
        const IncCluster::Node v = all.Find(s.name);
        violations.AddIf(v >= all.Switches() || all.switches[v].ports != s.ports ||
                         all.switches[v].aggregator != s.aggregator)
            << name + s.name + " is no such switch of the cluster";
    }
}

void
CheckOutcome(const IncJobsPlan& plan, IncViolations& violations)
{
    double slowest = plan.plans.empty() ? 0 : plan.plans[0].rate;
    for (const IncClusterPlan& own : plan.plans)
    {
        slowest = std::min(slowest, own.rate);
    }
    violations.AddIf(std::abs(plan.objective - slowest) > IncViolations::TOLERANCE)
        << "objective " << plan.objective << " is not the slowest rate " << slowest;
    const bool above = plan.upperBound > plan.objective + IncViolations::TOLERANCE;
    violations.AddIf(plan.upperBound < plan.objective - IncViolations::TOLERANCE ||
                     (above && plan.status == IncPlanStatus::OPTIMAL))
        << "upper_bound " << plan.upperBound << " does not fit objective " << plan.objective
        << ", status " << IncName(plan.status);
}

} // namespace

bool
IncClusterJobs::Has(const json& value)
{
    return value.is_object() && value.contains("jobs");
}

IncClusterJobs
IncClusterJobs::FromJson(json value)
{
    IncClusterJobs instance;
    IncJsonFields fields(value, "");
    const json& list = fields.Array("jobs");
    if (list.empty() || list.size() > MAX_JOBS)
    {
        fields.Refuse("jobs",
                      std::to_string(list.size()) + " jobs",
                      "1 to " + std::to_string(MAX_JOBS));
    }
    std::set<std::string> names;
    fields.Each("jobs", [&](IncJsonFields& job) {
        const std::string name = job.Text("name");
        const auto workers =
            static_cast<uint32_t>(job.Integer("workers", 1, IncCluster::MAX_COUNT));
        job.Require(names.insert(name).second, "name", "a name of its own");
        instance.jobs.push_back({name, workers});
    });
    for (const char* field :
         {"workers", "parameter_servers", "links", "attach", "capacities", "aggregators_to_place"})
    {
        fields.Require(!fields.Has(field), field, "nothing where there are jobs");
    }
    value.erase("jobs");
    value["workers"] = 1;
    instance.cluster = IncCluster::FromJson(value);
    return instance;
}

ordered_json
IncClusterJobs::ToJson() const
{
    ordered_json value = cluster.ToJson();
    value.erase("workers");
    value["jobs"] = ordered_json::array();
    for (const Job& job : jobs)
    {
        value["jobs"].push_back({{"name", job.name}, {"workers", job.workers}});
    }
    return value;
}

IncCluster
IncClusterJobs::Alone(std::size_t job, const std::vector<IncCluster::Node>& switches) const
{
    IncCluster alone;
    alone.capacity = cluster.capacity;
    alone.maxLayers = cluster.maxLayers;
    alone.workers = jobs[job].workers;
    for (const IncCluster::Node v : switches)
    {
        alone.switches.push_back(cluster.switches[v]);
    }
    alone.Index();
    return alone;
}

ordered_json
IncToJson(const IncJobsPlan& plan)
{
    ordered_json value{{"schema", "inc-plan/1"},
                       {"algorithm", plan.algorithm},
                       {"instance", plan.instance.ToJson()}};
    value["rate"] = plan.HasPlan() ? ordered_json(plan.objective) : ordered_json();
    value["rates"] = ordered_json::object();
    for (std::size_t job = 0; job < plan.plans.size(); ++job)
    {
        value["rates"][plan.instance.jobs[job].name] = plan.plans[job].rate;
    }
    IncWriteOutcome(plan, value);
    value["jobs"] = ordered_json::array();
    for (std::size_t job = 0; job < plan.plans.size(); ++job)
    {
        value["jobs"].push_back(
            {{"name", plan.instance.jobs[job].name}, {"plan", IncToJson(plan.plans[job])}});
    }
    return value;
}

bool
IncIsJobsPlan(const json& value)
{
    return value.is_object() && value.contains("instance") &&
           IncClusterJobs::Has(value["instance"]);
}

IncJobsPlan
IncJobsPlanFromJson(const json& value)
{
    IncJsonFields fields(value, "");
    IncJobsPlan plan;
    IncReadOutcome(plan, fields);
    plan.instance = IncClusterJobs::FromJson(fields.Object("instance"));
    if (!plan.HasPlan())
    {
        return plan;
    }
    const json& list = fields.Array("jobs");
    if (list.size() != plan.instance.jobs.size())
    {
        fields.Refuse("jobs",
                      std::to_string(list.size()) + " plans",
                      "one for each of the " + std::to_string(plan.instance.jobs.size()) + " jobs");
    }
    for (std::size_t i = 0; i < list.size(); ++i)
    {
        const std::string path = "jobs[" + std::to_string(i) + "]";
        IncJsonFields job(list[i], path);
        const std::string& name = plan.instance.jobs[i].name;
        job.Require(job.Text("name") == name, "name", name);
        try
        {
            plan.plans.push_back(IncClusterPlanFromJson(job.Object("plan")));
        }
        catch (const IncError& error)
        {
            throw IncError(path + ".plan." + error.what());
        }
    }
    return plan;
}

std::vector<std::string>
IncCheckPlan(const IncJobsPlan& plan)
{
    IncViolations violations;
    if (!plan.HasPlan())
    {
        return violations.Lines();
    }
    CheckOutcome(plan, violations);
    for (std::size_t job = 0; job < plan.plans.size(); ++job)
    {
        CheckInstance(plan, job, violations);
        for (const std::string& line : IncCheckPlan(plan.plans[job]))
        {
            violations.Add() << plan.instance.jobs[job].name + ": " + line;
        }
    }
    CheckSharedUse(plan, violations);
    return violations.Lines();
}

} // namespace ns3
