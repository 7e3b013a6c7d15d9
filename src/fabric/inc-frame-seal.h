/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FRAME_SEAL_H
#define INC_FRAME_SEAL_H

#include "inc-frame.h"

#include "ns3/simple-ref-count.h"

#include <array>
#include <cstdint>
#include <string>

struct gcry_md_handle; // a type of libgcrypt

namespace ns3
{

/**
 * \ingroup inc
 * \brief Tag for authenticity and integrity of a group's data frames (draft-liu-nfsv4-rocev2,
 * section 8).
 *
 * All members of a group have its key for one epoch. The tag is an HMAC-SHA-256 over addresses,
 * queue pair, PSN, virtual address, length, immediate, INC header, P-BM and data. The last hop
 * checks the tag and writes a new one. A frame carries only the first four bytes of the tag.
 * Replayed frames are recognised by PSN and message number.
 */
class IncFrameSeal : public SimpleRefCount<IncFrameSeal>
{
  public:
    /** \brief Return the seal of a group with this key; null if the key is empty. */
    static Ptr<IncFrameSeal> Make(const std::string& key);

    ~IncFrameSeal();

    /** \brief Set the tag of a frame with an INC header. */
    void Sign(IncFrame& frame)
    {
        frame.tag = Compute(frame);
        frame.marks |= IncFrame::SEALED;
    }

    /** \brief Return whether the tag of a frame with an INC header is right. */
    bool Fits(const IncFrame& frame)
    {
        return frame.tag == Compute(frame);
    }

  private:
    explicit IncFrameSeal(const std::string& key);
    uint32_t Compute(const IncFrame& frame);

    std::array<uint8_t, 64> m_inner; //!< first block of the inner hash (RFC 2104)
    std::array<uint8_t, 96> m_outer; //!< first block of the outer hash, then the inner digest
    gcry_md_handle* m_hash{nullptr}; //!< SHA-256 state, reused so that frames allocate no memory
};

} // namespace ns3

#endif // INC_FRAME_SEAL_H
