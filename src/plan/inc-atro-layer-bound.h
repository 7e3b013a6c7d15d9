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

/**
 * \ingroup inc
 * \brief Cuts (valid linear inequalities) that bound a sum of concave functions. A linear program
 * needs them if it knows only the number of functions and the sum of their arguments.
 *
 * Switch v yields F_v(u) with u links. Let N of the switches, with U links in all, yield Q in all.
 * Any price t of a link and m of a switch (Lagrange multipliers) give a cut:
 *
 *     Q <= t U + m N + sum over all v of max(0, max over u of (F_v(u) - t u) - m).
 */
class IncConcaveCuts
{
  public:
    /** One inequality: Q <= link U + count N + constant. */
    struct Cut
    {
        double link;
        double count;
        double constant;
    };

    /**
     * \param values F(1), F(2), ...; F is concave and F(0) is 0
     * \param count number of switches that have this function
     */
    void Add(std::vector<int64_t> values, uint64_t count = 1);

    /** \return cuts; their prices t are slopes F(u) - F(u - 1), all of them or at most eleven */
    std::vector<Cut> Cuts() const;

  private:
    std::vector<int64_t> Slopes() const;
    void AddCuts(int64_t slope, std::vector<Cut>& cuts) const;

    /// Number of switches that have each function F(1), F(2), ....
    std::map<std::vector<int64_t>, uint64_t> m_functions;
};

/**
 * \ingroup inc
 * \brief Upper bound on the number of workers that any topology connects at a given rate, from
 * ports and flows counted in each layer. It is often tighter than IncAtroBound.
 *
 * The bound is the optimum of a linear program that maximises the number of workers. For each layer
 * it has variables for the aggregators, the common switches, the links between these two kinds, and
 * the flows on the links. It relaxes the problem: the counts of every real plan satisfy every row.
 * IncConcaveCuts turns the limits of ports and links into rows. The manual lists the rows. */
class IncAtroLayerBound
{
  public:
    /** Largest number of layers; for more, MaxWorkers() knows no bound. */
    static constexpr uint32_t MAX_LAYERS = 16;

    /** \param problem the instance at a rate; three layers or more */
    explicit IncAtroLayerBound(const IncAtroProblem& problem);

    /** \return the bound: no topology connects more workers; UINT64_MAX if unknown */
    uint64_t MaxWorkers() const;

  private:
    using Node = IncAtroProblem::Node;
    using Terms = std::vector<IncLinearModel::Term>;
    using Cuts = std::vector<IncConcaveCuts::Cut>;

    /** Kind of a switch. */
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
        std::array<uint32_t, KINDS> in;  //!< links from switches of each kind
        std::array<uint32_t, KINDS> out; //!< links to switches of each kind
        /// Flows on the links `in`; equal to `in` for aggregators, which send one flow on one link.
        std::array<uint32_t, KINDS> flowsIn;
        std::array<uint32_t, KINDS> flowsOut; //!< flows on the links `out`
    };

    /** Cuts on totals over the switches; the index is a kind of switch. */
    struct Capacities
    {
        /// Incoming links of switches of a kind: at most ports - 1 each.
        std::array<Cuts, KINDS> ports;
        std::array<Cuts, KINDS> peers; //!< links from common switches to switches of a kind
        std::array<Cuts, KINDS> sent;  //!< flows on u links from a common switch to a kind
        std::array<Cuts, KINDS> taken; //!< flows on u links from common switches to a kind
        Cuts hosted;                   //!< flows into a common switch that sends on u links
        /// Flows on u links that a common switch of the last layer sends to a kind.
        std::array<Cuts, KINDS> lastSent;
        std::array<Cuts, KINDS> lastTaken; //!< flows on u links from the last layer to a kind
    };

    /** Layer of a link's sender. In the last layer it has only workers below it and sends at most
     * ports - 1 flows. */
    enum Use
    {
        ANY,            //!< the sender may be in any layer
        SENT_FROM_LAST, //!< the switch under consideration sends, from the last layer
        TAKEN_FROM_LAST //!< the switch at the other end sends, from the last layer
    };

    /** Linear program for topologies with a root of one kind. */
    class Model;

    void Measure();
    std::vector<int64_t> Widest(Node v, Kind other, Use use) const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    std::array<uint64_t, KINDS> m_switches{}; //!< number of switches of each kind
    /// Most flows on a link from a switch of each kind to the PS.
    std::array<uint64_t, KINDS> m_rootFlows{};
    uint32_t m_mostPorts{0}; //!< most ports of any common switch
    Capacities m_capacities;
};

} // namespace ns3

#endif // INC_ATRO_LAYER_BOUND_H
