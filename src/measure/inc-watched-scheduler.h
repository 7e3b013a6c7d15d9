/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WATCHED_SCHEDULER_H
#define INC_WATCHED_SCHEDULER_H

#include "ns3/inc-time-watch.h"
#include "ns3/scheduler.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief The scheduler that SchedulerType names, and between its events an IncTimeWatch.
 */
class IncWatchedScheduler : public Scheduler
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncWatchedScheduler();
    ~IncWatchedScheduler() override;

    /**
     * \brief Let the simulator tell a watch from now on: IncSimulatorImpl does so itself, others
     * are given this scheduler.
     * \param watch told of the moments that it waits for
     */
    static void Use(Ptr<IncTimeWatch> watch);

    // inherited from Scheduler
    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    Ptr<Scheduler> m_events;   //!< keeps the events
    Ptr<IncTimeWatch> m_watch; //!< attribute Watch
};

} // namespace ns3

#endif // INC_WATCHED_SCHEDULER_H
