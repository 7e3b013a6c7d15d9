/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-root-addressing.h"

#include "ns3/inc-route-computation.h"

#include <vector>

namespace ns3
{

namespace
{

/// \brief Walks all shortest paths to the root up to the first VAT node that takes a packet.
class PathWalk
{
  public:
    PathWalk(const IncTopology& topology, const IncAggregationTree& tree)
        : m_topology(topology),
          m_tree(tree),
          m_routes(topology)
    {
    }

    /// \brief Record a fault if a path of `from` meets another VAT node before `parent`.
    void Check(uint32_t from, uint32_t parent, const IncBitString& bits)
    {
        m_visited.assign(m_topology.GetNodes().size(), false);
        Walk(from, from, parent, bits);
    }

    std::string fault;

  private:
    void Walk(uint32_t at, uint32_t from, uint32_t parent, const IncBitString& bits)
    {
        const IncNodeRoutes& routes = m_routes.GetRoutes(at);
        const uint16_t group = routes.groupOf[m_tree.GetRoot()];
        for (uint16_t port : routes.groups[group])
        {
            const uint32_t next = m_topology.GetPorts(at)[port].peer;
            const auto vatNode = m_tree.Find(next);
            if (vatNode && m_tree.GetNodes()[*vatNode].aBm.Intersects(bits))
            {
                if (next != parent && fault.empty())
                {
                    fault = "packets of " + m_topology.GetName(from) +
                            " addressed to the root would be taken by " + m_topology.GetName(next) +
                            " before its VAT parent " + m_topology.GetName(parent) +
                            ": accepted are trees in which the parent comes first on every "
                            "shortest path to the root";
                }
            }
            else if (!m_visited[next])
            {
                m_visited[next] = true;
                Walk(next, from, parent, bits);
            }
        }
    }

    const IncTopology& m_topology;
    const IncAggregationTree& m_tree;
    IncRouteComputation m_routes;
    std::vector<bool> m_visited;
};

} // namespace

std::string
IncCheckRootAddressing(const IncTopology& topology, const IncAggregationTree& tree)
{
    PathWalk walk(topology, tree);
    const auto& nodes = tree.GetNodes();
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        if (nodes[i].parent != IncAggregationTreeNode::NO_PARENT)
        {
            walk.Check(nodes[i].node, nodes[nodes[i].parent].node, nodes[i].aBm);
        }
        for (uint32_t rank : nodes[i].workers)
        {
            const IncTreeWorker& worker = tree.GetWorkers()[rank];
            const uint32_t length = nodes[i].aBm.GetLength();
            walk.Check(worker.host, nodes[i].node, IncBitString(length, {worker.bfrId}));
        }
    }
    return walk.fault;
}

} // namespace ns3
