/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-jobs-plan.h"

#include "inc-cluster-checker.h"

#include "ns3/inc-error.h"
#include "ns3/inc-json-fields.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ns3
{

using nlohmann::json;

namespace
{

/** Largest number of jobs, because a dynamic program divides the switches among them. */
constexpr std::size_t MAX_JOBS = 1000;

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
    for (std::size_t i = 0; i < list.size(); ++i)
    {
        IncJsonFields job(list[i], "jobs[" + std::to_string(i) + "]");
        instance.jobs.push_back(
            {job.Text("name"),
             static_cast<uint32_t>(job.Integer("workers", 1, IncCluster::MAX_COUNT))});
        if (!names.insert(instance.jobs.back().name).second)
        {
            job.Refuse("name", IncShortJson(instance.jobs.back().name), "a name of its own");
        }
        job.Finish();
    }
    for (const char* field :
         {"workers", "parameter_servers", "links", "attach", "capacities", "aggregators_to_place"})
    {
        if (fields.Has(field))
        {
            fields.Refuse(field, IncShortJson(value[field]), "nothing where there are jobs");
        }
    }
    value.erase("jobs");
    value["workers"] = 1;
    instance.cluster = IncCluster::FromJson(value);
    return instance;
}

nlohmann::ordered_json
IncClusterJobs::ToJson() const
{
    nlohmann::ordered_json value = cluster.ToJson();
    value.erase("workers");
    value["jobs"] = nlohmann::ordered_json::array();
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

using nlohmann::json;
using nlohmann::ordered_json;

namespace
{

/** Ports and link capacity that all jobs together use. */
class SharedUse
{
  public:
    explicit SharedUse(const IncJobsPlan& plan);

    void Check(IncViolations& violations) const;

  private:
    using Pair = std::pair<std::string, std::string>;

    static Pair Ordered(const std::string& a, const std::string& b);
    std::string Name(std::size_t job, IncCluster::Node v) const;

    const IncJobsPlan& m_plan;
    /// Links by the names of their two nodes; a worker's name begins with the name of its job.
    std::set<Pair> m_links;
    std::map<Pair, double> m_load;
};

SharedUse::Pair
SharedUse::Ordered(const std::string& a, const std::string& b)
{
    return {std::min(a, b), std::max(a, b)};
}

std::string
SharedUse::Name(std::size_t job, IncCluster::Node v) const
{
    const IncCluster& cluster = m_plan.plans[job].instance;
    const std::string name = cluster.NameOf(v);
    return v < cluster.Switches() ? name : m_plan.instance.jobs[job].name + "/" + name;
}

SharedUse::SharedUse(const IncJobsPlan& plan)
    : m_plan(plan)
{
    for (std::size_t job = 0; job < plan.plans.size(); ++job)
    {
        for (const auto& [u, v] : plan.plans[job].links)
        {
            m_links.insert(Ordered(Name(job, u), Name(job, v)));
        }
        for (const auto& [from, to, count] : plan.plans[job].flows)
        {
            m_load[Ordered(Name(job, from), Name(job, to))] += count * plan.plans[job].rate;
        }
    }
}

void
SharedUse::Check(IncViolations& violations) const
{
    std::map<std::string, uint32_t> ports;
    for (const auto& [a, b] : m_links)
    {
        ++ports[a];
        ++ports[b];
    }
    for (const IncCluster::Switch& s : m_plan.instance.cluster.switches)
    {
        if (ports[s.name] > s.ports)
        {
            violations
                .Add(s.name, ": ", ports[s.name], " links of all jobs on ", s.ports, " ports (7)");
        }
    }
    const double capacity = m_plan.instance.cluster.capacity;
    for (const auto& [link, load] : m_load)
    {
        if (load > capacity * (1 + IncViolations::TOLERANCE))
        {
            violations.Add("link ",
                           link.first,
                           " ",
                           link.second,
                           ": ",
                           load,
                           " Gb/s of all jobs on ",
                           capacity,
                           " (14)");
        }
    }
}

void
CheckInstance(const IncJobsPlan& plan, std::size_t job, IncViolations& violations)
{
    const IncCluster& all = plan.instance.cluster;
    const IncCluster& own = plan.plans[job].instance;
    const std::string name = plan.instance.jobs[job].name + ": ";
    if (own.workers != plan.instance.jobs[job].workers || own.parameterServers != 1)
    {
        violations.Add(name,
                       own.workers,
                       " workers, ",
                       own.parameterServers,
                       " parameter servers, the job has ",
                       plan.instance.jobs[job].workers,
                       " and 1");
    }
    if (own.capacity != all.capacity || own.maxLayers != all.maxLayers ||
        !own.OwnCapacities().empty())
    {
        violations.Add(name + "capacities or layers are not the cluster's");
    }
    for (const IncCluster::Switch& s : own.switches)
    {
        const IncCluster::Node v = all.Find(s.name);
        if (v >= all.Switches() || all.switches[v].ports != s.ports ||
            all.switches[v].aggregator != s.aggregator)
        {
            violations.Add(name + s.name + " is no such switch of the cluster");
        }
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
    if (std::abs(plan.objective - slowest) > IncViolations::TOLERANCE)
    {
        violations.Add("objective ", plan.objective, " is not the slowest rate ", slowest);
    }
    const bool above = plan.upperBound > plan.objective + IncViolations::TOLERANCE;
    if (plan.upperBound < plan.objective - IncViolations::TOLERANCE ||
        (above && plan.status == IncPlanStatus::OPTIMAL))
    {
        violations.Add("upper_bound ",
                       plan.upperBound,
                       " does not fit objective ",
                       plan.objective,
                       ", status ",
                       IncName(plan.status));
    }
}

} // namespace

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
        if (job.Text("name") != plan.instance.jobs[i].name)
        {
            job.Refuse("name", IncShortJson(job.Text("name")), plan.instance.jobs[i].name);
        }
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
IncCheckJobsPlan(const IncJobsPlan& plan)
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
        for (const std::string& line : IncClusterChecker(plan.plans[job]).Check())
        {
            violations.Add(plan.instance.jobs[job].name + ": " + line);
        }
    }
    SharedUse(plan).Check(violations);
    return violations.Lines();
}

} // namespace ns3
