/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATOR_COUNTERS_H
#define INC_AGGREGATOR_COUNTERS_H

#include "inc-refusal.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What an INC switch counted.
 */
struct IncAggregatorCounters
{
    uint64_t contributions{0}; //!< contributions that were aggregated
    uint64_t duplicates{0};    //!< contributions that had been aggregated before
    uint64_t completed{0};     //!< rounds with all contributions
    uint64_t resultsSent{0};   //!< copies of results sent to children
    uint64_t resent{0};        //!< aggregates sent up, and results sent down, once more
    uint64_t pendingSent{0};   //!< "pending" answers
    uint64_t passedBy{0};      //!< contributions of others, forwarded towards the root
    uint64_t failedLinks{0};   //!< connections with neighbors that broke
    IncRefusalCounts refused;  //!< frames by reason

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);
};

} // namespace ns3

#endif // INC_AGGREGATOR_COUNTERS_H
