/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SUBMISSION_QUEUE_H
#define INC_SUBMISSION_QUEUE_H

#include "inc-fifo.h"
#include "inc-work-request.h"

#include "ns3/inc-clock.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ns3
{

/// \ingroup inc
/// \brief Posted work requests of a queue pair that its NIC does not have yet, because the host bus
/// takes time (IncHostBus).
class IncSubmissionQueue
{
  public:
    /// Interface of the queue pair.
    class Listener
    {
      public:
        virtual ~Listener() = default;
        /** Take the oldest request, which the NIC has read. */
        virtual void Submitted(const IncWorkRequest& request, IncVerb verb) = 0;
    };

    /** \brief Make the queue of a listener, which must outlive it. */
    explicit IncSubmissionQueue(Listener& listener)
        : m_listener(listener),
          m_event(Create<SubmitEvent>(this))
    {
    }

    ~IncSubmissionQueue()
    {
        m_event->Detach();
    }

    /** \brief Append a request, which the NIC gets at `readyPs`, ps, but not before earlier
     * requests. */
    void Push(const IncWorkRequest& request, IncVerb verb, int64_t readyPs)
    {
        m_lastPs = std::max(m_lastPs, readyPs);
        m_waiting.Push({request, verb, m_lastPs});
        if (m_waiting.GetSize() == 1)
        {
            m_event->ScheduleAtPs(Simulator::GetContext(), m_lastPs);
        }
    }

    /** \brief Remove the oldest request and set its id; return false if there is none. */
    bool TakeBack(uint64_t& id)
    {
        if (m_waiting.IsEmpty())
        {
            return false;
        }
        id = m_waiting.Front().request.id;
        m_waiting.Pop();
        return true;
    }

    /** \brief Remove all requests. */
    void Clear()
    {
        m_waiting.Clear();
    }

  private:
    struct Waiting
    {
        IncWorkRequest request;
        IncVerb verb{IncVerb::SEND};
        int64_t readyPs{0}; //!< time when the NIC has the request
    };

    void Submit()
    {
        if (m_waiting.IsEmpty() || m_waiting.Front().readyPs > IncClock::NowPs())
        {
            return; // the request of this event was removed
        }
        const Waiting next = m_waiting.Front();
        m_waiting.Pop();
        if (!m_waiting.IsEmpty())
        {
            m_event->ScheduleAtPs(Simulator::GetContext(), m_waiting.Front().readyPs);
        }
        m_listener.Submitted(next.request, next.verb);
    }

    using SubmitEvent = IncReusableEvent<IncSubmissionQueue, &IncSubmissionQueue::Submit>;

    Listener& m_listener;
    IncFifo<Waiting> m_waiting;
    int64_t m_lastPs{0}; //!< time when the NIC has the newest request
    Ptr<SubmitEvent> m_event;
};

} // namespace ns3

#endif // INC_SUBMISSION_QUEUE_H
