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
 * \brief Linear bounds on a sum of concave functions. Known are only how many functions are
 * counted, and the sum of their arguments.
 *
 * Switch v yields F_v(u) with u links, and 0 without links. If N switches with U links together
 * yield Q, then for every price t of a link and m of a switch
 *
 *     Q <= t U + m N + sum over v of max(0, max over u of (F_v(u) - t u) - m).
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

    /** \return the inequalities for all slopes that occur, or for some of them if they are many */
    std::vector<Cut> Cuts() const;

  private:
    std::vector<int64_t> Slopes() const;
    void AddCuts(int64_t slope, std::vector<Cut>& cuts) const;

    std::map<std::vector<int64_t>, uint64_t>
        m_functions; //!< functions, and how many switches have each
};

/**
 * \ingroup inc
 * \brief Upper bound on the workers that fit at a rate, by counting ports and flows in each layer.
 *
 * The bound comes from a linear model. By layer, its variables are the numbers of aggregators and
 * common switches, the links between kinds of switches, and the flows on them. The numbers of any
 * real plan satisfy every row, so no plan has more workers than the model. IncConcaveCuts bounds
 * how capacities of links and ports limit the sums. The manual has the rows.
 */
class IncAtroLayerBound
{
  public:
    /** Largest number of layers; above it there is no bound. */
    static constexpr uint32_t MAX_LAYERS = 16;

    /** \param problem the instance at a rate; three layers or more */
    explicit IncAtroLayerBound(const IncAtroProblem& problem);

    /** \return the bound: in no topology do more workers have a place; UINT64_MAX if unknown */
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

    /** Variables of the model for the switches of one kind in one layer. */
    struct Counts
    {
        uint32_t switches;
        uint32_t workers;
        std::array<uint32_t, KINDS> in;  //!< links from switches of a kind
        std::array<uint32_t, KINDS> out; //!< links to switches of a kind
        std::array<uint32_t, KINDS>
            flowsIn; //!< flows on these links; aggregators send one per link
        std::array<uint32_t, KINDS> flowsOut;
    };

    /** Bounds on sums of what switches carry by number of links. */
    struct Capacities
    {
        std::array<Cuts, KINDS>
            ports; //!< ports left for incoming links, by number of outgoing links
        std::array<Cuts, KINDS> peers; //!< links from common switches to switches of a kind
        std::array<Cuts, KINDS> sent; //!< flows that a common switch can send to switches of a kind
        std::array<Cuts, KINDS>
            taken;   //!< flows that a switch of a kind can take from common switches
        Cuts hosted; //!< flows that can enter a common switch
        std::array<Cuts, KINDS>
            lastSent; //!< flows from a switch of the last layer to switches of a kind
        std::array<Cuts, KINDS> lastTaken; //!< flows from the last layer into a switch of a kind
    };

    /** End of a link whose limit applies to its flows. */
    enum Use
    {
        ANY,
        SENT_FROM_LAST, //!< flows from a switch of the last layer, which has only workers below it
        TAKEN_FROM_LAST
    };

    /** Linear model for one kind of root. */
    class Model;

    void Measure();
    std::vector<int64_t> Widest(Node v, Kind other, Use use) const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    std::array<uint64_t, KINDS> m_switches{};
    std::array<uint64_t, KINDS>
        m_rootFlows{};       //!< flows on the PS's link, at the best root of each kind
    uint32_t m_mostPorts{0}; //!< most ports that any common switch has
    Capacities m_capacities;
};

} // namespace ns3

#endif // INC_ATRO_LAYER_BOUND_H
