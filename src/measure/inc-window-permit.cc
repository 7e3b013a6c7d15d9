/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-window-permit.h"

#include "inc-group-rounds.h"
#include "inc-state-walk.h"

#include "ns3/inc-channel.h"
#include "ns3/inc-client-list.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-node-memory.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/log.h"
#include "ns3/node-list.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

namespace ns3
{

namespace
{

/// Smallest number of clients. With fewer clients a window has too few events: handling them twice
/// costs more than it saves.
constexpr std::size_t LEAST_CLIENTS = 16;

/// Smallest number of ticks in a window; shorter windows cost more than they save.
constexpr uint64_t LEAST_TICKS = 500;

/// Return the delay of the shortest link, ticks; 0 if any link is not an IncChannel.
uint64_t
ShortestDelay()
{
    uint64_t shortest = std::numeric_limits<uint64_t>::max();
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
        {
            const auto channel = DynamicCast<IncChannel>((*node)->GetDevice(i)->GetChannel());
            const Time delay = channel ? channel->GetDelay() : Time(0);
            shortest = std::min(shortest, static_cast<uint64_t>(delay.GetTimeStep()));
        }
    }
    return shortest;
}

/// Tell the simulator which memory the events of each node touch.
void
ListMemory(IncSimulatorImpl& engine)
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        IncNodeMemory memory;
        const auto clients = (*node)->GetObject<IncClientList>();
        for (uint32_t i = 0; clients && i < clients->GetN(); ++i)
        {
            clients->Get(i)->AppendMemory(memory);
        }
        for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
        {
            if (const auto port = DynamicCast<IncNetDevice>((*node)->GetDevice(i)))
            {
                port->AppendMemory(memory);
            }
        }
        engine.SetNodeMemory((*node)->GetId(), memory);
    }
}

} // namespace

std::string
IncPermitWindows(const std::vector<Ptr<IncClient>>& clients)
{
    IncSimulatorImpl* engine = IncClock::OwnEngine();
    if (!engine || !engine->HasWheels())
    {
        return "another simulator implementation than ns3::IncSimulatorImpl with its own wheels";
    }
    if (clients.size() < LEAST_CLIENTS)
    {
        return "a small network";
    }
    if (Time::GetResolution() != Time::NS)
    {
        return "a resolution at which a window is longer than the simulator's calendar";
    }
    const auto& components = *LogComponent::GetComponentList();
    if (std::any_of(components.begin(), components.end(), [](const auto& component) {
            return !component.second->IsNoneEnabled();
        }))
    {
        return "log messages, which come in the order of time";
    }
    const uint64_t ticks = ShortestDelay();
    if (ticks < LEAST_TICKS)
    {
        return "links that are short, or not ours";
    }
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        if ((*node)->GetNApplications() > 0)
        {
            return "applications of ns-3";
        }
    }
    std::vector<std::unique_ptr<IncRepeater>> watched;
    watched.push_back(std::make_unique<IncGroupRounds>(clients));
    IncStateWalk walk(watched);
    walk.SetEngine(engine);
    const std::string refusal = walk.WriteBriefly().GetState().refusal;
    if (refusal.empty())
    {
        engine->PermitWindows(ticks);
        ListMemory(*engine);
    }
    return refusal;
}

void
IncForbidWindows()
{
    if (IncSimulatorImpl* engine = IncClock::OwnEngine())
    {
        engine->PermitWindows(0);
    }
}

} // namespace ns3
