/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-last-hop.h"

#include "ns3/inc-serial.h"

#include <algorithm>

namespace ns3
{

namespace
{

bool
IsBefore(const IncResultReceiver& receiver, uint32_t bfrId)
{
    return receiver.bfrId < bfrId;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(IncLastHop);

TypeId
IncLastHop::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncLastHop")
                            .SetParent<Object>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncLastHop>();
    return tid;
}

void
IncLastHop::Install(uint16_t treeId, uint16_t epoch, const IncResultReceiver& receiver)
{
    if (m_groups.size() <= treeId)
    {
        m_groups.resize(treeId + 1);
    }
    auto& group = m_groups[treeId];
    if (!group || group->epoch != epoch)
    {
        group = std::make_unique<Group>();
        group->epoch = epoch;
    }
    auto& receivers = group->receivers;
    receivers.insert(std::lower_bound(receivers.begin(), receivers.end(), receiver.bfrId, IsBefore),
                     receiver);
}

void
IncLastHop::Remove(uint16_t treeId)
{
    if (treeId < m_groups.size())
    {
        m_groups[treeId].reset();
    }
}

void
IncLastHop::Rewrite(IncFrame& copy, uint16_t bfrId)
{
    const uint16_t treeId = copy.inc.treeId;
    if (!copy.hasInc || treeId >= m_groups.size() || !m_groups[treeId] ||
        m_groups[treeId]->epoch != copy.inc.epoch || copy.destination != GroupAddress(treeId))
    {
        return; // another application's, or of a group that is gone: BIER delivers it as it is
    }
    const auto& receivers = m_groups[treeId]->receivers;
    const auto found = std::lower_bound(receivers.begin(), receivers.end(), bfrId, IsBefore);
    if (found == receivers.end() || found->bfrId != bfrId)
    {
        return;
    }
    if (m_listener)
    {
        m_listener->ResultPasses(copy, bfrId);
    }
    copy.SetBier(nullptr);
    copy.destination = found->address;
    copy.bth.destQp = found->qpn;
    copy.bth.psn = IncPsn::Add(copy.bth.psn, found->psnOffset);
    copy.reth.rkey = found->rkey;
    copy.inc.rank = found->rank;
}

} // namespace ns3
