/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncAggregator that the control plane uses: queue pairs and trees come and go.

#include "inc-aggregator.h"
#include "inc-rc-tree-link.h"

#include "ns3/abort.h"

namespace ns3
{

IncConnection
IncAggregator::CreateConnection()
{
    NS_ABORT_MSG_UNLESS(m_switch, "IncAggregator::CreateConnection: attach it to a switch first");
    IncConnection connection;
    connection.ip = m_switch->GetIpVersion();
    connection.localAddress = m_switch->GetIpv4();
    connection.localQpn = FIRST_QPN + m_endpoints.size();
    connection.sourcePort = static_cast<uint16_t>(m_sourcePort->GetInteger(49152, 65535));
    m_endpoints.push_back({nullptr, 0});
    return connection;
}

void
IncAggregator::InstallTree(const IncTreeConfig& config,
                           std::unique_ptr<IncDissemination> dissemination)
{
    NS_ABORT_MSG_IF(FindTree(config.treeId),
                    "IncAggregator::InstallTree: tree " << config.treeId << " is installed");
    if (m_trees.size() <= config.treeId)
    {
        m_trees.resize(config.treeId + 1);
    }
    auto& tree = m_trees[config.treeId];
    tree = std::make_unique<IncTree>(config);
    for (uint32_t child = 0; child < config.children.size(); ++child)
    {
        const IncConnection& connection = config.children[child].connection;
        tree->children.push_back(MakeLink(*tree, child, connection));
    }
    if (config.parent)
    {
        tree->parent = MakeLink(*tree, Endpoint::PARENT, *config.parent);
    }
    tree->dissemination =
        dissemination ? std::move(dissemination) : std::make_unique<IncTreeDissemination>();
}

void
IncAggregator::Watch(IncLastHop& lastHop)
{
    IncLastHop::Listener& self = *this;
    lastHop.SetListener(&self);
}

std::unique_ptr<IncTreeLink>
IncAggregator::MakeLink(IncTree& tree, uint32_t child, const IncConnection& connection)
{
    m_endpoints.at(connection.localQpn - FIRST_QPN) = {&tree, child};
    const IncTreeConfig& config = tree.state.GetConfig();
    IncTreeLink::Listener& self = *this;
    if (config.transport == IncAggregationTransport::UC)
    {
        return std::make_unique<IncUcTreeLink>(*m_switch, connection, &self);
    }
    return std::make_unique<IncRcTreeLink>(
        *m_switch,
        connection,
        config.rc,
        IncRcTreeLink::Notification{m_cnpInterval, m_cnpPriority},
        self);
}

void
IncAggregator::RemoveTree(uint16_t treeId)
{
    IncTree* tree = FindInstalled(treeId);
    NS_ABORT_MSG_UNLESS(tree, "IncAggregator::RemoveTree: tree " << treeId << " is not installed");
    for (Endpoint& endpoint : m_endpoints)
    {
        if (endpoint.tree == tree)
        {
            endpoint.tree = nullptr;
        }
    }
    m_trees[treeId].reset();
}

IncTree*
IncAggregator::FindInstalled(uint16_t treeId) const
{
    return treeId < m_trees.size() ? m_trees[treeId].get() : nullptr;
}

IncTreeState*
IncAggregator::FindTree(uint16_t treeId) const
{
    IncTree* tree = FindInstalled(treeId);
    return tree ? &tree->state : nullptr;
}

std::vector<const IncTreeLink*>
IncAggregator::GetLinks(uint16_t treeId) const
{
    const IncTree* tree = FindInstalled(treeId);
    NS_ABORT_MSG_UNLESS(tree, "IncAggregator::GetLinks: tree " << treeId << " is not installed");
    std::vector<const IncTreeLink*> links;
    for (const auto& link : tree->children)
    {
        links.push_back(link.get());
    }
    if (tree->parent)
    {
        links.push_back(tree->parent.get());
    }
    return links;
}

} // namespace ns3
