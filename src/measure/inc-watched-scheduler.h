/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WATCHED_SCHEDULER_H
#define INC_WATCHED_SCHEDULER_H

#include "ns3/object.h"
#include "ns3/scheduler.h"

#include <cstdint>
#include <limits>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Told of moments that simulated time passes, without an event of its own: it can neither
 * change the order of events, nor their number, nor when the simulation ends.
 */
class IncTimeWatch : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \brief The next event is later than the moment that is due: all is as it was then.
     * \param tick when the next event happens
     */
    virtual void Pass(uint64_t tick) = 0;

    /** \return the moment it waits for, in ticks of the simulator */
    uint64_t GetDue() const
    {
        return m_due;
    }

  protected:
    static constexpr uint64_t NEVER = std::numeric_limits<uint64_t>::max(); //!< nothing is due

    uint64_t m_due{NEVER}; //!< see GetDue()
};

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
     * \brief Let the simulator use this scheduler from now on; what is scheduled stays so.
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
    Ptr<Scheduler> m_events;   //!< keeps them
    Ptr<IncTimeWatch> m_watch; //!< attribute Watch
};

} // namespace ns3

#endif // INC_WATCHED_SCHEDULER_H
