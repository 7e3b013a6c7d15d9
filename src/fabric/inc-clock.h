/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLOCK_H
#define INC_CLOCK_H

#include "inc-foreseen-event.h"
#include "inc-simulator-impl.h"

#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Picosecond bookkeeping on top of the simulator's clock.
 *
 * A byte at 100 Gb/s lasts 80 ps, and ns-3's default resolution is a nanosecond. Therefore ports
 * keep the end of a transmission in picoseconds and only round the events, upward. The rate of a
 * busy link is exact at any resolution.
 */
class IncClock
{
  public:
    /** \return the present time in ps */
    static int64_t NowPs()
    {
        return NowTicks() * g_psPerTick;
    }

    /**
     * \param ps an absolute time in ps, not before now
     * \return the delay from now to the first tick that is not before it
     */
    static Time DelayUntilPs(int64_t ps)
    {
        return Time(CeilingTicks(ps) - NowTicks());
    }

    /**
     * \param time a duration
     * \return the duration in ps
     */
    static int64_t ToPs(Time time)
    {
        return time.GetTimeStep() * g_psPerTick;
    }

    /**
     * \param ps a duration in ps
     * \return the duration, rounded up to a tick
     */
    static Time FromPs(int64_t ps)
    {
        return Time(CeilingTicks(ps));
    }

    /**
     * \brief Adopt the simulator's resolution; devices do so when they are made.
     */
    static void Synchronise();

    /**
     * \brief The simulator itself: what Simulator's static methods look up at every call.
     * \return the present implementation, until Simulator::Destroy()
     */
    static SimulatorImpl& Engine()
    {
        return g_engine ? *g_engine : FindEngine();
    }

    /**
     * \brief Schedule an event from the simulation's own thread.
     * \param context id of the node on which it happens
     * \param ticks when, absolute, not before now
     * \param event what happens; the caller's reference becomes the simulator's
     * \param subject the memory that it touches first
     */
    static void Schedule(uint32_t context,
                         int64_t ticks,
                         IncForeseenEvent* event,
                         const void* subject)
    {
        if (g_own)
        {
            g_own->ScheduleForeseen(context, static_cast<uint64_t>(ticks), event, subject);
        }
        else
        {
            ScheduleElsewhere(context, ticks, event);
        }
    }

    /** \return the present time in ticks of the simulator */
    static int64_t NowTicks()
    {
        return g_own ? static_cast<int64_t>(g_own->GetTicks()) : Engine().Now().GetTimeStep();
    }

    /**
     * \param ps a time in ps
     * \return it in ticks, rounded up
     */
    static int64_t CeilingTicks(int64_t ps)
    {
        // A constant divisor is several times faster, and the usual one.
        return g_psPerTick == 1000 ? (ps + 999) / 1000 : (ps + g_psPerTick - 1) / g_psPerTick;
    }

    /** \return the simulator itself where it is IncSimulatorImpl, or nullptr */
    static IncSimulatorImpl* OwnEngine()
    {
        Engine();
        return g_own;
    }

    /** \brief IncSimulatorImpl::HoldWindows(), where that is the simulator. */
    static void HoldWindows();

    /** \brief Take back one HoldWindows() of the present simulator. */
    static void ReleaseWindows();

  private:
    static void ScheduleElsewhere(uint32_t context, int64_t ticks, IncForeseenEvent* event);
    static SimulatorImpl& FindEngine();
    static void ForgetEngine();

    static int64_t g_psPerTick;     //!< picoseconds of one simulator tick
    static SimulatorImpl* g_engine; //!< simulator implementation, see Engine()
    static IncSimulatorImpl* g_own; //!< the engine where it is ours: without virtual calls
};

/**
 * \ingroup inc
 * \brief An event that is allocated once and scheduled over and over.
 *
 * \tparam T the class it calls
 * \tparam METHOD the method it calls
 * \tparam FORESEE the method that fetches what METHOD will touch, or nullptr
 * \tparam SUBJECT the method that returns what METHOD touches first; nullptr: the object's
 * beginning
 *
 * The simulator drops one reference after each invocation; the owner's reference keeps it alive.
 */
template <typename T,
          void (T::*METHOD)(),
          void (T::*FORESEE)() const = nullptr,
          const void* (T::*SUBJECT)() const = nullptr>
class IncReusableEvent : public IncForeseenEvent
{
  public:
    /** \param object whose METHOD is called, until Detach() */
    explicit IncReusableEvent(T* object)
        : m_object(object)
    {
    }

    /** \brief The object ends: what is still scheduled does nothing. */
    void Detach()
    {
        m_object = nullptr;
    }

    /**
     * \param context id of the node on which the event happens
     * \param delay when, from now
     */
    void Schedule(uint32_t context, Time delay)
    {
        Ref();
        IncClock::Schedule(context, IncClock::NowTicks() + delay.GetTimeStep(), this, GetSubject());
    }

    /**
     * \param context id of the node on which the event happens
     * \param ps when, absolute, not before now: the first tick that is not before it
     */
    void ScheduleAtPs(uint32_t context, int64_t ps)
    {
        Ref();
        IncClock::Schedule(context, IncClock::CeilingTicks(ps), this, GetSubject());
    }

    void Foresee() const override
    {
        if constexpr (FORESEE != nullptr)
        {
            if (m_object)
            {
                (m_object->*FORESEE)();
            }
        }
    }

  protected:
    void Notify() override
    {
        if (m_object)
        {
            (m_object->*METHOD)();
        }
    }

  private:
    const void* GetSubject() const
    {
        if (!m_object)
        {
            return this;
        }
        if constexpr (SUBJECT != nullptr)
        {
            return (m_object->*SUBJECT)();
        }
        return m_object;
    }

    T* m_object; //!< object to call
};

} // namespace ns3

#endif // INC_CLOCK_H
