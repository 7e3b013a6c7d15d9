/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REQUEST_REPLAY_H
#define INC_REQUEST_REPLAY_H

#include "inc-group-rounds.h"
#include "inc-state-walk.h"

#include "ns3/event-id.h"
#include "ns3/inc-collective.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief A period of repeating rounds that was found, and how often it was used.
struct IncFastForwardPeriod
{
    uint64_t rounds{0};  //!< rounds in a period, as the watched object counts them
    int64_t ps{0};       //!< length of the period, ps
    uint64_t from{0};    //!< number of rounds before the period was known
    uint64_t periods{0}; //!< number of periods jumped over or verified
};

/**
 * \ingroup inc
 * \brief Skips requests that equal an earlier request, such as those of equal layers.
 *
 * Suppose that a request leads from one state of the network to this state again. If an equal
 * request then begins, its result is known. No frame is in flight in this state, so that pending
 * events keep their times. A replay sets all counters at once and schedules the completions of the
 * ranks. Nothing else may happen before the network is idle again.
 */
class IncRequestReplay : public std::enable_shared_from_this<IncRequestReplay>
{
  public:
    /// Callback for each rank that has completed.
    using Done = IncCollectiveAlgorithm::CompletionCallback;

    /** \brief Learn from the requests of a group; `walk` reads the state. */
    IncRequestReplay(IncStateWalk& walk, IncGroupRounds& group);

    ~IncRequestReplay();

    /** \brief Begin a request in a group without others, after this many events in all. Throws
     * std::runtime_error if the previous request has not led to the foreseen state.
     * \return true if the result is known: call Replay(); false: call Simulate() */
    bool Begin(const IncCollectiveRequest& request, uint64_t events);

    /** \brief Set the state after the request at once; `done` is called as each rank completes.
     * Return the request as a period. */
    IncFastForwardPeriod Replay(const Done& done);

    /** \brief Record the request while the caller simulates it; `done` is called for each rank.
     * \return function to call for each rank that completes */
    Done Simulate(const Done& done);

    /** \brief Forget all earlier requests, because something else happens. */
    void Forget();

    /** \return number of events in the known request, except those that Replay() schedules */
    uint64_t GetEvents() const
    {
        return m_events;
    }

    /** \return number of states that were found to be as foreseen */
    uint64_t GetVerified() const
    {
        return m_verified;
    }

    /** \return size of the latest state, words */
    uint64_t GetWords() const
    {
        return m_words;
    }

  private:
    struct Ended
    {
        uint32_t rank;
        uint64_t ticks; //!< ticks since the request began

        bool operator==(const Ended& other) const
        {
            return rank == other.rank && ticks == other.ticks;
        }
    };

    /// State foreseen for the beginning of the next request.
    struct Foreseen
    {
        uint64_t tick;                //!< tick at which the request must begin for an equal state
        std::vector<uint64_t> counts; //!< values of all counters
    };

    bool Learn(const IncStateWalk::Moment& now, uint64_t events);
    bool IsLikeKept(const IncCollectiveRequest& request) const;
    void Check(const IncStateWalk::Moment& now);
    void RankEnded(uint32_t rank, const std::string& status);
    void AwaitIdleness(uint64_t ticks);
    void CancelEvents();

    IncStateWalk& m_walk;
    IncGroupRounds& m_group;
    std::optional<IncStateWalk::Moment> m_kept; //!< state before the recorded request; or nothing
    IncCollectiveRequest m_request;
    uint64_t m_before{0};           //!< number of events before the recorded request
    std::set<uint32_t> m_foreign;   //!< pending events of other models, by number
    std::vector<Ended> m_ended;     //!< completions of ranks in the recorded request, in order
    std::optional<uint64_t> m_idle; //!< ticks until the network was idle; or nothing
    uint64_t m_ticks{0};            //!< ticks to the next request; 0 if unknown
    uint64_t m_rounds{0};           //!< number of messages of the known request
    uint64_t m_events{0};
    std::vector<uint64_t> m_growth; //!< growth of all counters in the recorded request
    uint64_t m_begin{0};            //!< tick at which the present request began
    uint64_t m_finished{0};
    bool m_isKnown{false};    //!< whether the result of the present request is known
    std::vector<Ended> m_now; //!< completions of ranks in the present request so far
    std::optional<Foreseen> m_foreseen;
    uint64_t m_verified{0};
    uint64_t m_words{0};
    std::vector<EventId> m_pending;
};

} // namespace ns3

#endif // INC_REQUEST_REPLAY_H
