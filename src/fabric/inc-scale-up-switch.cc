/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-scale-up-switch.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

IncScaleUpSwitch::Lane::Lane(Ptr<Node> end, bool isUp)
    : m_end(end->GetId()),
      m_isUp(isUp),
      m_arrival(Create<ArrivalEvent>(this))
{
}

IncScaleUpSwitch::Lane::~Lane()
{
    m_arrival->Detach();
}

void
IncScaleUpSwitch::Lane::Send(int64_t arrivalPs,
                             const Unit& unit,
                             const std::shared_ptr<Channel>& channel,
                             uint32_t number)
{
    m_entries.push_back({unit, channel, number});
    m_arrival->ScheduleAtPs(m_end, arrivalPs);
}

void
IncScaleUpSwitch::Lane::Arrive()
{
    const Entry entry = std::move(m_entries.front());
    m_entries.pop_front();
    if (m_isUp)
    {
        entry.channel->ReachedSwitch(entry.number, entry.unit);
    }
    else
    {
        entry.channel->ReachedGpu(entry.number);
    }
}

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
IncScaleUpSwitch::Setup(Ptr<Node> node, IncScaleUpReduction reduction, bool isPair)
{
    IncClock::Synchronise();
    m_node = node;
    m_reduction = reduction;
    m_isPair = isPair;
}

uint32_t
IncScaleUpSwitch::AddGpu(Ptr<Node> gpu, uint64_t rate, int64_t delayPs)
{
    auto link = CreateObject<IncScaleUpLink>();
    link->Setup(gpu, rate, delayPs);
    m_ports.push_back(
        {link, std::make_unique<Lane>(m_node, true), std::make_unique<Lane>(gpu, false), {}});
    return GetGpus() - 1;
}

std::optional<uint32_t>
IncScaleUpSwitch::FindGpu(Ptr<Node> node) const
{
    const auto isGpus = [node](const Port& port) { return port.link->GetGpu() == node; };
    const auto found = std::find_if(m_ports.begin(), m_ports.end(), isGpus);
    return found == m_ports.end() ? std::nullopt
                                  : std::optional(static_cast<uint32_t>(found - m_ports.begin()));
}

void
IncScaleUpSwitch::SetUp(Ptr<Node> gpu, bool isUp)
{
    if (const auto number = FindGpu(gpu))
    {
        m_ports[*number].isUp = isUp;
    }
}

bool
IncScaleUpSwitch::AwaitRoom(uint32_t gpu,
                            const std::shared_ptr<Channel>& channel,
                            uint32_t source,
                            const void* sender)
{
    const IncScaleUpLink& link = *m_ports[gpu].link;
    const int64_t room = link.up.freePs - link.GetUnitPs();
    if (room <= IncClock::NowPs())
    {
        return true;
    }
    auto& waiters = m_ports[gpu].waiters;
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
    if (m_ports.empty())
    {
        return; // the switch was disposed of
    }
    for (const Waiter& waiter : std::exchange(m_ports[gpu].waiters, {}))
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
    if (!m_ports[gpu].isUp)
    {
        return;
    }
    IncScaleUpLink& link = *m_ports[gpu].link;
    const int64_t now = IncClock::NowPs();
    const auto span = link.Occupy(link.up, now, now, bytes, use);
    const Unit unit{bytes, link.GetArrivalPs(span), span.endPs + link.GetDelayPs(), use};
    m_ports[gpu].up->Send(unit.headPs, unit, channel, source);
}

void
IncScaleUpSwitch::SendDown(uint32_t gpu,
                           const Unit& unit,
                           const std::shared_ptr<Channel>& channel,
                           uint32_t destination)
{
    if (!m_ports[gpu].isUp)
    {
        return;
    }
    IncScaleUpLink& link = *m_ports[gpu].link;
    const auto span = link.Occupy(link.down, unit.headPs, unit.tailPs, unit.bytes, unit.use);
    m_ports[gpu].down->Send(span.endPs + link.GetDelayPs(), unit, channel, destination);
}

void
IncScaleUpSwitch::Tell(uint32_t from,
                       uint32_t to,
                       const std::shared_ptr<Channel>& channel,
                       const Signal& signal)
{
    if (!m_ports[from].isUp || !m_ports[to].isUp)
    {
        return;
    }
    const int64_t delay = m_ports[from].link->GetDelayPs() + m_ports[to].link->GetDelayPs();
    Simulator::ScheduleWithContext(m_ports[to].link->GetGpu()->GetId(),
                                   IncClock::FromPs(delay),
                                   [channel, signal]() { channel->Signalled(signal); });
}

void
IncScaleUpSwitch::DoDispose()
{
    m_ports.clear();
    m_node = nullptr;
    Object::DoDispose();
}

} // namespace ns3
