/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_MAKER_H
#define INC_TREE_MAKER_H

#include "inc-aggregation-tree.h"
#include "inc-aggregator-selection.h"

#include "ns3/object.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Algorithm by which the aggregation manager finds the trees of groups.
 *
 * To add an algorithm, derive a class from this one and register it. Users name it without Inc and
 * TreeMaker: "round-robin" is ns3::IncRoundRobinTreeMaker. An algorithm sees the network that the
 * manager knows, in which only switches with a free slot may aggregate.
 */
class IncTreeMaker : public Object
{
  public:
    /// Needs of a group, and the known network.
    struct Request
    {
        const IncTopology& topology;               //!< network that the manager knows
        const std::vector<IncTreeWorker>& workers; //!< remaining workers, by rising rank
        std::vector<uint32_t> ranks;               //!< ranks of these workers
        std::vector<uint32_t>
            load; //!< number of trees on each node; a tree counts twice at its root
        IncAggregatorSelection aggregators; //!< selection of the switches that may aggregate
        std::optional<uint32_t> root;       //!< node that must be the root; nothing: any
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Make a tree with a switch as its root. Throw IncTopologyError if there is no tree;
     * its text becomes the reason of the refusal. */
    virtual IncAggregationTree Make(const Request& request) = 0;

    /** \brief Forget all earlier trees, because the manager starts. */
    virtual void Forget();

    /** \brief Return an algorithm by its name, followed by a colon and the value if it has an
     * attribute File. Throws IncError, with the accepted names, if there is no such algorithm. */
    static Ptr<IncTreeMaker> Create(const std::string& text);

    /** \return text that lists what Create() accepts */
    static std::string GetAccepted();

  protected:
    /** \brief Return the tree of IncTreeBuilder for a request. Ties go to nodes with less load. */
    static IncAggregationTree MakeShortest(const Request& request,
                                           const std::vector<uint32_t>& load);
};

} // namespace ns3

#endif // INC_TREE_MAKER_H
