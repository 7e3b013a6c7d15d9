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
 * \brief Status of a planner's answer. A call that fails throws IncError and has no answer.
 */
enum class IncPlanStatus
{
    OPTIMAL,    //!< the plan is proven to be optimal
    FEASIBLE,   //!< there is a plan, and a bound above it
    INFEASIBLE, //!< it is proven that there is no plan
    TIMEOUT     //!< time limit reached without a plan
};

/**
 * \ingroup inc
 * \brief Fields that plans of clusters and edges share; file schema inc-plan/1.
 */
struct IncPlanAnswer
{
    std::string algorithm;
    IncPlanStatus status{IncPlanStatus::TIMEOUT};
    double objective{0};  //!< sum of rates, or rate, that the plan reaches, Gb/s
    double upperBound{0}; //!< bound that no plan of this model exceeds, Gb/s
    double solveMs{0};    //!< wall time of the planner, ms
    /// Details of one planner, written as "details".
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
    double rate{0};            //!< rate of every worker, Gb/s
    std::vector<double> rates; //!< rate of each PS's workers, Gb/s; empty if there is one PS
    std::vector<std::pair<Node, Node>> links; //!< links in use, the links of end nodes included
    std::vector<std::array<Node, 3>> flows;   //!< from, to and number of reduction flows
    std::vector<std::vector<std::array<Node, 3>>>
        flowsByPs; //!< flows of each PS; empty if there is one PS
    std::vector<std::vector<Node>>
        routes;                    //!< paths between aggregation points, if the plan is an overlay
    std::vector<Node> aggregators; //!< aggregators that the planner placed; empty if it places none
};

/**
 * \ingroup inc
 * \brief Rates and aggregation trees at the edge.
 */
struct IncEdgePlan : IncPlanAnswer
{
    /** Flows of workers that leave their home aggregator unreduced. */
    struct Raw
    {
        static constexpr uint32_t DIRECT =
            UINT32_MAX; //!< target of a flow straight to the PS, past its aggregator
        uint32_t from;  //!< aggregator at the workers' home
        uint32_t to;    //!< aggregator that reduces them, or DIRECT
        uint32_t workers;
    };

    IncEdge instance;
    std::vector<double> rates; //!< rate of each PS, Gb/s
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>>
        trees;                         //!< tree of each PS: pairs of child and parent
    std::vector<std::vector<Raw>> raw; //!< unreduced flows of each PS
    bool printed{false};               //!< true for EINA's model as printed
    bool rootAggregates{
        true}; //!< true if arriving flows load the aggregation capacity of the PS's aggregator
};

/** \ingroup inc \return the status as plans name it */
std::string IncName(IncPlanStatus status);

/** \ingroup inc \brief Write the fields that all plans share: objective, bound, status and time. */
void IncWriteOutcome(const IncPlanAnswer& plan, nlohmann::ordered_json& value);
/** \ingroup inc \brief Read these fields, schema and algorithm; IncError names a wrong field. */
void IncReadOutcome(IncPlanAnswer& plan, IncJsonFields& fields);

/** \ingroup inc \return the plan as a JSON value */
nlohmann::ordered_json IncToJson(const IncClusterPlan& plan);
/** \ingroup inc \return the plan as a JSON value */
nlohmann::ordered_json IncToJson(const IncEdgePlan& plan);

/**
 * \ingroup inc
 * \param value a plan file's content
 * \return true for a plan of a cluster, false for a plan of an edge
 */
bool IncIsClusterPlan(const nlohmann::json& value);
/** \ingroup inc \return the plan of a cluster; throws IncError with the wrong field */
IncClusterPlan IncClusterPlanFromJson(const nlohmann::json& value);
/** \ingroup inc \return the plan of an edge; throws IncError with the wrong field */
IncEdgePlan IncEdgePlanFromJson(const nlohmann::json& value);

} // namespace ns3

#endif // INC_PLAN_ANSWER_H
