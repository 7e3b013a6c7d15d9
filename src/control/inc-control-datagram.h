/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_DATAGRAM_H
#define INC_CONTROL_DATAGRAM_H

#include "inc-control-kind.h"
#include "inc-hmac.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A control message, or a part of a long one, as it travels in one UDP datagram.
 *
 * doc/inc-manager.rst has the bytes: this header, a part of the body, and the digest of both.
 */
struct IncControlDatagram
{
    static constexpr uint8_t VERSION = 1;       //!< version of the format
    static constexpr uint32_t HEADER_SIZE = 36; //!< size of the header, bytes
    static constexpr uint32_t SMALLEST =
        HEADER_SIZE + sizeof(IncDigest);           //!< size of a datagram without body
    static constexpr uint32_t LARGEST_BODY = 1400; //!< fits into the MTU of Ethernet

    /// Bits of `flags`.
    enum Flag : uint8_t
    {
        RELIABLE = 1, //!< wants an ACK; `sequence` and `window` count
        MORE = 2,     //!< the message goes on in the next sequence number
        ENCRYPTED = 4 //!< the body is
    };

    IncControlKind kind{IncControlKind::ACK}; //!< kind of the datagram
    uint8_t flags{0};                         //!< bits of Flag
    uint32_t sender{0};                       //!< IPv4 address of the sender
    uint64_t session{
        0}; //!< exchange of the sender: when it began, ns; in an ACK that of the other side
    uint32_t sequence{0}; //!< place in the exchange; of an ACK: the first that is missing
    /// The first that has no ACK yet; of an ACK: bit n: n places after the first missing has come.
    uint32_t window{0};
    uint64_t counter{0};       //!< grows with everything that the sender sends to the receiver
    std::vector<uint8_t> body; //!< IncControlBody, or a part of it

    /**
     * \brief The bytes of header and body, and room for a digest.
     * \return all bytes, the digest zeros
     */
    std::vector<uint8_t> Write() const;

    /**
     * \param data the bytes, digest included
     * \param size number of elements
     * \return the datagram; nothing where this is none
     */
    static std::optional<IncControlDatagram> Read(const uint8_t* data, std::size_t size);
};

} // namespace ns3

#endif // INC_CONTROL_DATAGRAM_H
