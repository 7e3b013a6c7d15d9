/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_H
#define INC_TREE_H

#include "inc-dissemination.h"
#include "inc-result-sink.h"
#include "inc-tree-link.h"
#include "inc-tree-recovery.h"
#include "inc-tree-state.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief An aggregation tree on one switch: state, queue pairs, and how results travel.
 */
struct IncTree
{
    /**
     * \param config checked
     * \param times of the aggregator
     * \param counters of the aggregator
     */
    IncTree(const IncTreeConfig& config,
            const IncRecoveryTimes& times,
            IncAggregatorCounters& counters)
        : state(config),
          recovery(*this, times, counters)
    {
    }

    /**
     * \brief Send the aggregate of a round to the parent.
     * \param round with all contributions
     * \param flags of the INC header besides its own: RETRANSMITTED or 0
     */
    void SendUp(IncSlotRound& round, uint8_t flags);

    /** \brief Tell all neighbors to give up, once. */
    void Fail();

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

    bool failed{false};                                 //!< see Fail(); looked at for every frame
    IncTreeState state;                                 //!< configuration and slots
    IncTreeRecovery recovery;                           //!< what is done about lost frames
    std::vector<std::unique_ptr<IncTreeLink>> children; //!< by child number
    std::unique_ptr<IncTreeLink> parent;                //!< null at the root
    std::unique_ptr<IncDissemination> dissemination;    //!< how results travel from here
    IncResultSink* sink{nullptr};                       //!< root: who takes the results, or null
};

} // namespace ns3

#endif // INC_TREE_H
