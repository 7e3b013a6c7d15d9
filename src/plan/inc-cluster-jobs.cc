/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-cluster-jobs.h"

#include "ns3/inc-error.h"
#include "ns3/inc-json-fields.h"

#include <set>

namespace ns3
{

using nlohmann::json;

namespace
{

/** Jobs are divided among by a dynamic programme. */
constexpr std::size_t MAX_JOBS = 1000;

} // namespace

bool
IncClusterJobs::Has(const json& value)
{
    return value.is_object() && value.contains("jobs");
}

IncClusterJobs
IncClusterJobs::FromJson(const json& value)
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
    json rest = value;
    rest.erase("jobs");
    rest["workers"] = 1;
    instance.cluster = IncCluster::FromJson(rest);
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

} // namespace ns3
