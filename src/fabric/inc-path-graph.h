/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PATH_GRAPH_H
#define INC_PATH_GRAPH_H

#include <cstdint>
#include <vector>

namespace ns3
{

class IncTopology;

/**
 * \ingroup inc
 * \brief A topology without its leaves, stored compactly for many searches of shortest paths.
 *
 * A leaf is a host whose only link leads to a switch and has not failed. Most nodes are leaves, and
 * the path to a leaf is the path to its switch. A host can only be an end of a path.
 */
class IncPathGraph
{
  public:
    static constexpr uint32_t NONE = UINT32_MAX; //!< no switch: the node is no leaf

    /**
     * \param topology the network; used during construction only
     * \param failedLinks for each link: whether it has failed; empty: none has
     */
    explicit IncPathGraph(const IncTopology& topology, const std::vector<bool>& failedLinks = {});

    /** \brief Return the switch of a leaf, or NONE for other nodes. */
    uint32_t GetSwitchOf(uint32_t node) const
    {
        return m_switchOf[node];
    }

    /**
     * \brief Find the distances from all nodes but the leaves to a node, in hops.
     * \param destination any node
     * \param soundOnly whether to avoid failed links
     * \param distances set by node; INC_UNREACHABLE for leaves and without a path
     */
    void FindDistances(uint32_t destination,
                       bool soundOnly,
                       std::vector<uint32_t>& distances) const;

    /**
     * \brief Find the ports of a node on shortest paths.
     * \param node node that is neither a leaf nor the switch of a destination that is a leaf
     * \param distances distances to the destination
     * \param soundOnly value with which the distances were found
     * \param ports set to the ports in ascending order
     */
    void FindNextHops(uint32_t node,
                      const std::vector<uint32_t>& distances,
                      bool soundOnly,
                      std::vector<uint16_t>& ports) const;

  private:
    /// A link, as seen from one end.
    struct Edge
    {
        uint32_t peer; //!< node at the other end
        uint16_t port; //!< port at this end
        bool isSound;  //!< whether the link has not failed
    };

    std::vector<uint32_t> m_switchOf; //!< switch of each leaf, by node
    std::vector<uint32_t> m_first;    //!< index of the first edge of each node
    std::vector<Edge> m_edges;        //!< edges of all nodes, in the order of ports
    std::vector<uint8_t> m_forwards;  //!< for each node: whether it forwards packets, unlike a host
};

} // namespace ns3

#endif // INC_PATH_GRAPH_H
