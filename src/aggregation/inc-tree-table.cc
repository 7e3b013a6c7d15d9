/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-tree-table.h"

#include <utility>

namespace ns3
{

uint32_t
IncTreeTable::ReserveQpn()
{
    if (m_freeQpns.empty())
    {
        m_freeQpns.push_back(m_firstQpn + m_endpoints.size());
        m_endpoints.emplace_back();
    }
    const uint32_t qpn = m_freeQpns.front();
    m_freeQpns.pop_front();
    return qpn;
}

void
IncTreeTable::ReleaseQpn(uint32_t qpn)
{
    m_freeQpns.push_back(qpn);
}

void
IncTreeTable::Connect(uint32_t qpn, const IncTreeEndpoint& endpoint)
{
    m_endpoints.at(qpn - m_firstQpn) = endpoint;
}

void
IncTreeTable::ForgetAdmitted()
{
    for (IncTreeEndpoint& endpoint : m_endpoints)
    {
        endpoint.admitted.Forget();
    }
}

IncTree&
IncTreeTable::Add(std::unique_ptr<IncTree> tree)
{
    const uint16_t treeId = tree->state.GetConfig().treeId;
    if (m_trees.size() <= treeId)
    {
        m_trees.resize(treeId + 1);
    }
    m_trees[treeId] = std::move(tree);
    return *m_trees[treeId];
}

void
IncTreeTable::Remove(uint16_t treeId)
{
    for (IncTreeEndpoint& endpoint : m_endpoints)
    {
        if (endpoint.tree == m_trees[treeId].get())
        {
            endpoint.tree = nullptr;
            endpoint.admitted.Forget();
        }
    }
    m_trees[treeId].reset();
}

std::vector<IncTree*>
IncTreeTable::GetTrees() const
{
    std::vector<IncTree*> trees;
    for (const auto& tree : m_trees)
    {
        if (tree)
        {
            trees.push_back(tree.get());
        }
    }
    return trees;
}

std::vector<const IncTreeLink*>
IncTreeTable::GetLinks(const IncTree& tree) const
{
    std::vector<const IncTreeLink*> links;
    for (const auto& link : tree.children)
    {
        links.push_back(link.get());
    }
    if (tree.parent)
    {
        links.push_back(tree.parent.get());
    }
    for (const IncTreeEndpoint& endpoint : m_endpoints)
    {
        if (endpoint.tree == &tree && endpoint.child == IncTreeEndpoint::RESULTS)
        {
            links.push_back(endpoint.link);
        }
    }
    return links;
}

} // namespace ns3
