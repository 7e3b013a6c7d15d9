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

    uint64_t m_due{NEVER}; //!< next tick at which the watch looks
};

/**
 * \ingroup inc
 * \brief A simulator implementation for fabrics: ns-3's DefaultSimulatorImpl, event for event, with
 * IncEventWheel in the place of a scheduler behind virtual calls.
 *
 * Choose it as any implementation of ns-3: by MakeDefault(), `--SimulatorImplementationType`, or
 * the global value of that name. With a `SchedulerType` other than IncWheelScheduler it uses that
 * scheduler.
 */
class IncSimulatorImpl final : public SimulatorImpl
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \brief Make this ns-3's default simulator implementation, with IncWheelScheduler;
     * --SimulatorImplementationType and --SchedulerType may choose others afterwards.
     */
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

    /** \return told of moments, or nullptr */
    Ptr<IncTimeWatch> GetWatch() const
    {
        return m_watch;
    }

    /** \param watch told of the moments that it waits for, or nullptr */
    void SetWatch(Ptr<IncTimeWatch> watch)
    {
        m_watch = watch;
    }

    /** \return the present time in ticks */
    uint64_t GetTicks() const
    {
        return m_now;
    }

    /**
     * \brief ScheduleWithContext() of the simulation's own thread.
     * \param context id of the node on which the event happens
     * \param ticks when, not before now
     * \param event what happens; the caller's reference becomes the simulator's
     * \param subject the memory that the event touches first
     */
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
     * \brief Execute the events of a node within so much time together (IncNodeWindow), if
     * HasWheels() and nobody holds. The caller knows that no event reaches another node earlier,
     * and that none does more than schedule IncForeseenEvents. Any other request to the simulator
     * is refused, and ends the program.
     * \param ticks how much; 0: event by event
     */
    void PermitWindows(uint64_t ticks);

    /**
     * \param context id of a node
     * \param memory that its events touch, fetched in time where windows are permitted
     */
    void SetNodeMemory(uint32_t context, const IncNodeMemory& memory);

    /** \brief Event by event after the present window, whatever is permitted, until released. */
    void HoldWindows()
    {
        ++m_windowHolds;
    }

    /** \brief Take back one HoldWindows(). */
    void ReleaseWindows()
    {
        --m_windowHolds;
    }

    /** \return windows that were executed */
    uint64_t GetWindows() const
    {
        return m_windows;
    }

    /**
     * \brief Between events or in one of another node, say which node acts.
     * \param context id of the node
     * \return that of before
     */
    uint32_t SetContext(uint32_t context)
    {
        return std::exchange(m_context, context);
    }

    /** \return whether events are in the wheels here, and not in a scheduler of ns-3 */
    bool HasWheels() const
    {
        return !m_scheduler;
    }

    /**
     * \brief Do something after the present event of Run() and before the next one.
     * \param what to do, once
     */
    void DoBetweenEvents(std::function<void()> what);

    /** \return what is scheduled, in its order, with HasWheels() */
    std::vector<IncEventWheel::Entry> GetPending() const
    {
        return m_wheel.GetAll();
    }

    /**
     * \brief Let time pass without events, with HasWheels() and between two events: those that
     * are foreseen come later by as much, and after others of their time. No other is due before.
     * \param ticks how much time
     * \param events that would have happened meanwhile, for who asks
     */
    void Jump(uint64_t ticks, uint64_t events);

    /** \return events that were jumped over */
    uint64_t GetJumpedEvents() const
    {
        return m_jumped;
    }

  protected:
    void DoDispose() override;

  private:
    /// Event that another thread has scheduled.
    struct Foreign
    {
        uint32_t context; //!< context of the event
        uint64_t delay;   //!< ticks from when the simulator takes it over
        EventImpl* event; //!< event to execute
    };

    void Insert(const IncEventWheel::Entry& entry)
    {
        if (m_scheduler)
        {
            const Scheduler::Event event = entry.event; // so that the other way needs no memory
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
    void ScheduleInWindow(uint32_t context,
                          uint64_t ticks,
                          IncForeseenEvent* event,
                          const void* subject);
    void RefuseInWindow(const char* what) const;
    void TakeForeign();
    Scheduler::Event Add(uint32_t context, const Time& delay, EventImpl* event);

    IncEventWheel m_wheel;                   //!< scheduled events, if IncWheelScheduler is in use
    Ptr<Scheduler> m_scheduler;              //!< scheduler in use, if it is another one
    Ptr<IncTimeWatch> m_watch;               //!< watches time, or null
    std::unique_ptr<IncNodeWindow> m_window; //!< window of events by node, or null before the first
    uint64_t m_now{0};                       //!< current time, ticks
    uint64_t m_eventCount{0};                //!< events executed so far
    uint32_t m_uid;                          //!< uid of the next event
    uint32_t m_currentUid;                   //!< uid of the present event
    uint32_t m_context;                      //!< context of the present event
    uint64_t m_jumped{0};                    //!< value that GetJumpedEvents() returns
    uint64_t m_windowTicks{0};               //!< length of a window; 0: event by event
    uint64_t m_windows{0};
    uint64_t m_windowHolds{0}; //!< HoldWindows() that were not taken back
    bool m_isInWindow{false};  //!< events of nodes are executed together
    bool m_stop{false};        //!< Run() ends after the present event
    bool m_pause{false};       //!< m_between is to be called after the present event, or m_stop
    std::function<void()> m_between; //!< done after the present event, or empty

    std::list<EventId> m_destroyEvents; //!< events for Destroy(), in their order
    std::thread::id m_thread;           //!< the simulation's own
    std::mutex m_foreignMutex;          //!< guards m_foreign against other threads
    std::vector<Foreign> m_foreign;     //!< from other threads, in their order
    std::atomic<bool> m_isForeign;      //!< m_foreign may have some
};

} // namespace ns3

#endif // INC_SIMULATOR_IMPL_H
