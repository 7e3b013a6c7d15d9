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
 * \brief Largest integer flow between two nodes (Dinic's algorithm), grown step by step: arcs may
 * be added and widened between two calls of Run().
 */
class IncMaxFlow
{
  public:
    /** \param nodes number of nodes */
    explicit IncMaxFlow(uint32_t nodes);

    /**
     * \param from tail
     * \param to head
     * \param capacity of the arc, >= 0
     * \return the arc's number
     */
    uint32_t AddArc(uint32_t from, uint32_t to, int64_t capacity);

    /**
     * \param source where flow starts
     * \param sink where it ends
     * \return what could be added to the flow there was
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

    std::vector<Half> m_halves; //!< arc a is half 2a, its reverse 2a + 1
    std::vector<std::vector<uint32_t>> m_out;
    std::vector<uint32_t> m_level;
    std::vector<uint32_t> m_next;
    std::vector<uint32_t> m_queue;
};

} // namespace ns3

#endif // INC_MAX_FLOW_H
