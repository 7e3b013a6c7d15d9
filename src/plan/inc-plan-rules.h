/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_RULES_H
#define INC_PLAN_RULES_H

namespace ns3
{

/**
 * \ingroup inc
 * \brief Rules that the plans of one planner satisfy, beyond the rules for all plans. The checkers
 * use them. */
struct IncPlanRules
{
    /// True if rates are integers, Gb/s; in an edge plan only if the instance has integerRates.
    bool wholeRates{false};

    // Rules for plans of a cluster.
    /// True if the plan wires the switches, false if it uses the instance's links.
    bool ownLinks{false};
    bool layers{false};        //!< true if a path has at most maxLayers switches
    bool attachedHosts{false}; //!< true if hosts are where "attach" puts them, if it is given
    bool overlay{false}; //!< true if routes are shortest paths from node to node of an overlay
    bool ownAggregators{false}; //!< true if the plan chooses the switches that aggregate
    // Rules for plans of an edge.
    bool oneAggregation{false}; //!< true if every aggregator sends straight to the root
    bool awayFromHome{false};   //!< true if other aggregators than their home may reduce workers
};

} // namespace ns3

#endif // INC_PLAN_RULES_H
