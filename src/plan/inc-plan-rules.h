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
 * \brief Rules for the plans of one planner, beyond those for all plans. The checkers use them.
 */
struct IncPlanRules
{
    bool wholeRates{
        false}; //!< rates are whole numbers of Gb/s; at the edge, only if the instance asks for it

    // Rules for plans of a cluster.
    bool ownLinks{
        false}; //!< true if the plan wires the switches, false if it uses the instance's links
    bool layers{false};        //!< whether flows are limited to the layers of the instance
    bool attachedHosts{false}; //!< hosts stand where the instance attaches them, if it does so
    bool overlay{false}; //!< routes are shortest paths between workers, aggregators and the PS
    bool ownAggregators{false}; //!< the plan says which switches aggregate
    // Rules for plans of an edge.
    bool oneAggregation{false}; //!< true if a sum is not reduced again by another aggregator
    bool awayFromHome{false};   //!< workers may be reduced at aggregators other than their home
};

} // namespace ns3

#endif // INC_PLAN_RULES_H
