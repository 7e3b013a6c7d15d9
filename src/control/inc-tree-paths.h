/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_PATHS_H
#define INC_TREE_PATHS_H

#include "inc-aggregation-tree.h"
#include "inc-inventory.h"

#include "ns3/inc-tree-config.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Number of groups' paths over each end of a link, by address and port of the node.
using IncPathLoad = std::map<std::pair<uint32_t, uint32_t>, uint32_t>;

/// \brief Return a node's port to a neighbor; IncTreeChild::ANY_PORT if the two have no link or
/// parallel links.
uint32_t IncFindOnlyPort(const IncTopology& topology, uint32_t node, uint32_t peer);

/**
 * \ingroup inc
 * \brief Links between the nodes of an aggregation tree, chosen by load.
 *
 * Between two nodes of a tree there may be parallel links, or switches that do not aggregate. Of
 * the shortest paths between them, the path whose links carry the fewest paths of groups is chosen.
 * Paths of the same tree count too. Results that the root sends by unicast get such paths as well.
 */
class IncTreePaths
{
  public:
    /// A link of a path.
    struct Hop
    {
        uint32_t node;     //!< index of the node where the link begins
        uint32_t port;     //!< port of that node
        uint32_t peer;     //!< index of the node where the link ends
        uint32_t peerPort; //!< port of that node
    };

    /// Path of a contribution to the next VAT node, or of a result from the root to a worker.
    struct Path
    {
        std::vector<Hop> hops; //!< links in the direction of contributions, or of results
        bool isPinned{false};  //!< whether switches must use this path, although there are others
    };

    /// Frames for which switches must not choose among paths.
    struct Pinned
    {
        bool contributions; //!< contributions and answers between the nodes of the tree
        bool results;       //!< results from the root straight to the workers
    };

    /** \brief Choose the paths of a tree by load. Paths of results are computed only if pinned. */
    IncTreePaths(const IncHeardTopology& heard,
                 const IncAggregationTree& tree,
                 IncPathLoad load,
                 const Pinned& pinned = {true, false});

    /** \return the path from an input, given by its index, to a VAT node */
    const Path& Get(uint32_t vatNode, std::size_t input) const
    {
        return m_paths[m_first[vatNode] + input];
    }

    /** \return the path of results from the root to a worker, given by its index in the tree;
     * nullptr if results have no fixed path */
    const Path* FindResult(uint32_t worker) const
    {
        const std::size_t place = m_first.back() + worker;
        return place < m_paths.size() ? &m_paths[place] : nullptr;
    }

    /** \return all paths */
    const std::vector<Path>& GetAll() const
    {
        return m_paths;
    }

  private:
    std::vector<Path> m_paths; //!< paths by VAT node and input; then paths of results, by worker
    /// Index of the first path of each VAT node, and of the first path of results.
    std::vector<std::size_t> m_first;
};

} // namespace ns3

#endif // INC_TREE_PATHS_H
