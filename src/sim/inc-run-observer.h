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

/** \ingroup inc \brief What observers may use of a run. */
struct IncObservedRun
{
    const IncSimArguments& arguments;
    const IncSimNetwork& network;
    Ptr<IncTimeline> timeline;       //!< timeline for --timeline, or null
    Ptr<IncFastForward> fastForward; //!< skips rounds whose state recurs
};

/**
 * \ingroup inc
 * \brief Watches a run and adds a file, a part of a result row, or a verdict.
 *
 * Captures, traces, time series, counters and checks are observers. An observer never changes what
 * a row measures. To add an observer, derive a class and define a constant of type
 * IncRunObserverRegistration in the same file.
 *
 * For each row the runner calls the methods from SetUp() to Conclude() in the order of their
 * declaration. It calls Count() again after warm-up runs, and WatchLoop() in each run. With
 * execution traces, WatchLoop() is called before SetUp(). Rows of flows have no SetUp().
 *
 * Rows of a call may run in processes of their own, each with a copy of the observer. So they run
 * one after the other if any observer remembers a row; see IncRunObserverKind::isPerRow.
 */
class IncRunObserver
{
  public:
    /** \param run run to observe, which must outlive the observer */
    explicit IncRunObserver(const IncObservedRun& run)
        : m_run(run)
    {
    }

    virtual ~IncRunObserver() = default;

    /** \brief Open files that are written during the run; called after all checks. */
    virtual void Open(const std::vector<std::vector<uint32_t>>& jobs)
    {
    }

    /** \brief Watch the manager and its agents; called before they start. */
    virtual void WatchManager(const IncControlPlane& plane)
    {
    }

    virtual void WatchGroup(const IncGroup& group)
    {
    }

    /** \brief Stop watching groups, because all of them end. */
    virtual void Unwatch()
    {
    }

    /** \brief Begin a row; called when its jobs are set up, with the clients of all groups. */
    virtual void SetUp(const std::vector<IncTreeClient>& clients)
    {
    }

    /** \brief Set own counts to zero, because measuring begins. */
    virtual void Count(const std::vector<IncTreeClient>& clients)
    {
    }

    /** \brief Begin the measured part of the row with this name, such as row0. */
    virtual void Begin(const std::string& row)
    {
    }

    /** \brief Watch a simulation loop; called before it runs. */
    virtual void WatchLoop(IncSimulationLoop& loop)
    {
    }

    /** \brief Note that a link has failed or is up again; `name` has the form "a->b".
     * `link` is its index in the topology, or nothing for a scale-up link. */
    virtual void LinkChanged(std::optional<uint32_t> link, const std::string& name, bool isUp)
    {
    }

    /** \brief Add results to a row that has run; its queue pairs still exist. */
    virtual void Read(IncResultRow& row)
    {
    }

    /** \brief Add results to a row; called after Read() of all observers. */
    virtual void End(IncResultRow& row)
    {
    }

    /** \brief Judge a row; called after End() of all observers; may simulate further. */
    virtual void Conclude(IncResultRow& row)
    {
    }

    /** \brief Throw IncError if an argument had no effect in any row. */
    virtual void CheckUse() const
    {
    }

    /** \brief Write files, and add to the result of all rows. */
    virtual void Write(IncResult& result)
    {
    }

  protected:
    const IncFabric& GetFabric() const
    {
        return m_run.network.GetFabric();
    }

    const IncObservedRun& m_run;
};

/** \ingroup inc \brief A registered kind of observer, see IncRunObserverRegistration. */
struct IncRunObserverKind
{
    std::string name;  //!< name of the kind; no user sees this
    uint32_t place{0}; //!< position in the order of calls of all observers
    /// Function that makes the observer; it returns null if the arguments do not ask for it.
    std::function<std::unique_ptr<IncRunObserver>(const IncObservedRun& run)> make;
    /// Whether the observer remembers nothing of a row after it, and writes no file meanwhile.
    bool isPerRow{false};

    /** \brief Set the class of the observer, its place, its condition `isAsked`, and isPerRow. */
    template <typename Observer>
    void Describe(uint32_t order,
                  bool (*isAsked)(const IncSimArguments& arguments),
                  bool forgetsRows = false)
    {
        place = order;
        isPerRow = forgetsRows;
        make = [isAsked](const IncObservedRun& run) {
            return isAsked(run.arguments) ? std::make_unique<Observer>(run) : nullptr;
        };
    }
};

/** \ingroup inc \brief Registers a kind of observer. Define a constant of this type in its file. */
using IncRunObserverRegistration = IncRegistration<IncRunObserverKind>;

/** \ingroup inc \brief All observers of a run, in the order of their places. */
class IncRunObservers
{
  public:
    /** \brief Make the observers that the arguments ask for; `network` must outlive this object. */
    IncRunObservers(const IncSimArguments& arguments, const IncSimNetwork& network);

    /** \brief Call a method of all observers. */
    template <typename Method, typename... Arguments>
    void Tell(Method told, Arguments&&... arguments) const
    {
        for (const auto& observer : m_observers)
        {
            ((*observer).*told)(arguments...);
        }
    }

    void WatchGroup(const IncGroup& group);

    void Unwatch();

    const std::vector<IncTreeClient>& GetClients() const
    {
        return m_clients;
    }

    /** \brief Schedule the link failures of the present row (--fail). Observers are called before
     * the listener. Destroy the returned events before objects that the listener uses. */
    [[nodiscard]] IncOwnedEvents ScheduleFailures(const IncLinkFailure::Listener& listener =
                                                      [](auto link, const auto& name) {}) const;

    /** \return timeline for --timeline, or null */
    Ptr<IncTimeline> GetTimeline() const
    {
        return m_run.timeline;
    }

    /** \return name of an observer for which rows run one after the other; empty: there is none */
    const std::string& GetSequential() const
    {
        return m_sequential;
    }

    Ptr<IncFastForward> GetFastForward() const
    {
        return m_run.fastForward;
    }

  private:
    IncObservedRun m_run;
    std::vector<std::unique_ptr<IncRunObserver>> m_observers;
    std::vector<IncTreeClient> m_clients; //!< clients of watched groups
    std::string m_sequential;             //!< value of GetSequential()
};

} // namespace ns3

#endif // INC_RUN_OBSERVER_H
