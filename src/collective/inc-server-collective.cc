/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-server-collective.h"

#include "inc-scale-up-channel.h"
#include "inc-tree-peer.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/inc-clock.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Size of a slice on an aggregation tree, bytes, if messages are smaller.
constexpr uint32_t TREE_SLICE = 16 * 1024;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(IncServerCollective);

TypeId
IncServerCollective::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncServerCollective")
            .SetParent<IncHostCollective>()
            .SetGroupName("Inc")
            .AddConstructor<IncServerCollective>()
            .AddAttribute("WholeSteps",
                          "Send the elements of a step only after all steps that it waits for have "
                          "ended, as simulators without pipelines do; otherwise slice by slice",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IncServerCollective::m_wholeSteps),
                          MakeBooleanChecker())
            .AddAttribute("StepOverhead",
                          "Time of a rank's software before the first slice of each step that it "
                          "sends",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncServerCollective::m_stepOverhead),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("LaunchOverhead",
                          "Time of a rank's software before the first step of a collective",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&IncServerCollective::m_launchOverhead),
                          MakeTimeChecker(Time(0), Seconds(1)));
    return tid;
}

IncServerCollective::IncServerCollective()
{
    // Units cross between nodes faster than the shortest link, which windows of events rely on.
    IncClock::HoldWindows();
}

void
IncServerCollective::SetServers(const IncServerLayout& layout,
                                const std::vector<std::vector<Ptr<IncScaleUpSwitch>>>& switches,
                                IncInServer inServer,
                                const IncHostAlgorithm* between)
{
    NS_ABORT_MSG_UNLESS(switches.size() == layout.servers.size(),
                        "IncServerCollective::SetServers: " << switches.size()
                                                            << " switches; accepted: one for each "
                                                               "of the "
                                                            << layout.servers.size() << " servers");
    NS_ABORT_MSG_IF(inServer == IncInServer::NVLS && !layout.reduces,
                    "IncServerCollective::SetServers: inServer nvls; accepted: flat, chain or "
                    "direct, because a scale-up switch does not reduce");
    NS_ABORT_MSG_IF(inServer == IncInServer::FLAT && !between,
                    "IncServerCollective::SetServers: inServer flat; accepted without an algorithm "
                    "over hosts: chain, direct, nvls");
    m_layout = layout;
    m_switches = switches;
    m_inServer = inServer;
    m_between = between ? std::optional(*between) : std::nullopt;
}

void
IncServerCollective::UseTree(Ptr<IncCollectiveAlgorithm> tree, uint32_t payload, uint32_t slots)
{
    const uint32_t slice = std::max(1U, TREE_SLICE / payload) * payload;
    // The next slices must wait at the client before the window has room for them.
    m_trees.push_back({tree, slice, 2 * (slots * payload / slice + 1)});
}

bool
IncServerCollective::Knows(IncCollective collective) const
{
    return IncRunsOverServers(collective, m_layout, GetInServer(collective), GetBetween());
}

IncHostProgram
IncServerCollective::MakeProgram(const IncHostCall& call) const
{
    IncHostProgram program =
        IncMakeServerProgram(call, m_layout, GetInServer(call.collective), GetBetween());
    program.SetOverheads(m_launchOverhead, m_stepOverhead);
    if (m_wholeSteps)
    {
        program.MakeStepsWhole();
    }
    return program;
}

IncInServer
IncServerCollective::GetInServer(IncCollective collective) const
{
    return IncRunsOverServers(collective, m_layout, m_inServer, GetBetween()) ? m_inServer
                                                                              : IncInServer::FLAT;
}

std::optional<uint32_t>
IncServerCollective::RailOf(uint32_t rank, const IncHostStep& step) const
{
    return m_layout.ServerOf(rank) == m_layout.ServerOf(step.peer) || m_layout.heads.empty()
               ? std::nullopt
               : std::optional(m_layout.PortOf(rank, step.channel.rail));
}

Ptr<IncScaleUpSwitch>
IncServerCollective::GetSwitch(uint32_t a, uint32_t b) const
{
    for (const auto& hub : m_switches[m_layout.ServerOf(a)])
    {
        if (hub->FindGpu(GetAgent(a).GetHost()) && hub->FindGpu(GetAgent(b).GetHost()))
        {
            return hub;
        }
    }
    NS_ABORT_MSG("IncServerCollective::GetSwitch: ranks " << a << " and " << b
                                                          << "; accepted: two GPUs of a server");
}

void
IncServerCollective::Connect(uint32_t rank, const IncHostStep& step)
{
    const uint32_t server = m_layout.ServerOf(rank);
    const uint32_t flags = step.channel.flags;
    if ((flags & IncHostChannel::TREE) != 0)
    {
        const Tree& tree = m_trees.at(step.channel.rail);
        IncHostAgent& agent = GetAgent(rank);
        agent.AddPeer(rank,
                      step.channel,
                      std::make_unique<IncTreePeer>(agent.GetListener(),
                                                    tree.algorithm,
                                                    server,
                                                    tree.sliceBytes,
                                                    tree.slices));
    }
    else if ((flags & (IncHostChannel::REDUCED | IncHostChannel::MULTICAST)) != 0)
    {
        ConnectGroup(step.peer, step.channel);
    }
    else if (m_layout.ServerOf(step.peer) == server)
    {
        ConnectInside(rank, step.peer, step.channel);
    }
    else
    {
        IncHostCollective::Connect(rank, step);
    }
}

/// Connect two ranks of a server, in both directions.
void
IncServerCollective::ConnectInside(uint32_t a, uint32_t b, const IncHostChannel& channel)
{
    const auto hub = GetSwitch(a, b);
    const IncScaleUpChannel::End endOfA{GpuOf(hub, a), a};
    const IncScaleUpChannel::End endOfB{GpuOf(hub, b), b};
    using Ends = std::vector<IncScaleUpChannel::End>;
    const auto forth = std::make_shared<IncScaleUpChannel>(hub, Ends{endOfA}, Ends{endOfB}, false);
    const auto back = std::make_shared<IncScaleUpChannel>(hub, Ends{endOfB}, Ends{endOfA}, false);
    const auto add = [this, &channel](uint32_t from, uint32_t to, const auto& out, const auto& in) {
        IncHostAgent& agent = GetAgent(from);
        agent.AddPeer(to,
                      channel,
                      std::make_unique<IncScaleUpPeer>(agent.GetListener(),
                                                       IncScaleUpPeer::Direction{out},
                                                       IncScaleUpPeer::Direction{in}));
    };
    add(a, b, forth, back);
    add(b, a, back, forth);
}

/// Connect all ranks of the head's server to a reduction for the head, or to its multicast.
void
IncServerCollective::ConnectGroup(uint32_t head, const IncHostChannel& channel)
{
    const uint32_t server = m_layout.ServerOf(head);
    const auto& hub = m_switches[server].front();
    std::vector<IncScaleUpChannel::End> members;
    for (const uint32_t rank : m_layout.servers[server])
    {
        members.push_back({GpuOf(hub, rank), rank});
    }
    const std::vector<IncScaleUpChannel::End> alone{{GpuOf(hub, head), head}};
    const bool fromAll = (channel.flags & IncHostChannel::REDUCED) != 0;
    const bool toAll = (channel.flags & IncHostChannel::MULTICAST) != 0;
    const bool isPull = fromAll && hub->GetReduction() == IncScaleUpReduction::PULL;
    const auto shared = std::make_shared<IncScaleUpChannel>(hub,
                                                            fromAll ? members : alone,
                                                            toAll ? members : alone,
                                                            isPull);
    for (uint32_t i = 0; i < members.size(); ++i)
    {
        const bool isHead = members[i].rank == head;
        IncScaleUpPeer::Direction out;
        IncScaleUpPeer::Direction in;
        if (fromAll || isHead)
        {
            out = {shared, fromAll ? i : 0};
        }
        if (toAll || isHead)
        {
            in = {shared, toAll ? i : 0};
        }
        IncHostAgent& agent = GetAgent(members[i].rank);
        agent.AddPeer(head,
                      channel,
                      std::make_unique<IncScaleUpPeer>(agent.GetListener(), out, in));
    }
}

void
IncServerCollective::DoDispose()
{
    IncClock::ReleaseWindows();
    m_trees.clear();
    m_switches.clear();
    IncHostCollective::DoDispose();
}

} // namespace ns3
