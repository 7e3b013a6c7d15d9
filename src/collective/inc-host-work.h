/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_WORK_H
#define INC_HOST_WORK_H

#include "ns3/data-rate.h"
#include "ns3/inc-state-fields.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Time that a host takes to reduce or copy arrived slices, one after the other at a given
 * rate. Without a rate it takes no time and schedules no event.
 */
class IncHostWork
{
  public:
    /// Interface of the rank whose host works.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief Continue, because the slice is done and HasDone() returns true for it. */
        virtual void WorkDone() = 0;
    };

    /** \param listener rank whose host works */
    explicit IncHostWork(Listener& listener)
        : m_listener(listener)
    {
    }

    ~IncHostWork()
    {
        m_event.Cancel();
    }

    IncHostWork(const IncHostWork&) = delete;
    IncHostWork& operator=(const IncHostWork&) = delete;

    /**
     * \brief Begin to work on a slice, unless it is done or the host works on another one.
     * \param rate payload that the host handles, bit/s; 0 if it takes no time
     * \param bytes size of the slice
     * \param from identifies the source of the slice, which is the oldest one of this source
     * \return true if the slice is done; the next call then is for another slice
     */
    bool HasDone(DataRate rate, uint64_t bytes, const void* from)
    {
        if (rate.GetBitRate() == 0)
        {
            return true;
        }
        if (m_isDone && m_from == from)
        {
            m_isDone = false;
            m_from = nullptr;
            return true;
        }
        if (!m_from)
        {
            m_from = from;
            const double seconds = 8.0 * bytes / static_cast<double>(rate.GetBitRate());
            m_event = Simulator::Schedule(Seconds(seconds), &IncHostWork::Done, this);
        }
        return false;
    }

    /** \brief Stop the present work on a slice. */
    void Cancel()
    {
        m_event.Cancel();
        m_isDone = false;
        m_from = nullptr;
    }

  private:
    void Done()
    {
        m_isDone = true;
        m_listener.WorkDone();
    }

    INC_FIELDS(IncHostWork,
               INC_VALUE(m_from) + INC_VALUE(m_isDone) + INC_UNVISITED(m_listener, m_event))

    Listener& m_listener;        //!< rank whose host works
    EventId m_event;             //!< event at the end of the work
    const void* m_from{nullptr}; //!< source of the slice in work or done; or null
    bool m_isDone{false};        //!< true if the slice is done
};

} // namespace ns3

#endif // INC_HOST_WORK_H
