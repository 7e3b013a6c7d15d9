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
 * \brief A topology for many searches for shortest paths: without its leaves, in one array.
 *
 * A leaf is a host whose only link, which has not failed, leads to a switch. Most nodes are leaves,
 * and the way to them all is that to their switch. Hosts end paths, they never lie inside one.
 */
class IncPathGraph
{
  public:
    static constexpr uint32_t NONE = UINT32_MAX; //!< index that means no leaf

    /**
     * \param topology the network; used during construction only
     * \param failedLinks by link index; empty: none has failed
     */
    explicit IncPathGraph(const IncTopology& topology, const std::vector<bool>& failedLinks = {});

    /**
     * \param node a node's index
     * \return the switch of a leaf, or NONE
     */
    uint32_t GetSwitchOf(uint32_t node) const
    {
        return m_switchOf[node];
    }

    /**
     * \brief Distances to a node of all nodes that are no leaves, in hops.
     * \param destination any node
     * \param soundOnly around failed links
     * \param distances by node: INC_UNREACHABLE for leaves, and where there is no path
     */
    void FindDistances(uint32_t destination,
                       bool soundOnly,
                       std::vector<uint32_t>& distances) const;

    /**
     * \brief The ports of a node on shortest paths.
     * \param node no leaf, nor the destination's switch where that is a leaf
     * \param distances to the destination
     * \param soundOnly as for the distances
     * \param ports in ascending order
     */
    void FindNextHops(uint32_t node,
                      const std::vector<uint32_t>& distances,
                      bool soundOnly,
                      std::vector<uint16_t>& ports) const;

  private:
    /// A link, seen from one end.
    struct Edge
    {
        uint32_t peer; //!< the other end
        uint16_t port; //!< at this end
        bool isSound;  //!< the link has not failed
    };

    std::vector<uint32_t> m_switchOf; //!< switch of each leaf, by node
    std::vector<uint32_t> m_first;    //!< edges of each node
    std::vector<Edge> m_edges;        //!< edges of all nodes, in the order of ports
    std::vector<uint8_t> m_forwards;  //!< forwards by node: it is no host
};

} // namespace ns3

#endif // INC_PATH_GRAPH_H
