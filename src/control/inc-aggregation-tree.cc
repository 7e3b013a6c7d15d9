/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-aggregation-tree.h"

#include "ns3/inc-rail.h"

#include <algorithm>

namespace ns3
{

IncAggregationTree::IncAggregationTree(const IncTopology& topology,
                                       std::vector<IncTreeWorker> workers,
                                       const std::vector<IncAggregationTreeNode>& nodes)
    : m_workers(std::move(workers))
{
    IncCheckAggregationTree(topology, m_workers, nodes);
    SortNodes(nodes);
    CollectInputs();
}

void
IncAggregationTree::SortNodes(const std::vector<IncAggregationTreeNode>& nodes)
{
    constexpr uint32_t NO_PARENT = IncAggregationTreeNode::NO_PARENT;
    std::vector<std::vector<uint32_t>> children(nodes.size());
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < nodes.size(); ++i)
    {
        (nodes[i].parent == NO_PARENT ? order : children[nodes[i].parent]).push_back(i);
    }
    std::vector<uint32_t> placeOf(nodes.size());
    for (std::size_t head = 0; head < order.size(); ++head)
    {
        uint32_t i = order[head];
        placeOf[i] = static_cast<uint32_t>(head);
        order.insert(order.end(), children[i].begin(), children[i].end());
        m_nodes.push_back(nodes[i]);
        if (m_nodes.back().parent != NO_PARENT)
        {
            m_nodes.back().parent = placeOf[m_nodes.back().parent];
        }
        std::sort(m_nodes.back().workers.begin(), m_nodes.back().workers.end());
    }
}

void
IncAggregationTree::CollectInputs()
{
    m_inputs.resize(m_nodes.size());
    m_leafOf.resize(m_workers.size());
    // Parents come before their children. Walk from the back, so that the children's inputs are
    // known.
    for (auto i = static_cast<uint32_t>(m_nodes.size()); i-- > 0;)
    {
        for (uint32_t rank : m_nodes[i].workers)
        {
            m_leafOf[rank] = i;
            m_inputs[i].push_back({true, rank, rank});
        }
        std::sort(m_inputs[i].begin(),
                  m_inputs[i].end(),
                  [](const IncAggregationInput& a, const IncAggregationInput& b) {
                      return a.lowestRank < b.lowestRank;
                  });
        if (i > 0)
        {
            m_inputs[m_nodes[i].parent].push_back({false, i, m_inputs[i].front().lowestRank});
        }
    }
}

uint32_t
IncAggregationTree::GetRoot() const
{
    return m_nodes.front().node;
}

const std::vector<IncAggregationInput>&
IncAggregationTree::GetInputs(uint32_t vatNode) const
{
    return m_inputs[vatNode];
}

uint32_t
IncAggregationTree::GetLeafOf(uint32_t rank) const
{
    return m_leafOf[rank];
}

std::optional<uint32_t>
IncAggregationTree::Find(uint32_t node) const
{
    for (uint32_t i = 0; i < m_nodes.size(); ++i)
    {
        if (m_nodes[i].node == node)
        {
            return i;
        }
    }
    return std::nullopt;
}

uint32_t
IncAggregationTree::GetDepth() const
{
    std::vector<uint32_t> depth(m_nodes.size(), 1);
    for (uint32_t i = 1; i < m_nodes.size(); ++i)
    {
        depth[i] = depth[m_nodes[i].parent] + 1;
    }
    return *std::max_element(depth.begin(), depth.end());
}

uint32_t
IncAggregationTree::GetMaxAdditions() const
{
    std::vector<uint32_t> additions(m_nodes.size());
    for (uint32_t i = 0; i < m_nodes.size(); ++i)
    {
        auto own = static_cast<uint32_t>(m_inputs[i].size()) - 1;
        additions[i] = own + (i > 0 ? additions[m_nodes[i].parent] : 0);
    }
    return *std::max_element(additions.begin(), additions.end());
}

uint32_t
IncAggregationTree::GetMaxBfrId() const
{
    return IncMaxBfrId(m_workers);
}

std::vector<IncTreeWorker>
IncTreeWorkers(const IncTopology& topology, const std::vector<uint32_t>& hosts)
{
    std::vector<uint32_t> bfrIds(topology.GetNodes().size(), 0);
    uint32_t last = 0;
    for (const uint32_t host : IncBfersOf(topology))
    {
        bfrIds[host] = ++last;
    }
    std::vector<IncTreeWorker> workers;
    for (const uint32_t host : hosts)
    {
        workers.push_back({host, bfrIds[host]});
    }
    return workers;
}

uint32_t
IncMaxBfrId(const std::vector<IncTreeWorker>& workers)
{
    uint32_t highest = 0;
    for (const auto& worker : workers)
    {
        highest = std::max(highest, worker.bfrId);
    }
    return highest;
}

} // namespace ns3
