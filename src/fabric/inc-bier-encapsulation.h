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
 * \brief The BIER header and the BitString of one copy of a packet (RFC 8296).
 *
 * It is recycled with the memory of its BitString. It does not change any more once a frame that
 * was sent holds it.
 */
class IncBierEncapsulation : public IncRecycledAddition<IncBierEncapsulation>
{
  public:
    /** \return bytes between the Ethernet header and the packet inside */
    uint32_t GetSize() const
    {
        return IncBierHeader::SIZE + bits.GetLength() / 8;
    }

    IncBierHeader header; //!< all but the BitString
    IncBitString bits;    //!< the BFERs that this copy is for
};

} // namespace ns3

#endif // INC_BIER_ENCAPSULATION_H
