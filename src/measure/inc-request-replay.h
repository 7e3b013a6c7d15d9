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

/**
 * \ingroup inc
 * \brief Replays requests that are alike, such as those of layers. A request may begin in an idle
 * network, in the state in which an earlier request began. If that request led to this state again,
 * everything up to the end of the new request is known.
 *
 * The state is that of a moment without anything on its way: events stay where they are, the
 * ranks' completions come as events, and nothing else may happen before the network is idle again.
 */
class IncRequestReplay : public std::enable_shared_from_this<IncRequestReplay>
{
  public:
    /// Told of each rank.
    using Done = IncCollectiveAlgorithm::CompletionCallback;

    /**
     * \param walk over the state
     * \param group that all requests are of
     */
    IncRequestReplay(IncStateWalk& walk, IncGroupRounds& group);

    ~IncRequestReplay();

    /**
     * \brief A request comes, in a group that has nothing to do. Throws std::runtime_error where
     * the one before has led to another state than foreseen.
     * \param request what is asked for
     * \param events executed and jumped over so far
     * \return whether it is known what comes of it: Replay(), else Simulate()
     */
    bool Begin(const IncCollectiveRequest& request, uint64_t events);

    /**
     * \brief Bring about what comes of it, without simulating it.
     * \param done told of each rank at its time
     */
    void Replay(const Done& done);

    /**
     * \brief A request is simulated.
     * \param done told of each rank
     * \return what is to be told of each rank
     */
    Done Simulate(const Done& done);

    /** \brief Something else happens: what was seen so far says nothing of what comes. */
    void Forget();

    /** \return messages of the request that is known */
    uint64_t GetRounds() const
    {
        return m_rounds;
    }

    /** \return ticks from its beginning to that of the next one */
    uint64_t GetTicks() const
    {
        return m_ticks;
    }

    /** \return events in it, without those that Replay() leads to */
    uint64_t GetEvents() const
    {
        return m_events;
    }

    /** \return messages that were over before it */
    uint64_t GetFinishedRounds() const
    {
        return m_finished;
    }

    /** \return states that were as foreseen */
    uint64_t GetVerified() const
    {
        return m_verified;
    }

    /** \return words of the latest state */
    uint64_t GetWords() const
    {
        return m_words;
    }

  private:
    /// A rank that has completed.
    struct Ended
    {
        uint32_t rank;  //!< rank that completed
        uint64_t ticks; //!< since the beginning

        bool operator==(const Ended& other) const
        {
            return rank == other.rank && ticks == other.ticks;
        }
    };

    /// Conditions of the next request.
    struct Foreseen
    {
        uint64_t tick;                //!< tick at which the call must come for the same state
        std::vector<uint64_t> counts; //!< values of all counters
    };

    bool Learn(const IncStateWalk::Moment& now, uint64_t events);
    bool IsLikeKept(const IncCollectiveRequest& request) const;
    void Check(const IncStateWalk::Moment& now);
    void RankEnded(uint32_t rank, const std::string& status);
    void AwaitIdleness(uint64_t ticks);
    void CancelEvents();

    IncStateWalk& m_walk;                       //!< over the state
    IncGroupRounds& m_group;                    //!< group that all requests belong to
    std::optional<IncStateWalk::Moment> m_kept; //!< before a request that was simulated
    IncCollectiveRequest m_request;             //!< the request that was simulated
    uint64_t m_before{0};                       //!< events before it
    std::set<uint32_t> m_foreign;               //!< events of others that were pending
    std::vector<Ended> m_ended;                 //!< ended ranks, in their order
    std::optional<uint64_t> m_idle;             //!< ticks after which nothing was on its way
    uint64_t m_ticks{0};                        //!< see GetTicks(); 0: not known to come again
    uint64_t m_rounds{0};
    uint64_t m_events{0};
    std::vector<uint64_t> m_growth; //!< growth of all counts in the request
    uint64_t m_begin{0};            //!< tick of the present one
    uint64_t m_finished{0};
    bool m_isKnown{false};              //!< the present one is like the one kept
    std::vector<Ended> m_now;           //!< ranks that have ended so far
    std::optional<Foreseen> m_foreseen; //!< foreseen end of the request, or nothing
    uint64_t m_verified{0};
    uint64_t m_words{0};
    std::vector<EventId> m_pending; //!< pending events of this object
};

} // namespace ns3

#endif // INC_REQUEST_REPLAY_H
