/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WATCHED_SCHEDULER_H
#define INC_WATCHED_SCHEDULER_H

#include "ns3/inc-simulator-impl.h"
#include "ns3/scheduler.h"

namespace ns3
{

/// \ingroup inc
/// \brief Adds an IncTimeWatch to the scheduler that SchedulerType names. The watch is called
/// between two events.
class IncWatchedScheduler : public Scheduler
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncWatchedScheduler();
    ~IncWatchedScheduler() override;

    /** \brief Let the simulator call a watch at the times for which the watch waits.
     * IncSimulatorImpl does so itself; any other simulator gets this scheduler. */
    static void Use(Ptr<IncTimeWatch> watch);

    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    Ptr<Scheduler> m_events;
    Ptr<IncTimeWatch> m_watch;
};

} // namespace ns3

#endif // INC_WATCHED_SCHEDULER_H
