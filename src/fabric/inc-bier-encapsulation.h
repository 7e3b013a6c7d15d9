/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_ENCAPSULATION_H
#define INC_BIER_ENCAPSULATION_H

#include "inc-frame-addition.h"

#include "ns3/inc-bier-header.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief BIER header and BitString of one copy of a packet (RFC 8296).
 *
 * A free list recycles the object together with the memory of its BitString. The object must not
 * change after a frame that holds it was sent.
 */
class IncBierEncapsulation : public IncRecycledAddition<IncBierEncapsulation>
{
  public:
    /** \return bytes between the Ethernet header and the inner packet */
    uint32_t GetSize() const
    {
        return IncBierHeader::SIZE + bits.GetLength() / 8;
    }

    IncBierHeader header; //!< BIER header without the BitString
    IncBitString bits;    //!< BFERs to which this copy goes
};

} // namespace ns3

#endif // INC_BIER_ENCAPSULATION_H
