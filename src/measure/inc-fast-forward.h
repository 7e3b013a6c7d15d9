/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FAST_FORWARD_H
#define INC_FAST_FORWARD_H

#include "inc-request-replay.h"
#include "inc-state-walk.h"

#include "ns3/inc-client.h"
#include "ns3/inc-interval-period.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-repeater.h"
#include "ns3/inc-simulator-impl.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Treatment of rounds that repeat by IncFastForward.
 */
enum class IncFastForwardMode : uint8_t
{
    OFF,   //!< simulate everything
    ON,    //!< jumps over them
    VERIFY //!< simulates them, and compares the state with that foreseen, at each period
};

/**
 * \ingroup inc
 * \brief A period that was found, and what was made of it.
 */
struct IncFastForwardPeriod
{
    uint64_t rounds{0};  //!< rounds in a period, of the object whose intervals showed it
    int64_t ps{0};       //!< length of the period, ps
    uint64_t from{0};    //!< such round at which it was known
    uint64_t periods{0}; //!< jumped over, or verified
};

/**
 * \ingroup inc
 * \brief Report of IncFastForward.
 */
struct IncFastForwardReport
{
    IncFastForwardMode mode{IncFastForwardMode::OFF}; //!< mode that was asked for
    std::vector<IncFastForwardPeriod> periods;        //!< periods in their order
    uint64_t jumpedEvents{0};                         //!< events that were jumped over
    uint64_t verifiedStates{0};                       //!< states that were as foreseen
    std::string reason; //!< why it did not jump, or not in the end; empty: it always did
};

/**
 * \ingroup inc
 * \brief Jumps over rounds that repeat, to the same nanosecond and the same counters.
 *
 * The state of a lossless network recurs if its load is constant. When the intervals between the
 * rounds of the first worker look periodic, the whole state is recorded between two events and
 * compared with that of earlier rounds. If two periods in a row began with equal states and added
 * equal amounts to all counters, the next periods will do so as well. This holds until something
 * happens that is no part of it: an event of somebody else, or the end of a request. Times, message
 * numbers and counters are advanced up to there, and the simulation goes on. What cannot be known
 * to repeat is simulated, and GetReport() says why. A state that differs from the foreseen one ends
 * the run by an exception, std::runtime_error, that names the field.
 */
class IncFastForward : public IncTimeWatch, private IncRepeater::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncFastForward();
    ~IncFastForward() override;

    /**
     * \brief Look for rounds that repeat from now on.
     * \param clients of a group, by rank
     */
    void Watch(const std::vector<Ptr<IncClient>>& clients);

    /**
     * \brief Look for rounds that repeat in flows.
     * \param senders of flows, of messages that are long
     */
    void Watch(const std::vector<Ptr<IncRcQueuePair>>& senders);

    /**
     * \brief Look for rounds that repeat in anything that tells its state.
     * \param repeater anything that tells its state
     */
    void Watch(std::unique_ptr<IncRepeater> repeater);

    /**
     * \brief A request of the group that is watched comes. It is replayed as a whole if it leads to
     * the result of an earlier request, from an equal state of an idle network. While its ranks
     * complete, counters are already those of the idle network after it.
     * \param request what is asked for
     * \param isFollowed whether another one comes, later, and nobody looks at counters before; else
     * it is not replayed
     * \param done told of each rank
     * \return what the caller, who starts the request, is to tell of each rank; nothing if the
     * request is replayed, and must not be started
     */
    std::optional<IncRequestReplay::Done> Foretell(const IncCollectiveRequest& request,
                                                   bool isFollowed,
                                                   const IncRequestReplay::Done& done);

    /** \brief Stop watching. */
    void Unwatch();

    /** \return whether a jump may come: what stops the simulation in between must not be an event
     */
    bool IsWatching() const
    {
        return m_phase != Phase::ASLEEP;
    }

    /** \param delay after which Simulator::Run() returns, without an event of its own */
    void StopAfter(Time delay);

    /** \brief Forget StopAfter(), because Simulator::Run() has returned before. */
    void CancelStop();

    /** \return what was done so far */
    const IncFastForwardReport& GetReport() const
    {
        return m_report;
    }

    /** \return names of all fields of the state of what is watched */
    std::set<std::string> GetFields() const;

    void Pass(uint64_t tick) override;

  protected:
    void DoDispose() override;

  private:
    /// Phase of the search for a period.
    enum class Phase : uint8_t
    {
        ASLEEP,  //!< nobody is watched, or what is cannot be jumped over
        LISTEN,  //!< watch the intervals of rounds
        SEARCH,  //!< glances at the state are compared with an earlier one
        CONFIRM, //!< a part of the state recurs: the whole state is compared, twice
        CHECK    //!< VERIFY: the periods that would have been jumped over
    };

    using Moment = IncStateWalk::Moment;

    /// Difference of two states that are alike.
    struct Period
    {
        uint64_t ticks{0};            //!< length in ticks
        uint64_t events{0};           //!< events in the period
        std::vector<uint64_t> rounds; //!< rounds in it, for each watched object
        std::vector<uint64_t> growth; //!< growth of each count

        bool operator==(const Period& other) const
        {
            return ticks == other.ticks && rounds == other.rounds && growth == other.growth;
        }
    };

    void RoundOver(const IncRepeater& repeater) override;

    /// Return the repeater that tells of its rounds.
    IncRepeater& GetLead() const
    {
        return *m_watched[m_lead];
    }

    void Restart();
    void Sleep(const std::string& reason);
    void LookAtIntervals();
    void LookAtState();
    void Search();
    void MeasureStates(IncStateWriter& glance);
    void Confirm(Moment&& now);
    void GiveUp(const std::string& difference);
    void Jump();
    void Check(const Moment& now);
    void Record(bool isOn);
    std::string Foresee(const Moment& now);
    bool IsAsReplayed() const;
    uint64_t GetEventsAhead() const;
    uint64_t GetSearchCost() const;
    bool IsWorthSearching() const;
    bool IsWorth(uint64_t cost, uint64_t eventsAhead) const;
    void Compare(const Moment& now, uint64_t times) const;
    static Period Between(const Moment& first, const Moment& second);

    uint64_t m_leastGain;
    IncFastForwardMode m_mode;
    Phase m_phase{Phase::ASLEEP};                        //!< phase of the search
    IncSimulatorImpl* m_engine{nullptr};                 //!< simulator implementation in use
    std::vector<std::unique_ptr<IncRepeater>> m_watched; //!< all together are one state
    IncStateWalk m_walk;                                 //!< over that state
    std::shared_ptr<IncRequestReplay> m_requests; //!< requests of the group that is watched, if any
    std::size_t m_lead{0};            //!< index of the repeater that tells of its rounds
    IncIntervalPeriod m_intervals;    //!< intervals between these rounds
    uint64_t m_words{0};              //!< size of a recent whole state, words
    uint64_t m_glanced{0};            //!< words in a glance, of late
    uint64_t m_written{0};            //!< words of all states in searches so far
    std::optional<uint64_t> m_origin; //!< events before the first is watched
    uint64_t m_begin{0};              //!< events before the first of m_intervals
    uint64_t m_stretch{0};       //!< stretch of the lead's rounds to which the intervals belong
    std::size_t m_nextLook{0};   //!< round at which to look next
    uint32_t m_failures{0};      //!< searches without a period
    std::size_t m_firstRound{0}; //!< round of m_glance
    std::size_t m_step{0};       //!< rounds from one look at the state to the next
    uint32_t m_looks{0};         //!< at the state, in this search or confirmation
    IncState m_glance;           //!< SEARCH: an earlier one
    Moment m_first;              //!< CONFIRM: the state; CHECK: foreseen from it
    Moment m_second;             //!< CONFIRM: the same state, later
    Period m_period;             //!< the period that repeats
    uint64_t m_times{0};         //!< how often the period is jumped over
    uint64_t m_checked{0};       //!< CHECK: of these
    IncFastForwardReport m_report;
};

} // namespace ns3

#endif // INC_FAST_FORWARD_H
