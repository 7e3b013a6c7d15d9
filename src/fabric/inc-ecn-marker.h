/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECN_MARKER_H
#define INC_ECN_MARKER_H

#include "inc-frame.h"
#include "inc-priority.h"

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Marks frames at a congested output queue: the congestion point of DCQCN (Zhu et al.,
 * SIGCOMM 2015, section 3.1).
 *
 * The probability of a mark depends on the q waiting bytes of the frame's priority. It is 0 up to
 * MinThreshold, rises linearly to MaxProbability at MaxThreshold, and is 1 above. Only frames of
 * ECN-capable transports are marked (RFC 3168). With AtDequeue, a frame is marked when it leaves,
 * so that the mark tells of a more recent queue.
 */
class IncEcnMarker : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncEcnMarker();

    /** \brief Throw IncAttributeError if MinThreshold exceeds MaxThreshold. */
    void Check() const;

    /// \brief Assign fixed stream numbers to the random variables; return the number of streams
    /// used.
    int64_t AssignStreams(int64_t stream);

    /** \brief Return the probability of a mark if this number of bytes waits. */
    double GetProbability(uint32_t queued) const;

    /** \return whether frames are marked when they leave, not when they come */
    bool IsAtDequeue() const
    {
        return m_atDequeue;
    }

    /// \brief Mark a frame at random while `queued` bytes of its priority wait, without the frame.
    /// Return whether the frame was marked.
    bool Mark(IncFrame& frame, uint32_t queued)
    {
        return queued > m_minThreshold && (m_priorities >> frame.priority & 1) &&
               (frame.ecn == IncFrame::ECT0 || frame.ecn == IncFrame::ECT1) && Draw(frame, queued);
    }

    /** \return number of frames that met a queue above MinThreshold, and may have been marked */
    uint64_t GetDraws() const
    {
        return m_draws;
    }

  private:
    bool Draw(IncFrame& frame, uint32_t queued);
    void SetPriorities(std::string text);
    std::string GetPriorities() const;

    uint32_t m_minThreshold; //!< queue up to which no frame is marked, bytes
    uint32_t m_maxThreshold; //!< queue above which every frame is marked, bytes
    double m_maxProbability;
    IncPrioritySet m_priorities;
    bool m_atDequeue;
    uint64_t m_draws{0};
    Ptr<UniformRandomVariable> m_uniform;
};

} // namespace ns3

#endif // INC_ECN_MARKER_H
