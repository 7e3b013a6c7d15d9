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

#include "ns3/inc-argument-table.h"
#include "ns3/inc-registry.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Rules that the plans of one planner satisfy, in addition to the rules for
 * all plans. The checkers verify them. */
struct IncPlanRules
{
    /// True if rates are whole Gb/s; in plans of an edge only if IncEdge::integerRates is true.
    bool wholeRates{false};

    // Rules for plans of a cluster. True if the plan chooses the links, false if the cluster has
    // them.
    bool ownLinks{false};
    bool layers{false};         //!< true if a path has at most maxLayers switches
    bool attachedHosts{false};  //!< true if hosts must be where a given "attach" puts them
    bool overlay{false};        //!< true if edges of an overlay are shortest paths
    bool ownAggregators{false}; //!< true if the plan chooses the switches that aggregate
    // Rules for plans of an edge.
    bool oneAggregation{false}; //!< true if every aggregator sends straight to the root
    bool awayFromHome{false};   //!< true if workers' flows may be reduced away from home
};

/** \ingroup inc \brief Function that adds an argument, which sets an option of a planner. */
using IncPlanParameter = std::function<void(IncArgumentTable& table, IncPlanOptions& options)>;

void IncAddSolver(IncArgumentTable& table, IncPlanOptions& options);
void IncAddSteps(IncArgumentTable& table, IncPlanOptions& options);
/** \ingroup inc \brief Add ATRO's argument "steps", whose default means rates of whole Gb/s. */
void IncAddLevels(IncArgumentTable& table, IncPlanOptions& options);

/** \ingroup inc \brief Describes a planner to the program inc-plan and to the checkers. */
struct IncPlanAlgorithm
{
    std::string name;
    std::string help;
    std::vector<IncPlanParameter> own; //!< arguments that not all planners have
    IncPlanRules rules;                //!< rules that the planner's plans satisfy
    /// Function that plans a cluster; null if the planner plans edges.
    std::function<IncClusterPlan(const IncCluster&, const IncPlanOptions&)> cluster;
    /// Function that plans an edge; null if the planner plans clusters.
    std::function<IncEdgePlan(const IncEdge&, const IncPlanOptions&)> edge;
    /// Functions that return the models for --export; may be null.
    std::function<IncLinearModel(const IncClusterPlan&)> clusterModel;
    std::function<IncLinearModel(const IncEdgePlan&)> edgeModel;
};

/** \ingroup inc \brief Registers a planner, so that inc-plan and the checkers know it. Define a
 * constant of this type in the planner's .cc file. */
using IncPlanRegistration = IncRegistration<IncPlanAlgorithm>;

/** \ingroup inc \brief Run a planner with the options that a user gave. */
template <class Planner, class Instance>
auto
IncRunPlanner(const Instance& instance, const IncPlanOptions& options)
{
    return Planner(instance).Options(options).Run();
}

/** \ingroup inc \return the planners by name */
const std::map<std::string, IncPlanAlgorithm>& IncPlanAlgorithms();

/** \ingroup inc \return the rules of a planner's plans; for an unknown name, those of all plans */
IncPlanRules IncRulesOf(const std::string& algorithm);

} // namespace ns3

#endif // INC_PLAN_ALGORITHMS_H
