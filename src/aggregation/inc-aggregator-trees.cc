/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncAggregator that the control plane uses: queue pairs and trees come and go.

#include "inc-aggregator.h"
#include "inc-rc-tree-link.h"

#include "ns3/abort.h"
#include "ns3/inc-remote-key.h"

#include <algorithm>

namespace ns3
{

IncConnection
IncAggregator::CreateConnection()
{
    NS_ABORT_MSG_UNLESS(m_node, "IncAggregator::CreateConnection: attach it to a node first");
    IncConnection connection;
    connection.ip = m_node->GetIpVersion();
    connection.localAddress = m_node->GetIpv4();
    if (m_freeQpns.empty())
    {
        m_freeQpns.push_back(m_firstQpn + m_endpoints.size());
        m_endpoints.push_back({nullptr, 0, nullptr});
    }
    connection.localQpn = m_freeQpns.front();
    connection.localKey =
        IncRemoteKeys(connection.localAddress).Make(connection.localQpn - m_firstQpn + 1);
    m_freeQpns.pop_front();
    connection.sourcePort = static_cast<uint16_t>(m_sourcePort->GetInteger(49152, 65535));
    return connection;
}

void
IncAggregator::ReleaseConnection(uint32_t qpn)
{
    const Endpoint& endpoint = m_endpoints.at(qpn - m_firstQpn);
    NS_ABORT_MSG_IF(endpoint.tree,
                    "IncAggregator::ReleaseConnection: queue pair " << qpn << " belongs to a tree");
    m_freeQpns.push_back(qpn);
}

void
IncAggregator::InstallTree(const IncTreeConfig& config)
{
    NS_ABORT_MSG_IF(FindTree(config.treeId),
                    "IncAggregator::InstallTree: tree " << config.treeId << " is installed");
    NS_ABORT_MSG_IF(config.slots > GetSlotsLeft().value_or(config.slots),
                    "IncAggregator::Slots: "
                        << m_slots << ", of which trees have " << GetSlotsInUse() << "; tree "
                        << config.treeId << " wants " << config.slots << " (IncTreeConfig::slots)");
    if (m_trees.size() <= config.treeId)
    {
        m_trees.resize(config.treeId + 1);
    }
    auto& tree = m_trees[config.treeId];
    tree = std::make_unique<IncTree>(config);
    tree->state.GetSlots().TraceBusy(Callback<void, uint32_t, uint32_t>(
        [this, id = config.treeId](uint32_t before, uint32_t now) {
            m_slotsInUseTrace(id, before, now);
        }));
    for (uint32_t child = 0; child < config.children.size(); ++child)
    {
        const IncConnection& connection = config.children[child].connection;
        tree->children.push_back(MakeLink(*tree, child, connection, config.rc));
    }
    if (config.parent)
    {
        tree->parent = MakeLink(*tree, Endpoint::PARENT, *config.parent, config.rc);
    }
    tree->dissemination = std::make_unique<IncTreeDissemination>();
}

void
IncAggregator::SetResultSink(uint16_t treeId, IncResultSink* sink)
{
    IncTree* tree = FindInstalled(treeId);
    NS_ABORT_MSG_UNLESS(tree,
                        "IncAggregator::SetResultSink: tree " << treeId << " is not installed");
    tree->sink = sink;
}

std::unique_ptr<IncTreeLink>
IncAggregator::MakeResultLink(uint16_t treeId,
                              const IncConnection& connection,
                              const IncRcParameters& rc)
{
    IncTree* tree = FindInstalled(treeId);
    NS_ABORT_MSG_UNLESS(tree,
                        "IncAggregator::MakeResultLink: tree " << treeId << " is not installed");
    return MakeLink(*tree, Endpoint::RESULTS, connection, rc);
}

void
IncAggregator::SetDissemination(uint16_t treeId, std::unique_ptr<IncDissemination> dissemination)
{
    IncTree* tree = FindInstalled(treeId);
    NS_ABORT_MSG_UNLESS(tree,
                        "IncAggregator::SetDissemination: tree " << treeId << " is not installed");
    tree->dissemination = std::move(dissemination);
}

void
IncAggregator::Watch(IncLastHop& lastHop)
{
    IncLastHop::Listener& self = *this;
    lastHop.SetListener(&self);
}

std::unique_ptr<IncTreeLink>
IncAggregator::MakeLink(IncTree& tree,
                        uint32_t child,
                        const IncConnection& connection,
                        const IncRcParameters& rc)
{
    IncTreeLink::Listener& self = *this;
    const IncTreeLink::Notification notification{m_cnpInterval, m_cnpPriority};
    std::unique_ptr<IncTreeLink> link;
    if (tree.state.GetConfig().transport == IncAggregationTransport::UC)
    {
        link = std::make_unique<IncUcTreeLink>(*m_node, connection, notification, self);
    }
    else
    {
        link = std::make_unique<IncRcTreeLink>(*m_node, connection, rc, notification, self);
    }
    m_endpoints.at(connection.localQpn - m_firstQpn) = {&tree, child, link.get()};
    return link;
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

uint32_t
IncAggregator::GetSlotsInUse() const
{
    uint32_t slots = 0;
    for (const auto& tree : m_trees)
    {
        slots += tree ? tree->state.GetConfig().slots : 0;
    }
    return slots;
}

std::optional<uint32_t>
IncAggregator::GetSlotsLeft() const
{
    const uint32_t used = GetSlotsInUse();
    return m_slots == 0 ? std::nullopt : std::optional(m_slots - std::min(m_slots, used));
}

uint32_t
IncAggregator::GetBusySlots() const
{
    uint32_t busy = 0;
    for (const auto& tree : m_trees)
    {
        busy += tree ? tree->state.GetSlots().GetBusy() : 0;
    }
    return busy;
}

uint32_t
IncAggregator::GetSlotPeak() const
{
    uint32_t peak = 0;
    for (const auto& tree : m_trees)
    {
        peak = std::max(peak, tree ? tree->state.GetSlots().GetPeak() : 0);
    }
    return peak;
}

std::vector<uint16_t>
IncAggregator::GetTreeIds() const
{
    std::vector<uint16_t> ids;
    for (std::size_t id = 0; id < m_trees.size(); ++id)
    {
        if (m_trees[id])
        {
            ids.push_back(static_cast<uint16_t>(id));
        }
    }
    return ids;
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
    for (const Endpoint& endpoint : m_endpoints)
    {
        if (endpoint.tree == tree && endpoint.child == Endpoint::RESULTS)
        {
            links.push_back(endpoint.link);
        }
    }
    return links;
}

} // namespace ns3
