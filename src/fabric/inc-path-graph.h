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
 * the path to a leaf is the path to its switch.
 */
class IncPathGraph
{
  public:
    static constexpr uint32_t NONE = UINT32_MAX; //!< no switch: the node is no leaf

    /// \brief Copy a topology. `failedLinks` says for each link whether it has failed; empty: none
    /// has.
    explicit IncPathGraph(const IncTopology& topology, const std::vector<bool>& failedLinks = {});

    /** \brief Return the switch of a leaf, or NONE for other nodes. */
    uint32_t GetSwitchOf(uint32_t node) const
    {
        return m_switchOf[node];
    }

    /// \brief Find the distances from all nodes but the leaves to a node, in hops: INC_UNREACHABLE
    /// for leaves and without a path. `soundOnly` avoids failed links.
    void FindDistances(uint32_t destination,
                       bool soundOnly,
                       std::vector<uint32_t>& distances) const;

    /// \brief Find the ports of a node on shortest paths, in ascending order. The node is neither a
    /// leaf nor the switch of a destination that is a leaf. FindDistances() had the same
    /// `soundOnly`.
    void FindNextHops(uint32_t node,
                      const std::vector<uint32_t>& distances,
                      bool soundOnly,
                      std::vector<uint16_t>& ports) const;

  private:
    struct Edge
    {
        uint32_t peer;
        uint16_t port;
        bool isSound;
    };

    std::vector<uint32_t> m_switchOf; //!< switch of each leaf, by node
    std::vector<uint32_t> m_first;    //!< index of the first edge of each node
    std::vector<Edge> m_edges;        //!< edges of all nodes, in the order of ports
    std::vector<uint8_t> m_forwards;  //!< for each node: whether it forwards packets, unlike a host
};

} // namespace ns3

#endif // INC_PATH_GRAPH_H
