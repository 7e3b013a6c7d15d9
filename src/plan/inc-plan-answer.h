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
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Status of a planner's answer. A planner that fails throws IncError. */
enum class IncPlanStatus
{
    OPTIMAL,    //!< the plan is proven to be optimal
    FEASIBLE,   //!< there is a plan, not proven to be optimal
    INFEASIBLE, //!< it is proven that there is no plan
    TIMEOUT     //!< a limit of time or work ended the search before a plan or a proof
};

/** \ingroup inc \brief Fields that all plans have. Plan files have the schema inc-plan/1. */
struct IncPlanAnswer
{
    std::string algorithm;
    IncPlanStatus status{IncPlanStatus::TIMEOUT};
    double objective{0};  //!< rate of the plan, or sum of the rates to all PSs, Gb/s
    double upperBound{0}; //!< bound that no plan's objective exceeds, Gb/s
    double solveMs{0};    //!< wall time of the planner, ms
    /// Results that only some planners have; named "details" in files.
    nlohmann::ordered_json notes = nlohmann::ordered_json::object();

    bool HasPlan() const;
};

/** \ingroup inc \brief Plan of a cluster: links, and flows from workers to parameter servers (PS).
 * Results return on the reverse paths, so a link's load is the sum of both directions, ATRO's
 * constraint (14). */
struct IncClusterPlan : IncPlanAnswer
{
    using Node = IncCluster::Node;
    IncCluster instance;
    double rate{0};            //!< rate r of every worker, summed over PSs, Gb/s
    std::vector<double> rates; //!< rate of every worker to each PS, Gb/s; empty if there is one PS
    std::vector<std::pair<Node, Node>> links; //!< links in use, also links of workers and PSs
    std::vector<std::array<Node, 3>> flows;   //!< from, to, and number y of flows
    /// Flows by PS, as in `flows`; empty if there is one PS.
    std::vector<std::vector<std::array<Node, 3>>> flowsByPs;
    /// Path of each flow from sender to the node that reduces it; only if the plan is an overlay.
    std::vector<std::vector<Node>> routes;
    std::vector<Node> aggregators; //!< aggregators that the planner placed, if any
};

/** \ingroup inc \brief Plan of an edge: each parameter server (PS) has a rate and a tree of
 * aggregators, with the PS's aggregator as root. The way of results back to the workers is not
 * planned. */
struct IncEdgePlan : IncPlanAnswer
{
    /** Flows that leave the home of their workers unreduced. */
    struct Raw
    {
        /// Target of a flow that goes straight to the PS and bypasses the PS's aggregator.
        static constexpr uint32_t DIRECT = UINT32_MAX;
        uint32_t from;    //!< home of the workers
        uint32_t to;      //!< aggregator that reduces the flows, or DIRECT
        uint32_t workers; //!< number of workers; each has one flow
    };

    IncEdge instance;
    std::vector<double> rates; //!< rate r_p of every worker to each PS, Gb/s
    /// Tree of each PS: pairs of child and parent aggregator.
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> trees;
    std::vector<std::vector<Raw>> raw; //!< unreduced flows to each PS
    bool printed{false};               //!< true for EINA's constraints as printed
    /// True if arriving flows use aggregation capacity of the PS's aggregator.
    bool rootAggregates{true};
};

/** \ingroup inc \return the name of a status in plan files */
std::string IncName(IncPlanStatus status);

/** \ingroup inc \brief Write the fields of IncPlanAnswer into a JSON value. */
void IncWriteOutcome(const IncPlanAnswer& plan, nlohmann::ordered_json& value);
/** \ingroup inc \brief Read the fields of IncPlanAnswer; IncError names a wrong one. */
void IncReadOutcome(IncPlanAnswer& plan, IncJsonFields& fields);

nlohmann::ordered_json IncToJson(const IncClusterPlan& plan);
nlohmann::ordered_json IncToJson(const IncEdgePlan& plan);

/** \ingroup inc \return true if a plan file has a plan of a cluster, false for a plan of an edge */
bool IncIsClusterPlan(const nlohmann::json& value);
/** \ingroup inc \return the plan of a cluster; throws IncError that names a wrong field */
IncClusterPlan IncClusterPlanFromJson(const nlohmann::json& value);
IncEdgePlan IncEdgePlanFromJson(const nlohmann::json& value);

/** \ingroup inc \brief Return the violations of a plan of a cluster, one line of text for each. The
 * check reads only the plan, which contains the cluster, so it also finds errors of planners.
 *
 * Flows must satisfy ATRO's constraints (1) to (20), as the manual explains them. In a fixed
 * topology flows must use its links. The routes of an overlay must be shortest paths between
 * workers, aggregators and the parameter server. IncPlanRules say which constraints apply. */
std::vector<std::string> IncCheckPlan(const IncClusterPlan& plan);

/** \ingroup inc \brief Return the violations of a plan of an edge, one line of text for each.
 *
 * EINA's constraints (1) to (13), corrected or as printed, hold for plans of eina and rr. In plans
 * of atp each flow is reduced once, at its home; in plans of grid, once anywhere. These plans must
 * satisfy (1) and the load limits (10) to (12). Their trees have other rules. */
std::vector<std::string> IncCheckPlan(const IncEdgePlan& plan);

} // namespace ns3

#endif // INC_PLAN_ANSWER_H
