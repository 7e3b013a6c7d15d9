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
/// Dropped frames by IncDropReason.
using IncDropCounters = std::array<uint32_t, static_cast<std::size_t>(IncDropReason::COUNT)>;

/// Counters of a port for all frames.
#define INC_TRAFFIC_COUNTERS(COUNTER)                                                              \
    COUNTER(sentFrames, COUNT)     /* frames transmitted */                                        \
    COUNTER(sentBytes, COUNT)      /* their bytes, FCS included */                                 \
    COUNTER(receivedFrames, COUNT) /* frames that arrived whole */                                 \
    COUNTER(receivedBytes, COUNT)  /* their bytes, FCS included */

/**
 * \ingroup inc
 * \brief Counters of a port for all frames.
 */
struct IncTrafficCounters
{
    INC_TRAFFIC_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncTrafficCounters, INC_TRAFFIC_COUNTERS(INC_COUNTER_ENTRY))
};

/// Counters of a port for the rare events of one priority.
#define INC_PRIORITY_EVENTS(COUNTER)                                                               \
    COUNTER(ecnMarked, COUNT)  /* frames that left with a CE mark of this port */                  \
    COUNTER(pausesSent, COUNT) /* times the peer was asked to pause, without refreshes */

/**
 * \ingroup inc
 * \brief Counters of a port for the rare events of one priority.
 */
struct IncPriorityEvents
{
    INC_PRIORITY_EVENTS(INC_COUNTER)

    IncDropCounters drops{}; //!< frames that ended at this port

    INC_FIELDS(IncPriorityEvents, INC_PRIORITY_EVENTS(INC_COUNTER_ENTRY) + INC_COUNT(drops))
};

/**
 * \ingroup inc
 * \brief Counters of a port for one priority (draft-liu-nfsv4-rocev2, section 3.2: statistics).
 */
struct IncPriorityCounters : public IncTrafficCounters, public IncPriorityEvents
{
    uint64_t pausesReceived{0}; //!< times the peer asked to pause, refreshes not counted
    int64_t pausedPs{0};        //!< how long this port was paused altogether
    uint32_t maxQueuedBytes{0}; //!< longest queue, bytes
};

/**
 * \ingroup inc
 * \brief Counters of a port, all priorities together; PFC frames are counted apart.
 */
struct IncPortCounters : public IncTrafficCounters
{
    uint64_t sentResults{0};       //!< transmitted frames with an aggregation result
    uint64_t lostFrames{0};        //!< taken by the error model, a failed link or the watchdog
    uint64_t bufferDrops{0};       //!< frames that found no room in a buffer
    uint64_t pfcFramesSent{0};     //!< PFC frames, refreshes included
    uint64_t pfcFramesReceived{0}; //!< PFC frames, refreshes included
    uint32_t maxQueuedBytes{0};    //!< largest queue of a priority

    /** \param counters of one priority to add to the sums */
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
 * \brief The frames that wait at an output port, in one queue per priority, first in, first out.
 * The counters of a priority stand beside its queue, so that a frame touches one cache line. Most
 * ports see one priority; the others get room when a frame of theirs comes.
 *
 * The limit is that of a port with a buffer of its own; where ports share one, IncSharedBuffer
 * decides.
 */
class IncPortQueues
{
  public:
    /** \param bytes the most all queues together hold, counted as Ethernet frames with FCS */
    void SetLimit(uint32_t bytes)
    {
        m_limit = bytes;
    }

    /** \return the most it holds, bytes */
    uint32_t GetLimit() const
    {
        return m_limit;
    }

    /** \return bytes that wait, all priorities */
    uint32_t GetBytes() const
    {
        return m_total;
    }

    /**
     * \param priority 0 to 7
     * \return bytes that wait in its queue
     */
    uint32_t GetBytes(uint32_t priority) const
    {
        return At(priority).bytes;
    }

    /**
     * \param priority 0 to 7
     * \return the most that ever waited in its queue, bytes
     */
    uint32_t GetMaxBytes(uint32_t priority) const
    {
        return At(priority).maxBytes;
    }

    /** \return counters of all priorities together */
    IncTrafficCounters GetTraffic() const
    {
        IncTrafficCounters sum;
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            IncAddCounters(sum, At(priority).traffic);
        }
        return sum;
    }

    /**
     * \param priority 0 to 7
     * \return its counters
     */
    IncTrafficCounters& GetTraffic(uint32_t priority)
    {
        return At(priority).traffic;
    }

    /** \copydoc GetTraffic(uint32_t) */
    const IncTrafficCounters& GetTraffic(uint32_t priority) const
    {
        return At(priority).traffic;
    }

    /** \return the priorities with a frame */
    IncPrioritySet GetWaiting() const
    {
        return m_waiting;
    }

    /**
     * \param priority 0 to 7
     * \return its frames, oldest first
     */
    const IncFrameList& GetFrames(uint32_t priority) const
    {
        return At(priority).frames;
    }

    /** \brief Bring the oldest frame of the most usual priority into the processor's cache. */
    void FetchFront() const
    {
        m_first.frames.FetchFront();
    }

    /**
     * \param size bytes of a frame
     * \return true when it fits within the limit
     */
    bool Fits(uint32_t size) const
    {
        return m_total + size <= m_limit;
    }

    /** \param frame to append to the queue of its priority */
    void Push(IncFramePtr frame)
    {
        Queue& queue = At(frame->priority);
        m_waiting |= 1U << frame->priority;
        queue.bytes += frame->GetSize();
        queue.maxBytes = std::max(queue.maxBytes, queue.bytes);
        m_total += frame->GetSize();
        queue.frames.PushBack(std::move(frame));
    }

    /**
     * \param priority with a frame
     * \return its oldest frame
     */
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

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

  private:
    /// \brief The frames of one priority.
    struct Queue
    {
        IncFrameList frames;        //!< frames that wait
        uint32_t bytes{0};          //!< bytes that wait
        uint32_t maxBytes{0};       //!< the most there ever were
        IncTrafficCounters traffic; //!< counters over every frame of the priority

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

    Queue m_first;                 //!< queue of the priority that came first
    IncPrioritySet m_waiting{0};   //!< priorities with a frame
    uint8_t m_firstPriority{NONE}; //!< priority of m_first
    uint32_t m_total{0};           //!< bytes that wait
    uint32_t m_limit{0};           //!< most bytes that may wait
    /// By priority, m_firstPriority's unused; null where there was no other.
    std::unique_ptr<std::array<Queue, INC_PRIORITIES>> m_others;
};

} // namespace ns3

#endif // INC_PORT_QUEUES_H
