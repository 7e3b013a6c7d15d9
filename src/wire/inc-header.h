/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HEADER_H
#define INC_HEADER_H

#include "inc-bit-string.h"
#include "inc-byte-order.h"
#include "inc-types.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The header of in-network computing, which follows the last RDMA header
 * (draft-liu-nfsv4-rocev2, section 6).
 *
 * The draft does not define the widths of fields; doc/inc-wire.rst has ours. The P-BM (INA with VAT
 * and BIER, section 2.3) follows the header if the BSL code is not 0. Copies of a packet share one
 * P-BM, so the struct does not contain it.
 */
struct IncHeader
{
    static constexpr uint32_t SIZE = 16;           //!< bytes on the wire without a P-BM
    static constexpr uint32_t BIT_MASK_HEADER = 4; //!< bytes between header and P-BM
    static constexpr uint8_t VERSION = 1;

    enum Flag : uint8_t
    {
        RESULT = 1 << 0,  //!< the packet is a result on its way to the workers
        PENDING = 1 << 1, //!< answer to a duplicate: the slot still waits for other workers
        EMPTY = 1 << 2,   //!< the packet carries no elements
        CE = 1 << 3,      //!< some contribution was marked "congestion experienced"
        RETRANSMITTED =
            1 << 4,      //!< the packet was sent before, or contains elements of such a packet
        ABORT = 1 << 5,  //!< the tree has failed, and no results will follow
        ASKING = 1 << 6, //!< repair request: the workers in the P-BM miss their result
        UP_TO = 1 << 7   //!< the packet also covers earlier messages in which the receiver, or the
                         //!< sender, has no elements; the result of a reduction may wait for such
                         //!< messages
    };

    /// Immediate of a repair request (ASKING) from a node that has seen no result; otherwise it
    /// has the PSN of the latest result.
    static constexpr uint32_t NO_PSN = UINT32_MAX;

    /// P_Key of RC packets with an INC header; over UC every packet with an immediate has one.
    static constexpr uint16_t PARTITION = 0x8acc;

    uint8_t version = VERSION;
    uint8_t flags = 0;
    IncCollective collective = IncCollective::ALLREDUCE; //!< collective of the message, 4 bits
    IncOperation operation = IncOperation::SUM;          //!< operation of a reduction, 4 bits
    IncDataType dataType = IncDataType::FLOAT32;         //!< type of the elements, 4 bits
    uint8_t bslCode = 0; //!< code of the P-BM's length; 0 if there is none
    uint16_t treeId = 0;
    uint16_t epoch = 0; //!< generation of the aggregation tree
    uint16_t rank = 0;  //!< rank of the contributor, or of the worker that receives the result
    uint16_t count = 0;
    uint8_t si = 0;        //!< set identifier of the P-BM
    uint8_t subDomain = 0; //!< BIER sub-domain of the P-BM
    uint32_t messageId = 0;

    bool Has(Flag flag) const
    {
        return (flags & flag) != 0;
    }

    static constexpr uint32_t Size(uint8_t bslCode)
    {
        return bslCode == 0 ? SIZE
                            : SIZE + BIT_MASK_HEADER + IncBitString::LengthOfCode(bslCode) / 8;
    }

    uint32_t Size() const
    {
        return Size(bslCode);
    }

    /** \brief Write a header without the octets of its P-BM. */
    void Write(uint8_t* out) const;

    /** \brief Write a header and its P-BM, whose length must match the BSL code. */
    void Write(uint8_t* out, const IncBitString& pbm) const;

    /** \brief Read SIZE bytes of a header; BIT_MASK_HEADER more if PeekBslCode() is not 0. */
    static IncHeader Read(const uint8_t* in);

    /** \return P-BM in the Size() bytes of a header; empty if there is none */
    IncBitString ReadPbm(const uint8_t* in) const;

    /** \return BSL code in the SIZE bytes of a header */
    static uint8_t PeekBslCode(const uint8_t* in)
    {
        return in[3] & 0x0f;
    }
};

} // namespace ns3

#endif // INC_HEADER_H
