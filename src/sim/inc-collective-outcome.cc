/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-collective-outcome.h"

#include "inc-scenario-job.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

IncCollectiveOutcome::IncCollectiveOutcome(const IncScenarioJob& job,
                                           std::shared_ptr<IncScenarioData> data,
                                           Settled settled)
    : m_job(job),
      m_data(std::move(data)),
      m_settled(std::move(settled)),
      m_ranks(job.GetAlgorithm()->GetRanks())
{
}

IncCollectiveAlgorithm::CompletionCallback
IncCollectiveOutcome::MakeCallback()
{
    // All copies of the callback share one object that keeps the data.
    struct Memory
    {
        std::shared_ptr<IncScenarioData> data;
        std::size_t users;
    };

    const auto memory = std::make_shared<Memory>(Memory{m_data, m_ranks.size()});
    return IncCollectiveAlgorithm::CompletionCallback(
        [memory, weak = weak_from_this()](uint32_t rank, const std::string& status) {
            if (const auto self = weak.lock())
            {
                self->Completed(rank, status);
            }
            if (--memory->users == 0)
            {
                memory->data.reset();
            }
        });
}

void
IncCollectiveOutcome::Completed(uint32_t rank, const std::string& status)
{
    m_ranks[rank].end = Simulator::Now();
    m_ranks[rank].failure = status;
    // Update() examines all ranks, which is needless while others run and no rank is gone.
    if (++m_ended < m_ranks.size() && status.empty() && !m_isOver && m_dropped.empty() &&
        m_job.GetGone().empty())
    {
        m_ranks[rank].isSettled = true;
        m_settled(rank, "");
        return;
    }
    Update();
}

void
IncCollectiveOutcome::Update()
{
    if (m_isOver)
    {
        return;
    }
    std::set<uint32_t> gone = m_job.GetGone();
    gone.insert(m_dropped.begin(), m_dropped.end());
    m_isOver = IsOver(gone);
    std::vector<uint32_t> settled;
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        if (!m_ranks[rank].isSettled &&
            (m_isOver || m_ranks[rank].HasResult() || gone.count(rank) > 0))
        {
            m_ranks[rank].isSettled = true;
            settled.push_back(rank);
        }
    }
    const std::string status = m_isOver ? Judge(gone) : "";
    for (const uint32_t rank : settled)
    {
        m_settled(rank, rank == settled.back() ? status : "");
    }
}

void
IncCollectiveOutcome::Drop(uint32_t rank)
{
    m_dropped.insert(rank);
    Update();
}

bool
IncCollectiveOutcome::IsOver(const std::set<uint32_t>& gone) const
{
    bool isWaiting = false;
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        if (gone.count(rank) > 0)
        {
            continue;
        }
        if (!m_ranks[rank].failure.empty() && !m_job.CanLoseRanks())
        {
            return true; // the other ranks would wait for the failed rank for ever
        }
        isWaiting = isWaiting || !m_ranks[rank].end;
    }
    return !isWaiting;
}

std::string
IncCollectiveOutcome::Judge(const std::set<uint32_t>& gone)
{
    m_gone = gone;
    bool areCutOff = true;
    std::size_t results = 0;
    std::optional<uint32_t> failed; // first failed rank of those that remain
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        const Rank& each = m_ranks[rank];
        if (gone.count(rank) > 0)
        {
            continue;
        }
        results += each.HasResult();
        areCutOff = areCutOff && !each.HasResult() && m_job.IsCutOff(rank);
        m_end = std::max(m_end, each.end.value_or(m_end));
        if (!each.failure.empty() && (!failed || *each.end < *m_ranks[*failed].end))
        {
            failed = rank;
        }
    }
    std::string status =
        failed ? "rank " + std::to_string(*failed) + ": " + m_ranks[*failed].failure : "";
    if (failed && results > 0)
    {
        status += "; " + std::to_string(results) + " of " + std::to_string(m_ranks.size()) +
                  " ranks have their results";
    }
    if (areCutOff)
    {
        status = "no rank is left: all have died, left the group or are cut off" +
                 (failed ? "; " + status : "");
    }
    const IncCollectiveRequest& request = m_data->request;
    const bool isForRoot =
        request.collective == IncCollective::REDUCE || request.collective == IncCollective::GATHER;
    if (status.empty() && isForRoot && gone.count(request.root) > 0)
    {
        status = "rank " + std::to_string(request.root) +
                 ", the root, is gone, and nobody has the result";
    }
    m_isWhole = status.empty();
    return status;
}

std::optional<uint64_t>
IncCollectiveOutcome::CountWrong() const
{
    return m_job.CountWrong(*m_data, m_gone);
}

} // namespace ns3
