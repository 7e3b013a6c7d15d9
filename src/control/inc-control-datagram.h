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
 * \brief A control message in one UDP datagram, or a part of a long message.
 *
 * A datagram consists of this header, a part of the body, and the digest of both.
 * doc/inc-manager.rst describes the bytes.
 */
struct IncControlDatagram
{
    static constexpr uint8_t VERSION = 1;       //!< version of the format
    static constexpr uint32_t HEADER_SIZE = 36; //!< size of the header, bytes
    static constexpr uint32_t SMALLEST =
        HEADER_SIZE + sizeof(IncDigest);           //!< size of a datagram without body
    static constexpr uint32_t LARGEST_BODY = 1400; //!< bytes; a datagram fits into Ethernet's MTU

    /// Bits of the header field `flags`.
    enum Flag : uint8_t
    {
        RELIABLE = 1, //!< the receiver must send an ACK; `sequence` and `window` are in use
        MORE = 2,     //!< the message continues in the next datagram
        ENCRYPTED = 4 //!< the body is encrypted
    };

    IncControlKind kind{IncControlKind::ACK}; //!< kind of the datagram
    uint8_t flags{0};                         //!< bits of Flag
    uint32_t sender{0};                       //!< IPv4 address of the sender
    uint64_t session{
        0}; //!< start of the sender's session, ns; in an ACK the session of the other side
    uint32_t sequence{0}; //!< number in the session; in an ACK that of the first missing datagram
    /// Lowest sequence number without an ACK. In an ACK, bit n is 1 if the datagram n after the
    /// first missing one has come.
    uint32_t window{0};
    uint64_t counter{0};       //!< grows with each datagram from this sender to this receiver
    std::vector<uint8_t> body; //!< IncControlBody, or a part of it

    /** \brief Return the bytes of header and body, and a digest of zeros. */
    std::vector<uint8_t> Write() const;

    /** \brief Read a datagram, digest included; return nothing if the bytes are no datagram. */
    static std::optional<IncControlDatagram> Read(const uint8_t* data, std::size_t size);
};

} // namespace ns3

#endif // INC_CONTROL_DATAGRAM_H
