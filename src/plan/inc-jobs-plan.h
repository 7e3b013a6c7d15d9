/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOBS_PLAN_H
#define INC_JOBS_PLAN_H

#include "inc-cluster.h"
#include "inc-plan-answer.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Several AllReduce jobs on the switches of one reconfigurable cluster. Its
 * file has the schema inc-cluster/1 with "jobs" instead of "workers".
 *
 * Each job has its own workers and one parameter server. All links have equal capacity. */
struct IncClusterJobs
{
    struct Job
    {
        std::string name;
        uint32_t workers{0};
    };

    IncCluster cluster; //!< switches, capacity and layers of the cluster; its workers are ignored
    std::vector<Job> jobs;

    /** \return true if a JSON value of schema inc-cluster/1 describes jobs */
    static bool Has(const nlohmann::json& value);
    /** \return the cluster and jobs in a JSON value; throws IncError that names a wrong field */
    static IncClusterJobs FromJson(nlohmann::json value);
    nlohmann::ordered_json ToJson() const;

    /** \return a cluster that has only this job's workers and only these switches */
    IncCluster Alone(std::size_t job, const std::vector<IncCluster::Node>& switches) const;
};

/** \ingroup inc \brief Plans of several jobs on one cluster. Its file has the schema inc-plan/1
 * with "jobs".
 *
 * Each job has its own plan, on the switches that serve only this job. The objective is the rate of
 * the slowest job, Gb/s, and upperBound is an upper bound on this rate. */
struct IncJobsPlan : IncPlanAnswer
{
    IncClusterJobs instance;
    std::vector<IncClusterPlan> plans;
};

nlohmann::ordered_json IncToJson(const IncJobsPlan& plan);

/** \ingroup inc \return true if the JSON value of a plan file has several jobs */
bool IncIsJobsPlan(const nlohmann::json& value);

/** \ingroup inc \return the plan in a JSON value; throws IncError that names a wrong field */
IncJobsPlan IncJobsPlanFromJson(const nlohmann::json& value);

/** \ingroup inc \brief Return the violations of a plan of several jobs, one line of text for each.
 * Each job's plan is checked alone, and all switches must exist in the cluster. The jobs'
 * links together must not exceed the ports, ATRO's constraint (7). The jobs' flows together must
 * not exceed the capacity of any link, (14). */
std::vector<std::string> IncCheckPlan(const IncJobsPlan& plan);

} // namespace ns3

#endif // INC_JOBS_PLAN_H
