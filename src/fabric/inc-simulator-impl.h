/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SIMULATOR_IMPL_H
#define INC_SIMULATOR_IMPL_H

#include "inc-event-wheel.h"

#include "ns3/object.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace ns3
{

class IncNodeMemory;
class IncNodeWindow;

/// \ingroup inc
/// \brief Object that the simulator calls when simulated time passes a certain moment. A watch has
/// no event, so it does not change the run.
class IncTimeWatch : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /// \brief Act on the due moment. The next event is at the later time `tick`, so the state is
    /// still that of this moment.
    virtual void Pass(uint64_t tick) = 0;

    /** \return moment for which the watch waits, ticks */
    uint64_t GetDue() const
    {
        return m_due;
    }

  protected:
    static constexpr uint64_t NEVER = std::numeric_limits<uint64_t>::max(); //!< no moment is due

    uint64_t m_due{NEVER}; //!< next moment for which the watch waits, ticks
};

/**
 * \ingroup inc
 * \brief A simulator implementation for fabrics. It equals ns-3's DefaultSimulatorImpl event for
 * event, but uses IncEventWheel instead of a scheduler behind virtual calls.
 *
 * With a `SchedulerType` other than IncWheelScheduler it uses that scheduler.
 */
class IncSimulatorImpl final : public SimulatorImpl
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /// \brief Make this ns-3's default simulator implementation, with IncWheelScheduler.
    /// --SimulatorImplementationType and --SchedulerType may choose others afterwards.
    static void MakeDefault();

    IncSimulatorImpl();
    ~IncSimulatorImpl() override;

    // inherited from SimulatorImpl
    void Destroy() override;
    bool IsFinished() const override;
    void Stop() override;
    /// Return type of Stop() at a time, which depends on the release of ns-3.
    using StopResult = decltype(std::declval<SimulatorImpl&>().Stop(std::declval<const Time&>()));
    StopResult Stop(const Time& delay) override;
    EventId Schedule(const Time& delay, EventImpl* event) override;
    void ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event) override;
    EventId ScheduleNow(EventImpl* event) override;
    EventId ScheduleDestroy(EventImpl* event) override;
    void Remove(const EventId& id) override;
    void Cancel(const EventId& id) override;
    bool IsExpired(const EventId& id) const override;
    void Run() override;
    Time Now() const override;
    Time GetDelayLeft(const EventId& id) const override;
    Time GetMaximumSimulationTime() const override;
    void SetScheduler(ObjectFactory schedulerFactory) override;
    uint32_t GetSystemId() const override;
    uint32_t GetContext() const override;
    uint64_t GetEventCount() const override;

    /** \return the watch; or nullptr */
    Ptr<IncTimeWatch> GetWatch() const
    {
        return m_watch;
    }

    /** \brief Set a watch that is called at the moments for which it waits; nullptr: none. */
    void SetWatch(Ptr<IncTimeWatch> watch)
    {
        m_watch = watch;
    }

    /** \return the present time in ticks */
    uint64_t GetTicks() const
    {
        return m_now;
    }

    /// \brief Schedule an event at the absolute time `ticks`; `subject` is the first memory that
    /// the event uses. Only the simulation's own thread may call this. The simulator takes over the
    /// caller's reference.
    void ScheduleForeseen(uint32_t context,
                          uint64_t ticks,
                          IncForeseenEvent* event,
                          const void* subject)
    {
        if (m_isInWindow)
        {
            ScheduleInWindow(context, ticks, event, subject);
            return;
        }
        Insert({{event, {ticks, m_uid++, context}}, subject});
    }

    /**
     * \brief Permit windows, in which each node executes its events together (IncNodeWindow).
     *
     * This needs HasWheels(), and no HoldWindows(). The caller guarantees that no event of a node
     * affects another node within this time. An event that stops the simulation, or schedules an
     * earlier event on another node, ends the program.
     *
     * \param ticks length of a window; 0: execute event by event
     * \param mayRun called before each window: whether no event in it stops the simulation; null:
     * none does
     */
    void PermitWindows(uint64_t ticks, std::function<bool()> mayRun = nullptr);

    /** \brief Set the memory that windows prefetch for events of a node. */
    void SetNodeMemory(uint32_t context, const IncNodeMemory& memory);

    /** \brief Suspend windows after the present one, until ReleaseWindows(). */
    void HoldWindows()
    {
        ++m_windowHolds;
    }

    /** \brief Undo one HoldWindows(). */
    void ReleaseWindows()
    {
        --m_windowHolds;
    }

    /** \return number of windows that were executed */
    uint64_t GetWindows() const
    {
        return m_windows;
    }

    /** \brief Set the context, to act for another node; return the old one. */
    uint32_t SetContext(uint32_t context)
    {
        return std::exchange(m_context, context);
    }

    /** \return whether events are in the wheels, not in a scheduler of ns-3 */
    bool HasWheels() const
    {
        return !m_scheduler;
    }

    /** \brief Call a function once, after the present event of Run() and before the next one. */
    void DoBetweenEvents(std::function<void()> what);

    /** \return scheduled events in order; HasWheels() must be true */
    std::vector<IncEventWheel::Entry> GetPending() const
    {
        return m_wheel.GetAll();
    }

    /**
     * \brief Advance the time between two events, without executing any. HasWheels() must be true.
     *
     * Pending IncForeseenEvents become later by the same time, and come after other events of their
     * tick. No other event may be due before the new time. `events` is the number of events that
     * the jump leaves out.
     */
    void Jump(uint64_t ticks, uint64_t events);

    /** \return number of events that were jumped over */
    uint64_t GetJumpedEvents() const
    {
        return m_jumped;
    }

  protected:
    void DoDispose() override;

  private:
    struct Foreign
    {
        uint32_t context;
        uint64_t delay; //!< ticks from the time when the simulator takes the event
        EventImpl* event;
    };

    void Insert(const IncEventWheel::Entry& entry)
    {
        if (m_scheduler)
        {
            const Scheduler::Event event = entry.event; // lets `entry` stay in registers
            m_scheduler->Insert(event);
        }
        else
        {
            m_wheel.Insert(entry);
        }
    }

    bool IsEmpty() const
    {
        return m_scheduler ? m_scheduler->IsEmpty() : m_wheel.IsEmpty();
    }

    IncEventWheel::Entry RemoveNext()
    {
        return m_scheduler ? IncEventWheel::Entry{m_scheduler->RemoveNext(), nullptr}
                           : m_wheel.RemoveNext();
    }

    void RunNext();
    void RunWindow();
    void ScheduleInWindow(uint32_t context, uint64_t ticks, EventImpl* event, const void* subject);
    void RefuseInWindow(const char* what) const;
    void TakeForeign();
    Scheduler::Event Add(uint32_t context, const Time& delay, EventImpl* event);

    IncEventWheel m_wheel;                   //!< scheduled events, if IncWheelScheduler is in use
    Ptr<Scheduler> m_scheduler;              //!< another scheduler, if it is in use; or null
    Ptr<IncTimeWatch> m_watch;               //!< called between events; or null
    std::unique_ptr<IncNodeWindow> m_window; //!< null before the first PermitWindows()
    uint64_t m_now{0};                       //!< current time, ticks
    uint64_t m_eventCount{0};
    uint32_t m_uid;
    uint32_t m_currentUid;
    uint32_t m_context;
    uint64_t m_jumped{0};
    uint64_t m_windowTicks{0}; //!< length of a window; 0: no windows
    uint64_t m_windows{0};
    uint64_t m_windowHolds{0};            //!< number of HoldWindows() that were not undone
    std::function<bool()> m_mayRunWindow; //!< see PermitWindows(); or empty
    bool m_isInWindow{false};
    bool m_stop{false};
    bool m_pause{false};             //!< whether m_stop is true or m_between is set
    std::function<void()> m_between; //!< called after the present event; or empty

    std::list<EventId> m_destroyEvents;
    std::thread::id m_thread;
    std::mutex m_foreignMutex;      //!< guards the events from other threads
    std::vector<Foreign> m_foreign; //!< events from other threads, in order
    std::atomic<bool> m_isForeign;
};

} // namespace ns3

#endif // INC_SIMULATOR_IMPL_H
