/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STALL_WATCH_H
#define INC_STALL_WATCH_H

#include "ns3/inc-clock.h"
#include "ns3/inc-state-fields.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <sstream>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Ends a wait for others that are gone: tells its listener when something under way has made
 * no progress for a time. Progress costs a store; an event looks about once in that time.
 */
class IncStallWatch
{
  public:
    /// The owner, which waits for progress.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief Nothing has happened for the whole time; the watch has ended. */
        virtual void Stalled() = 0;
    };

    /** \param listener who waits */
    explicit IncStallWatch(Listener& listener)
        : m_listener(listener)
    {
    }

    ~IncStallWatch()
    {
        Cancel();
    }

    IncStallWatch(const IncStallWatch&) = delete;
    IncStallWatch& operator=(const IncStallWatch&) = delete;

    /** \param timeout without progress */
    void SetTimeout(Time timeout)
    {
        m_timeout = timeout;
    }

    /** \brief Something is under way; nothing happens where that is known. */
    void Begin()
    {
        if (!m_running)
        {
            m_running = true;
            Progress();
            m_event = Simulator::Schedule(m_timeout, &IncStallWatch::Look, this);
        }
    }

    /** \brief The work has come a step further. */
    void Progress()
    {
        m_progressPs = IncClock::NowPs();
    }

    /** \brief Nothing is under way any more. */
    void End()
    {
        if (m_running)
        {
            m_running = false;
            Simulator::Remove(m_event); // an event that is left would keep the simulation going
        }
    }

    /** \brief Nothing is under way any more, whether or not there is still a simulation. */
    void Cancel()
    {
        m_running = false;
        m_event.Cancel();
    }

    /** \return the time without progress, as "10 s" */
    std::string GetTimeoutText() const
    {
        std::ostringstream text;
        text << m_timeout.GetSeconds() << " s";
        return text.str();
    }

  private:
    void Look()
    {
        const int64_t endPs = m_progressPs + IncClock::ToPs(m_timeout);
        if (IncClock::NowPs() < endPs)
        {
            m_event =
                Simulator::Schedule(IncClock::DelayUntilPs(endPs), &IncStallWatch::Look, this);
            return;
        }
        m_running = false;
        m_listener.Stalled();
    }

    // Its event stays where it is: no jump goes beyond.
    INC_FIELDS(IncStallWatch,
               INC_VALUE(m_running) + INC_TIME(m_progressPs) +
                   INC_UNVISITED(m_listener, m_timeout, m_event))

    Listener& m_listener;    //!< the owner, which waits
    Time m_timeout;          //!< longest time without progress
    bool m_running{false};   //!< something is under way
    EventId m_event;         //!< looks at when it last came a step further
    int64_t m_progressPs{0}; //!< time when that was
};

} // namespace ns3

#endif // INC_STALL_WATCH_H
