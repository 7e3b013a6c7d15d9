/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_ALGORITHMS_H
#define INC_PLAN_ALGORITHMS_H

#include "inc-linear-model.h"
#include "inc-plan-answer.h"
#include "inc-plan-options.h"
#include "inc-plan-rules.h"

#include "ns3/inc-argument-table.h"
#include "ns3/inc-registry.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Function that adds an argument of some planners; its value goes into the options.
 */
using IncPlanParameter = std::function<void(IncArgumentTable& table, IncPlanOptions& options)>;

/** \ingroup inc \brief Add "solver": the builtin one, or a program. */
void IncAddSolver(IncArgumentTable& table, IncPlanOptions& options);
/** \ingroup inc \brief Add "steps", the number of rates that are tried. */
void IncAddSteps(IncArgumentTable& table, IncPlanOptions& options);
/** \ingroup inc \brief Add "steps" with whole Gb/s as default, for ATRO. */
void IncAddLevels(IncArgumentTable& table, IncPlanOptions& options);

/**
 * \ingroup inc
 * \brief Description of a planner for inc-plan: what it plans, and its own arguments.
 */
struct IncPlanAlgorithm
{
    std::string name;                  //!< name of the algorithm, as users write it
    std::string help;                  //!< a line of help
    std::vector<IncPlanParameter> own; //!< arguments beyond those that all planners have
    IncPlanRules rules;                //!< rules that its plans satisfy
    /// Function that plans a cluster; null if the planner does not.
    std::function<IncClusterPlan(const IncCluster&, const IncPlanOptions&)> cluster;
    /// Function that plans an edge; null if the planner does not.
    std::function<IncEdgePlan(const IncEdge&, const IncPlanOptions&)> edge;
    std::function<IncLinearModel(const IncClusterPlan&)>
        clusterModel; //!< model of a cluster to export; null if there is none
    std::function<IncLinearModel(const IncEdgePlan&)>
        edgeModel; //!< model of an edge to export; null if there is none
};

/**
 * \ingroup inc
 * \brief Registers a planner with inc-plan and the checkers; define a constant of this type in the
 * planner's own file.
 */
using IncPlanRegistration = IncRegistration<IncPlanAlgorithm>;

/**
 * \ingroup inc
 * \brief Run a planner with the options of a user.
 * \param instance the cluster or the edge
 * \param options options of the run
 * \return the plan
 */
template <class Planner, class Instance>
auto
IncRunPlanner(const Instance& instance, const IncPlanOptions& options)
{
    return Planner(instance).Options(options).Run();
}

/** \ingroup inc \return the planners by name */
const std::map<std::string, IncPlanAlgorithm>& IncPlanAlgorithms();

/**
 * \ingroup inc
 * \param algorithm name of a planner
 * \return the rules that its plans satisfy; for an unknown planner, the rules of all plans
 */
IncPlanRules IncRulesOf(const std::string& algorithm);

} // namespace ns3

#endif // INC_PLAN_ALGORITHMS_H
