/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATOR_SELECTION_H
#define INC_AGGREGATOR_SELECTION_H

#include "ns3/inc-topology.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Selection of the switches that may aggregate: all that can, those with hosts (edge),
 * those of the highest tier (core), a number of them, or a list.
 */
class IncAggregatorSelection
{
  public:
    /** \brief Select all switches that can aggregate. */
    IncAggregatorSelection() = default;

    /** \brief Read "all", "edge", "core", a number from 1, or "list:NAME,…". Throw IncTopologyError
     * for any other text. */
    static IncAggregatorSelection Parse(const std::string& text);

    /**
     * \brief Return for each node whether it may aggregate; if the selection is a number, all that
     * can.
     *
     * Throw IncTopologyError if no switch can aggregate, if fewer can than the selection asks for,
     * or if a listed name is no such switch.
     */
    std::vector<bool> Pick(const IncTopology& topology) const;

    /// \return number of picked switches that a tree may use; nothing: all picked switches
    std::optional<uint32_t> GetCount() const;

  private:
    enum class Mode
    {
        ALL,
        EDGE,
        CORE,
        COUNT,
        LIST
    };

    std::vector<bool> PickList(const IncTopology& topology) const;

    Mode m_mode = Mode::ALL;
    uint32_t m_count = 0;
    std::vector<std::string> m_names;
};

} // namespace ns3

#endif // INC_AGGREGATOR_SELECTION_H
