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
 * \brief Linear bounds on a sum of concave functions, each counted or not, of which only the number
 * counted and the sum of the arguments are known.
 *
 * Switch v yields F_v(u) with u links, and nothing with none. If N switches with U links together
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
     * \param values F(1), F(2), ...; F(0) is 0, and steps do not rise from one to the next
     * \param count how many have this function
     */
    void Add(std::vector<int64_t> values, uint64_t count = 1);

    /** \return the inequalities of all slopes that occur, or of some of them if they are many;
     * without functions that nothing is yielded */
    std::vector<Cut> Cuts() const;

  private:
    std::vector<int64_t> Slopes() const;
    void AddCuts(int64_t slope, std::vector<Cut>& cuts) const;

    std::map<std::vector<int64_t>, uint64_t>
        m_functions; //!< functions, and how many switches have each
};

/**
 * \ingroup inc
 * \brief Upper bound on the number of workers at a rate, by counting ports and flows layer by
 * layer.
 *
 * The bound comes from a linear model. Its variables say, by layer, how many aggregators and common
 * switches stand there, and on how many links they send and receive. They also say which kind the
 * other end is, and how many flows these links carry. A plan's own numbers satisfy every row, so no
 * plan has more workers than the model. Capacities of links and ports of switches enter by
 * IncConcaveCuts. The manual has the rows.
 */
class IncAtroLayerBound
{
  public:
    /** More layers than these are not told apart: no bound. */
    static constexpr uint32_t MAX_LAYERS = 16;

    /** \param problem the instance at a rate; three layers or more */
    explicit IncAtroLayerBound(const IncAtroProblem& problem);

    /** \return no topology gives more workers a place; UINT64_MAX if nothing is known */
    uint64_t MaxWorkers() const;

  private:
    using Node = IncAtroProblem::Node;
    using Terms = std::vector<IncLinearModel::Term>;
    using Cuts = std::vector<IncConcaveCuts::Cut>;

    /** Aggregator or common switch. */
    enum Kind
    {
        AGGREGATOR,
        COMMON,
        KINDS
    };

    /** Numbers of switches of a kind in a layer. */
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

    /** The functions of the switches' links. */
    struct Capacities
    {
        std::array<Cuts, KINDS> ports;     //!< ports that are left by one link out
        std::array<Cuts, KINDS> peers;     //!< links of a common switch to switches of a kind
        std::array<Cuts, KINDS> sent;      //!< flows of a common switch to switches of a kind
        std::array<Cuts, KINDS> taken;     //!< flows into a switch of a kind, from common switches
        Cuts hosted;                       //!< flows that come in to a common switch
        std::array<Cuts, KINDS> lastSent;  //!< flows of a last-layer switch to switches of a kind
        std::array<Cuts, KINDS> lastTaken; //!< flows into a switch of a kind, from the last layer
    };

    /** Limit of the flows of a link. */
    enum Use
    {
        ANY,
        SENT_FROM_LAST, //!< by a switch of the last layer: it has workers alone below it
        TAKEN_FROM_LAST
    };

    /** The model of one kind of root. */
    class Model;

    void Measure();
    std::vector<int64_t> Widest(Node v, Kind other, Use use) const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    std::array<uint64_t, KINDS> m_switches{};
    std::array<uint64_t, KINDS> m_rootFlows{}; //!< on the PS's link, at the best root of a kind
    uint32_t m_mostPorts{0};                   //!< most ports that any common switch has
    Capacities m_capacities;
};

} // namespace ns3

#endif // INC_ATRO_LAYER_BOUND_H
