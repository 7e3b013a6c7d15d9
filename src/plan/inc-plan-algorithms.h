/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_ALGORITHMS_H
#define INC_PLAN_ALGORITHMS_H

#include "inc-linear-model.h"
#include "inc-plan-answer.h"
#include "inc-plan-arguments.h"
#include "inc-plan-options.h"
#include "inc-plan-rules.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A planner as inc-plan knows it: what it plans, and which arguments are its own.
 */
struct IncPlanAlgorithm
{
    std::string help;
    std::function<IncClusterPlan(const IncCluster&, const IncPlanOptions&)> cluster;
    std::function<IncEdgePlan(const IncEdge&, const IncPlanOptions&)> edge;
    std::vector<IncPlanArguments::Known> own;
    std::function<IncLinearModel(const IncClusterPlan&)> clusterModel{};
    std::function<IncLinearModel(const IncEdgePlan&)> edgeModel{};
    IncPlanRules rules{};
};

/** \ingroup inc \return the planners by name */
const std::map<std::string, IncPlanAlgorithm>& IncPlanAlgorithms();

/**
 * \ingroup inc
 * \param algorithm name of a planner
 * \return what its plans keep; of a planner that is not ours, what all plans do
 */
IncPlanRules IncRulesOf(const std::string& algorithm);

/** \ingroup inc \return the arguments a planner takes from the shell */
IncPlanArguments IncPlannerArguments(const IncPlanAlgorithm& algorithm);

/** \ingroup inc \return what the arguments ask for; IncPlanError names the bad one */
IncPlanOptions IncMakePlanOptions(const IncPlanArguments& arguments);

} // namespace ns3

#endif // INC_PLAN_ALGORITHMS_H
