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
    /// A result that stands for those of earlier rounds that have no elements for the worker.
    struct Passed
    {
        uint64_t end{0}; //!< one beyond its sequence number
        int64_t ps{0};   //!< when it left
    };

    /** \param config checked */
    explicit IncTree(const IncTreeConfig& config)
        : state(config)
    {
    }

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

    IncTreeState state;                                 //!< configuration and slots
    std::vector<std::unique_ptr<IncTreeLink>> children; //!< by child number
    std::unique_ptr<IncTreeLink> parent;                //!< null at the root
    std::unique_ptr<IncDissemination> dissemination;    //!< how results travel from here
    IncResultSink* sink{nullptr};                       //!< root: who takes the results, or null
    std::vector<Passed> passed; //!< by bit: the latest that left and stands for those before
    uint32_t passedPsn{IncHeader::NO_PSN}; //!< of the latest result that left for a worker
    bool failed{false};                    //!< all neighbors were told to give up
};

} // namespace ns3

#endif // INC_TREE_H
