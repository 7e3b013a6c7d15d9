/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-spread.h"

#include "ns3/inc-ecmp.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-switch.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// First of the dynamic ports; RoCEv2 takes its source ports from this range.
constexpr uint32_t FIRST_PORT = 49152;
constexpr uint32_t PORTS = 65536 - FIRST_PORT;

/// Largest number of links of a path; longer paths show that routes form a loop.
constexpr std::size_t LONGEST = 64;

uint16_t
PortAfter(uint32_t port, uint32_t steps)
{
    return static_cast<uint16_t>(FIRST_PORT + (port - FIRST_PORT + steps) % PORTS);
}

} // namespace

void
IncFlowSpread::Place(IncQueuePair& queuePair, uint32_t phase, std::optional<uint32_t> rail)
{
    const uint16_t own = queuePair.GetConnection().sourcePort;
    uint16_t chosen = own;
    Way best = FindWay(queuePair, own);
    // Pairs compare by their first member, so that the rail matters more than the load.
    const auto costOf = [&](const Way& way) {
        return std::pair{StraysFrom(rail, way), BusiestOf(way, phase)};
    };
    auto least = costOf(best);
    const uint32_t tries = rail ? TRIES_OF_RAIL : TRIES;
    for (uint32_t i = 1; i < tries && least > std::pair{0U, 0U}; ++i)
    {
        const uint16_t port = PortAfter(own, i);
        Way way = FindWay(queuePair, port);
        const auto cost = costOf(way);
        if (cost < least)
        {
            least = cost;
            chosen = port;
            best = std::move(way);
        }
    }
    for (const IncNetDevice* link : best.links)
    {
        ++m_flows[{phase, link}];
    }
    if (chosen != own)
    {
        queuePair.SetSourcePort(chosen);
    }
}

uint32_t
IncFlowSpread::StraysFrom(const std::optional<uint32_t>& rail, const Way& way)
{
    uint32_t strays = 0;
    for (const IncNetDevice* end : {way.first, way.last})
    {
        if (rail && end && end->GetPort() != IncRailPort(*rail, end->GetNode()->GetNDevices()))
        {
            ++strays;
        }
    }
    return strays;
}

uint32_t
IncFlowSpread::BusiestOf(const Way& way, uint32_t phase) const
{
    uint32_t busiest = 0;
    for (const IncNetDevice* link : way.links)
    {
        const auto known = m_flows.find({phase, link});
        busiest = std::max(busiest, known == m_flows.end() ? 0 : known->second);
    }
    return busiest;
}

uint16_t
IncFlowSpread::PortOfRail(const IncSwitch& from, const IncConnection& connection, uint32_t rail)
{
    for (uint32_t i = 0; i < TRIES_OF_RAIL; ++i)
    {
        const uint16_t port = PortAfter(connection.sourcePort, i);
        const IncFrame frame = MakeFrame(connection, port);
        const auto choices = from.GetChoices(frame, IncEcmp::NO_PORT);
        Way way;
        if (choices.size() == 1)
        {
            Follow(way, frame, from.GetPorts()[choices.front()]);
        }
        if (StraysFrom(rail, way) == 0)
        {
            return port;
        }
    }
    return connection.sourcePort;
}

IncFrame
IncFlowSpread::MakeFrame(IncConnection connection, uint16_t sourcePort)
{
    connection.sourcePort = sourcePort;
    connection.Seal();
    IncFrame frame;
    connection.Address(frame);
    return frame;
}

IncFlowSpread::Way
IncFlowSpread::FindWay(const IncQueuePair& queuePair, uint16_t sourcePort)
{
    const IncFrame frame = MakeFrame(queuePair.GetConnection(), sourcePort);
    const IncNicPort* port = queuePair.GetNic().FindPort(frame.destination, frame.flowHash);
    Way way;
    way.first = port ? port->GetDevice() : nullptr;
    Follow(way, frame, way.first);
    return way;
}

void
IncFlowSpread::Follow(Way& way, const IncFrame& frame, const IncNetDevice* link)
{
    while (link && link->GetPeer() && way.links.size() < LONGEST)
    {
        const IncNetDevice& arrival = *link->GetPeer();
        const auto next = arrival.GetNode()->GetObject<IncSwitch>();
        if (!next)
        {
            way.last = &arrival;
            return; // a host, or a node without an IncSwitch
        }
        const auto choices = next->GetChoices(frame, arrival.GetPort());
        if (choices.size() != 1)
        {
            break; // no route, or sprayed packets, which do not depend on the source port
        }
        link = next->GetPorts()[choices.front()];
        if (link->GetPeer() && link->GetPeer()->GetNode()->GetObject<IncSwitch>())
        {
            way.links.push_back(link);
        }
    }
    way.links.clear();
}

} // namespace ns3
