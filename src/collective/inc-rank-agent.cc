/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-rank-agent.h"

#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-state-visitor.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncRankAgent);

TypeId
IncRankAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IncRankAgent")
            .SetParent<Object>()
            .SetGroupName("Inc")
            .AddAttribute("StallTimeout",
                          "Time without any progress after which a task fails; at least eight "
                          "times what is in flight takes on the slowest link of the host",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&IncRankAgent::m_stallTimeout),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

IncRankAgent::IncRankAgent()
    : m_watch(*this)
{
}

void
IncRankAgent::SetIdentity(Ptr<Node> host, uint32_t rank)
{
    m_host = host;
    m_rank = rank;
}

void
IncRankAgent::SetInFlight(uint64_t bytes)
{
    const auto nic = m_host->GetObject<IncRdmaNic>();
    const Time drain = Seconds(8.0 * bytes / static_cast<double>(nic->GetSlowestRate()));
    m_watch.SetTimeout(Max(m_stallTimeout, 8 * (2 * nic->GetPathTimes().lifetime + drain)));
}

void
IncRankAgent::Stalled()
{
    Fail("waits for other ranks, without progress for " + m_watch.GetTimeoutText() +
         " (IncRankAgent::StallTimeout): they are slow, cut off or gone");
}

void
IncRankAgent::DoDispose()
{
    m_watch.Cancel();
    m_tasks.clear();
    m_failureCallback.Nullify();
    m_progress.active = false;
    m_host = nullptr;
    Object::DoDispose();
}

void
IncRankAgent::Enqueue(const IncCollectiveRequest& request,
                      const IncCollectiveAlgorithm::CompletionCallback& done)
{
    IncRankTask task;
    task.collective = request.collective;
    task.root = request.root;
    task.type = request.type;
    task.operation = request.operation;
    task.overflow = request.overflow;
    task.count = request.count;
    task.send = m_rank == NO_RANK ? nullptr : request.SendOf(m_rank);
    task.buffer = m_rank == NO_RANK ? nullptr : request.ReceiveOf(m_rank);
    task.isVirtual = request.IsVirtual();
    if (IncReduces(request.collective))
    {
        task.reduce = IncFindReducer(request.type, request.operation, request.overflow);
    }
    if ((request.collective == IncCollective::ALLREDUCE || IncIsOwn(request.collective)) &&
        task.buffer && task.send != task.buffer)
    {
        std::copy_n(task.send, request.count * IncSizeOf(request.type), task.buffer);
    }
    task.done = done;
    m_tasks.push_back(task);
    BeginLater();
}

void
IncRankAgent::BeginLater()
{
    if (!m_progress.active && !m_progress.scheduled && !m_tasks.empty())
    {
        m_progress.scheduled = true;
        // Begin as an event in the context of the host, because the caller may be in a loop.
        Simulator::ScheduleWithContext(m_host->GetId(),
                                       Time(0),
                                       &IncRankAgent::BeginNext,
                                       Ptr<IncRankAgent>(this));
    }
}

void
IncRankAgent::BeginNext()
{
    m_progress.scheduled = false;
    if (m_tasks.empty())
    {
        return; // the agent was disposed of in the meantime
    }
    if (HasFailed())
    {
        ReportFailure();
        return;
    }
    m_progress.active = true;
    ++m_progress.begun;
    m_watch.Begin();
    Begin();
}

void
IncRankAgent::ReportDone()
{
    m_progress.reported = true;
    if (m_rank != NO_RANK)
    {
        const auto done =
            m_tasks.front().done; // copy it first, because the callback may queue a task
        done(m_rank, "");
    }
}

void
IncRankAgent::EndTask()
{
    m_tasks.pop_front();
    m_progress.active = false;
    m_progress.reported = false;
    m_watch.End();
    BeginLater();
}

void
IncRankAgent::Fail(const std::string& why)
{
    if (HasFailed())
    {
        return;
    }
    m_failure = why;
    TellPeersOfFailure();
    ReportFailure();
    if (!m_failureCallback.IsNull())
    {
        m_failureCallback(why);
    }
}

void
IncRankAgent::ReportFailure()
{
    std::deque<IncRankTask> ended;
    ended.swap(m_tasks);
    if (m_progress.reported)
    {
        ended.pop_front();
    }
    m_progress.active = false;
    m_progress.reported = false;
    m_watch.End();
    for (const IncRankTask& task : ended)
    {
        if (m_rank != NO_RANK)
        {
            task.done(m_rank, m_failure);
        }
    }
}

IncRankRounds::IncRankRounds(Ptr<IncRankAgent> lead, Agents agents, const std::string& name)
    : m_lead(lead),
      m_agents(std::move(agents)),
      m_name(name)
{
}

IncRankRounds::~IncRankRounds()
{
    Listen(nullptr);
}

void
IncRankRounds::Listen(Listener* listener)
{
    m_listener = listener;
    m_lead->SetRoundListener(listener ? this : nullptr);
}

void
IncRankRounds::Announce(IncStateVisitor& visitor, uint64_t growth) const
{
    for (const auto& [name, agent] : m_agents)
    {
        agent->Announce(visitor);
    }
}

void
IncRankRounds::VisitState(IncStateVisitor& visitor)
{
    for (const auto& [name, agent] : m_agents)
    {
        visitor.Enter(name);
        agent->VisitState(visitor);
    }
}

void
IncRankAgent::VisitTasks(IncStateVisitor& visitor)
{
    if (!m_tasks.empty() && !m_tasks.front().isVirtual)
    {
        visitor.Refuse("real data: requests bring values");
    }
    visitor.Value("IncRankAgent::m_tasks", m_tasks.size());
    visitor.Fields(m_progress);
    visitor.Value("IncRankAgent::m_failure", m_failure.empty());
    visitor.Fields(m_watch);
}

} // namespace ns3
