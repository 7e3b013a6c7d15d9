/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RUN_OBSERVER_H
#define INC_RUN_OBSERVER_H

#include "inc-sim-arguments.h"
#include "inc-sim-network.h"

#include "ns3/inc-fast-forward.h"
#include "ns3/inc-link-failure.h"
#include "ns3/inc-owned-events.h"
#include "ns3/inc-registry.h"
#include "ns3/inc-result.h"
#include "ns3/inc-simulation-loop.h"
#include "ns3/inc-statistics.h"
#include "ns3/inc-timeline.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Watches a run and contributes a file, a part of a result row, or a verdict.
 *
 * Everything that looks at a run without being a part of it is an observer: captures, traces,
 * series, counters, checks. An observer changes nothing that a row measures. The runner calls the
 * methods in the order in which they stand here, from SetUp() to Conclude() for each row.
 */
class IncRunObserver
{
  public:
    virtual ~IncRunObserver() = default;

    /**
     * \brief The scenario has been checked; files that are written during the run are opened.
     * \param jobs node indices of the hosts of each job
     */
    virtual void Open(const std::vector<std::vector<uint32_t>>& jobs)
    {
    }

    /** \param plane manager and agents, which are about to start */
    virtual void WatchManager(const IncControlPlane& plane)
    {
    }

    /** \param group that has been installed */
    virtual void WatchGroup(const IncGroup& group)
    {
    }

    /** \brief All groups end. */
    virtual void Unwatch()
    {
    }

    /** \param clients of all groups of a row, whose jobs have been set up */
    virtual void SetUp(const std::vector<IncTreeClient>& clients)
    {
    }

    /** \brief Counters begin anew. */
    virtual void Count(const std::vector<IncTreeClient>& clients)
    {
    }

    /** \param row name of the row whose measured part begins, such as row0 */
    virtual void Begin(const std::string& row)
    {
    }

    /** \param loop that is about to run */
    virtual void WatchLoop(IncSimulationLoop& loop)
    {
    }

    /**
     * \brief A link fails, or is up again.
     * \param link its index
     * \param name "a->b", as the user wrote it
     * \param isUp whether it is up again
     */
    virtual void LinkChanged(uint32_t link, const std::string& name, bool isUp)
    {
    }

    /** \param row that has run; all its queue pairs are still there */
    virtual void Read(IncResultRow& row)
    {
    }

    /** \param row that has run and been read */
    virtual void End(IncResultRow& row)
    {
    }

    /** \param row that is judged after all others have seen it; the simulation may go on */
    virtual void Conclude(IncResultRow& row)
    {
    }

    /** \brief All rows have run; throw IncError if an argument had no effect. */
    virtual void CheckUse() const
    {
    }

    /** \param result of all rows; files are written */
    virtual void Write(IncResult& result)
    {
    }
};

/**
 * \ingroup inc
 * \brief A run as an observer may see it.
 */
struct IncObservedRun
{
    const IncSimArguments& arguments; //!< arguments of the run
    const IncSimNetwork& network;     //!< network of the run
    Ptr<IncTimeline> timeline;        //!< timeline that collects spans, or null
    Ptr<IncFastForward> fastForward;  //!< jumps over rounds that repeat
};

/**
 * \ingroup inc
 * \brief A kind of observer: a constant IncRunObserverRegistration in the observer's file.
 */
struct IncRunObserverKind
{
    std::string name;  //!< name of the output, for maintainers
    uint32_t place{0}; //!< order among the observers
    /// Makes the observer, or null if the arguments do not ask for it.
    std::function<std::unique_ptr<IncRunObserver>(const IncObservedRun& run)> make;

    /**
     * \brief Say what observes, and when.
     * \param order place among the observers
     * \param isAsked whether arguments ask for it
     */
    template <typename Observer>
    void Describe(uint32_t order, bool (*isAsked)(const IncSimArguments& arguments))
    {
        place = order;
        make = [isAsked](const IncObservedRun& run) {
            return isAsked(run.arguments) ? std::make_unique<Observer>(run) : nullptr;
        };
    }
};

/** \ingroup inc \brief Makes a kind of observer known. */
using IncRunObserverRegistration = IncRegistration<IncRunObserverKind>;

/**
 * \ingroup inc
 * \brief All observers of a run, in their order.
 */
class IncRunObservers
{
  public:
    /**
     * \param arguments of the run
     * \param network that runs; must outlive this
     */
    IncRunObservers(const IncSimArguments& arguments, const IncSimNetwork& network);

    /**
     * \brief Tell all observers.
     * \param told method of IncRunObserver
     * \param arguments of the method
     */
    template <typename Method, typename... Arguments>
    void Tell(Method told, Arguments&&... arguments) const
    {
        for (const auto& observer : m_observers)
        {
            ((*observer).*told)(arguments...);
        }
    }

    /** \param group that has been installed */
    void WatchGroup(const IncGroup& group);

    /** \brief All groups end. */
    void Unwatch();

    /** \return clients of all groups that are watched */
    const std::vector<IncTreeClient>& GetClients() const
    {
        return m_clients;
    }

    /**
     * \brief Let links fail in the present row.
     * \param listener told of each failure, after the observers
     * \return the failures; to be destroyed before what the listener refers to
     */
    [[nodiscard]] IncOwnedEvents ScheduleFailures(const IncLinkFailure::Listener& listener =
                                                      [](uint32_t) {}) const;

    /** \return the timeline, or nullptr if none is asked for */
    Ptr<IncTimeline> GetTimeline() const
    {
        return m_run.timeline;
    }

    /** \return jumps over rounds that repeat */
    Ptr<IncFastForward> GetFastForward() const
    {
        return m_run.fastForward;
    }

  private:
    IncObservedRun m_run;                                     //!< the run
    std::vector<std::unique_ptr<IncRunObserver>> m_observers; //!< observers by place
    std::vector<IncTreeClient> m_clients;                     //!< clients that are watched
};

} // namespace ns3

#endif // INC_RUN_OBSERVER_H
