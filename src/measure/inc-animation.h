/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ANIMATION_H
#define INC_ANIMATION_H

#include "ns3/inc-fabric-helper.h"
#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Records the frames of one message of all jobs for NetAnim (animation file, version 3.108):
 * contributions on their way up, results on their way down.
 *
 * Hosts are at the bottom, and each tier of switches is above the previous one. Trace sources hold
 * references to this object.
 */
class IncAnimation : public SimpleRefCount<IncAnimation>
{
  public:
    /** \brief Record the frames with MessageID 0 in a network. */
    explicit IncAnimation(const IncFabric& fabric);
    IncAnimation(const IncAnimation&) = delete;
    IncAnimation& operator=(const IncAnimation&) = delete;

    /** \return content of the file */
    std::string ToXml() const;

  private:
    /// Largest number of frames to record, because nobody can watch more.
    static constexpr std::size_t MAX_FRAMES = 100000;

    struct Flight
    {
        uint32_t from;
        uint32_t to;
        Time begin;        //!< time when the first bit leaves
        Time transmission; //!< time from the first to the last bit
        Time delay;        //!< delay of the link
        std::string content;
    };

    void Keep(uint32_t node, uint32_t port, const IncFrame& frame);
    std::string NodesToXml() const;

    IncTopology m_topology; //!< not the fabric: a reference to it would be a cycle
    std::vector<Flight> m_flights;
};

} // namespace ns3

#endif // INC_ANIMATION_H
