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
 * \brief Clock in picoseconds on top of the simulator's clock.
 *
 * A byte at 100 Gb/s lasts 80 ps, and ns-3's default resolution is a nanosecond. Therefore ports
 * keep the end of a transmission in picoseconds and round only the times of events, upward. The
 * rate of a busy link is exact at any resolution.
 */
class IncClock
{
  public:
    /** \return present time, ps */
    static int64_t NowPs()
    {
        return NowTicks() * g_psPerTick;
    }

    /** \brief Return the delay from now to the first tick at or after an absolute time in ps. */
    static Time DelayUntilPs(int64_t ps)
    {
        return Time(CeilingTicks(ps) - NowTicks());
    }

    /** \brief Return a duration in ps. */
    static int64_t ToPs(Time time)
    {
        return time.GetTimeStep() * g_psPerTick;
    }

    /** \brief Return a duration in ps as a Time, rounded up to a tick. */
    static Time FromPs(int64_t ps)
    {
        return Time(CeilingTicks(ps));
    }

    /** \brief Adopt the simulator's resolution. The constructor of a device calls this function. */
    static void Synchronise();

    /// \brief Return the simulator, without a lookup; the reference is valid until
    /// Simulator::Destroy().
    static SimulatorImpl& Engine()
    {
        return g_engine ? *g_engine : FindEngine();
    }

    /// \brief Schedule an event at the absolute time `ticks`; `subject` is the first memory that
    /// the event uses. Only the simulation's own thread may call this. The simulator takes over the
    /// caller's reference.
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

    /** \brief Return a time in ps as ticks, rounded up. */
    static int64_t CeilingTicks(int64_t ps)
    {
        // Division by a constant is several times faster, and 1000 ps per tick are usual.
        return g_psPerTick == 1000 ? (ps + 999) / 1000 : (ps + g_psPerTick - 1) / g_psPerTick;
    }

    /** \return the simulator if it is IncSimulatorImpl; else nullptr */
    static IncSimulatorImpl* OwnEngine()
    {
        Engine();
        return g_own;
    }

    /** \brief Call IncSimulatorImpl::HoldWindows() if the simulator is an IncSimulatorImpl. */
    static void HoldWindows();

    /** \brief Undo one HoldWindows(). */
    static void ReleaseWindows();

  private:
    static void ScheduleElsewhere(uint32_t context, int64_t ticks, IncForeseenEvent* event);
    static SimulatorImpl& FindEngine();
    static void ForgetEngine();

    static int64_t g_psPerTick;     //!< picoseconds per simulator tick
    static SimulatorImpl* g_engine; //!< present simulator implementation; or null
    static IncSimulatorImpl* g_own; //!< g_engine if an IncSimulatorImpl, for non-virtual calls
};

/**
 * \ingroup inc
 * \brief An event that calls METHOD of an object, is allocated once and scheduled over and over.
 *
 * FORESEE prefetches the memory that METHOD uses; SUBJECT returns the first memory that METHOD
 * touches (nullptr: the object). Each Schedule() adds a reference, which the simulator drops. The
 * owner keeps the event alive.
 */
template <typename T,
          void (T::*METHOD)(),
          void (T::*FORESEE)() const = nullptr,
          const void* (T::*SUBJECT)() const = nullptr>
class IncReusableEvent : public IncForeseenEvent
{
  public:
    /** \param object object on which the event calls METHOD, until Detach() */
    explicit IncReusableEvent(T* object)
        : m_object(object)
    {
    }

    /** \brief Forget the object before its end. Events still scheduled then do nothing. */
    void Detach()
    {
        m_object = nullptr;
    }

    /** \brief Schedule the event on a node after a delay. */
    void Schedule(uint32_t context, Time delay)
    {
        Ref();
        IncClock::Schedule(context, IncClock::NowTicks() + delay.GetTimeStep(), this, GetSubject());
    }

    /// \brief Schedule the event on a node at the first tick at or after `ps`, which is not before
    /// now.
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

    T* m_object; //!< object on which METHOD is called; null after Detach()
};

} // namespace ns3

#endif // INC_CLOCK_H
