/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CM_MESSAGE_H
#define INC_CM_MESSAGE_H

#include "ns3/inc-ip-version.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A message of the connection manager: a MAD of class 7 (IBTA volume 1, 12.6 and 13.4.3).
 *
 * Fields that this module does not need (LIDs, EE contexts, alternate paths) are zero.
 * doc/inc-transport.rst shows the bytes.
 */
struct IncCmMessage
{
    static constexpr uint32_t SIZE = 256; //!< bytes of any MAD

    /// Attribute IDs.
    enum class Kind : uint16_t
    {
        REQ = 0x0010,  //!< request for a connection
        REJ = 0x0012,  //!< refusal of a request
        REP = 0x0013,  //!< acceptance of a request
        RTU = 0x0014,  //!< acknowledgement of the REP: ready to use
        DREQ = 0x0015, //!< request to end the connection
        DREP = 0x0016  //!< the connection has ended
    };

    /// Transport service types.
    enum class Service : uint8_t
    {
        RC = 0, //!< Reliable Connection
        UC = 1  //!< Unreliable Connection
    };

    /// Reason for which a connection is refused (IBTA volume 1, 12.6.7.2).
    enum class Reason : uint16_t
    {
        INVALID_SERVICE_ID = 8,     //!< no listener for the service
        INVALID_TRANSPORT_TYPE = 9, //!< one end is RC, the other UC
        INVALID_PATH_MTU = 26,      //!< the path MTUs of the two ends differ
        CONSUMER_REJECT = 28        //!< the listener refuses
    };

    Kind kind{Kind::REQ};         //!< attribute ID of the message
    uint64_t transactionId{0};    //!< equal in a request and its answers
    uint32_t localCommId{0};      //!< number that the sender gives the connection
    uint32_t remoteCommId{0};     //!< number that the receiver gives the connection; not in a REQ
    uint64_t serviceId{0};        //!< REQ: service that is asked for
    uint32_t qpn{0};              //!< REQ, REP: the sender's queue pair; DREQ: the receiver's
    uint32_t startingPsn{0};      //!< REQ, REP: PSN of the sender's first packet
    Service service{Service::RC}; //!< REQ: kind of connection
    uint32_t pathMtu{1024};       //!< REQ: path MTU, bytes, one of IncPathMtu
    uint8_t retryCount{7};        //!< REQ: retries of the transport, 3 bits
    uint8_t rnrRetryCount{7};     //!< REQ, REP: retries of RNR NAKs, 3 bits
    IncIpVersion ip{IncIpVersion::V4};         //!< REQ: form of the GIDs
    uint32_t localAddress{0};                  //!< REQ: address of the sender (IncAddressPlan)
    uint32_t remoteAddress{0};                 //!< REQ: address of the receiver
    Reason reason{Reason::INVALID_SERVICE_ID}; //!< REJ: reason of the refusal
    /// At most 92 bytes in a REQ, 196 in others, none in a REJ. Read() returns the whole field,
    /// with the zeros behind the data.
    std::vector<uint8_t> privateData;

    /** \brief Write SIZE bytes. */
    void Write(uint8_t* out) const;

    /** \return the message in SIZE bytes, or nothing if there is none */
    static std::optional<IncCmMessage> Read(const uint8_t* in);
};

} // namespace ns3

#endif // INC_CM_MESSAGE_H
