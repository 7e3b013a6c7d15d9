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

/**
 * \ingroup inc
 * \brief Finds the largest integer flow between two nodes (Dinic's algorithm). It can grow in
 * steps: arcs may be added and widened between two calls of Run().
 */
class IncMaxFlow
{
  public:
    /** \param nodes number of nodes */
    explicit IncMaxFlow(uint32_t nodes);

    /**
     * \param from tail of the arc
     * \param to head of the arc
     * \param capacity capacity of the arc, >= 0
     * \return the arc's number
     */
    uint32_t AddArc(uint32_t from, uint32_t to, int64_t capacity);

    /**
     * \param source node where the flow begins
     * \param sink node where the flow ends
     * \return increase of the flow since the previous call
     */
    int64_t Run(uint32_t source, uint32_t sink);

    /** \return the flow on an arc */
    int64_t FlowOn(uint32_t arc) const;

  private:
    struct Half
    {
        uint32_t to;
        int64_t residual;
    };

    bool Levels(uint32_t source, uint32_t sink);
    int64_t Augment(uint32_t node, uint32_t sink, int64_t limit);

    std::vector<Half> m_halves; //!< arc a has half-arc 2a and the reverse half-arc 2a + 1
    std::vector<std::vector<uint32_t>> m_out;
    std::vector<uint32_t> m_level;
    std::vector<uint32_t> m_next;
    std::vector<uint32_t> m_queue;
};

} // namespace ns3

#endif // INC_MAX_FLOW_H
