/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ADMITTED_FRAME_H
#define INC_ADMITTED_FRAME_H

#include "ns3/inc-frame.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What was examined of the latest frame that a queue pair of a switch let in: the next ones
 * are like it, but for their number and data, and get in without another look.
 */
class IncAdmittedFrame
{
  public:
    /**
     * \param frame addressed to the queue pair
     * \return whether it is as the noted one was in all that IncTreeAdmission looks at
     */
    bool IsLike(const IncFrame& frame) const
    {
        return m_isNoted && frame.hasInc && frame.pbm == m_pbm && frame.source == m_source &&
               frame.ingress == m_ingress && frame.bth.opcode == m_opcode &&
               frame.reth.rkey == m_key && ExaminedOf(frame.inc) == m_header;
    }

    /** \param frame that was let in */
    void Note(const IncFrame& frame)
    {
        m_isNoted = frame.hasInc;
        m_pbm = frame.pbm;
        m_header = ExaminedOf(frame.inc);
        m_source = frame.source;
        m_key = frame.reth.rkey;
        m_ingress = frame.ingress;
        m_opcode = frame.bth.opcode;
    }

    /** \brief Something else than frames decides anew. */
    void Forget()
    {
        *this = IncAdmittedFrame();
    }

  private:
    /// The header without its message, which may be any: all its fields are compared at once.
    struct Examined
    {
        uint64_t first;  //!< first half of the header
        uint64_t second; //!< second half of the header

        /// Compare all fields.
        bool operator==(const Examined& other) const
        {
            return first == other.first && second == other.second;
        }
    };

    static_assert(sizeof(Examined) == offsetof(IncHeader, messageId),
                  "the message's number is last, and nothing is between the fields before it");

    static Examined ExaminedOf(const IncHeader& header)
    {
        Examined examined;
        std::memcpy(&examined, &header, sizeof(examined));
        return examined;
    }

    Ptr<const IncSharedBitString> m_pbm; //!< P-BM of the earlier frame, compared by address
    Examined m_header{};                 //!< INC header of the earlier frame
    uint32_t m_source{0};                //!< address of the sender
    uint32_t m_key{0};                   //!< R_Key of its RETH
    uint16_t m_ingress{IncFrame::LOCAL}; //!< where it came in
    IncOpcode m_opcode{};                //!< opcode of the earlier frame
    bool m_isNoted{false};               //!< a frame with an INC header was let in
};

} // namespace ns3

#endif // INC_ADMITTED_FRAME_H
