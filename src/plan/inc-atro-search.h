/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_SEARCH_H
#define INC_ATRO_SEARCH_H

#include "inc-atro-bound.h"
#include "inc-atro-problem.h"
#include "inc-atro-topology.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Branch and bound over topologies: exact, whatever the ports and capacities, for clusters
 * of a few switches.
 *
 * Layer by layer a switch is placed with the set of switches it sends to; every DAG appears once,
 * and of interchangeable switches only one order. A branch ends when even the most the remaining
 * switches can add gives too few places.
 */
class IncAtroSearch
{
  public:
    using Clock = std::chrono::steady_clock;

    /** What is known in the end. */
    enum class Answer
    {
        FOUND,
        NONE,   //!< no plan: that is proven
        UNKNOWN //!< out of time
    };

    /** The most switches the search takes. */
    static constexpr uint32_t MAX_SWITCHES = 32;

    /**
     * \param problem the instance at a rate
     * \param deadline when to give up
     */
    IncAtroSearch(const IncAtroProblem& problem, Clock::time_point deadline);

    /** \return what is known */
    Answer Run();
    /** \return the routing, if found */
    const std::optional<IncAtroRouting>& Routing() const;

  private:
    using Node = IncAtroProblem::Node;
    using Set = uint32_t;

    void MakeTwins();
    bool Root(Node v);
    bool Branch(uint32_t layer, Node next, bool placedAny);
    bool Parents(uint32_t layer, Node v);
    bool Evaluate();
    int64_t Places(Node v) const;
    int64_t PlacesNow() const;
    int64_t MostLater(uint32_t layer, Node next) const;
    bool TwinAllows(Node v, uint32_t layer, Set parents) const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    const IncAtroRouter m_router;
    const Clock::time_point m_deadline;
    const uint32_t m_switches;

    std::vector<Node> m_twin;                  //!< the previous interchangeable switch, or NONE
    std::vector<int64_t> m_gain;               //!< most a switch can add when it is placed later
    std::vector<std::vector<int64_t>> m_flows; //!< between two switches
    std::vector<uint32_t> m_layer;             //!< 0: not placed
    std::vector<Set> m_parents;
    std::vector<int64_t> m_in;    //!< links into each switch
    std::vector<int64_t> m_width; //!< flows on the links out
    Node m_root{IncCluster::NONE};
    std::optional<IncAtroRouting> m_routing;
    uint64_t m_steps{0};
    bool m_late{false};
};

} // namespace ns3

#endif // INC_ATRO_SEARCH_H
