/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARAMETER_SEGMENTS_H
#define INC_PARAMETER_SEGMENTS_H

#include "inc-parameter-config.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief How a parameter server and its workers cut an operation into segments, and where these
 * land; both sides compute it from the operation alone.
 */
class IncParameterSegments
{
  public:
    IncParameterSegments() = default;

    /**
     * \param config of the group; a lone worker's operands are the result, there is no segment
     * \param count number of elements of the operation
     * \param elementBytes size of one
     */
    IncParameterSegments(const IncParameterConfig& config, uint64_t count, uint32_t elementBytes)
        : m_count(config.ranks > 1 ? count : 0),
          m_elementBytes(elementBytes),
          m_segmentElements(static_cast<uint32_t>(
              std::clamp<uint64_t>(count, 1, config.segmentBytes / elementBytes)))
    {
    }

    /** \return number of segments */
    uint64_t GetN() const
    {
        return (m_count + m_segmentElements - 1) / m_segmentElements;
    }

    /**
     * \param segment a segment
     * \return how many follow it, but for the last, which may be shorter
     */
    uint64_t GetLikeOnes(uint64_t segment) const
    {
        return segment + 2 < GetN() ? GetN() - 2 - segment : 0;
    }

    /**
     * \param segment a segment
     * \return elements of it
     */
    uint32_t GetCount(uint64_t segment) const
    {
        const uint64_t left = m_count - segment * m_segmentElements;
        return static_cast<uint32_t>(std::min<uint64_t>(left, m_segmentElements));
    }

    /**
     * \param segment a segment
     * \return bytes of it
     */
    uint32_t GetBytes(uint64_t segment) const
    {
        return GetCount(segment) * m_elementBytes;
    }

    /**
     * \param segment a segment
     * \return its first byte in the operation's buffer
     */
    uint64_t GetOffset(uint64_t segment) const
    {
        return segment * m_segmentElements * m_elementBytes;
    }

    /**
     * \brief Room that a segment takes in a landing area. Not less than QUANTUM, so that a limit on
     * the bytes under way also limits the frames under way when segments are tiny.
     * \return bytes
     */
    uint32_t GetStride() const
    {
        return RoundUp(m_segmentElements * m_elementBytes);
    }

    /**
     * \param bytes a size
     * \return the next multiple of QUANTUM
     */
    static uint32_t RoundUp(uint32_t bytes)
    {
        return (bytes + QUANTUM - 1) / QUANTUM * QUANTUM;
    }

    static constexpr uint32_t QUANTUM = 256; //!< strides are multiples of it

  private:
    uint64_t m_count{0};           //!< elements of the operation
    uint32_t m_elementBytes{1};    //!< size of one
    uint32_t m_segmentElements{1}; //!< elements of every segment but the last
};

} // namespace ns3

#endif // INC_PARAMETER_SEGMENTS_H
