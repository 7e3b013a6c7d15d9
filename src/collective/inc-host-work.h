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
 * \brief The time that a rank's host takes to reduce or copy what has arrived: one slice after the
 * other, at a rate; no time and no event without one.
 */
class IncHostWork
{
  public:
    /// The owner of the host's work.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** \brief HasDone() has become true of what it was false of. */
        virtual void WorkDone() = 0;
    };

    /** \param listener whose host works */
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
     * \brief Begin to work on a slice unless that is done or the host works on another one.
     * \param rate payload bit/s, 0: it takes no time
     * \param bytes of the slice
     * \param from whom the slice came, whose oldest it is
     * \return whether it is done; the next call is for another slice then
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

    /** \brief Forget the slice. */
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

    Listener& m_listener;        //!< owner of the work
    EventId m_event;             //!< the work is done
    const void* m_from{nullptr}; //!< first byte of the slice that is under way or done, or null
    bool m_isDone{false};        //!< the slice is done
};

} // namespace ns3

#endif // INC_HOST_WORK_H
