/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scale-up-switch.h"

#include "inc-clock.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncScaleUpSwitch);

TypeId
IncScaleUpSwitch::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncScaleUpSwitch")
                            .SetParent<Object>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncScaleUpSwitch>();
    return tid;
}

void
IncScaleUpSwitch::Setup(Ptr<Node> node, IncScaleUpReduction reduction)
{
    IncClock::Synchronise();
    m_node = node;
    m_reduction = reduction;
}

uint32_t
IncScaleUpSwitch::AddGpu(Ptr<Node> gpu, uint64_t rate, int64_t delayPs)
{
    auto link = CreateObject<IncScaleUpLink>();
    link->Setup(gpu, rate, delayPs);
    m_links.push_back(link);
    m_waiters.emplace_back();
    return GetGpus() - 1;
}

uint32_t
IncScaleUpSwitch::FindGpu(Ptr<Node> node) const
{
    const auto isGpus = [node](const auto& link) { return link->GetGpu() == node; };
    const auto found = std::find_if(m_links.begin(), m_links.end(), isGpus);
    NS_ABORT_MSG_IF(found == m_links.end(),
                    "IncScaleUpSwitch::FindGpu: node " << node->GetId()
                                                       << "; accepted: a GPU of the server");
    return static_cast<uint32_t>(found - m_links.begin());
}

bool
IncScaleUpSwitch::AwaitRoom(uint32_t gpu,
                            const std::shared_ptr<Channel>& channel,
                            uint32_t source,
                            const void* sender)
{
    const IncScaleUpLink& link = *m_links[gpu];
    const int64_t room = link.up.freePs - link.GetUnitPs();
    if (room <= IncClock::NowPs())
    {
        return true;
    }
    auto& waiters = m_waiters[gpu];
    const auto isSenders = [sender](const Waiter& waiter) { return waiter.sender == sender; };
    if (std::any_of(waiters.begin(), waiters.end(), isSenders))
    {
        return false;
    }
    waiters.push_back({channel, source, sender});
    if (waiters.size() == 1)
    {
        Simulator::ScheduleWithContext(link.GetGpu()->GetId(),
                                       IncClock::DelayUntilPs(room),
                                       &IncScaleUpSwitch::Wake,
                                       Ptr<IncScaleUpSwitch>(this),
                                       gpu);
    }
    return false;
}

void
IncScaleUpSwitch::Wake(uint32_t gpu)
{
    if (m_waiters.empty())
    {
        return; // the switch was disposed of
    }
    for (const Waiter& waiter : std::exchange(m_waiters[gpu], {}))
    {
        waiter.channel->HasRoom(waiter.source);
    }
}

void
IncScaleUpSwitch::SendUp(uint32_t gpu,
                         uint32_t bytes,
                         IncScaleUpLink::Use use,
                         const std::shared_ptr<Channel>& channel,
                         uint32_t source)
{
    IncScaleUpLink& link = *m_links[gpu];
    const int64_t now = IncClock::NowPs();
    const auto span = link.Occupy(link.up, now, now, bytes, use);
    const Unit unit{bytes, link.GetArrivalPs(span), span.endPs + link.GetDelayPs(), use};
    Simulator::ScheduleWithContext(
        m_node->GetId(),
        IncClock::DelayUntilPs(unit.headPs),
        [channel, source, unit]() { channel->ReachedSwitch(source, unit); });
}

void
IncScaleUpSwitch::SendDown(uint32_t gpu,
                           const Unit& unit,
                           const std::shared_ptr<Channel>& channel,
                           uint32_t destination)
{
    IncScaleUpLink& link = *m_links[gpu];
    const auto span = link.Occupy(link.down, unit.headPs, unit.tailPs, unit.bytes, unit.use);
    Simulator::ScheduleWithContext(link.GetGpu()->GetId(),
                                   IncClock::DelayUntilPs(span.endPs + link.GetDelayPs()),
                                   [channel, destination]() { channel->ReachedGpu(destination); });
}

void
IncScaleUpSwitch::Tell(uint32_t from,
                       uint32_t to,
                       const std::shared_ptr<Channel>& channel,
                       const Signal& signal)
{
    const int64_t delay = m_links[from]->GetDelayPs() + m_links[to]->GetDelayPs();
    Simulator::ScheduleWithContext(m_links[to]->GetGpu()->GetId(),
                                   IncClock::FromPs(delay),
                                   [channel, signal]() { channel->Signalled(signal); });
}

void
IncScaleUpSwitch::DoDispose()
{
    m_waiters.clear();
    m_links.clear();
    m_node = nullptr;
    Object::DoDispose();
}

} // namespace ns3
