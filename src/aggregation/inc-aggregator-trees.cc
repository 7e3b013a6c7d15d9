/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of IncAggregator that installs queue pairs and trees for the control plane.

#include "inc-aggregator.h"
#include "inc-rc-tree-link.h"

#include "ns3/abort.h"
#include "ns3/inc-memory-region.h"
#include "ns3/inc-state-visitor.h"

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
    connection.localQpn = m_table.ReserveQpn();
    connection.localKey = IncRemoteKeys(connection.localAddress)
                              .Make(connection.localQpn - m_table.GetFirstQpn() + 1);
    connection.sourcePort = static_cast<uint16_t>(m_sourcePort->GetInteger(49152, 65535));
    return connection;
}

void
IncAggregator::ReleaseConnection(uint32_t qpn)
{
    NS_ABORT_MSG_IF(!m_table.Knows(qpn) || m_table.GetEndpoint(qpn).tree,
                    "IncAggregator::ReleaseConnection: queue pair "
                        << qpn << " belongs to a tree, or to nobody");
    m_table.ReleaseQpn(qpn);
}

void
IncAggregator::InstallTree(const IncTreeConfig& config)
{
    NS_ABORT_MSG_IF(FindTree(config.treeId),
                    "IncAggregator::InstallTree: tree " << config.treeId << " is installed");
    const uint32_t wanted = config.GetOwnSlots();
    NS_ABORT_MSG_IF(wanted > GetSlotsLeft().value_or(wanted),
                    "IncAggregator::Slots: " << m_slots << ", of which trees have "
                                             << GetSlotsInUse() << "; tree " << config.treeId
                                             << " wants " << wanted << " (IncTreeConfig::slots)");
    const IncRecoveryTimes times{m_resendInterval, m_crossingInterval, m_parentTimeout};
    IncTree& tree = m_table.Add(std::make_unique<IncTree>(config, times, m_counters));
    tree.state.GetSlots().TraceBusy(m_slotsInUseTrace, config.treeId);
    for (uint32_t child = 0; child < config.children.size(); ++child)
    {
        const IncConnection& connection = config.children[child].connection;
        tree.children.push_back(MakeLink(tree, child, connection, config.rc));
    }
    if (config.parent)
    {
        tree.parent = MakeLink(tree, IncTreeEndpoint::PARENT, *config.parent, config.rc);
    }
    tree.dissemination = std::make_unique<IncTreeDissemination>();
    if (config.cells.isShared)
    {
        ShareCells(tree);
    }
}

void
IncAggregator::ShareCells(IncTree& tree)
{
    NS_ABORT_MSG_UNLESS(SharesCells(tree.state.GetConfig().transport),
                        "IncAggregator::Pool and IncAggregator::Slots: needed for a group with "
                        "IncTreeParameters::cells, over UC if IncPoolPolicy::Ledger is cell");
    if (!m_pool)
    {
        m_pool = std::make_unique<IncCellPool>(m_policy, m_slots, m_counters);
    }
    const IncTreeConfig& config = tree.state.GetConfig();
    if (config.parent)
    {
        tree.cells = std::make_unique<IncTreeCells>(tree, *m_pool);
        tree.state.SetCells(tree.cells.get());
    }
    else
    {
        m_pool->Reserve(config.slots);
    }
}

void
IncAggregator::SetResultSink(uint16_t treeId, IncResultSink* sink)
{
    GetInstalled(treeId, "SetResultSink").sink = sink;
}

std::unique_ptr<IncTreeLink>
IncAggregator::MakeResultLink(uint16_t treeId,
                              const IncConnection& connection,
                              const IncRcParameters& rc)
{
    IncTree& tree = GetInstalled(treeId, "MakeResultLink");
    return MakeLink(tree, IncTreeEndpoint::RESULTS, connection, rc);
}

void
IncAggregator::SetDissemination(uint16_t treeId, std::unique_ptr<IncDissemination> dissemination)
{
    GetInstalled(treeId, "SetDissemination").dissemination = std::move(dissemination);
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
    m_table.Connect(connection.localQpn, {&tree, child, link.get()});
    return link;
}

void
IncAggregator::RemoveTree(uint16_t treeId)
{
    const IncTreeConfig& config = GetInstalled(treeId, "RemoveTree").state.GetConfig();
    if (config.cells.isShared && !config.parent)
    {
        m_pool->Return(config.slots);
    }
    m_table.Remove(treeId);
}

IncTree&
IncAggregator::GetInstalled(uint16_t treeId, const char* method) const
{
    IncTree* tree = m_table.Find(treeId);
    NS_ABORT_MSG_UNLESS(tree,
                        "IncAggregator::" << method << ": tree " << treeId << " is not installed");
    return *tree;
}

IncTreeState*
IncAggregator::FindTree(uint16_t treeId) const
{
    IncTree* tree = m_table.Find(treeId);
    return tree ? &tree->state : nullptr;
}

uint32_t
IncAggregator::GetSlotsInUse() const
{
    uint32_t slots = 0;
    for (const IncTree* tree : m_table.GetTrees())
    {
        const IncTreeConfig& config = tree->state.GetConfig();
        slots += config.GetOwnSlots();
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
    for (IncTree* tree : m_table.GetTrees())
    {
        busy += tree->state.GetSlots().GetBusy();
    }
    return busy;
}

uint32_t
IncAggregator::GetSlotPeak() const
{
    uint32_t peak = 0;
    for (IncTree* tree : m_table.GetTrees())
    {
        peak = std::max(peak, tree->state.GetSlots().GetPeak());
    }
    return peak;
}

std::vector<uint16_t>
IncAggregator::GetTreeIds() const
{
    std::vector<uint16_t> ids;
    for (const IncTree* tree : m_table.GetTrees())
    {
        ids.push_back(tree->state.GetConfig().treeId);
    }
    return ids;
}

std::vector<const IncTreeLink*>
IncAggregator::GetLinks(uint16_t treeId) const
{
    return m_table.GetLinks(GetInstalled(treeId, "GetLinks"));
}

void
IncAggregator::VisitState(IncStateVisitor& visitor)
{
    if (IsTraced())
    {
        visitor.Refuse("traces of slots: somebody sees every round");
    }
    if (!m_pipelineLatency.IsZero())
    {
        visitor.Refuse("IncAggregator::PipelineLatency: frames wait in the pipeline");
    }
    for (IncTree* tree : m_table.GetTrees())
    {
        tree->VisitState(visitor);
    }
    visitor.Fields(m_counters);
}

} // namespace ns3
