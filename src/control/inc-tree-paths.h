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

/**
 * \ingroup inc
 * \brief Paths of groups that use a link, by address of a node and number of its port.
 */
using IncPathLoad = std::map<std::pair<uint32_t, uint32_t>, uint32_t>;

/**
 * \ingroup inc
 * \param topology the network
 * \param node index of a node
 * \param peer index of another one
 * \return port of the node where the only link to the other begins; IncTreeChild::ANY_PORT where
 *         they are no neighbors, or have parallel links
 */
uint32_t IncFindOnlyPort(const IncTopology& topology, uint32_t node, uint32_t peer);

/**
 * \ingroup inc
 * \brief The links between the nodes of an aggregation tree, chosen by load.
 *
 * Nodes of a tree may have parallel links between them, or switches that do not aggregate. Of the
 * shortest paths between two nodes, the one whose links carry the fewest paths of groups is chosen.
 * So it is for the results that the root sends by unicast.
 * Paths of one tree count too.
 */
class IncTreePaths
{
  public:
    /// A link on the way.
    struct Hop
    {
        uint32_t node;     //!< node where the link begins
        uint32_t port;     //!< port of that node
        uint32_t peer;     //!< node where the link ends
        uint32_t peerPort; //!< port of that node
    };

    /// The way from an input to its VAT node, or from the root to a worker.
    struct Path
    {
        std::vector<Hop> hops; //!< in the direction of contributions, or of results
        bool isPinned{false};  //!< there are others, among which switches must not choose
    };

    /// The paths that switches must not choose among.
    struct Pinned
    {
        bool contributions; //!< those of contributions and answers between the nodes of the tree
        bool results;       //!< those of results from the root straight to the workers
    };

    /**
     * \param heard the network
     * \param tree over it
     * \param load of the links
     * \param pinned without pinned results there are no paths of results
     */
    IncTreePaths(const IncHeardTopology& heard,
                 const IncAggregationTree& tree,
                 IncPathLoad load,
                 const Pinned& pinned = {true, false});

    /**
     * \param vatNode place of a VAT node in the tree
     * \param input place of one of its inputs
     * \return the way between them
     */
    const Path& Get(uint32_t vatNode, std::size_t input) const
    {
        return m_paths[m_first[vatNode] + input];
    }

    /**
     * \param worker place of a worker in the tree
     * \return the way of its results from the root; nullptr where results have none
     */
    const Path* FindResult(uint32_t worker) const
    {
        const std::size_t place = m_first.back() + worker;
        return place < m_paths.size() ? &m_paths[place] : nullptr;
    }

    /** \return all ways */
    const std::vector<Path>& GetAll() const
    {
        return m_paths;
    }

  private:
    std::vector<Path> m_paths;        //!< paths by VAT node and input; then of results, by worker
    std::vector<std::size_t> m_first; //!< first path of each VAT node, and of results
};

} // namespace ns3

#endif // INC_TREE_PATHS_H
