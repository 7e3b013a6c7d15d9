/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_ANSWER_H
#define INC_PLAN_ANSWER_H

#include "inc-cluster.h"
#include "inc-edge.h"

#include "ns3/inc-json-fields.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Status of an answer. (A call that fails throws IncError and has no answer.)
 */
enum class IncPlanStatus
{
    OPTIMAL,    //!< the plan is proven to be optimal
    FEASIBLE,   //!< a plan, and a bound above it
    INFEASIBLE, //!< proven: there is no plan
    TIMEOUT     //!< no plan was found in time
};

/**
 * \ingroup inc
 * \brief Fields of plans of both kinds of instance; file schema inc-plan/1.
 */
struct IncPlanAnswer
{
    std::string algorithm;
    IncPlanStatus status{IncPlanStatus::TIMEOUT};
    double objective{0};  //!< objective of the plan, Gb/s
    double upperBound{0}; //!< bound that no plan of this model exceeds, Gb/s
    double solveMs{0};    //!< wall time of the planner
    /// Details from one planner, written as "details".
    nlohmann::ordered_json notes = nlohmann::ordered_json::object();

    /** \return true if there is a plan to run */
    bool HasPlan() const;
};

/**
 * \ingroup inc
 * \brief A topology and the reduction flows over it.
 */
struct IncClusterPlan : IncPlanAnswer
{
    using Node = IncCluster::Node;
    IncCluster instance;
    double rate{0};                           //!< rate of every worker, Gb/s
    std::vector<double> rates;                //!< rates by PS, if there are several
    std::vector<std::pair<Node, Node>> links; //!< links in use, those of end nodes included
    std::vector<std::array<Node, 3>> flows;   //!< from, to, number of reduction flows
    std::vector<std::vector<std::array<Node, 3>>>
        flowsByPs;                         //!< flows of each PS, if there are several
    std::vector<std::vector<Node>> routes; //!< paths between aggregation points (overlays)
    std::vector<Node> aggregators;         //!< placed by the planner, if it places them
};

/**
 * \ingroup inc
 * \brief Rates and aggregation trees at the edge.
 */
struct IncEdgePlan : IncPlanAnswer
{
    /** Flows of workers that leave home unaggregated. */
    struct Raw
    {
        static constexpr uint32_t DIRECT =
            UINT32_MAX; //!< target of a flow straight to the PS, past its aggregator
        uint32_t from;  //!< aggregator at the workers' home
        uint32_t to;    //!< aggregator that reduces them, or DIRECT
        uint32_t workers;
    };

    IncEdge instance;
    std::vector<double> rates;                                     //!< rates by PS, Gb/s
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> trees; //!< trees by PS: child, parent
    std::vector<std::vector<Raw>> raw;                             //!< unreduced flows of each PS
    bool printed{false};                                           //!< EINA's model as printed
    bool rootAggregates{true}; //!< arrivals load the aggregation capacity of the PS's aggregator
};

/** \ingroup inc \return the status as plans name it */
std::string IncName(IncPlanStatus status);

/** \ingroup inc \brief Write what plans of all kinds have: objective, bound, status, time. */
void IncWriteOutcome(const IncPlanAnswer& plan, nlohmann::ordered_json& value);
/** \ingroup inc \brief Read it back, schema and algorithm too; IncError names the field. */
void IncReadOutcome(IncPlanAnswer& plan, IncJsonFields& fields);

/** \ingroup inc \return the plan as a JSON value */
nlohmann::ordered_json IncToJson(const IncClusterPlan& plan);
/** \ingroup inc \return the plan as a JSON value */
nlohmann::ordered_json IncToJson(const IncEdgePlan& plan);

/**
 * \ingroup inc
 * \param value a plan file's content
 * \return true for a plan of a cluster, false for one of the edge
 */
bool IncIsClusterPlan(const nlohmann::json& value);
/** \ingroup inc \return the plan of a cluster; IncError names the field */
IncClusterPlan IncClusterPlanFromJson(const nlohmann::json& value);
/** \ingroup inc \return the plan of the edge; IncError names the field */
IncEdgePlan IncEdgePlanFromJson(const nlohmann::json& value);

} // namespace ns3

#endif // INC_PLAN_ANSWER_H
