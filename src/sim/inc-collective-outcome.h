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

/**
 * \ingroup inc
 * \brief One collective of a run: what is asked for, and its elements.
 */
struct IncScenarioData
{
    IncCollectiveRequest request;            //!< request without memory: operation and root
    std::optional<IncCollectiveData> values; //!< elements of all ranks; nothing if only sizes count

    /** \return a request for these elements, which are filled in anew */
    IncCollectiveRequest MakeRequest()
    {
        return values ? values->MakeRequest() : request;
    }
};

/**
 * \ingroup inc
 * \brief Decides when a collective of a job is over, whether it has succeeded and how long it took.
 *
 * This is the one place that does so, from what the ranks themselves say. A rank is *gone* if it
 * has died or left, or if the other ranks have been told to go on without it
 * (IncScenarioJob::GetGone()); all others are *left*. The state of a link says nothing: a rank that
 * is cut off for a moment goes on afterwards. The collective is over when each rank that is left
 * has its result or has failed. It has succeeded if at least one rank is left and every rank that
 * is left has its result; its time ends with the last of these. What a gone rank does does not
 * count.
 */
class IncCollectiveOutcome : public std::enable_shared_from_this<IncCollectiveOutcome>
{
  public:
    /// Told of each rank once: it has its result, or is gone, or all is over. The status is empty,
    /// or says for the last rank what went wrong with the collective.
    using Settled = std::function<void(uint32_t rank, const std::string& status)>;

    /**
     * \param job that runs the collective; must outlive this
     * \param data of the collective
     * \param settled told of each rank
     */
    IncCollectiveOutcome(const IncScenarioJob& job,
                         std::shared_ptr<IncScenarioData> data,
                         Settled settled);

    /**
     * \return what the algorithm is to call; it keeps the data until all ranks have called it, so
     * that no client writes to memory that is gone, and does nothing once this is destroyed
     */
    IncCollectiveAlgorithm::CompletionCallback MakeCallback();

    /** \brief Ranks may have gone. */
    void Update();

    /** \brief Judge and tell no more: whoever is told is about to end, but the simulation goes on.
     */
    void Close()
    {
        m_isOver = true;
    }

    /** \param rank that never calls this collective: it is gone too */
    void Drop(uint32_t rank);

    /**
     * \param rank of the job
     * \return whether Settled was called for it
     */
    bool IsSettled(uint32_t rank) const
    {
        return m_ranks[rank].isSettled;
    }

    /** \return whether it is over and has succeeded */
    bool IsWhole() const
    {
        return m_isWhole;
    }

    /** \return when the last rank that is left had its result, once it is over */
    Time GetEnd() const
    {
        return m_end;
    }

    /** \return elements that are wrong at the ranks that are left; nothing with virtual data */
    std::optional<uint64_t> CountWrong() const;

  private:
    /// State of a rank.
    struct Rank
    {
        bool isSettled{false};   //!< whether the outcome is settled, see IsSettled()
        std::optional<Time> end; //!< time when it completed or failed
        std::string failure;     //!< why it failed; empty if it did not

        bool HasResult() const
        {
            return end && failure.empty();
        }
    };

    void Completed(uint32_t rank, const std::string& status);
    bool IsOver(const std::set<uint32_t>& gone) const;
    std::string Judge(const std::set<uint32_t>& gone);

    const IncScenarioJob& m_job;             //!< runs the collective
    std::shared_ptr<IncScenarioData> m_data; //!< elements of the collective
    Settled m_settled;                       //!< see Settled
    std::vector<Rank> m_ranks;               //!< state by rank
    std::size_t m_ended{0};                  //!< ranks that have completed or failed
    bool m_isOver{false}; //!< whether the job is over, so that later events do not count
    bool m_isWhole{false};
    std::set<uint32_t> m_dropped; //!< ranks that Drop() has removed
    std::set<uint32_t> m_gone;    //!< ranks that were gone at the end
    Time m_end;
};

} // namespace ns3

#endif // INC_COLLECTIVE_OUTCOME_H
