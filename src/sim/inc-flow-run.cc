/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-flow-run.h"

#include "ns3/data-rate.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Return the longest request, in bytes; a longer message has several. A READ has a PSN for each
/// response, so its requests are shorter.
uint64_t
LongestRequest(const IncFlow& flow)
{
    return flow.verb == IncVerb::READ ? 1U << 29 : 1U << 30;
}

} // namespace

IncFlowRun::IncFlowRun(const IncFabric& fabric, std::vector<IncFlow> flows)
    : m_fabric(fabric),
      m_meter(fabric)
{
    for (const IncFlow& flow : flows)
    {
        Add(flow);
        const std::size_t index = m_flows.size() - 1;
        if (flow.startsOn)
        {
            flow.startsOn->Add([this, index]() { StartNow(index); });
        }
        else
        {
            m_waiting[flow.from].push_back(index);
        }
    }
}

void
IncFlowRun::Add(const IncFlow& flow)
{
    const auto from = m_fabric.GetNic(flow.from);
    const auto to = m_fabric.GetNic(flow.to);
    Running running;
    running.flow = flow;
    running.sender = from->CreateRcQueuePair();
    if (flow.rate > 0)
    {
        running.sender->SetAttribute("MaxRate", DataRateValue(DataRate(flow.rate)));
    }
    running.receiver = to->CreateRcQueuePair();
    const auto& target = flow.verb == IncVerb::READ ? from : to;
    running.key = target->RegisterMemory(nullptr, std::min(flow.bytes, LongestRequest(flow)));
    running.sender->Connect(IncFabric::GetAddress(flow.to), running.receiver->GetQpn());
    running.receiver->Connect(IncFabric::GetAddress(flow.from), running.sender->GetQpn());
    m_meter.Add(*running.sender, *running.receiver);
    running.GetPoster()->SetSendCompletionCallback(IncRcQueuePair::CompletionCallback(
        [this, index = m_flows.size()](const IncCompletion& completion) {
            Completed(index, completion);
        }));
    if (flow.verb == IncVerb::SEND || (flow.verb == IncVerb::WRITE && flow.received))
    {
        AwaitMessages(running);
    }
    m_flows.push_back(running);
    ++m_left;
}

void
IncFlowRun::AwaitMessages(const Running& running)
{
    // Post enough receives for all requests under way; each receive is posted again when it
    // completes.
    const uint64_t longest = LongestRequest(running.flow);
    const IncReceiveRequest receive{0, nullptr, static_cast<uint32_t>(longest)};
    const uint64_t requests = (running.flow.bytes + longest - 1) / longest;
    for (uint64_t i = 0; i < requests * running.flow.inFlight; ++i)
    {
        running.receiver->PostReceive(receive);
    }
    running.receiver->SetReceiveCompletionCallback(IncRcQueuePair::CompletionCallback(
        [receiver = PeekPointer(running.receiver), receive, trigger = running.flow.received](
            const IncCompletion& completion) {
            if (completion.status == IncCompletionStatus::SUCCESS)
            {
                receiver->PostReceive(receive);
            }
            if (trigger && completion.hasImmediate)
            {
                trigger->Activate();
            }
        }));
}

IncFlowRun::~IncFlowRun()
{
    for (const auto& running : m_flows)
    {
        running.sender->Destroy();
        running.receiver->Destroy();
    }
}

void
IncFlowRun::Start()
{
    m_start = Simulator::Now();
    for (const auto& waiting : m_waiting)
    {
        StartRound(waiting.first);
    }
}

void
IncFlowRun::Launch(const IncFlow& flow)
{
    Add(flow);
    ++m_underWay[flow.from];
    Begin(m_flows.size() - 1);
}

void
IncFlowRun::Expect(IncSimulationLoop& loop)
{
    m_loop = &loop;
    loop.Expect(m_left);
    if (!m_failure.empty())
    {
        loop.Expect(1);
        loop.Completed(m_failure);
    }
}

void
IncFlowRun::Watch(IncFastForward& fastForward) const
{
    std::vector<Ptr<IncRcQueuePair>> senders;
    for (const auto& running : m_flows)
    {
        senders.push_back(running.sender);
    }
    fastForward.Watch(senders);
}

void
IncFlowRun::StartRound(uint32_t host)
{
    auto& waiting = m_waiting[host];
    if (waiting.empty())
    {
        return;
    }
    const uint32_t round = m_flows[waiting.front()].flow.round;
    while (!waiting.empty() && m_flows[waiting.front()].flow.round == round)
    {
        const std::size_t index = waiting.front();
        waiting.pop_front();
        ++m_underWay[host];
        // The event runs in the context of the posting host's node, because its NIC works.
        m_starts.ScheduleAt(*m_fabric.GetNodes().Get(m_flows[index].flow.GetPoster()),
                            m_flows[index].flow.start,
                            [this, index]() { Begin(index); });
    }
}

void
IncFlowRun::Begin(std::size_t index)
{
    Running& running = m_flows[index];
    running.started = Simulator::Now();
    while (running.posted < running.flow.inFlight && running.HasMore())
    {
        Post(running);
    }
}

void
IncFlowRun::Post(Running& running)
{
    ++running.posted;
    uint64_t left = running.flow.bytes;
    do
    {
        IncWorkRequest request;
        request.length = static_cast<uint32_t>(std::min(left, LongestRequest(running.flow)));
        request.rkey = running.key;
        left -= request.length;
        request.id = left == 0; // immediate 1 marks the last request of a message
        request.withImmediate = left == 0 && running.flow.received;
        running.GetPoster()->Post(running.flow.verb, request);
    } while (left > 0);
}

void
IncFlowRun::Completed(std::size_t index, const IncCompletion& completion)
{
    Running& running = m_flows[index];
    const bool isOk = completion.status == IncCompletionStatus::SUCCESS;
    if (running.isOver || (isOk && completion.id == 0))
    {
        return; // the request was flushed, or is not the last of its message
    }
    if (isOk)
    {
        ++running.acknowledged;
        if (running.HasMore())
        {
            Post(running);
        }
        if (running.acknowledged < running.posted)
        {
            return;
        }
    }
    running.isOver = true;
    running.ended = Simulator::Now();
    running.isDone = isOk;
    --m_left;
    const auto& topology = m_fabric.GetTopology();
    const std::string status = isOk ? ""
                                    : "flow from " + topology.GetName(running.flow.from) + " to " +
                                          topology.GetName(running.flow.to) + ": " +
                                          IncCompletionStatusName(completion.status);
    m_failure = m_failure.empty() ? status : m_failure;
    if (m_loop)
    {
        m_loop->Completed(status);
    }
    if (isOk && running.flow.sent)
    {
        running.flow.sent->Activate();
    }
    if (isOk && running.flow.received && running.flow.verb == IncVerb::READ)
    {
        running.flow.received->Activate();
    }
    if (--m_underWay[running.flow.from] == 0)
    {
        StartRound(running.flow.from);
    }
}

void
IncFlowRun::StartNow(std::size_t index)
{
    const uint32_t host = m_flows[index].flow.from;
    m_waiting[host].push_front(index);
    StartRound(host);
}

IncBusiestHosts
IncFlowRun::GetBusiestHosts() const
{
    std::map<uint32_t, uint64_t> sent;
    std::map<uint32_t, uint64_t> received;
    for (const auto& running : m_flows)
    {
        sent[running.flow.from] += running.GetBytes();
        received[running.flow.to] += running.GetBytes();
    }
    IncBusiestHosts busiest;
    for (const auto* traffic : {&sent, &received})
    {
        for (const auto& [host, bytes] : *traffic)
        {
            if (bytes > busiest.bytes)
            {
                busiest = {bytes, {}};
            }
            if (bytes == busiest.bytes)
            {
                busiest.hosts.push_back(host);
            }
        }
    }
    return busiest;
}

std::optional<IncFlowTimes>
IncFlowRun::GetTimes() const
{
    std::vector<double> times;
    for (const auto& running : m_flows)
    {
        if (!running.isDone)
        {
            return std::nullopt;
        }
        times.push_back((running.ended - running.started).GetSeconds() * 1e6);
    }
    return times.empty() ? std::nullopt : std::optional(IncFlowTimes::Of(std::move(times)));
}

std::vector<IncFlowRecord>
IncFlowRun::GetRecords(const std::function<Time(const IncFlow&)>& ideal) const
{
    const auto& topology = m_fabric.GetTopology();
    std::vector<IncFlowRecord> records;
    for (const auto& running : m_flows)
    {
        IncFlowRecord record;
        record.from = topology.GetName(running.flow.from);
        record.to = topology.GetName(running.flow.to);
        record.bytes = running.GetBytes();
        record.startUs = (running.started - m_start).GetNanoSeconds() / 1e3;
        IncFlow whole = running.flow;
        whole.bytes = record.bytes;
        record.idealUs = ideal(whole).GetNanoSeconds() / 1e3;
        if (running.isDone)
        {
            record.fctUs = (running.ended - running.started).GetNanoSeconds() / 1e3;
        }
        records.push_back(record);
    }
    return records;
}

IncQueuePairCounters
IncFlowRun::GetCounters() const
{
    IncQueuePairCounters sum;
    for (const auto& running : m_flows)
    {
        for (const auto& qp : {running.sender, running.receiver})
        {
            sum.retransmissions += qp->GetCounters().retransmissions;
            sum.timeouts += qp->GetCounters().timeouts;
            sum.duplicates += qp->GetCounters().duplicates;
        }
    }
    return sum;
}

IncFlowResult
IncFlowRun::GetResult() const
{
    IncFlowResult result;
    result.flows = static_cast<uint32_t>(m_flows.size());
    result.times = GetTimes();
    result.balance = m_meter.GetBalance();
    result.reordered = m_meter.GetReordered();
    result.recoveryUs = m_meter.GetRecoveryUs();
    result.links = m_meter.GetLinks();
    return result;
}

} // namespace ns3
