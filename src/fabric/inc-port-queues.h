/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PORT_QUEUES_H
#define INC_PORT_QUEUES_H

#include "inc-drop-reason.h"
#include "inc-frame.h"
#include "inc-priority.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace ns3
{

class IncStateVisitor;

/// \ingroup inc
/// Number of dropped frames for each IncDropReason.
using IncDropCounters = std::array<uint32_t, static_cast<std::size_t>(IncDropReason::COUNT)>;

/// List of the counters of a port for all frames.
#define INC_TRAFFIC_COUNTERS(COUNTER)                                                              \
    COUNTER(sentFrames, COUNT)     /* frames transmitted */                                        \
    COUNTER(sentBytes, COUNT)      /* bytes of transmitted frames, FCS included */                 \
    COUNTER(receivedFrames, COUNT) /* frames that arrived completely */                            \
    COUNTER(receivedBytes, COUNT)  /* bytes of received frames, FCS included */

/// \ingroup inc
/// \brief Counters of a port for all frames.
struct IncTrafficCounters
{
    INC_TRAFFIC_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncTrafficCounters, INC_TRAFFIC_COUNTERS(INC_COUNTER_ENTRY))
};

/// List of the counters of a port for the rare events of one priority.
#define INC_PRIORITY_EVENTS(COUNTER)                                                               \
    COUNTER(ecnMarked, COUNT)  /* frames that this port marked CE */                               \
    COUNTER(pausesSent, COUNT) /* times the peer was asked to pause, without refreshes */

/// \ingroup inc
/// \brief Counters of a port for the rare events of one priority.
struct IncPriorityEvents
{
    INC_PRIORITY_EVENTS(INC_COUNTER)

    IncDropCounters drops{}; //!< frames dropped at this port, by reason

    INC_FIELDS(IncPriorityEvents, INC_PRIORITY_EVENTS(INC_COUNTER_ENTRY) + INC_COUNT(drops))
};

/// \ingroup inc
/// \brief Counters of a port for one priority (draft-liu-nfsv4-rocev2, section 3.2: statistics).
struct IncPriorityCounters : public IncTrafficCounters, public IncPriorityEvents
{
    uint64_t pausesReceived{0}; //!< number of times that the peer asked to pause, without refreshes
    int64_t pausedPs{0};        //!< total time for which this port was paused, ps
    uint32_t maxQueuedBytes{0}; //!< largest length of the queue so far, bytes
};

/// \ingroup inc
/// \brief Counters of a port, all priorities together. PFC frames have their own counters.
struct IncPortCounters : public IncTrafficCounters
{
    uint64_t sentResults{0};   //!< transmitted frames with an aggregation result
    uint64_t lostFrames{0};    //!< frames lost by error model, failed link, dark port or watchdog
    uint64_t bufferDrops{0};   //!< frames dropped because a buffer had no room
    uint64_t pfcFramesSent{0}; //!< PFC frames sent, refreshes included
    uint64_t pfcFramesReceived{0}; //!< PFC frames received, refreshes included
    uint32_t maxQueuedBytes{0};    //!< largest length of a priority's queue so far, bytes

    /** \brief Add the counters of one priority. */
    void Add(const IncPriorityCounters& counters)
    {
        IncAddCounters<IncTrafficCounters>(*this, counters);
        maxQueuedBytes = std::max(maxQueuedBytes, counters.maxQueuedBytes);
        for (std::size_t reason = 0; reason < counters.drops.size(); ++reason)
        {
            if (IncIsBufferDrop(static_cast<IncDropReason>(reason)))
            {
                bufferDrops += counters.drops[reason];
            }
        }
        lostFrames += counters.drops[static_cast<std::size_t>(IncDropReason::PFC_DEADLOCK)] +
                      counters.drops[static_cast<std::size_t>(IncDropReason::LINK_ERROR)] +
                      counters.drops[static_cast<std::size_t>(IncDropReason::LINK_DOWN)] +
                      counters.drops[static_cast<std::size_t>(IncDropReason::DARK)];
    }
};

/**
 * \ingroup inc
 * \brief Frames that wait at an output port, in one first-in, first-out queue per priority.
 *
 * Most ports have frames of one priority only, so memory for the others is allocated when needed.
 * The limit applies to a port with its own buffer; IncSharedBuffer decides about shared ones.
 */
class IncPortQueues
{
  public:
    /** \brief Set the largest sum of all queues, in bytes of Ethernet frames with FCS. */
    void SetLimit(uint32_t bytes)
    {
        m_limit = bytes;
    }

    /** \return largest sum of all queues, bytes */
    uint32_t GetLimit() const
    {
        return m_limit;
    }

    /** \return bytes that wait in all queues */
    uint32_t GetBytes() const
    {
        return m_total;
    }

    /** \brief Return the bytes that wait in the queue of a priority. */
    uint32_t GetBytes(uint32_t priority) const
    {
        return At(priority).bytes;
    }

    /** \brief Return the largest number of bytes that ever waited in the queue of a priority. */
    uint32_t GetMaxBytes(uint32_t priority) const
    {
        return At(priority).maxBytes;
    }

    /** \return counters, all priorities together */
    IncTrafficCounters GetTraffic() const
    {
        IncTrafficCounters sum;
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            IncAddCounters(sum, At(priority).traffic);
        }
        return sum;
    }

    /** \brief Return the counters of a priority. */
    IncTrafficCounters& GetTraffic(uint32_t priority)
    {
        return At(priority).traffic;
    }

    /** \copydoc GetTraffic(uint32_t) */
    const IncTrafficCounters& GetTraffic(uint32_t priority) const
    {
        return At(priority).traffic;
    }

    /** \return priorities with a waiting frame */
    IncPrioritySet GetWaiting() const
    {
        return m_waiting;
    }

    /** \brief Return the waiting frames of a priority, oldest first. */
    const IncFrameList& GetFrames(uint32_t priority) const
    {
        return At(priority).frames;
    }

    /** \brief Prefetch the oldest frame of the priority that was used first. */
    void FetchFront() const
    {
        m_first.frames.FetchFront();
    }

    /** \brief Return whether a frame of this size, in bytes, fits within the limit. */
    bool Fits(uint32_t size) const
    {
        return m_total + size <= m_limit;
    }

    /** \brief Append a frame to the queue of its priority. */
    void Push(IncFramePtr frame)
    {
        Queue& queue = At(frame->priority);
        m_waiting |= 1U << frame->priority;
        queue.bytes += frame->GetSize();
        queue.maxBytes = std::max(queue.maxBytes, queue.bytes);
        m_total += frame->GetSize();
        queue.frames.PushBack(std::move(frame));
    }

    /** \brief Remove and return the oldest frame of a priority that has one. */
    IncFramePtr Pop(uint32_t priority)
    {
        Queue& queue = At(priority);
        IncFramePtr frame = queue.frames.PopFront();
        queue.bytes -= frame->GetSize();
        m_total -= frame->GetSize();
        if (queue.frames.IsEmpty())
        {
            m_waiting &= ~(1U << priority);
        }
        return frame;
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

  private:
    struct Queue
    {
        IncFrameList frames;
        uint32_t bytes{0};    //!< bytes that wait in the queue
        uint32_t maxBytes{0}; //!< largest number of bytes that ever waited in the queue
        IncTrafficCounters traffic;

        INC_FIELDS(IncPortQueues::Queue,
                   INC_PART(frames) + INC_VALUE(bytes) + INC_FIELD(maxBytes, PEAK) +
                       INC_PART(traffic))
    };

    Queue& At(uint32_t priority)
    {
        return priority == m_firstPriority ? m_first : MakeOther(priority);
    }

    const Queue& At(uint32_t priority) const
    {
        return priority == m_firstPriority ? m_first : FindOther(priority);
    }

    Queue& MakeOther(uint32_t priority);
    const Queue& FindOther(uint32_t priority) const;

    INC_FIELDS(IncPortQueues,
               INC_VALUE(m_waiting) + INC_VALUE(m_total) + INC_VALUE(m_firstPriority) +
                   INC_PART(m_first) + INC_UNVISITED(m_limit, m_others))

    static constexpr uint8_t NONE = INC_PRIORITIES;

    Queue m_first; //!< queue of the priority that was used first
    IncPrioritySet m_waiting{0};
    uint8_t m_firstPriority{NONE};
    uint32_t m_total{0}; //!< bytes that wait in all queues
    uint32_t m_limit{0}; //!< largest sum of all queues, bytes
    /// Queues of the other priorities, by priority; null if no other priority was used.
    std::unique_ptr<std::array<Queue, INC_PRIORITIES>> m_others;
};

} // namespace ns3

#endif // INC_PORT_QUEUES_H
