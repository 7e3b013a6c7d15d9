/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COLLECTIVE_OUTCOME_H
#define INC_COLLECTIVE_OUTCOME_H

#include "ns3/inc-collective-data.h"
#include "ns3/inc-collective.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class IncScenarioJob;

/** \ingroup inc \brief One collective of a run: its request and its elements. */
struct IncScenarioData
{
    IncCollectiveRequest request;            //!< operation and root, without memory of elements
    std::optional<IncCollectiveData> values; //!< elements of all ranks; nothing with virtual data

    /** \return a request for these elements, which are set to their initial values again */
    IncCollectiveRequest MakeRequest()
    {
        return values ? values->MakeRequest() : request;
    }
};

/**
 * \ingroup inc
 * \brief Decides when a collective of a job is over, whether it has succeeded and how long it took.
 *
 * No other class decides this, and only the reports of the ranks count. A rank is *gone* if it has
 * died or left, or if other ranks were told to go on without it (IncScenarioJob::GetGone()). All
 * other ranks *remain*. The state of links does not count, because a rank that is cut off for a
 * moment goes on afterwards. The collective is over when each remaining rank has its result or has
 * failed. A single failure ends the collective if the job cannot lose ranks. The collective has
 * succeeded if at least one rank remains and all remaining ranks have results. Its time ends with
 * the last of these results. Reports of gone ranks are ignored.
 */
class IncCollectiveOutcome : public std::enable_shared_from_this<IncCollectiveOutcome>
{
  public:
    /// Function that is called once for each rank: when the rank has its result or is gone, or when
    /// the collective is over. If the collective failed, the last call's status is the reason.
    using Settled = std::function<void(uint32_t rank, const std::string& status)>;

    IncCollectiveOutcome(const IncScenarioJob& job,
                         std::shared_ptr<IncScenarioData> data,
                         Settled settled);

    /** \return callback that each rank calls at its end. The data live until all ranks have called,
     * so that no client writes to freed memory. Calls after this object's end have no effect. */
    IncCollectiveAlgorithm::CompletionCallback MakeCallback();

    /** \brief Check again whether the collective is over, because ranks may have gone. */
    void Update();

    /** \brief Make no further calls of Settled, whose receiver ends before the simulation. */
    void Close()
    {
        m_isOver = true;
    }

    /** \param rank rank that counts as gone from now on, because it never calls this collective */
    void Drop(uint32_t rank);

    bool IsSettled(uint32_t rank) const
    {
        return m_ranks[rank].isSettled;
    }

    /** \return whether the collective is over and has succeeded */
    bool IsWhole() const
    {
        return m_isWhole;
    }

    /** \return time of the last result at a remaining rank; valid after the collective is over */
    Time GetEnd() const
    {
        return m_end;
    }

    /** \return number of wrong elements at remaining ranks; nothing with virtual data */
    std::optional<uint64_t> CountWrong() const;

  private:
    struct Rank
    {
        bool isSettled{false};
        std::optional<Time> end; //!< time when the rank completed or failed
        std::string failure;     //!< why the rank failed; empty: it has not failed

        bool HasResult() const
        {
            return end && failure.empty();
        }
    };

    void Completed(uint32_t rank, const std::string& status);
    bool IsOver(const std::set<uint32_t>& gone) const;
    std::string Judge(const std::set<uint32_t>& gone);

    const IncScenarioJob& m_job;
    std::shared_ptr<IncScenarioData> m_data;
    Settled m_settled;
    std::vector<Rank> m_ranks;
    std::size_t m_ended{0}; //!< number of ranks that have completed or failed
    bool m_isOver{false};   //!< whether the collective is over, so that later events do not count
    bool m_isWhole{false};
    std::set<uint32_t> m_dropped;
    std::set<uint32_t> m_gone; //!< ranks that were gone at the end
    Time m_end;
};

} // namespace ns3

#endif // INC_COLLECTIVE_OUTCOME_H
