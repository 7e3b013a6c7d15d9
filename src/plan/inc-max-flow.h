/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_MAX_FLOW_H
#define INC_MAX_FLOW_H

#include <cstdint>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief Finds an integer maximum flow between two nodes (Dinic's algorithm). Arcs
 * may be added after a call of Run(); the next call then augments the flow of the previous call. */
class IncMaxFlow
{
  public:
    explicit IncMaxFlow(uint32_t nodes);

    /** Add an arc with a capacity >= 0; return its number. */
    uint32_t AddArc(uint32_t from, uint32_t to, int64_t capacity);

    /** Augment the flow; return its increase since the previous call. */
    int64_t Run(uint32_t source, uint32_t sink);

    int64_t FlowOn(uint32_t arc) const;

  private:
    struct Half
    {
        uint32_t to;
        int64_t residual; //!< capacity that is not used
    };

    /// Set m_level by breadth-first search; return true if more flow can reach the sink.
    bool Levels(uint32_t source, uint32_t sink);
    /// Send up to `limit` more flow from a node to the next level; return the increase.
    int64_t Augment(uint32_t node, uint32_t sink, int64_t limit);

    std::vector<Half> m_halves; //!< residual network: arc a is half 2a, its reverse half 2a + 1
    std::vector<std::vector<uint32_t>> m_out; //!< halves that leave each node
    std::vector<uint32_t> m_level; //!< distance of each node from the source, number of arcs
    std::vector<uint32_t> m_next;  //!< index of the next entry of m_out to try, by node
    std::vector<uint32_t> m_queue;
};

} // namespace ns3

#endif // INC_MAX_FLOW_H
