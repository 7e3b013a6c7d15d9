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

/** \ingroup inc \brief Status of a planner's answer; a call that fails throws IncError instead. */
enum class IncPlanStatus
{
    OPTIMAL,    //!< the plan is proven to be optimal
    FEASIBLE,   //!< there is a plan; optimality is not proven
    INFEASIBLE, //!< proven: there is no plan
    TIMEOUT     //!< neither a plan nor a proof, within the limits of time and work
};

/** \ingroup inc \brief Fields that plans of clusters and edges share; file schema inc-plan/1. */
struct IncPlanAnswer
{
    std::string algorithm;
    IncPlanStatus status{IncPlanStatus::TIMEOUT};
    double objective{0};  //!< rate of the plan, or sum of its rates over PSs, Gb/s
    double upperBound{0}; //!< upper bound on the objective of any plan, Gb/s
    double solveMs{0};    //!< wall time of the planner, ms
    /// Facts that only some planners have; "details" in files.
    nlohmann::ordered_json notes = nlohmann::ordered_json::object();

    /** \return true if there is a plan to run */
    bool HasPlan() const;
};

/**
 * \ingroup inc
 * \brief Plan of a cluster: links, and the reduction flows over them. Results take the reverse
 * paths to the workers, so the load of a link adds up both directions, ATRO's constraint (14).
 */
struct IncClusterPlan : IncPlanAnswer
{
    using Node = IncCluster::Node;
    IncCluster instance;
    double rate{0};            //!< rate r of every worker, summed over PSs, Gb/s
    std::vector<double> rates; //!< rate of every worker to each PS, Gb/s; empty if there is one PS
    std::vector<std::pair<Node, Node>> links; //!< links in use, with those of workers and PSs
    std::vector<std::array<Node, 3>> flows;   //!< from, to, and number y of reduction flows
    /// Flows to each PS; empty if there is one PS.
    std::vector<std::vector<std::array<Node, 3>>> flowsByPs;
    /// If the plan is an overlay: path of each flow from its sender to the node that reduces it.
    std::vector<std::vector<Node>> routes;
    std::vector<Node> aggregators; //!< aggregators that the planner placed; empty if it places none
};

/**
 * \ingroup inc
 * \brief Plan of an edge: for each parameter server (PS) a rate, and a tree of aggregators to the
 * aggregator of the PS. The model covers the reduction, not the results.
 */
struct IncEdgePlan : IncPlanAnswer
{
    /** Flows of workers that leave their home unreduced. */
    struct Raw
    {
        /// Target of a flow straight to the PS, past its aggregator.
        static constexpr uint32_t DIRECT = UINT32_MAX;
        uint32_t from;    //!< home of the workers
        uint32_t to;      //!< aggregator that reduces them, or DIRECT
        uint32_t workers; //!< number of workers, each with one flow
    };

    IncEdge instance;
    std::vector<double> rates; //!< rate r_p of every worker to each PS, Gb/s
    /// Tree of each PS: pairs of child and parent aggregator.
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> trees;
    std::vector<std::vector<Raw>> raw; //!< unreduced flows to each PS
    bool printed{false};               //!< true for EINA's constraints as printed
    /// True if arriving flows load the aggregation capacity of the PS's aggregator.
    bool rootAggregates{true};
};

/** \ingroup inc \return the status as plans name it */
std::string IncName(IncPlanStatus status);

/** \ingroup inc \brief Write objective, upper bound, status, time and details. */
void IncWriteOutcome(const IncPlanAnswer& plan, nlohmann::ordered_json& value);
/** \ingroup inc \brief Read the fields of IncPlanAnswer; throw IncError with the wrong field. */
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
