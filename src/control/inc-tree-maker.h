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
 * A class that derives from this and registers itself is another way. Users know it by its name
 * without Inc and TreeMaker: "round-robin" is ns3::IncRoundRobinTreeMaker. It sees the network as
 * the manager has heard it, in which only switches with a free slot aggregate.
 */
class IncTreeMaker : public Object
{
  public:
    /// Needs of a group, and the network that it finds.
    struct Request
    {
        const IncTopology& topology;               //!< network, as the manager has heard it
        const std::vector<IncTreeWorker>& workers; //!< workers that are left, by rising rank
        std::vector<uint32_t> ranks;               //!< ranks of these workers
        std::vector<uint32_t> load;         //!< by node: trees on it, those whose root it is twice
        IncAggregatorSelection aggregators; //!< switches that may aggregate, of those that can
        std::optional<uint32_t> root;       //!< node that must be the root
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \brief Make a tree.
     * \param request of a group
     * \return a tree whose root is a switch
     * \throw IncTopologyError when there is none: the reason of a refusal
     */
    virtual IncAggregationTree Make(const Request& request) = 0;

    /** \brief The manager starts, and nothing is left of what it did before. */
    virtual void Forget();

    /**
     * \param text name of a way, and after a colon its attribute File where it has one
     * \return that way; IncError, with what is accepted, where there is none
     */
    static Ptr<IncTreeMaker> Create(const std::string& text);

    /** \return what Create() accepts, in words */
    static std::string GetAccepted();
};

} // namespace ns3

#endif // INC_TREE_MAKER_H
