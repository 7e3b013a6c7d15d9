/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOBS_PLAN_H
#define INC_JOBS_PLAN_H

#include "inc-cluster-jobs.h"
#include "inc-plan-answer.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{

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
 * \param plan what to check
 * \return what is violated, a line each; nothing if all holds
 */
std::vector<std::string> IncCheckJobsPlan(const IncJobsPlan& plan);

} // namespace ns3

#endif // INC_JOBS_PLAN_H
