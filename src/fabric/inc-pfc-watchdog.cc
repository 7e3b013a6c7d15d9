/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-pfc-watchdog.h"

#include "inc-log-component.h"
#include "inc-net-device.h"
#include "inc-shared-buffer.h"
#include "inc-switch.h"

#include "ns3/abort.h"
#include "ns3/inc-enum.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

INC_LOG_COMPONENT_DEFINE("IncPfcWatchdog");
NS_OBJECT_ENSURE_REGISTERED(IncPfcWatchdog);

namespace
{

// Value in Link::next for a queue that leads to a host, which always takes frames.
constexpr uint32_t TO_HOST = UINT32_MAX;

} // namespace

std::string
IncPfcDeadlock::ToString() const
{
    std::ostringstream text;
    text << "PFC deadlock at " << at.As(Time::US) << ", priority " << +priority << ":";
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        text << (i ? ", " : " ") << links[i];
    }
    return text.str();
}

TypeId
IncPfcWatchdog::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncPfcWatchdog")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncPfcWatchdog>()
            .AddAttribute("Interval",
                          "Time between looks while any pause lasts",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&IncPfcWatchdog::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "Action",
                "What to do about a deadlock, besides reporting it: \"stop\" the "
                "simulation, \"drop\" the frames of one queue of the cycle, or only "
                "\"report\"",
                IncEnumValue(Action::STOP),
                MakeIncEnumAccessor(&IncPfcWatchdog::m_action),
                MakeIncEnumChecker<Action>(
                    {{Action::STOP, "stop"}, {Action::DROP, "drop"}, {Action::REPORT, "report"}}))
            .AddTraceSource("Deadlock",
                            "A cyclic wait was found",
                            MakeTraceSourceAccessor(&IncPfcWatchdog::m_foundTrace),
                            "ns3::IncPfcWatchdog::DeadlockTracedCallback");
    return tid;
}

IncPfcWatchdog::IncPfcWatchdog() = default;

void
IncPfcWatchdog::DoDispose()
{
    m_switches.clear();
    m_links.clear();
    m_linkOf.clear();
    Object::DoDispose();
}

void
IncPfcWatchdog::Watch(Ptr<IncSwitch> device, const std::string& name)
{
    NS_ABORT_MSG_UNLESS(device->GetBuffer(),
                        "IncPfcWatchdog::Watch: " << name << " has no IncSharedBuffer");
    device->GetBuffer()->SetWatchdog(this);
    m_switches.push_back({device, name});
}

void
IncPfcWatchdog::PauseBegan()
{
    if (!m_awake)
    {
        m_awake = true;
        Simulator::Schedule(m_interval, &IncPfcWatchdog::Look, this);
    }
}

void
IncPfcWatchdog::FindLinks()
{
    std::unordered_map<uint32_t, uint32_t> numberOf; // index of each switch, by node id
    for (uint32_t i = 0; i < m_switches.size(); ++i)
    {
        numberOf[m_switches[i].device->GetNode()->GetId()] = i;
    }
    for (uint32_t a = 0; a < m_switches.size(); ++a)
    {
        for (IncNetDevice* port : m_switches[a].device->GetPorts())
        {
            const auto b = numberOf.find(port->GetPeer()->GetNode()->GetId());
            if (b != numberOf.end())
            {
                m_linkOf[port] = m_links.size();
                m_links.push_back({port, a, b->second, {}, false});
            }
        }
    }
}

void
IncPfcWatchdog::Look()
{
    m_awake = false;
    if (m_links.empty())
    {
        FindLinks();
    }
    bool pauses = false;
    for (uint8_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        pauses |= LookAt(priority);
    }
    if (pauses)
    {
        PauseBegan();
    }
}

bool
IncPfcWatchdog::LookAt(uint8_t priority)
{
    bool pauses = false;
    for (Link& link : m_links)
    {
        const auto& accounts = m_switches[link.b].device->GetBuffer()->GetAccounts();
        const bool pausing = accounts.IsPausing(link.from->GetPeer()->GetPort(), priority);
        link.stuck = pausing && link.from->IsPaused(priority);
        pauses |= pausing;
    }
    if (!pauses)
    {
        return false;
    }
    for (Link& link : m_links)
    {
        FindNext(link, priority);
    }
    // If a frame of a link can move on, the link is not stuck. Repeat this until nothing changes.
    const auto moves = [this](uint32_t next) { return next == TO_HOST || !m_links[next].stuck; };
    for (bool changed = true; changed;)
    {
        changed = false;
        for (Link& link : m_links)
        {
            if (link.stuck && std::any_of(link.next.begin(), link.next.end(), moves))
            {
                link.stuck = false;
                changed = true;
            }
        }
    }
    const auto cycle = FindCycle();
    if (!cycle.empty())
    {
        Found(priority, cycle);
    }
    return true;
}

void
IncPfcWatchdog::FindNext(Link& link, uint8_t priority) const
{
    link.next.clear();
    if (!link.stuck)
    {
        return;
    }
    const uint32_t ingress = link.from->GetPeer()->GetPort();
    for (IncNetDevice* port : m_switches[link.b].device->GetPorts())
    {
        bool holds = false;
        port->GetQueues().GetFrames(priority).ForEach(
            [&holds, ingress](const IncFrame& frame) { holds |= frame.ingress == ingress; });
        if (holds)
        {
            const auto found = m_linkOf.find(port);
            link.next.push_back(found == m_linkOf.end() ? TO_HOST : found->second);
        }
    }
    link.stuck = !link.next.empty();
}

std::vector<uint32_t>
IncPfcWatchdog::FindCycle() const
{
    for (uint32_t start = 0; start < m_links.size(); ++start)
    {
        std::vector<uint32_t> path;
        uint32_t at = start;
        while (m_links[at].stuck && !m_links[at].next.empty())
        {
            const auto seen = std::find(path.begin(), path.end(), at);
            if (seen != path.end())
            {
                return {seen, path.end()};
            }
            path.push_back(at);
            at = m_links[at].next.front();
        }
    }
    return {};
}

void
IncPfcWatchdog::Found(uint8_t priority, const std::vector<uint32_t>& cycle)
{
    IncPfcDeadlock deadlock;
    deadlock.at = Simulator::Now();
    deadlock.priority = priority;
    for (uint32_t number : cycle)
    {
        const Link& link = m_links[number];
        deadlock.links.push_back(m_switches[link.a].name + "->" + m_switches[link.b].name);
    }
    const bool known =
        m_action == Action::REPORT &&
        std::any_of(m_deadlocks.begin(), m_deadlocks.end(), [&deadlock](const auto& other) {
            return other.priority == deadlock.priority && other.links == deadlock.links;
        });
    if (known)
    {
        return;
    }
    NS_LOG_WARN(deadlock.ToString());
    m_deadlocks.push_back(deadlock);
    m_foundTrace(deadlock);
    if (m_action == Action::STOP)
    {
        Simulator::Stop();
    }
    else if (m_action == Action::DROP)
    {
        m_links[cycle.front()].from->DropWaiting(priority, IncDropReason::PFC_DEADLOCK);
    }
}

} // namespace ns3
