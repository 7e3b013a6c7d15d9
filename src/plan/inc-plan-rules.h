/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_RULES_H
#define INC_PLAN_RULES_H

namespace ns3
{

/** \ingroup inc \brief Rules that the plans of one planner satisfy, in addition to the rules for
 * all plans. The checkers verify them. */
struct IncPlanRules
{
    /// True if rates are whole Gb/s; in plans of an edge only if IncEdge::integerRates is true.
    bool wholeRates{false};

    // Rules for plans of a cluster. True if the plan chooses the links, false if it uses the links
    // of the cluster.
    bool ownLinks{false};
    bool layers{false};         //!< true if a path has at most maxLayers switches
    bool attachedHosts{false};  //!< true if hosts must be where a given "attach" puts them
    bool overlay{false};        //!< true if edges of an overlay are shortest paths
    bool ownAggregators{false}; //!< true if the plan chooses the switches that aggregate
    // Rules for plans of an edge.
    bool oneAggregation{false}; //!< true if every aggregator sends straight to the root
    bool awayFromHome{false};   //!< true if workers' flows may be reduced away from home
};

} // namespace ns3

#endif // INC_PLAN_RULES_H
