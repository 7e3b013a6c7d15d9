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

/// \ingroup inc
/// \brief Treatment of repeating rounds by IncFastForward.
enum class IncFastForwardMode : uint8_t
{
    OFF,   //!< simulate all rounds
    ON,    //!< jump over repeating rounds
    VERIFY //!< simulate all rounds, and compare the end of each period with the foreseen state
};

/// \ingroup inc
/// \brief Report of IncFastForward.
struct IncFastForwardReport
{
    IncFastForwardMode mode{IncFastForwardMode::OFF}; //!< mode that was asked for
    std::vector<IncFastForwardPeriod> periods;        //!< periods in the order of time
    uint64_t jumpedEvents{0};                         //!< number of events jumped over
    uint64_t verifiedStates{0}; //!< VERIFY: number of states that were as foreseen
    std::string reason;         //!< reason why the last rounds were not skipped; or empty
};

/**
 * \ingroup inc
 * \brief Jumps over rounds that repeat. Times stay exact to the nanosecond, and counters stay
 * equal.
 *
 * The state of a lossless network recurs if its load is constant. When the rounds of the first
 * worker look periodic in time, fast-forward records the whole state between two events.
 * Fast-forward compares the state with those of earlier rounds. If two successive periods began
 * with equal states and added equal amounts to all counters, the next periods will do so as well.
 * This holds until something happens outside of the pattern: an event of another model, or the
 * end of a request. Fast-forward advances times, message numbers and counters to that moment, and
 * the simulation continues. Rounds that cannot be foreseen are simulated; GetReport() gives the
 * reason. If a state is not as foreseen, std::runtime_error names the field and ends the run.
 */
class IncFastForward : public IncTimeWatch, private IncRepeater::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncFastForward();
    ~IncFastForward() override;

    /** \brief Look for repeating rounds of a group from now on; clients are ordered by rank. */
    void Watch(const std::vector<Ptr<IncClient>>& clients);

    /** \brief Look for repeating rounds of queue pairs that send long messages. */
    void Watch(const std::vector<Ptr<IncRcQueuePair>>& senders);

    /** \brief Look for repeating rounds of an object with its own IncRepeater. */
    void Watch(std::unique_ptr<IncRepeater> repeater);

    /**
     * \brief Replay a request of the watched group as a whole, if an earlier request shows its
     * result; `done` is called for each rank.
     *
     * The earlier request must have begun in an equal state of an idle network, and must have led
     * to this state again. Counters get their final values at once, before the ranks complete. So
     * nothing is replayed unless another request follows and nobody reads counters before it
     * (`isFollowed`).
     * \return function to pass as `done` when the caller starts the request; nothing if the request
     * is replayed and must not be started
     */
    std::optional<IncRequestReplay::Done> Foretell(const IncCollectiveRequest& request,
                                                   bool isFollowed,
                                                   const IncRequestReplay::Done& done);

    /** \brief Stop watching. */
    void Unwatch();

    /** \return true if fast-forward may jump; then stop the run by StopAfter(), not by an event */
    bool IsWatching() const
    {
        return m_phase != Phase::ASLEEP;
    }

    /** \brief Let Simulator::Run() return after a delay, without an event. */
    void StopAfter(Time delay);

    /** \brief Cancel StopAfter(), because Simulator::Run() has returned earlier. */
    void CancelStop();

    /** \return report on the run so far */
    const IncFastForwardReport& GetReport() const
    {
        return m_report;
    }

    /** \return names of all fields in the state of the watched objects */
    std::set<std::string> GetFields() const;

    void Pass(uint64_t tick) override;

  protected:
    void DoDispose() override;

  private:
    /// Phase of the search for a period.
    enum class Phase : uint8_t
    {
        ASLEEP,  //!< no object is watched, or no rounds can be skipped
        LISTEN,  //!< watch the intervals between rounds
        SEARCH,  //!< compare brief states (IncStateWalk) with an earlier one
        CONFIRM, //!< a brief state has recurred: compare the whole state, twice
        CHECK    //!< VERIFY: simulate the periods that ON would jump over
    };

    using Moment = IncStateWalk::Moment;

    /// Difference between a state and the state that is equal to it one period later.
    struct Period
    {
        uint64_t ticks{0};            //!< length of the period, ticks
        uint64_t events{0};           //!< number of events in the period
        std::vector<uint64_t> rounds; //!< number of rounds in the period, for each watched object
        std::vector<uint64_t> growth; //!< growth of each counter in the period

        bool operator==(const Period& other) const
        {
            return ticks == other.ticks && rounds == other.rounds && growth == other.growth;
        }
    };

    void RoundOver(const IncRepeater& repeater) override;

    /// Return the watched object that leads: the search counts its rounds.
    IncRepeater& GetLead() const
    {
        return *m_watched[m_lead];
    }

    void Restart();
    void Sleep(const std::string& reason);
    void LookAtIntervals();
    void LookAtState();
    void Search();
    void Confirm(Moment&& now);
    void GiveUp(const std::string& difference);
    void Jump();
    void Check(Moment&& now);
    void GoOn(Moment&& now);
    void Record(bool isOn);
    std::string Foresee(const Moment& now);
    uint64_t GetEventsAhead() const;
    uint64_t GetSearchCost() const;
    bool IsWorthSearching() const;
    bool IsWorth(uint64_t cost, uint64_t eventsAhead) const;
    void Compare(const Moment& now, uint64_t times) const;
    static Period Between(const Moment& first, const Moment& second);

    uint64_t m_leastGain;
    IncFastForwardMode m_mode;
    Phase m_phase{Phase::ASLEEP};
    IncSimulatorImpl* m_engine{nullptr};
    /// Watched objects; fast-forward compares the state of all together.
    std::vector<std::unique_ptr<IncRepeater>> m_watched;
    IncStateWalk m_walk; //!< reads the state of the simulation
    std::shared_ptr<IncRequestReplay> m_requests;
    std::size_t m_lead{0};            //!< index of the object that GetLead() returns
    IncIntervalPeriod m_intervals;    //!< intervals between the rounds of GetLead()
    uint64_t m_words{0};              //!< size of the latest whole state, words
    uint64_t m_glanced{0};            //!< size of the latest brief state, words
    uint64_t m_written{0};            //!< number of words in all states that were written so far
    std::optional<uint64_t> m_origin; //!< number of events before the first object was watched
    uint64_t m_begin{0};              //!< number of events executed before m_intervals began
    /// Value of IncRepeater::GetStretch() when m_intervals began.
    uint64_t m_stretch{0};
    std::size_t m_nextLook{0};   //!< round of the next comparison
    uint32_t m_failures{0};      //!< number of searches without a period
    std::size_t m_firstRound{0}; //!< round in which m_glance was recorded
    std::size_t m_step{0};       //!< number of rounds between two comparisons
    uint32_t m_looks{0};         //!< number of comparisons in this search or confirmation
    IncState m_glance;           //!< SEARCH: earlier brief state
    Moment m_first;        //!< CONFIRM: first state; CHECK: state at the begin of the first period
    Moment m_second;       //!< CONFIRM: state one period after m_first
    Period m_period;       //!< the period that the search has found
    uint64_t m_times{0};   //!< number of periods to jump over
    uint64_t m_checked{0}; //!< CHECK: number of periods verified
    IncFastForwardReport m_report;
};

} // namespace ns3

#endif // INC_FAST_FORWARD_H
