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
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Several AllReduce jobs on the switches of one reconfigurable cluster: a file of schema
 * inc-cluster/1 with "jobs" in the place of "workers".
 *
 * Each job has its workers and one parameter server. All links have the one capacity.
 */
struct IncClusterJobs
{
    /** One AllReduce. */
    struct Job
    {
        std::string name;
        uint32_t workers{0};
    };

    IncCluster cluster; //!< switches, capacity and layers of the cluster; its workers do not count
    std::vector<Job> jobs;

    /** \return true if a value of schema inc-cluster/1 has jobs */
    static bool Has(const nlohmann::json& value);
    /** \return the instance read from a JSON value; IncError names the field */
    static IncClusterJobs FromJson(const nlohmann::json& value);
    /** \return the instance as a JSON value */
    nlohmann::ordered_json ToJson() const;

    /**
     * \param job the number of a job
     * \param switches some of the cluster's switches
     * \return what that job has to itself if those switches are its own
     */
    IncCluster Alone(std::size_t job, const std::vector<IncCluster::Node>& switches) const;
};

/**
 * \ingroup inc
 * \brief Plans of several jobs on one cluster; file schema inc-plan/1 with "jobs".
 *
 * Each job's plan is one of its own, on the switches that serve it. The objective, and its bound,
 * are those of the slowest job.
 */
struct IncJobsPlan : IncPlanAnswer
{
    IncClusterJobs instance;
    std::vector<IncClusterPlan> plans; //!< plan of each job
};

/** \ingroup inc \return the plan as a JSON value */
nlohmann::ordered_json IncToJson(const IncJobsPlan& plan);

/** \ingroup inc \return true for a plan file of several jobs */
bool IncIsJobsPlan(const nlohmann::json& value);

/** \ingroup inc \return the plan of several jobs; IncError names the field */
IncJobsPlan IncJobsPlanFromJson(const nlohmann::json& value);

/**
 * \ingroup inc
 * \brief Verifies a plan of several jobs from nothing but the plan: each job's own plan by ATRO's
 * constraints, then what they share. Every switch is the instance's; its ports suffice for the
 * links of all jobs, one between any two nodes; no link carries more than its capacity.
 * \param plan plan to check
 * \return what is violated, a line each; nothing if all holds
 */
std::vector<std::string> IncCheckJobsPlan(const IncJobsPlan& plan);

} // namespace ns3

#endif // INC_JOBS_PLAN_H
