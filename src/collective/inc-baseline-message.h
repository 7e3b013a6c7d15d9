/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BASELINE_MESSAGE_H
#define INC_BASELINE_MESSAGE_H

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Immediate of a message between hosts: a kind in the two highest bits, and a number in the
 * other 30 bits.
 */
struct IncBaselineMessage
{
    /// Kind of a message.
    enum class Kind : uint8_t
    {
        DATA,   //!< elements have arrived; the number identifies their slice
        CREDIT, //!< no payload; the number counts taken slices, or is a free slot of a server
        ABORT   //!< no payload; the sender has failed
    };

    static constexpr uint32_t NUMBER_MASK = 0x3fffffff; //!< mask; numbers count modulo 2^30

    /// Number of receives to post on a queue pair. A few are enough for any traffic, because each
    /// is posted again when it completes.
    static constexpr uint32_t POSTED_RECEIVES = 4;

    Kind kind{Kind::DATA}; //!< kind of the message
    uint32_t number{0};    //!< number of the message, up to NUMBER_MASK

    /** \return the immediate */
    uint32_t Encode() const
    {
        return static_cast<uint32_t>(kind) << 30 | (number & NUMBER_MASK);
    }

    /** \return the message that a received immediate contains */
    static IncBaselineMessage Decode(uint32_t immediate)
    {
        return {static_cast<Kind>(immediate >> 30), immediate & NUMBER_MASK};
    }
};

} // namespace ns3

#endif // INC_BASELINE_MESSAGE_H
