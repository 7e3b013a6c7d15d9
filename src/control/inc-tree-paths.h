/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_PATHS_H
#define INC_TREE_PATHS_H

#include "inc-aggregation-tree.h"
#include "inc-inventory.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Paths of groups that use a link, by address of a node and number of its port.
 */
using IncPathLoad = std::map<std::pair<uint32_t, uint32_t>, uint32_t>;

/**
 * \ingroup inc
 * \brief The links between the nodes of an aggregation tree, chosen by load.
 *
 * Nodes of a tree may have parallel links between them, or switches that do not aggregate. Of the
 * shortest paths between two nodes, the one whose links carry the fewest paths of groups is chosen.
 * Paths of one tree count too.
 */
class IncTreePaths
{
  public:
    /// A link on the way to the root.
    struct Hop
    {
        uint32_t node;     //!< node where the link begins
        uint32_t port;     //!< port of that node
        uint32_t peer;     //!< node where the link ends
        uint32_t peerPort; //!< port of that node
    };

    /// The way from an input to its VAT node.
    struct Path
    {
        std::vector<Hop> hops; //!< from the input upwards
        bool isPinned{false};  //!< there are others, among which switches must not choose
    };

    /**
     * \param heard the network
     * \param tree over it
     * \param load of the links
     */
    IncTreePaths(const IncHeardTopology& heard, const IncAggregationTree& tree, IncPathLoad load);

    /**
     * \param vatNode place of a VAT node in the tree
     * \param input place of one of its inputs
     * \return the way between them
     */
    const Path& Get(uint32_t vatNode, std::size_t input) const
    {
        return m_paths[vatNode][input];
    }

  private:
    std::vector<std::vector<Path>> m_paths; //!< paths by VAT node and input
};

} // namespace ns3

#endif // INC_TREE_PATHS_H
