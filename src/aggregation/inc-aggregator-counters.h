/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATOR_COUNTERS_H
#define INC_AGGREGATOR_COUNTERS_H

#include "inc-refusal.h"

#include "ns3/inc-state-fields.h"

#include <cstdint>

namespace ns3
{

/// Counters of shared cells. Each line is also a column of statistics and a metric of series.
#define INC_CELL_COUNTERS(COUNTER)                                                                 \
    COUNTER(acquired, COUNT)   /* rounds that got a shared cell */                                 \
    COUNTER(collisions, COUNT) /* rounds that found no shared cell */                              \
    COUNTER(passed, COUNT)     /* contributions sent on to the parent for want of a cell */        \
    COUNTER(evicted, COUNT)    /* rounds that lost their cell before they were complete */         \
    COUNTER(taken, COUNT)      /* complete rounds that lost their cell to another round */

/**
 * \ingroup inc
 * \brief Counters of the shared cells of a switch, or of one tree on it.
 */
struct IncCellCounters
{
    INC_CELL_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncCellCounters, INC_CELL_COUNTERS(INC_COUNTER_ENTRY))

    /** \brief Add the counters of others. */
    IncCellCounters& operator+=(const IncCellCounters& others)
    {
        IncAddCounters(*this, others);
        return *this;
    }
};

/// Counters of an aggregator. Each line is also a column of statistics and a metric of series.
#define INC_AGGREGATOR_COUNTERS(COUNTER)                                                           \
    COUNTER(contributions, COUNT) /* contributions aggregated */                                   \
    COUNTER(duplicates, COUNT)    /* contributions aggregated before */                            \
    COUNTER(completed, COUNT)     /* rounds with all contributions */                              \
    COUNTER(resultsSent, COUNT)   /* copies of results sent to children */                         \
    COUNTER(resent, COUNT)        /* aggregates and results sent again */                          \
    COUNTER(pendingSent, COUNT)   /* "pending" answers sent */                                     \
    COUNTER(passedBy, COUNT)      /* other workers' contributions forwarded to the root */         \
    COUNTER(failedLinks, COUNT)   /* connections with neighbors that failed */

/**
 * \ingroup inc
 * \brief Counters of an INC switch.
 */
struct IncAggregatorCounters
{
    INC_AGGREGATOR_COUNTERS(INC_COUNTER)
    INC_CELL_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncAggregatorCounters,
               INC_AGGREGATOR_COUNTERS(INC_COUNTER_ENTRY) INC_CELL_COUNTERS(INC_COUNTER_ENTRY) +
                   INC_PART(refused))

    IncRefusalCounts refused; //!< refused frames by reason
};

} // namespace ns3

#endif // INC_AGGREGATOR_COUNTERS_H
