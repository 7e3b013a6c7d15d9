/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-window-pace.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

namespace
{

/// Largest product of messages and workers to evaluate.
constexpr uint64_t BUDGET = 4000000;

/// Relative difference up to which sums in floating point count as equal.
constexpr double ROUNDING = 1e-9;

/// Evaluates the recurrence of a window, see IncFindWindowPace().
class WindowPace
{
  public:
    explicit WindowPace(const IncPaceGroup& group)
        : m_group(group),
          m_ranks(static_cast<uint32_t>(group.tree.GetWorkers().size())),
          m_workers(m_ranks),
          m_parent(group.tree.GetNodes().size()),
          m_below(group.tree.GetNodes().size()),
          m_isOwners(group.tree.GetNodes().size()),
          m_at(group.tree.GetNodes().size())
    {
        for (uint32_t node = static_cast<uint32_t>(m_below.size()); node-- > 0;)
        {
            for (const IncAggregationInput& input : group.tree.GetInputs(node))
            {
                (input.isWorker ? m_workers[input.index].parent : m_parent[input.index]) = node;
                m_below[node] += input.isWorker ? 1 : m_below[input.index];
            }
        }
        for (Worker& worker : m_workers)
        {
            worker.overAt.resize(group.slots);
        }
    }

    double Find()
    {
        const uint64_t cycle =
            std::lcm<uint64_t>(IncHasBlocks(m_group.collective) ? m_ranks : m_group.run,
                               m_group.interval);
        const uint64_t budget = BUDGET / m_ranks;
        uint64_t look = m_group.slots;
        for (uint64_t message = 0; message < budget; ++message)
        {
            MarkOwner(OwnerOf(message), true);
            m_done.push_back(Aggregate(message));
            m_told.push_back(Disseminate(message));
            MarkOwner(OwnerOf(message), false);
            if ((message + 1) % cycle != 0 || message < look)
            {
                continue;
            }
            if (const uint64_t period = FindPeriod(cycle); period > 0)
            {
                // the result must stay below the true pace in spite of rounding
                return (1 - ROUNDING) * GetPace(period);
            }
            // the next search comes later, because a search compares with all earlier messages
            look = message + message / 8;
        }
        return 0;
    }

  private:
    /// Return the owner: the rank that gets the elements of a message, or sends them.
    uint32_t OwnerOf(uint64_t message) const
    {
        return IncHasBlocks(m_group.collective) ? static_cast<uint32_t>(message % m_ranks)
                                                : m_group.root;
    }

    bool SendsElements(uint32_t rank, uint64_t message) const
    {
        return !IncComesFromRoot(m_group.collective) || OwnerOf(message) == rank;
    }

    bool GetsElements(uint32_t rank, uint64_t message) const
    {
        const bool isOwner = OwnerOf(message) == rank;
        return IncGoesToRoot(m_group.collective)      ? isOwner
               : IncComesFromRoot(m_group.collective) ? !isOwner
                                                      : true;
    }

    bool IsTold(uint32_t rank, uint64_t message) const
    {
        return (message + 1) % m_group.interval == 0 || GetsElements(rank, message);
    }

    void MarkOwner(uint32_t rank, bool isMarked)
    {
        uint32_t node = m_workers[rank].parent;
        for (m_isOwners[node] = isMarked; node > 0; m_isOwners[node] = isMarked)
        {
            node = m_parent[node];
        }
    }

    /// Return the end of the messages that one empty contribution covers. The run ends before a
    /// message to which the rank sends elements, and at the latest after `m_group.run` messages.
    uint64_t EndOfRun(uint32_t rank, uint64_t message) const
    {
        uint64_t end = message + 1;
        while (end - message < m_group.run && !SendsElements(rank, end))
        {
            ++end;
        }
        return end;
    }

    /// Return the time when a worker sends its contribution to a message.
    double Leave(uint32_t rank, uint64_t message)
    {
        Worker& worker = m_workers[rank];
        if (message < worker.runEnd)
        {
            return worker.runLeaves;
        }
        const bool hasElements = SendsElements(rank, message);
        worker.runEnd = hasElements ? message + 1 : EndOfRun(rank, message);
        const uint64_t last = worker.runEnd - 1;
        const double opened = last < m_group.slots ? 0 : worker.overAt[last % m_group.slots];
        worker.runLeaves = std::max(opened, worker.free);
        worker.free = worker.runLeaves + (hasElements ? m_group.workersUp[rank].gap : 0);
        return worker.runLeaves;
    }

    /// Return the time when a message is complete at the root.
    double Aggregate(uint64_t message)
    {
        std::fill(m_at.begin(), m_at.end(), 0);
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            const IncPaceHop& hop = m_group.workersUp[rank];
            const double arrives = Leave(rank, message) + hop.empty +
                                   (SendsElements(rank, message) ? hop.elements : 0);
            double& at = m_at[m_workers[rank].parent];
            at = std::max(at, arrives);
        }
        for (std::size_t node = m_at.size(); node-- > 1;)
        {
            const IncPaceHop& hop = m_group.nodesUp[node];
            const bool hasElements = !IncComesFromRoot(m_group.collective) || m_isOwners[node];
            double& at = m_at[m_parent[node]];
            at = std::max(at, m_at[node] + hop.empty + (hasElements ? hop.elements : 0));
        }
        return m_at[0];
    }

    bool HasElements(uint32_t node) const
    {
        return IncGoesToRoot(m_group.collective)      ? m_isOwners[node]
               : IncComesFromRoot(m_group.collective) ? !m_isOwners[node] || m_below[node] > 1
                                                      : true;
    }

    /// Return the time when the last worker has the result of a message.
    double Disseminate(uint64_t message)
    {
        double told = m_at[0];
        const auto& hops = m_group.workersDown[OwnerOf(message) % m_group.workersDown.size()];
        for (uint32_t node = 1; node < m_at.size(); ++node)
        {
            const IncPaceHop& hop = m_group.nodesDown[node];
            m_at[node] = m_at[m_parent[node]] + hop.empty + (HasElements(node) ? hop.elements : 0);
        }
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            if (!IsTold(rank, message))
            {
                continue;
            }
            Worker& worker = m_workers[rank];
            const IncPaceHop& hop = hops[rank];
            const bool hasElements = GetsElements(rank, message);
            const double comes =
                m_at[worker.parent] + hop.empty + (hasElements ? hop.elements : hop.takenOff);
            // A result that overtakes an earlier one does not wait for it.
            const bool waits = hasElements && comes >= worker.came;
            worker.came = comes;
            worker.last = std::max(comes, worker.last + (waits ? hop.gap : 0));
            told = std::max(told, worker.last);
            for (; worker.over <= message; ++worker.over)
            {
                worker.overAt[worker.over % m_group.slots] = worker.last;
            }
        }
        return told;
    }

    /// Return the seconds per message. If there are few messages, the window may delay them less
    /// often than in the long run.
    double GetPace(uint64_t period) const
    {
        const uint64_t count = m_told.size();
        const double grown = m_told[count - 1] - m_told[count - 1 - period];
        const double pace = grown / static_cast<double>(period);
        if (m_group.messages == 0)
        {
            return pace;
        }
        // Every further period repeats the times of the last period, each later by `grown`.
        const uint64_t last = m_group.messages - 1;
        const uint64_t periods = last < count ? 0 : (last - count) / period + 1;
        const double told = m_told[last - periods * period] + static_cast<double>(periods) * grown;
        return std::min(pace, told / static_cast<double>(m_group.messages));
    }

    /// Return a multiple of a cycle after which the times of the latest messages repeat, or 0.
    uint64_t FindPeriod(uint64_t cycle) const
    {
        const uint64_t count = m_done.size();
        for (uint64_t period = cycle; 2 * period + m_group.slots + cycle <= count; period += cycle)
        {
            const double grown = m_done[count - 1] - m_done[count - 1 - period];
            const uint64_t compared = std::max<uint64_t>(period, m_group.slots + cycle);
            const auto repeats = [&](uint64_t back) {
                const uint64_t message = count - 1 - back;
                return std::abs(m_done[message] - m_done[message - period] - grown) <=
                       ROUNDING * m_done[message];
            };
            uint64_t back = 1;
            while (back < compared && repeats(back))
            {
                ++back;
            }
            if (back == compared)
            {
                return period;
            }
        }
        return 0;
    }

    /// State of a worker in the recurrence.
    struct Worker
    {
        uint32_t parent{0};  //!< VAT node to which the worker sends
        double free{0};      //!< time when the worker's link is free for the next contribution
        double runLeaves{0}; //!< time when the latest contribution is sent
        uint64_t runEnd{0};  //!< first message that this contribution does not cover
        double came{0};      //!< time of the latest result if it did not wait for earlier ones
        double last{0};      //!< time when all results so far have come
        uint64_t over{0};    //!< number of the first message without a result
        std::vector<double> overAt; //!< by slot: time when the result of its last message came
    };

    const IncPaceGroup& m_group;
    uint32_t m_ranks;
    std::vector<Worker> m_workers;
    std::vector<uint32_t> m_parent;
    std::vector<uint32_t> m_below; //!< number of workers below each VAT node
    std::vector<bool> m_isOwners;  //!< whether the message's owner is below a VAT node
    std::vector<double> m_at;      //!< time of the message at each VAT node
    std::vector<double> m_done;    //!< by message: time when it was complete at the root
    std::vector<double> m_told;    //!< by message: time when all workers had the result
};

} // namespace

double
IncFindWindowPace(const IncPaceGroup& group)
{
    return WindowPace(group).Find();
}

} // namespace ns3
