/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-execution-run.h"

#include "inc-scenario-job.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace ns3
{

namespace
{

constexpr uint32_t NOBODY = IncNodeRun::NO_CAUSE;

/// Return the kinds of collectives (group, collective and root) in groups of more than one rank.
std::set<std::tuple<uint32_t, IncCollective, uint32_t>>
FindKinds(const IncExecutionWorkload& workload)
{
    std::set<std::tuple<uint32_t, IncCollective, uint32_t>> kinds;
    for (const IncExecutionTrace& trace : workload.GetTraces())
    {
        for (const IncTraceNode& node : trace.GetNodes())
        {
            if (node.IsCollective())
            {
                const auto& asked = trace.GetCommunications()[node.communication];
                if (workload.GetGroups()[asked.group].ranks.size() > 1)
                {
                    kinds.emplace(asked.group, asked.collective, asked.root);
                }
            }
        }
    }
    return kinds;
}

uint32_t
RankIn(const IncCommunicationGroup& group, uint32_t rank)
{
    const auto place = std::lower_bound(group.ranks.begin(), group.ranks.end(), rank);
    return static_cast<uint32_t>(place - group.ranks.begin());
}

} // namespace

uint64_t
IncExecutionRun::CountOf(const IncTraceCommunication& asked, uint32_t ranks, uint32_t elementBytes)
{
    const uint64_t elements = (asked.bytes + elementBytes - 1) / elementBytes;
    switch (asked.collective)
    {
    case IncCollective::REDUCESCATTER:
    case IncCollective::ALLTOALL:
    case IncCollective::SCATTER:
        // Count the elements of one block, because the recorded bytes contain a block for each
        // rank.
        return (elements + ranks - 1) / ranks;
    default:
        return elements;
    }
}

std::vector<IncJobShare::Group>
IncExecutionRun::GroupWorkers(const IncExecutionWorkload& workload,
                              const std::vector<uint32_t>& workers)
{
    std::vector<IncJobShare::Group> groups;
    for (const auto& [group, collective, root] : FindKinds(workload))
    {
        groups.push_back({collective, {}});
        for (const uint32_t rank : workload.GetGroups()[group].ranks)
        {
            groups.back().workers.push_back(workers[rank]);
        }
    }
    return groups;
}

IncExecutionRun::IncExecutionRun(const IncJobSetting& setting,
                                 const IncExecutionWorkload& workload,
                                 const IncScheme& scheme,
                                 const std::vector<IncJobShare>& shares,
                                 IncProgress& progress)
    : m_setting(setting),
      m_network(setting.network),
      m_timeline(setting.observers.GetTimeline()),
      m_workload(workload),
      m_inServers(m_network.GetFabric(), m_network.GetWorkers()),
      m_progress(progress),
      m_loop(progress, std::nullopt)
{
    m_loop.KeepOrder("execution traces, whose ranks wait for each other without packets");
    setting.observers.Tell(&IncRunObserver::WatchLoop, m_loop);
    for (const auto& group : m_workload.GetGroups())
    {
        m_groups.emplace_back();
        m_groups.back().called.assign(group.ranks.size(), 0);
    }
    auto share = shares.begin();
    for (const auto& [group, collective, root] : FindKinds(m_workload))
    {
        IncJobSetting own(setting);
        own.call.collective = collective;
        own.call.rootRank = root;
        m_groups[group].jobs[{collective, root}] = IncMakeJob(scheme, own, *share++);
    }
    NodeContainer hosts;
    const auto ranks = static_cast<uint32_t>(m_workload.GetTraces().size());
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const auto host = m_network.GetFabric().GetNodes().Get(m_network.GetWorkers()[rank]);
        hosts.Add(host);
        auto execution = CreateObject<IncRankExecution>();
        execution->Setup(
            host,
            TraceOf(rank),
            [this, rank](uint32_t node) { Communicate(rank, node); },
            [this, rank]() {
                m_running.erase(rank);
                m_loop.Completed("");
            });
        m_ranks.push_back(execution);
        m_running.insert(rank);
    }
    if (IncSimControl* control = m_network.GetControl())
    {
        control->SetListener(this, [this]() { DropDead(); });
    }
    m_exchange = std::make_unique<IncMessageExchange>(
        hosts,
        m_workload,
        m_inServers,
        [this](uint32_t rank, uint32_t node) { Finish(rank, node); },
        [this](const std::string& why) { m_loop.Completed(why); });
}

IncExecutionRun::~IncExecutionRun()
{
    if (IncSimControl* control = m_network.GetControl())
    {
        control->SetListener(this, nullptr);
    }
    for (const auto& rank : m_ranks)
    {
        rank->Dispose();
    }
}

void
IncExecutionRun::Run(IncResultRow& row)
{
    const auto countLeft = [this]() {
        uint64_t left = 0;
        for (const auto& rank : m_ranks)
        {
            left += rank->GetLeft();
        }
        return left;
    };
    m_progress.Begin(row.scheme, countLeft(), "operations");
    m_loop.CountBy([all = countLeft(), countLeft]() { return all - countLeft(); });
    m_loop.Expect(static_cast<uint32_t>(m_ranks.size()));
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        // Each rank starts in the context of its own host.
        const uint32_t host = m_network.GetWorkers()[rank];
        const IncFabric& fabric = m_network.GetFabric();
        const Time late = m_setting.arguments.faults.LateBy(fabric.GetTopology().GetName(host));
        m_events.ScheduleAt(*fabric.GetNodes().Get(host), late, [this, rank, late]() {
            if (m_running.count(rank) > 0)
            {
                m_ranks[rank]->Start(late);
            }
        });
    }
    const Time begin = Simulator::Now();
    m_loop.Run();
    m_progress.End();
    if (m_timeline)
    {
        Show(*m_timeline, begin);
    }
    row.status = m_gone.size() == m_ranks.size() ? "no rank is left" : m_loop.GetStatus();
    if (row.IsOk())
    {
        Report(row);
    }
    else if (row.status.rfind("stalled", 0) == 0)
    {
        row.status += WhoWaits();
    }
}

const IncTraceCommunication&
IncExecutionRun::AskedOf(uint32_t rank, uint32_t node) const
{
    const IncExecutionTrace& trace = TraceOf(rank);
    return trace.GetCommunications()[trace.GetNodes()[node].communication];
}

void
IncExecutionRun::Communicate(uint32_t rank, uint32_t node)
{
    const IncTraceCommunication& asked = AskedOf(rank, node);
    switch (TraceOf(rank).GetNodes()[node].type)
    {
    case IncChakraNode::Type::SEND:
        m_exchange->Send(rank, node, asked);
        break;
    case IncChakraNode::Type::RECEIVE:
        m_exchange->Receive(rank, node, asked);
        break;
    default:
        CallCollective(rank, node, asked);
    }
}

bool
IncExecutionRun::Open(Group& group,
                      uint32_t rank,
                      const IncTraceCommunication& asked,
                      uint32_t number)
{
    const IncCommunicationGroup& described = m_workload.GetGroups()[asked.group];
    if (number < group.calls.size())
    {
        const IncTraceCommunication& first = group.calls[number].asked;
        if (first.collective == asked.collective && first.bytes == asked.bytes &&
            first.root == asked.root)
        {
            return true;
        }
        m_loop.Completed("group " + described.name + ": call " + std::to_string(number + 1) +
                         " of rank " + std::to_string(rank) + " is " + IncName(asked.collective) +
                         " of " + std::to_string(asked.bytes) + " bytes, another rank's is " +
                         IncName(first.collective) + " of " + std::to_string(first.bytes) +
                         " bytes");
        return false;
    }
    Call call;
    call.asked = asked;
    call.missing = static_cast<uint32_t>(described.ranks.size());
    call.nodes.assign(call.missing, NOBODY);
    const auto job = group.jobs.find({asked.collective, asked.root});
    if (job != group.jobs.end())
    {
        call.job = job->second.get();
        IncCollectiveConfig own = m_setting.call;
        own.collective = asked.collective;
        own.rootRank = asked.root;
        const auto data = call.job->MakeData(own,
                                             CountOf(asked, call.missing, IncSizeOf(own.dtype)),
                                             m_collectives++);
        call.request = data->MakeRequest();
        call.outcome = call.job->Expect(
            data,
            [this, index = asked.group, number](uint32_t member, const std::string& status) {
                Settled(index, number, member, status);
            });
        call.done = call.outcome->MakeCallback();
    }
    group.calls.push_back(std::move(call));
    for (const uint32_t gone : m_gone)
    {
        DropFrom(asked.group, gone);
    }
    return true;
}

void
IncExecutionRun::CallCollective(uint32_t rank, uint32_t node, const IncTraceCommunication& asked)
{
    const uint32_t index = asked.group;
    Group& group = m_groups[index];
    const uint32_t member = RankIn(m_workload.GetGroups()[index], rank);
    const uint32_t number = group.called[member]++;
    if (!Open(group, rank, asked, number))
    {
        return;
    }
    Call& call = group.calls[number];
    call.nodes[member] = node;
    if (!call.job)
    {
        Settled(index, number, member, ""); // a group of one rank has its result at once
    }
    else if (!call.outcome || call.outcome->IsSettled(member))
    {
        Drop(rank); // the call has ended for the others, which continue without this rank
    }
    else
    {
        call.job->GetAlgorithm()->StartRank(member, call.request, call.done);
    }
}

void
IncExecutionRun::Settled(uint32_t group,
                         uint32_t number,
                         uint32_t member,
                         const std::string& status)
{
    Call& call = m_groups[group].calls[number];
    const IncCommunicationGroup& described = m_workload.GetGroups()[group];
    const uint32_t rank = described.ranks[member];
    if (!status.empty())
    {
        const auto called = std::find_if(call.nodes.begin(), call.nodes.end(), [](uint32_t node) {
            return node != NOBODY;
        });
        const uint32_t caller = described.ranks[called - call.nodes.begin()];
        m_loop.Completed(TraceOf(caller).GetName(*called) + " of group " + described.name + ": " +
                         status);
        return;
    }
    if (--call.missing == 0 && call.outcome)
    {
        m_wrong += call.outcome->CountWrong().value_or(0);
        call.outcome.reset();
    }
    if (call.job && call.job->GetGone().count(member) > 0)
    {
        Drop(rank);
    }
    else
    {
        Finish(rank, call.nodes[member]);
    }
}

/// Stop ranks on dead hosts, even if they do not communicate.
void
IncExecutionRun::DropDead()
{
    const IncSimControl& control = *m_network.GetControl();
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        if (control.IsDead(m_network.GetWorkers()[rank]))
        {
            Drop(rank);
        }
    }
}

/// Drop a rank from the calls of a group that are under way.
void
IncExecutionRun::DropFrom(uint32_t group, uint32_t rank)
{
    const auto& ranks = m_workload.GetGroups()[group].ranks;
    const auto member = std::find(ranks.begin(), ranks.end(), rank);
    for (std::size_t i = 0; member != ranks.end() && i < m_groups[group].calls.size(); ++i)
    {
        if (const auto outcome = m_groups[group].calls[i].outcome)
        {
            outcome->Drop(static_cast<uint32_t>(member - ranks.begin()));
        }
    }
}

/// Drop a rank in an event of its own, because the rank itself may be the caller.
void
IncExecutionRun::Drop(uint32_t rank)
{
    m_events.Schedule(Time(0), [this, rank]() {
        if (!m_gone.insert(rank).second)
        {
            return;
        }
        m_ranks[rank]->Dispose();
        for (uint32_t index = 0; index < m_groups.size(); ++index)
        {
            DropFrom(index, rank);
        }
        if (m_running.erase(rank) > 0)
        {
            m_loop.Completed("");
        }
    });
}

/// End a node in an event of its own: an empty node completes while the rank starts it.
void
IncExecutionRun::Finish(uint32_t rank, uint32_t node)
{
    const auto host = m_network.GetFabric().GetNodes().Get(m_network.GetWorkers()[rank]);
    m_events.ScheduleAt(*host, Time(0), [this, rank, node]() { m_ranks[rank]->Completed(node); });
}

std::string
IncExecutionRun::WhoWaits() const
{
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        const uint32_t node = m_ranks[rank]->GetWaiting();
        if (node == NOBODY)
        {
            continue;
        }
        const IncTraceNode& traced = TraceOf(rank).GetNodes()[node];
        const IncTraceCommunication& asked = AskedOf(rank, node);
        std::string text = "; rank " + std::to_string(rank) + " in " + TraceOf(rank).GetName(node) +
                           " (node " + std::to_string(traced.id) + "), ";
        return text + (traced.IsCollective() ? IncName(asked.collective) + " of group " +
                                                   m_workload.GetGroups()[asked.group].name
                                             : "a message of rank " + std::to_string(asked.peer));
    }
    return "";
}

IncJobCounters
IncExecutionRun::GetCounters() const
{
    IncJobCounters sum;
    const IncQueuePairCounters messages = m_exchange->GetCounters();
    sum.retransmissions = messages.retransmissions;
    sum.timeouts = messages.timeouts;
    sum.duplicates = messages.duplicates;
    for (const Group& group : m_groups)
    {
        for (const auto& [kind, job] : group.jobs)
        {
            sum += job->GetCounters();
        }
    }
    return sum;
}

std::optional<IncSetupResult>
IncExecutionRun::GetSetup() const
{
    std::optional<IncSetupResult> sum;
    for (const Group& group : m_groups)
    {
        for (const auto& [kind, job] : group.jobs)
        {
            const auto setup = job->GetSetup();
            if (sum && setup)
            {
                sum->Add(*setup);
            }
            sum = sum ? sum : setup;
        }
    }
    if (sum)
    {
        sum->gone.assign(m_gone.begin(), m_gone.end());
    }
    return sum;
}

void
IncExecutionRun::Show(IncTimeline& timeline, Time begin) const
{
    const IncTopology& topology = m_network.GetFabric().GetTopology();
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        const std::string& host = topology.GetName(m_network.GetWorkers()[rank]);
        const IncExecutionTrace& trace = TraceOf(rank);
        for (uint32_t node = 0; node < m_ranks[rank]->GetRuns().size(); ++node)
        {
            const IncNodeRun& run = m_ranks[rank]->GetRuns()[node];
            const IncTraceNode& traced = trace.GetNodes()[node];
            if (run.startNs < 0 || run.endNs <= run.startNs)
            {
                continue; // the node never ran, or took no time
            }
            const bool communicates = traced.communication != IncTraceNode::NO_COMMUNICATION;
            const char* kind = !communicates           ? "compute"
                               : traced.IsCollective() ? "collective"
                                                       : "message";
            timeline.Add({host,
                          communicates ? "communication" : "compute",
                          trace.GetName(node),
                          kind,
                          begin + NanoSeconds(run.startNs),
                          begin + NanoSeconds(run.endNs)});
        }
        for (const auto& [from, to] : m_ranks[rank]->GetExposure().GetExposedSpells())
        {
            timeline.Add({host,
                          "exposed",
                          "exposed",
                          "exposed",
                          begin + NanoSeconds(from),
                          begin + NanoSeconds(to)});
        }
    }
}

} // namespace ns3
