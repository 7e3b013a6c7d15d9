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
 * \brief Rules for the plans of a planner, beyond those for all plans; checkers use them.
 */
struct IncPlanRules
{
    bool wholeRates{
        false}; //!< rates are whole numbers of Gb/s, at the edge where the instance asks

    // Rules for plans of a cluster.
    bool ownLinks{false};       //!< the plan wires the switches; else it uses the instance's links
    bool layers{false};         //!< whether flows are limited to the layers of the instance
    bool attachedHosts{false};  //!< hosts are where the instance attaches them, if it does
    bool overlay{false};        //!< routes on shortest paths between those who aggregate
    bool ownAggregators{false}; //!< the plan says which switches aggregate
    // Rules for plans of the edge.
    bool oneAggregation{false}; //!< an aggregate is not aggregated again
    bool awayFromHome{false};   //!< workers may be aggregated elsewhere than at home
};

} // namespace ns3

#endif // INC_PLAN_RULES_H
