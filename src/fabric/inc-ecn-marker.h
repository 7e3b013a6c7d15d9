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
 * A frame that finds q bytes of its priority waiting is marked with probability 0 up to
 * MinThreshold, rising linearly to MaxProbability at MaxThreshold, and 1 above. Only frames of
 * ECN-capable transports are (RFC 3168). With AtDequeue a frame that has waited is marked when it
 * leaves, by the q bytes that it leaves behind: the mark is younger by the time it has waited.
 */
class IncEcnMarker : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncEcnMarker();

    /**
     * \brief Find out whether the thresholds are the right way round.
     * \throw IncAttributeError where they are not
     */
    void Check() const;

    /**
     * \brief Pin the random stream.
     * \param stream first stream to use
     * \return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * \param queued bytes that wait
     * \return the probability of a mark
     */
    double GetProbability(uint32_t queued) const;

    /** \return whether frames are marked when they leave rather than when they come */
    bool IsAtDequeue() const
    {
        return m_atDequeue;
    }

    /**
     * \brief Mark a frame that is about to wait, or has waited, or not.
     * \param frame of any priority and transport
     * \param queued bytes of its priority that wait, without it
     * \return true when it was marked here
     */
    bool Mark(IncFrame& frame, uint32_t queued)
    {
        return queued > m_minThreshold && (m_priorities >> frame.priority & 1) &&
               (frame.ecn == IncFrame::ECT0 || frame.ecn == IncFrame::ECT1) && Draw(frame, queued);
    }

  private:
    bool Draw(IncFrame& frame, uint32_t queued);
    void SetPriorities(std::string text);
    std::string GetPriorities() const;

    uint32_t m_minThreshold;     //!< queue up to which nothing is marked, bytes
    uint32_t m_maxThreshold;     //!< queue above which everything is marked, bytes
    double m_maxProbability;     //!< at the upper threshold
    IncPrioritySet m_priorities; //!< priorities that are marked
    bool m_atDequeue;
    Ptr<UniformRandomVariable> m_uniform; //!< draws which frames are marked
};

} // namespace ns3

#endif // INC_ECN_MARKER_H
