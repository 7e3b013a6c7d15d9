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
 * \brief Adds an argument that some planners have; what is given goes into the options.
 */
using IncPlanParameter = std::function<void(IncArgumentTable& table, IncPlanOptions& options)>;

/** \ingroup inc \brief "solver": ours, or a program that solves the model. */
void IncAddSolver(IncArgumentTable& table, IncPlanOptions& options);
/** \ingroup inc \brief "steps" of rates. */
void IncAddSteps(IncArgumentTable& table, IncPlanOptions& options);

/**
 * \ingroup inc
 * \brief A planner as inc-plan knows it: what it plans, and which arguments are its own.
 */
struct IncPlanAlgorithm
{
    std::string name;                  //!< name of the algorithm, as users write it
    std::string help;                  //!< a line of help
    std::vector<IncPlanParameter> own; //!< arguments, beside those of all planners
    IncPlanRules rules;                //!< rules that its plans satisfy
    /// Plans a cluster, or null.
    std::function<IncClusterPlan(const IncCluster&, const IncPlanOptions&)> cluster;
    /// Plans the edge, or null.
    std::function<IncEdgePlan(const IncEdge&, const IncPlanOptions&)> edge;
    std::function<IncLinearModel(const IncClusterPlan&)>
        clusterModel; //!< model of a cluster to export, or null
    std::function<IncLinearModel(const IncEdgePlan&)>
        edgeModel; //!< model of an edge to export, or null
};

/**
 * \ingroup inc
 * \brief Makes a planner known to inc-plan and to the checkers: a constant in the planner's own
 * file.
 */
using IncPlanRegistration = IncRegistration<IncPlanAlgorithm>;

/**
 * \ingroup inc
 * \brief Run a planner with what a user asks for.
 * \param instance the cluster or the edge
 * \param options what is asked for
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
 * \return what its plans keep; of a planner that is not ours, what all plans do
 */
IncPlanRules IncRulesOf(const std::string& algorithm);

} // namespace ns3

#endif // INC_PLAN_ALGORITHMS_H
