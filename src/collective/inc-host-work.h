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
#include <functional>
#include <utility>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Models the time in which a host reduces or copies arrived slices, one after the other at a
 * given rate. With rate 0 a slice takes no time and needs no event.
 */
class IncHostWork
{
  public:
    /** \param done function that is called when HasDone() begins to return true for a slice */
    explicit IncHostWork(std::function<void()> done)
        : m_done(std::move(done))
    {
    }

    ~IncHostWork()
    {
        m_event.Cancel();
    }

    IncHostWork(const IncHostWork&) = delete;
    IncHostWork& operator=(const IncHostWork&) = delete;

    /** \brief Return whether the work on the oldest slice of the sender `from` is done; begin the
     * work if the host is idle. After true, the next call is for the next slice. A `rate` of 0
     * takes no time. */
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
        m_done();
    }

    INC_FIELDS(IncHostWork,
               INC_VALUE(m_from) + INC_VALUE(m_isDone) + INC_UNVISITED(m_done, m_event))

    EventId m_event;
    std::function<void()> m_done;
    const void* m_from{nullptr}; //!< sender of the slice that is in work or done; or null
    bool m_isDone{false};
};

} // namespace ns3

#endif // INC_HOST_WORK_H
