/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-last-hop.h"

#include "inc-dissemination.h"

#include "ns3/inc-serial.h"
#include "ns3/inc-state-visitor.h"

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

/// Return whether a worker gets none of the elements of a result. The ImmDt names the root.
bool
IsForOthers(const IncFrame& result, uint32_t bfrId)
{
    return (IncComesFromRoot(result.inc.collective) && result.immediate == bfrId) ||
           (IncGoesToRoot(result.inc.collective) && result.immediate != bfrId);
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
IncLastHop::Install(const IncResultOrigin& origin, const IncResultReceiver& receiver)
{
    if (m_groups.size() <= origin.treeId)
    {
        m_groups.resize(origin.treeId + 1);
    }
    auto& group = m_groups[origin.treeId];
    if (!group || group->origin.epoch != origin.epoch)
    {
        group = std::make_unique<Group>();
        group->origin = origin;
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

inline const IncResultReceiver*
IncLastHop::FindReceiver(const Group& group, uint32_t bfrId)
{
    // BFR-ids of receivers are mostly consecutive: try the place that follows from the first.
    const std::size_t place = bfrId - group.receivers.front().bfrId;
    const bool isThere = place < group.receivers.size() && group.receivers[place].bfrId == bfrId;
    return isThere ? &group.receivers[place] : SearchReceiver(group, bfrId);
}

const IncResultReceiver*
IncLastHop::SearchReceiver(const Group& group, uint32_t bfrId)
{
    const auto& receivers = group.receivers;
    const auto found = std::lower_bound(receivers.begin(), receivers.end(), bfrId, IsBefore);
    return found == receivers.end() || found->bfrId != bfrId ? nullptr : &*found;
}

inline std::optional<IncRefusal>
IncLastHop::Examine(const Group& group, const IncFrame& copy)
{
    const IncResultOrigin& origin = group.origin;
    if (!copy.hasInc || !copy.inc.Has(IncHeader::RESULT))
    {
        return IncRefusal::WRONG_SERVICE;
    }
    if (copy.inc.treeId != origin.treeId)
    {
        return IncRefusal::WRONG_TREE;
    }
    if (copy.inc.epoch != origin.epoch)
    {
        return IncRefusal::STALE_EPOCH;
    }
    if (copy.source != origin.address)
    {
        return IncRefusal::WRONG_SOURCE;
    }
    if (copy.bth.destQp != MULTICAST_QPN)
    {
        return IncRefusal::UNKNOWN_QP;
    }
    if (copy.reth.rkey != origin.key)
    {
        return IncRefusal::WRONG_KEY;
    }
    return !origin.seal || origin.seal->Fits(copy) ? std::nullopt
                                                   : std::optional(IncRefusal::FORGED);
}

bool
IncLastHop::Rewrite(IncFrame& copy, uint16_t bfrId)
{
    if (copy.kind != IncFrame::Kind::ROCE || !IsGroupAddress(copy.destination))
    {
        return true; // not a result of a tree, so BIER delivers the frame unchanged
    }
    const uint16_t treeId = copy.destination & 0xffff;
    if (treeId >= m_groups.size() || !m_groups[treeId])
    {
        m_refused.Add(IncRefusal::STALE_EPOCH);
        return false;
    }
    const Group& group = *m_groups[treeId];
    const IncResultReceiver* receiver = FindReceiver(group, bfrId);
    const auto refusal = receiver ? Examine(group, copy) : IncRefusal::NOBODYS_BITS;
    if (refusal)
    {
        m_refused.Add(*refusal);
        return false;
    }
    if (m_listener)
    {
        m_listener->ResultPasses(copy, bfrId);
    }
    if (IsForOthers(copy, bfrId))
    {
        IncTakeOffData(copy);
    }
    copy.SetBier(nullptr);
    copy.destination = receiver->address;
    copy.bth.destQp = receiver->qpn;
    copy.bth.psn = IncPsn::Add(copy.bth.psn, receiver->psnOffset);
    copy.reth.rkey = receiver->rkey;
    copy.inc.rank = receiver->rank;
    if (group.origin.seal)
    {
        group.origin.seal->Sign(copy);
    }
    return true;
}

void
IncLastHop::VisitState(IncStateVisitor& visitor)
{
    visitor.Fields(m_refused);
}

} // namespace ns3
