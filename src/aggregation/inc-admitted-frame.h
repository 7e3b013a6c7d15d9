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
 * \brief Header fields of the latest frame that a queue pair of a switch accepted.
 *
 * Frames that follow usually differ only in MessageID and data. A frame with the same fields needs
 * no new check.
 */
class IncAdmittedFrame
{
  public:
    /** \return whether the fields that IncTreeAdmission checks equal those of the noted frame */
    bool IsLike(const IncFrame& frame) const
    {
        return m_isNoted && frame.hasInc && frame.pbm == m_pbm && frame.source == m_source &&
               frame.ingress == m_ingress && frame.bth.opcode == m_opcode &&
               frame.reth.rkey == m_key && ExaminedOf(frame.inc) == m_header;
    }

    /** \brief Note the fields of an accepted frame. */
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

    /** \brief Forget the noted frame, so that the next frame is checked in full. */
    void Forget()
    {
        *this = IncAdmittedFrame();
    }

  private:
    /// All fields of an INC header except the MessageID, as two words that are fast to compare.
    struct Examined
    {
        uint64_t first;
        uint64_t second;

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

    Ptr<const IncSharedBitString> m_pbm; //!< P-BM; the address is compared, not the bits
    Examined m_header{};
    uint32_t m_source{0};
    uint32_t m_key{0};
    uint16_t m_ingress{IncFrame::LOCAL};
    IncOpcode m_opcode{};
    bool m_isNoted{false};
};

} // namespace ns3

#endif // INC_ADMITTED_FRAME_H
