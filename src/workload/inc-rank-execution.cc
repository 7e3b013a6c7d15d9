/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rank-execution.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

void
IncExposure::Advance(int64_t nowNs)
{
    const int64_t passed = nowNs - m_lastNs;
    m_lastNs = nowNs;
    m_computingNs += m_kernels > 0 ? passed : 0;
    if (m_open.empty())
    {
        return;
    }
    m_communicatingNs += passed;
    if (m_kernels == 0)
    {
        m_exposedNs += passed;
        if (m_exposed.empty() || m_exposed.back().second < nowNs - passed)
        {
            m_exposed.emplace_back(nowNs - passed, nowNs);
        }
        m_exposed.back().second = nowNs;
        m_open.begin()->second += passed;
    }
}

void
IncExposure::BeginComputing(int64_t nowNs)
{
    Advance(nowNs);
    ++m_kernels;
}

void
IncExposure::EndComputing(int64_t nowNs)
{
    Advance(nowNs);
    --m_kernels;
}

void
IncExposure::BeginCommunicating(int64_t nowNs, uint32_t node)
{
    Advance(nowNs);
    m_order[node] = m_begun;
    m_open[m_begun++] = 0;
}

int64_t
IncExposure::EndCommunicating(int64_t nowNs, uint32_t node)
{
    Advance(nowNs);
    const auto place = m_order.find(node);
    const auto open = m_open.find(place->second);
    const int64_t exposedNs = open->second;
    m_open.erase(open);
    m_order.erase(place);
    return exposedNs;
}

NS_OBJECT_ENSURE_REGISTERED(IncRankExecution);

TypeId
IncRankExecution::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncRankExecution")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddConstructor<IncRankExecution>()
            .AddAttribute("OneAtATime",
                          "Run one processor operation, one kernel, one access to memory and one "
                          "communication at a time; if false, all that are ready",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IncRankExecution::m_oneAtATime),
                          MakeBooleanChecker());
    return tid;
}

IncRankExecution::IncRankExecution() = default;

void
IncRankExecution::Setup(Ptr<Node> host,
                        const IncExecutionTrace& trace,
                        Communicate communicate,
                        std::function<void()> done)
{
    m_host = host;
    m_trace = &trace;
    m_communicate = std::move(communicate);
    m_done = std::move(done);
    m_missing = trace.GetDependencyCounts();
    m_left = trace.GetNodes().size();
    m_readyNs.resize(m_left);
    m_runs.resize(m_left);
    m_exposedNs.resize(trace.GetCommunications().size());
}

void
IncRankExecution::DoDispose()
{
    m_left = 0; // events that are scheduled already then do nothing
    m_host = nullptr;
    m_communicate = nullptr;
    m_done = nullptr;
    Object::DoDispose();
}

int64_t
IncRankExecution::Now() const
{
    return (Simulator::Now() - m_begin).GetNanoSeconds();
}

bool
IncRankExecution::IsCommunication(const IncTraceNode& node) const
{
    return node.resource == IncExecutionResource::COMMUNICATION ||
           node.resource == IncExecutionResource::GRADIENTS ||
           node.resource == IncExecutionResource::RECEIVE;
}

IncRankExecution::Queue&
IncRankExecution::QueueOf(uint32_t node)
{
    return m_queues[static_cast<std::size_t>(m_trace->GetNodes()[node].resource)];
}

void
IncRankExecution::Start(Time late)
{
    m_begin = Simulator::Now() - late;
    for (uint32_t node = 0; node < m_missing.size(); ++node)
    {
        if (m_missing[node] == 0)
        {
            BecomeReady(node, IncNodeRun::NO_CAUSE);
        }
    }
    Dispatch();
    if (m_left == 0)
    {
        Simulator::ScheduleWithContext(m_host->GetId(),
                                       Time(0),
                                       &IncRankExecution::Report,
                                       Ptr<IncRankExecution>(this));
    }
}

void
IncRankExecution::BecomeReady(uint32_t node, uint32_t cause)
{
    m_readyNs[node] = Now();
    m_runs[node].cause = cause;
    QueueOf(node).ready.emplace(m_trace->GetNodes()[node].id, node);
}

void
IncRankExecution::Dispatch()
{
    // Metadata ends at once and may make other nodes ready: repeat until no node starts.
    for (bool started = true; started;)
    {
        started = false;
        for (std::size_t i = 0; i < RESOURCES; ++i)
        {
            Queue& queue = m_queues[i];
            const auto resource = static_cast<IncExecutionResource>(i);
            const bool isShared = !m_oneAtATime || resource == IncExecutionResource::NONE ||
                                  resource == IncExecutionResource::RECEIVE;
            while (!queue.ready.empty() && (isShared || queue.underWay == 0))
            {
                const uint32_t node = queue.ready.top().second;
                queue.ready.pop();
                Begin(node);
                started = true;
            }
        }
    }
}

void
IncRankExecution::Begin(uint32_t node)
{
    const IncTraceNode& traced = m_trace->GetNodes()[node];
    Queue& queue = QueueOf(node);
    IncNodeRun& run = m_runs[node];
    const int64_t now = Now();
    if (m_readyNs[node] < now)
    {
        run.cause = queue.last; // the node was ready earlier, and waited for its resource
    }
    run.startNs = now;
    ++queue.underWay;
    if (traced.resource == IncExecutionResource::COMPUTE)
    {
        m_exposure.BeginComputing(now);
    }
    else if (IsCommunication(traced))
    {
        m_exposure.BeginCommunicating(now, node);
    }
    if (traced.communication != IncTraceNode::NO_COMMUNICATION)
    {
        m_communicate(node);
    }
    else if (traced.resource == IncExecutionResource::NONE)
    {
        Conclude(node);
    }
    else
    {
        Simulator::ScheduleWithContext(m_host->GetId(),
                                       NanoSeconds(traced.durationNs),
                                       &IncRankExecution::Completed,
                                       Ptr<IncRankExecution>(this),
                                       node);
    }
}

void
IncRankExecution::Completed(uint32_t node)
{
    if (m_left == 0)
    {
        return; // the rank was disposed of in the meantime
    }
    Conclude(node);
    Dispatch();
    if (m_left == 0)
    {
        Report();
    }
}

void
IncRankExecution::Report()
{
    if (m_done)
    {
        m_done();
    }
}

void
IncRankExecution::Conclude(uint32_t node)
{
    const IncTraceNode& traced = m_trace->GetNodes()[node];
    Queue& queue = QueueOf(node);
    const int64_t now = Now();
    m_runs[node].endNs = now;
    --queue.underWay;
    queue.last = node;
    m_last = node;
    if (traced.resource == IncExecutionResource::COMPUTE)
    {
        m_exposure.EndComputing(now);
    }
    else if (IsCommunication(traced))
    {
        const int64_t exposedNs = m_exposure.EndCommunicating(now, node);
        if (traced.communication != IncTraceNode::NO_COMMUNICATION)
        {
            m_exposedNs[traced.communication] = exposedNs;
        }
    }
    --m_left;
    for (const uint32_t successor : m_trace->GetSuccessors(node))
    {
        if (--m_missing[successor] == 0)
        {
            BecomeReady(successor, node);
        }
    }
}

uint32_t
IncRankExecution::GetWaiting() const
{
    for (uint32_t node = 0; node < m_runs.size(); ++node)
    {
        const bool communicates =
            m_trace->GetNodes()[node].communication != IncTraceNode::NO_COMMUNICATION;
        if (communicates && m_runs[node].startNs >= 0 && m_runs[node].endNs < 0)
        {
            return node;
        }
    }
    return IncNodeRun::NO_CAUSE;
}

} // namespace ns3
