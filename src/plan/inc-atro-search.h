/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ATRO_SEARCH_H
#define INC_ATRO_SEARCH_H

#include "inc-atro-topology.h"
#include "inc-plan-options.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Decides whether some topology connects all workers at a given rate, by exact
 * branch and bound over all topologies of a cluster with few switches.
 *
 * The search fills layer after layer. For each placed switch it chooses the set of switches to
 * which this switch sends, so every directed acyclic graph occurs once. Interchangeable switches
 * are tried in one order only. A branch is pruned if too few workers could find a place, even if
 * each remaining switch adds as many places as possible. */
class IncAtroSearch
{
  public:
    /** Largest number of switches that the search accepts. */
    static constexpr uint32_t MAX_SWITCHES = 32;

    /** The search gives up at the deadline or after `steps` steps. */
    IncAtroSearch(const IncAtroProblem& problem, IncDeadline deadline, uint64_t steps);

    IncAtroOutcome Run();

  private:
    using Node = IncAtroProblem::Node;
    using Set = uint32_t;

    void MakeTwins();
    bool Root(Node v);
    bool Late();
    bool Branch(uint32_t layer, Node next, bool placedAny);
    /// Place v in this layer; try all sets of switches to which v can then send.
    bool Parents(uint32_t layer, Node v);
    /// Route all workers over the switches placed so far; return false if that is impossible.
    bool Evaluate();
    int64_t Places(Node v) const;
    int64_t PlacesNow() const;
    int64_t MostLater(uint32_t layer, Node next) const;
    bool TwinAllows(Node v, uint32_t layer, Set parents) const;

    const IncAtroProblem& m_problem;
    const IncCluster& m_cluster;
    const IncAtroRouter m_router;
    const IncDeadline m_deadline;
    const uint64_t m_mostSteps;
    const uint32_t m_switches;

    /// For each switch, the last switch before it that is interchangeable with it, or NONE.
    std::vector<Node> m_twin;
    std::vector<int64_t> m_gain; //!< most places for workers that each unplaced switch can add
    std::vector<std::vector<int64_t>> m_flows;
    std::vector<uint32_t> m_layer; //!< layer of each switch; 0 if it is not placed
    std::vector<Set> m_parents;    //!< switches to which each switch sends, one bit each
    std::vector<int64_t> m_in;     //!< number of links into each switch
    std::vector<int64_t> m_width;  //!< number of flows that the outgoing links of each switch carry
    Node m_root{IncCluster::NONE};
    std::optional<IncAtroRouting> m_routing;
    uint64_t m_steps{0};
    bool m_late{false};
};

} // namespace ns3

#endif // INC_ATRO_SEARCH_H
