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
 * inc-cluster/1 with "jobs" instead of "workers".
 *
 * Each job has workers of its own and one parameter server. All links have equal capacity.
 */
struct IncClusterJobs
{
    /** Name and size of one AllReduce. */
    struct Job
    {
        std::string name;
        uint32_t workers{0};
    };

    IncCluster cluster; //!< switches, capacity and layers of the cluster; its workers are ignored
    std::vector<Job> jobs;

    /** \return true if a value of schema inc-cluster/1 has jobs */
    static bool Has(const nlohmann::json& value);
    /** \return the instance in a JSON value; throws IncError with the wrong field */
    static IncClusterJobs FromJson(nlohmann::json value);
    /** \return the instance as a JSON value */
    nlohmann::ordered_json ToJson() const;

    /**
     * \param job index of a job
     * \param switches some switches of the cluster
     * \return the instance that has only this job and these switches
     */
    IncCluster Alone(std::size_t job, const std::vector<IncCluster::Node>& switches) const;
};

/**
 * \ingroup inc
 * \brief Plans of several jobs on one cluster; file schema inc-plan/1 with "jobs".
 *
 * Each job has a plan of its own, on the switches that serve it. The objective is the rate of the
 * slowest job, Gb/s; the upper bound is a bound on it.
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

/** \ingroup inc \return the plan in a JSON value; throws IncError with the wrong field */
IncJobsPlan IncJobsPlanFromJson(const nlohmann::json& value);

/**
 * \ingroup inc
 * \brief Verify a plan of several jobs: each job's plan, by IncClusterChecker, and what they share.
 * All switches must be in the instance. All links together must fit the ports, ATRO's constraint
 * (7), and all flows together the capacity of each link, (14).
 * \param plan plan to check
 * \return the violations, one line each; empty if there are none
 */
std::vector<std::string> IncCheckJobsPlan(const IncJobsPlan& plan);

} // namespace ns3

#endif // INC_JOBS_PLAN_H
