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
 * \brief The in-network computing header, which follows the last RDMA header
 * (draft-liu-nfsv4-rocev2, section 6). The draft leaves the field widths open; doc/inc-wire.rst
 * has ours, byte by byte.
 *
 * The P-BM (INA with VAT and BIER, section 2.3) is not part of the struct, because copies of a
 * packet share one. It is written with the header, after it, when the BSL code is not 0.
 */
struct IncHeader
{
    static constexpr uint32_t SIZE = 16;           //!< bytes on the wire without a P-BM
    static constexpr uint32_t BIT_MASK_HEADER = 4; //!< bytes between these and the BitString
    static constexpr uint8_t VERSION = 1;          //!< the version described here

    /** \brief Bits of the flags field. */
    enum Flag : uint8_t
    {
        RESULT = 1 << 0,        //!< a result, on the way to the workers
        PENDING = 1 << 1,       //!< an answer to a duplicate: the slot still waits for others
        EMPTY = 1 << 2,         //!< carries no data
        CE = 1 << 3,            //!< some contribution was marked "congestion experienced"
        RETRANSMITTED = 1 << 4, //!< sent before, or made of something that was
        ABORT = 1 << 5,         //!< the tree has failed: no more results come
        ASKING = 1 << 6,        //!< a repair request: the workers of the P-BM miss their result
        UP_TO = 1 << 7          //!< stands for earlier messages too, in which the receiver, or the
                                //!< sender, has no elements; reduced: the result may wait for such
    };

    /// Immediate of a question (ASKING) from where no result has passed; else the latest one's PSN.
    static constexpr uint32_t NO_PSN = UINT32_MAX;

    /// P_Key of RC packets that carry an INC header; over UC all packets with an immediate do.
    static constexpr uint16_t PARTITION = 0x8acc;

    uint8_t version = VERSION;                           //!< version of the header, 4 bits
    uint8_t flags = 0;                                   //!< bits of Flag
    IncCollective collective = IncCollective::ALLREDUCE; //!< collective of the message, 4 bits
    IncOperation operation = IncOperation::SUM;          //!< operation of the reduction, 4 bits
    IncDataType dataType = IncDataType::FLOAT32;         //!< type of the elements, 4 bits
    uint8_t bslCode = 0;                                 //!< 0: no P-BM; else its length
    uint16_t treeId = 0;                                 //!< number of the aggregation tree
    uint16_t epoch = 0;                                  //!< generation of the tree
    uint16_t rank = 0;      //!< rank of the contributor, or of the worker that gets the result
    uint16_t count = 0;     //!< number of elements
    uint8_t si = 0;         //!< set identifier of the P-BM
    uint8_t subDomain = 0;  //!< BIER sub-domain of the P-BM
    uint32_t messageId = 0; //!< number of the message, see IncMessageId

    /** \return whether a flag is set */
    bool Has(Flag flag) const
    {
        return (flags & flag) != 0;
    }

    /**
     * \param bslCode 0 to 7
     * \return bytes on the wire, with the P-BM if there is one
     */
    static constexpr uint32_t Size(uint8_t bslCode)
    {
        return bslCode == 0 ? SIZE
                            : SIZE + BIT_MASK_HEADER + IncBitString::LengthOfCode(bslCode) / 8;
    }

    /** \return bytes on the wire, with the P-BM if there is one */
    uint32_t Size() const
    {
        return Size(bslCode);
    }

    /**
     * \brief Write a header without a P-BM.
     * \param out SIZE bytes; Size() if the BSL code is not 0, of which the BitString is untouched
     */
    void Write(uint8_t* out) const;

    /**
     * \brief Write a header and its P-BM.
     * \param out Size() bytes
     * \param pbm the P-BM, as long as the BSL code says
     */
    void Write(uint8_t* out, const IncBitString& pbm) const;

    /**
     * \brief Read a header without its P-BM.
     * \param in SIZE bytes; with BIT_MASK_HEADER more if the BSL code (see PeekBslCode()) is not 0
     */
    static IncHeader Read(const uint8_t* in);

    /**
     * \param in Size() bytes of a header
     * \return its P-BM, empty and of length 0 if it has none
     */
    IncBitString ReadPbm(const uint8_t* in) const;

    /**
     * \param in SIZE bytes
     * \return the BSL code of the header there, 4 bits
     */
    static uint8_t PeekBslCode(const uint8_t* in)
    {
        return in[3] & 0x0f;
    }
};

} // namespace ns3

#endif // INC_HEADER_H
