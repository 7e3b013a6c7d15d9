/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLOCK_H
#define INC_CLOCK_H

#include "ns3/event-impl.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Picosecond bookkeeping on top of the simulator's clock.
 *
 * A byte at 100 Gb/s lasts 80 ps and ns-3's default resolution is a nanosecond: ports keep the
 * end of a transmission in picoseconds and only round the events, upward, so that the rate of a
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
        int64_t ticks = (ps + g_psPerTick - 1) / g_psPerTick;
        return Time(ticks - NowTicks());
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
        return Time((ps + g_psPerTick - 1) / g_psPerTick);
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

  private:
    static int64_t NowTicks()
    {
        return Engine().Now().GetTimeStep();
    }

    static SimulatorImpl& FindEngine();
    static void ForgetEngine();

    static int64_t g_psPerTick;     //!< picoseconds of one simulator tick
    static SimulatorImpl* g_engine; //!< see Engine()
};

/**
 * \ingroup inc
 * \brief An event that is allocated once and scheduled over and over.
 *
 * \tparam T the class it calls
 * \tparam METHOD the method it calls
 *
 * The simulator drops one reference after each invocation; the owner's reference keeps it alive.
 */
template <typename T, void (T::*METHOD)()>
class IncReusableEvent : public EventImpl
{
  public:
    /**
     * \param object whose METHOD is called, until Detach()
     */
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
        IncClock::Engine().ScheduleWithContext(context, delay, this);
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
    T* m_object; //!< whom to call
};

} // namespace ns3

#endif // INC_CLOCK_H
