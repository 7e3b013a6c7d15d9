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
 * \brief BIER header and BitString of one copy of a packet (RFC 8296).
 *
 * A frame holds only a reference to it, so that a frame without BIER stays small. The object is
 * reference counted, and recycled with the memory of its BitString. It must not change once a frame
 * that was sent holds it.
 */
class IncBierEncapsulation
{
  public:
    /** \return an object with the content of an earlier use: set all fields */
    static Ptr<IncBierEncapsulation> Create();

    /** \return bytes between the Ethernet header and the inner packet */
    uint32_t GetSize() const
    {
        return IncBierHeader::SIZE + bits.GetLength() / 8;
    }

    /** Add a reference. */
    void Ref() const
    {
        ++m_references;
    }

    /** Remove a reference; the last one recycles the object. */
    void Unref() const
    {
        if (--m_references == 0)
        {
            Recycle();
        }
    }

    IncBierHeader header; //!< BIER header without the BitString
    IncBitString bits;    //!< BFERs to which this copy goes

  private:
    IncBierEncapsulation() = default;
    ~IncBierEncapsulation() = default;
    void Recycle() const;

    mutable uint32_t m_references{1};             //!< number of references
    mutable const IncBierEncapsulation* m_next{}; //!< next one in the free list

    friend class IncBierEncapsulationPool;
};

} // namespace ns3

#endif // INC_BIER_ENCAPSULATION_H
