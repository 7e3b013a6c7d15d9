/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_ENCAPSULATION_H
#define INC_BIER_ENCAPSULATION_H

#include "ns3/inc-bier-header.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The BIER header and the BitString of one copy of a packet (RFC 8296).
 *
 * Beside the frame, which holds a reference, so that a frame without BIER stays small. Reference
 * counted and recycled with the memory of its BitString. Not changed any more once a frame that
 * was sent holds it.
 */
class IncBierEncapsulation
{
  public:
    /** \return one with the content of some earlier use: set all fields */
    static Ptr<IncBierEncapsulation> Create();

    /** \return bytes between the Ethernet header and the packet inside */
    uint32_t GetSize() const
    {
        return IncBierHeader::SIZE + bits.GetLength() / 8;
    }

    /** Take a reference. */
    void Ref() const
    {
        ++m_references;
    }

    /** Drop a reference; the last one recycles the object. */
    void Unref() const
    {
        if (--m_references == 0)
        {
            Recycle();
        }
    }

    IncBierHeader header; //!< all but the BitString
    IncBitString bits;    //!< the BFERs that this copy is for

  private:
    IncBierEncapsulation() = default;
    ~IncBierEncapsulation() = default;
    void Recycle() const;

    mutable uint32_t m_references{1};             //!< number of holders
    mutable const IncBierEncapsulation* m_next{}; //!< next one in the free list

    friend class IncBierEncapsulationPool;
};

} // namespace ns3

#endif // INC_BIER_ENCAPSULATION_H
