/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PORT_COUNTERS_H
#define INC_PORT_COUNTERS_H

#include "inc-drop-reason.h"
#include "inc-priority.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// Dropped frames by IncDropReason.
using IncDropCounters = std::array<uint32_t, static_cast<std::size_t>(IncDropReason::COUNT)>;

/**
 * \ingroup inc
 * \brief What a port counts of every frame.
 */
struct IncTrafficCounters
{
    uint64_t sentFrames{0};     //!< transmitted frames
    uint64_t sentBytes{0};      //!< their bytes, FCS included
    uint64_t receivedFrames{0}; //!< frames that arrived whole
    uint64_t receivedBytes{0};  //!< their bytes, FCS included
};

/**
 * \ingroup inc
 * \brief What a port counted of one priority (draft-liu-nfsv4-rocev2, section 3.2: statistics).
 */
struct IncPriorityCounters : public IncTrafficCounters
{
    uint64_t ecnMarked{0};      //!< frames that left with a CE mark of this port
    uint64_t pausesSent{0};     //!< times the peer was asked to pause, refreshes not counted
    uint64_t pausesReceived{0}; //!< times the peer asked to pause, refreshes not counted
    int64_t pausedPs{0};        //!< how long this port was paused altogether
    uint32_t maxQueuedBytes{0}; //!< longest queue, bytes
    IncDropCounters drops{};    //!< frames that ended at this port
};

/**
 * \ingroup inc
 * \brief What a port counted, all priorities together; PFC frames are counted apart.
 */
struct IncPortCounters
{
    uint64_t sentFrames{0};        //!< transmitted frames
    uint64_t sentBytes{0};         //!< their bytes, FCS included
    uint64_t sentResults{0};       //!< transmitted frames with an aggregation result
    uint64_t receivedFrames{0};    //!< frames that arrived whole
    uint64_t receivedBytes{0};     //!< their bytes, FCS included
    uint64_t lostFrames{0};        //!< taken by the error model, a failed link or the watchdog
    uint64_t bufferDrops{0};       //!< frames that found no room in a buffer
    uint64_t pfcFramesSent{0};     //!< PFC frames, refreshes included
    uint64_t pfcFramesReceived{0}; //!< PFC frames, refreshes included
    uint32_t maxQueuedBytes{0};    //!< largest queue of a priority

    /** \param counters of one priority to add to the sums */
    void Add(const IncPriorityCounters& counters)
    {
        sentFrames += counters.sentFrames;
        sentBytes += counters.sentBytes;
        receivedFrames += counters.receivedFrames;
        receivedBytes += counters.receivedBytes;
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

} // namespace ns3

#endif // INC_PORT_COUNTERS_H
