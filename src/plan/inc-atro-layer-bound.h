/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_LAYER_BOUND_H
#define INC_ATRO_LAYER_BOUND_H

#include "inc-atro-problem.h"
#include "inc-linear-model.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Makes cuts (valid linear inequalities) that bound a sum of concave
 * functions. They serve a linear program that knows only the number of functions and the sum of
 * their arguments.
 *
 * A switch v with u links yields F_v(u), such as a number of flows. Let N switches have U links and
 * yield Q in all. Any price t of a link and m of a switch (Lagrange multipliers) give a cut:
 *
 *     Q <= t U + m N + sum over all v of max(0, max over u of (F_v(u) - t u) - m).
 */
class IncConcaveCuts
{
  public:
    /** One inequality: Q <= link * U + count * N + constant. */
    struct Cut
    {
        double link;
        double count;
        double constant;
    };

    /** Add the values F(1), F(2), ... of `count` switches; F is concave and F(0) is 0. */
    void Add(std::vector<int64_t> values, uint64_t count = 1);

    /** \return cuts. Their prices t are slopes F(u) - F(u - 1): all slopes, or eleven of them */
    std::vector<Cut> Cuts() const;

  private:
    std::vector<int64_t> Slopes() const;
    void AddCuts(int64_t slope, std::vector<Cut>& cuts) const;

    /// Number of switches for each function; the key has the values F(1), F(2), ....
    std::map<std::vector<int64_t>, uint64_t> m_functions;
};

/** \ingroup inc \brief Finds an upper bound on the number of workers that any topology connects at
 * a given rate. It counts ports and flows in each layer. The bound is often tighter than
 * IncAtroBound.
 *
 * The bound is the optimum of a linear program that maximises the number of workers. Its variables
 * count aggregators, common switches, links between switches of each kind, and flows on the links,
 * in each layer. The counts of every real plan satisfy all rows, so the optimum is a bound.
 * IncConcaveCuts turns the limits of ports and links into rows. The manual lists the rows. */
class IncAtroLayerBound
{
  public:
    /** Largest number of layers for which MaxWorkers() finds a bound. */
    static constexpr uint32_t MAX_LAYERS = 16;

    /** The cluster must allow three layers or more. */
    explicit IncAtroLayerBound(const IncAtroProblem& problem);

    /** \return the bound; UINT64_MAX if unknown */
    uint64_t MaxWorkers() const;

  private:
    using Node = IncAtroProblem::Node;
    using Terms = IncLinearModel::Terms;
    using Cuts = std::vector<IncConcaveCuts::Cut>;

    enum Kind
    {
        AGGREGATOR,
        COMMON,
        KINDS
    };

    /** Variables of the linear program: totals over the switches of one kind in one layer. */
    struct Counts
    {
        uint32_t switches;
        uint32_t workers;
        std::array<uint32_t, KINDS> in;  //!< number of links from switches of each kind
        std::array<uint32_t, KINDS> out; //!< number of links to switches of each kind
        /// Flows on the links `in`; from aggregators equal to `in`, because each sends one flow.
        std::array<uint32_t, KINDS> flowsIn;
        std::array<uint32_t, KINDS> flowsOut; //!< number of flows on the links `out`
    };

    /** Limits of sums over switches; all but HOSTED depend on a kind of switch. */
    enum Limit
    {
        PORTS,      //!< incoming links of switches of a kind: each has at most ports - 1
        PEERS,      //!< links from common switches to a kind
        SENT,       //!< flows on a common switch's u links to a kind
        TAKEN,      //!< flows on u links from common switches to a kind
        HOSTED,     //!< flows into a common switch with u outgoing links
        LAST_SENT,  //!< flows on u links from a common switch of the last layer to a kind
        LAST_TAKEN, //!< flows on u links from the last layer to a kind
        LIMITS
    };

    /** Layer of the switch that sends on a link. A switch of the last layer has only workers below
     * it and sends at most ports - 1 flows. */
    enum Use
    {
        ANY,            //!< sender in any layer
        SENT_FROM_LAST, //!< sender in the last layer: the switch whose links are counted
        TAKEN_FROM_LAST //!< sender in the last layer: the switch at the other end
    };

    /** Linear program for topologies that have a switch of one kind as root. */
    class Model;

    Kind KindOf(Node v) const;
    void Measure();
    std::vector<int64_t> Widest(Node v, Kind other, Use use) const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    std::array<uint64_t, KINDS> m_switches{};
    /// Most flows on a link to the PS from any switch of each kind.
    std::array<uint64_t, KINDS> m_rootFlows{};
    uint32_t m_mostPorts{0};
    std::array<std::array<Cuts, KINDS>, LIMITS> m_cuts; //!< cuts of each limit and kind
};

} // namespace ns3

#endif // INC_ATRO_LAYER_BOUND_H
