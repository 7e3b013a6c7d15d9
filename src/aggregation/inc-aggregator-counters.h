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

/// Counters of shared cells, which hold a message's sum. Each is a column of --stats and a
/// metric of --series.
#define INC_CELL_COUNTERS(COUNTER)                                                                 \
    COUNTER(acquired, COUNT)       /* messages that got a shared cell */                           \
    COUNTER(collisions, COUNT)     /* messages that found no shared cell */                        \
    COUNTER(passed, COUNT)         /* contributions forwarded to the parent, for lack of a cell */ \
    COUNTER(evicted, COUNT)        /* messages that lost their cell before all had contributed */  \
    COUNTER(taken, COUNT)          /* complete messages that lost their cell to another */         \
    COUNTER(completedWhole, COUNT) /* root: messages with one contribution of each child */        \
    COUNTER(completedParts, COUNT) /* root: messages with several contributions of a child */      \
    COUNTER(partsMax, PEAK)        /* root: most contributions in the sum of a message */          \
    COUNTER(overlapRoot, COUNT)    /* root: dropped contributions that the sum had in part */      \
    COUNTER(passBytesPeak, PEAK)   /* RC: most forwarded bytes that wait for the parent */

/// \ingroup inc
/// \brief Counters of the shared cells of a switch, or of one tree on it.
struct IncCellCounters
{
    INC_CELL_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncCellCounters, INC_CELL_COUNTERS(INC_COUNTER_ENTRY))

    /** \brief Add the counters of another tree or switch. */
    IncCellCounters& operator+=(const IncCellCounters& others)
    {
        IncAddCounters(*this, others);
        return *this;
    }
};

/// Counters of a switch's aggregator. Each is a column of --stats and a metric of --series.
#define INC_AGGREGATOR_COUNTERS(COUNTER)                                                           \
    COUNTER(contributions, COUNT) /* contributions that were aggregated */                         \
    COUNTER(duplicates, COUNT)    /* contributions that had been aggregated before */              \
    COUNTER(completed, COUNT)     /* messages to which all have contributed */                     \
    COUNTER(resultsSent, COUNT)   /* copies of results sent to children */                         \
    COUNTER(resent, COUNT)        /* aggregates and results sent again */                          \
    COUNTER(pendingSent, COUNT)   /* answers that contributions are missing ("pending") */         \
    COUNTER(passedBy, COUNT)      /* contributions of workers elsewhere, sent to the root */       \
    COUNTER(failedLinks, COUNT)   /* neighbors to which the connection failed */

/// \ingroup inc
/// \brief Counters of an INC switch.
struct IncAggregatorCounters
{
    INC_AGGREGATOR_COUNTERS(INC_COUNTER)
    INC_CELL_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncAggregatorCounters,
               INC_AGGREGATOR_COUNTERS(INC_COUNTER_ENTRY) INC_CELL_COUNTERS(INC_COUNTER_ENTRY) +
                   INC_PART(refused))

    IncRefusalCounts refused; //!< number of refused frames for each reason
};

} // namespace ns3

#endif // INC_AGGREGATOR_COUNTERS_H
