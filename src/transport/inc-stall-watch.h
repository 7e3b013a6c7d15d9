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

/// \ingroup inc
/// \brief Watches whether work makes progress, to end a wait for a peer that has failed. Recording
/// progress costs one store; an event checks about once in the timeout.
class IncStallWatch
{
  public:
    /// Interface of the owner, which waits for progress.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief Give up: there was no progress for the timeout, and the watch has ended. */
        virtual void Stalled() = 0;
    };

    /** \brief Make the watch of a listener. */
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

    /** \brief Set the longest time without progress. */
    void SetTimeout(Time timeout)
    {
        m_timeout = timeout;
    }

    /** \brief Start the watch, if it is not running. */
    void Begin()
    {
        if (!m_running)
        {
            m_running = true;
            Progress();
            m_event = Simulator::Schedule(m_timeout, &IncStallWatch::Look, this);
        }
    }

    /** \brief Record progress, which restarts the timeout. */
    void Progress()
    {
        m_progressPs = IncClock::NowPs();
    }

    /** \brief Stop the watch; no work is under way. */
    void End()
    {
        if (m_running)
        {
            m_running = false;
            m_progressPs = 0;
            Simulator::Remove(m_event); // a pending event would keep the simulation going
        }
    }

    /** \brief Stop the watch; allowed even after the end of the simulation. */
    void Cancel()
    {
        m_running = false;
        m_event.Cancel();
    }

    /** \return the timeout as text, e.g. "10 s" */
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

    // Fast-forward does not move the event, and never jumps beyond it.
    INC_FIELDS(IncStallWatch,
               INC_VALUE(m_running) + INC_TIME(m_progressPs) +
                   INC_UNVISITED(m_listener, m_timeout, m_event))

    Listener& m_listener;
    Time m_timeout;
    bool m_running{false};
    EventId m_event; //!< event that checks the time of the last progress
    int64_t m_progressPs{0};
};

} // namespace ns3

#endif // INC_STALL_WATCH_H
