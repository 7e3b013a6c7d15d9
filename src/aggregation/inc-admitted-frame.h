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
 * \brief Features of the latest frame that a queue pair of a switch admitted.
 *
 * The next frames usually differ from it in MessageID and data alone. They need no second
 * examination.
 */
class IncAdmittedFrame
{
  public:
    /**
     * \param frame addressed to the queue pair
     * \return whether it equals the noted frame in all that IncTreeAdmission examines
     */
    bool IsLike(const IncFrame& frame) const
    {
        return m_isNoted && frame.hasInc && frame.pbm == m_pbm && frame.source == m_source &&
               frame.ingress == m_ingress && frame.bth.opcode == m_opcode &&
               frame.reth.rkey == m_key && ExaminedOf(frame.inc) == m_header;
    }

    /** \brief Note the features of an admitted frame. */
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

    /** \brief Note nothing, so that the next frame is examined. */
    void Forget()
    {
        *this = IncAdmittedFrame();
    }

  private:
    /// All fields of an INC header but the MessageID, as two words that are fast to compare.
    struct Examined
    {
        uint64_t first;
        uint64_t second;

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

    Ptr<const IncSharedBitString> m_pbm; //!< P-BM of the noted frame, compared by address
    Examined m_header{};                 //!< INC header of the noted frame
    uint32_t m_source{0};                //!< address of the sender
    uint32_t m_key{0};                   //!< R_Key in the RETH of the noted frame
    uint16_t m_ingress{IncFrame::LOCAL}; //!< port by which the noted frame came in
    IncOpcode m_opcode{};                //!< opcode of the noted frame
    bool m_isNoted{false};               //!< whether a frame with an INC header was noted
};

} // namespace ns3

#endif // INC_ADMITTED_FRAME_H
