/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_POOL_RESULT_H
#define INC_POOL_RESULT_H

#include "ns3/inc-aggregator-counters.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief Use of the aggregator cells (slots of a pool) that the jobs of a row shared.
struct IncPoolResult
{
    std::string policy; //!< policy that assigned cells, as --pool names it
    uint32_t slots{0};  //!< number of cells in a switch
    /// Counters of all jobs and switches; nothing if a job has lost a tree with its counters.
    std::optional<IncCellCounters> cells;
    std::optional<double> fairness; //!< Jain's index of the jobs' rates; nothing for one job

    /** \return fields of the row in the result file and in a CSV file */
    nlohmann::ordered_json ToJson() const;

    /** \return the fields as a line of text */
    std::string ToText() const;
};

/** \brief Return the share of rounds that got no cell; 0 if there were no rounds. */
double IncPassedShare(const IncCellCounters& cells);

} // namespace ns3

#endif // INC_POOL_RESULT_H
