/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregation-tree.h"

#include "ns3/inc-path-graph.h"
#include "ns3/inc-shortest-path.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

[[noreturn]] void
Refuse(const std::string& why)
{
    throw IncTopologyError("aggregation tree: " + why);
}

/// Checks a tree. Each check relies on the checks before it.
class TreeCheck
{
  public:
    TreeCheck(const IncTopology& topology,
              const std::vector<IncTreeWorker>& workers,
              const std::vector<IncAggregationTreeNode>& nodes)
        : m_topology(topology),
          m_graph(topology),
          m_workers(workers),
          m_nodes(nodes),
          m_length(IncMaxBfrId(workers))
    {
    }

    void Run()
    {
        CheckWorkers();
        CheckMapping();
        CheckAcyclic();
        CheckOneRoot();
        for (uint32_t i = 0; i < m_nodes.size(); ++i)
        {
            CheckBits(i);
            CheckWithinParent(i);
        }
        for (uint32_t i = 0; i < m_nodes.size(); ++i)
        {
            CheckUnion(i);
        }
        CheckRootIsNoWorker();
        CheckRootHasAll();
        for (uint32_t i = 0; i < m_nodes.size(); ++i)
        {
            CheckConnected(i);
        }
    }

  private:
    std::string Node(uint32_t node) const
    {
        return "\"" + m_topology.GetName(node) + "\"";
    }

    /// Return the name of a VAT node's switch or server, quoted.
    std::string Vat(uint32_t i) const
    {
        return Node(m_nodes[i].node);
    }

    std::string Owner(uint32_t bit) const
    {
        return Node(m_workers[m_rankOfBit.at(bit)].host);
    }

    void CheckWorkers()
    {
        if (m_workers.empty())
        {
            Refuse("there is no worker; expected at least one");
        }
        std::set<uint32_t> hosts;
        for (uint32_t rank = 0; rank < m_workers.size(); ++rank)
        {
            const auto& worker = m_workers[rank];
            if (worker.host >= m_topology.GetNodes().size() || !m_topology.IsHost(worker.host))
            {
                Refuse("the worker of rank " + std::to_string(rank) + " is no host");
            }
            if (!hosts.insert(worker.host).second)
            {
                Refuse("host " + Node(worker.host) + " has two ranks; expected each host once");
            }
            if (worker.bfrId == 0 || worker.bfrId > MAX_BFR_ID)
            {
                Refuse("BFR-id " + std::to_string(worker.bfrId) + " of " + Node(worker.host) +
                       " is not accepted; expected 1 to " + std::to_string(MAX_BFR_ID));
            }
            auto [other, isNew] = m_rankOfBit.emplace(worker.bfrId, rank);
            if (!isNew)
            {
                Refuse("BFR-id " + std::to_string(worker.bfrId) + " belongs to both " +
                       Node(m_workers[other->second].host) + " and " + Node(worker.host) +
                       "; expected one of its own for every worker");
            }
        }
    }

    void CheckMapping() const
    {
        if (m_nodes.empty())
        {
            Refuse("there is no VAT node; expected at least the root");
        }
        std::set<uint32_t> mapped;
        for (const auto& vatNode : m_nodes)
        {
            if (vatNode.node >= m_topology.GetNodes().size())
            {
                Refuse("a VAT node is mapped to node " + std::to_string(vatNode.node) +
                       ", which the topology does not have");
            }
            if (!mapped.insert(vatNode.node).second)
            {
                Refuse(Node(vatNode.node) +
                       " has two VAT nodes; expected at most one on each switch");
            }
            bool isHost = m_topology.IsHost(vatNode.node);
            if (isHost && vatNode.parent != IncAggregationTreeNode::NO_PARENT)
            {
                Refuse("host " + Node(vatNode.node) +
                       " has a VAT node that is not the root; expected a switch");
            }
            if (!isHost && !m_topology.CanAggregate(vatNode.node))
            {
                Refuse(
                    Node(vatNode.node) +
                    " has a VAT node but cannot aggregate; expected a switch with \"inc\": true");
            }
        }
    }

    void CheckAcyclic() const
    {
        for (uint32_t start = 0; start < m_nodes.size(); ++start)
        {
            // A walk to the root with more steps than VAT nodes is in a cycle.
            uint32_t at = start;
            for (std::size_t steps = 0; m_nodes[at].parent != IncAggregationTreeNode::NO_PARENT;
                 ++steps)
            {
                if (m_nodes[at].parent >= m_nodes.size())
                {
                    Refuse("the parent of " + Vat(at) + " is not in the tree");
                }
                if (steps == m_nodes.size())
                {
                    Refuse("the parents of " + Vat(at) + " form a cycle, " + CycleFrom(at) +
                           "; expected a way to the root");
                }
                at = m_nodes[at].parent;
            }
        }
    }

    std::string CycleFrom(uint32_t start) const
    {
        std::string cycle = m_topology.GetName(m_nodes[start].node);
        uint32_t at = start;
        do
        {
            at = m_nodes[at].parent;
            cycle += "->" + m_topology.GetName(m_nodes[at].node);
        } while (at != start);
        return cycle;
    }

    void CheckOneRoot()
    {
        m_root = IncAggregationTreeNode::NO_PARENT;
        for (uint32_t i = 0; i < m_nodes.size(); ++i)
        {
            if (m_nodes[i].parent != IncAggregationTreeNode::NO_PARENT)
            {
                continue;
            }
            if (m_root != IncAggregationTreeNode::NO_PARENT)
            {
                Refuse(Vat(m_root) + " and " + Vat(i) +
                       " both have no parent; expected one root, whose A-BM contains all others");
            }
            m_root = i;
        }
    }

    void CheckBits(uint32_t i) const
    {
        const auto& aBm = m_nodes[i].aBm;
        if (aBm.None())
        {
            Refuse("the A-BM of " + Vat(i) + " is empty; expected at least one worker");
        }
        for (uint32_t bit = aBm.FindFirst(); bit != 0; bit = aBm.FindNext(bit))
        {
            if (!m_rankOfBit.count(bit))
            {
                Refuse("the A-BM of " + Vat(i) + " has bit " + std::to_string(bit) +
                       ", which is no worker's BFR-id");
            }
        }
    }

    void CheckWithinParent(uint32_t i) const
    {
        uint32_t parent = m_nodes[i].parent;
        if (parent != IncAggregationTreeNode::NO_PARENT &&
            !m_nodes[i].aBm.IsSubsetOf(m_nodes[parent].aBm))
        {
            IncBitString extra = m_nodes[i].aBm - m_nodes[parent].aBm;
            Refuse("the A-BM of " + Vat(i) + " has " + Owner(extra.FindFirst()) +
                   ", which that of its parent " + Vat(parent) +
                   " has not; expected a child's A-BM within its parent's");
        }
    }

    void CheckUnion(uint32_t i) const
    {
        std::vector<uint32_t> children;
        IncBitString covered(m_length);
        for (uint32_t c = 0; c < m_nodes.size(); ++c)
        {
            if (m_nodes[c].parent == i)
            {
                CheckSiblings(c, children);
                children.push_back(c);
                covered |= m_nodes[c].aBm;
            }
        }
        for (uint32_t rank : m_nodes[i].workers)
        {
            CheckAttached(i, rank, covered);
            covered.Set(m_workers[rank].bfrId);
        }
        IncBitString missing = m_nodes[i].aBm - covered;
        if (missing.None())
        {
            return;
        }
        if (children.size() == 1 && m_nodes[i].workers.empty())
        {
            Refuse("the A-BM of " + Vat(i) + " is not that of its only child " +
                   Vat(children.front()) + "; expected equal A-BMs in a chain");
        }
        Refuse(
            "the A-BM of " + Vat(i) + " has " + Owner(missing.FindFirst()) +
            ", which neither a child nor a worker of it sends; expected the union of its leaves");
    }

    void CheckSiblings(uint32_t child, const std::vector<uint32_t>& others) const
    {
        for (uint32_t other : others)
        {
            if (m_nodes[child].aBm.Intersects(m_nodes[other].aBm))
            {
                IncBitString common = m_nodes[child].aBm & m_nodes[other].aBm;
                Refuse("the A-BMs of the siblings " + Vat(other) + " and " + Vat(child) +
                       " both have " + Owner(common.FindFirst()) + "; expected disjoint A-BMs");
            }
        }
    }

    void CheckAttached(uint32_t i, uint32_t rank, const IncBitString& covered) const
    {
        if (rank >= m_workers.size())
        {
            Refuse(Vat(i) + " expects rank " + std::to_string(rank) + " of a job of " +
                   std::to_string(m_workers.size()) + " workers");
        }
        uint32_t bit = m_workers[rank].bfrId;
        if (covered.Test(bit))
        {
            Refuse("worker " + Owner(bit) + " reaches " + Vat(i) +
                   " in two ways; expected every worker to send to one VAT node");
        }
        if (!m_nodes[i].aBm.Test(bit))
        {
            Refuse("worker " + Owner(bit) + " sends to " + Vat(i) + ", whose A-BM has it not");
        }
    }

    void CheckRootIsNoWorker() const
    {
        for (const auto& worker : m_workers)
        {
            if (worker.host == m_nodes[m_root].node)
            {
                Refuse("host " + Node(worker.host) +
                       " is the root and a worker; expected a switch, or a host that is no worker");
            }
        }
    }

    void CheckRootHasAll() const
    {
        for (const auto& worker : m_workers)
        {
            if (!m_nodes[m_root].aBm.Test(worker.bfrId))
            {
                Refuse("worker " + Node(worker.host) + " is not in the A-BM of the root " +
                       Vat(m_root) + "; expected all workers of the job");
            }
        }
    }

    void CheckConnected(uint32_t i) const
    {
        std::vector<uint32_t> distances;
        m_graph.FindDistances(m_nodes[i].node, false, distances);
        const auto isReached = [&](uint32_t node) {
            const uint32_t edge = m_graph.GetSwitchOf(node);
            return distances[edge != IncPathGraph::NONE ? edge : node] != INC_UNREACHABLE;
        };
        for (const auto& child : m_nodes)
        {
            if (child.parent == i && !isReached(child.node))
            {
                Refuse("there is no path from " + Node(child.node) + " to its parent " + Vat(i) +
                       "; expected VAT neighbors to be connected");
            }
        }
        for (uint32_t rank : m_nodes[i].workers)
        {
            if (!isReached(m_workers[rank].host))
            {
                Refuse("there is no path from worker " + Node(m_workers[rank].host) + " to " +
                       Vat(i) + "; expected VAT neighbors to be connected");
            }
        }
    }

    static constexpr uint32_t MAX_BFR_ID = 65535; //!< 16 bits; 0 is invalid (RFC 8279, section 2)

    const IncTopology& m_topology;
    const IncPathGraph m_graph;
    const std::vector<IncTreeWorker>& m_workers;
    const std::vector<IncAggregationTreeNode>& m_nodes;
    uint32_t m_length;
    std::map<uint32_t, uint32_t> m_rankOfBit;
    uint32_t m_root = IncAggregationTreeNode::NO_PARENT; //!< index of the root in the list
};

} // namespace

void
IncCheckAggregationTree(const IncTopology& topology,
                        const std::vector<IncTreeWorker>& workers,
                        const std::vector<IncAggregationTreeNode>& nodes)
{
    TreeCheck(topology, workers, nodes).Run();
}

} // namespace ns3
