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
 * What InfiniBand needs and RoCE in this module does not (LIDs, EE contexts, alternate paths) is
 * zero. doc/inc-transport.rst has the bytes.
 */
struct IncCmMessage
{
    static constexpr uint32_t SIZE = 256; //!< bytes of any MAD

    /// Attribute IDs.
    enum class Kind : uint16_t
    {
        REQ = 0x0010,  //!< wants a connection
        REJ = 0x0012,  //!< refuses a request
        REP = 0x0013,  //!< accepts a request
        RTU = 0x0014,  //!< is ready to use it
        DREQ = 0x0015, //!< wants to end it
        DREP = 0x0016  //!< has ended it
    };

    /// Transport service types.
    enum class Service : uint8_t
    {
        RC = 0, //!< reliable connection
        UC = 1  //!< unreliable connection
    };

    /// Why a connection is refused (IBTA volume 1, 12.6.7.2).
    enum class Reason : uint16_t
    {
        INVALID_SERVICE_ID = 8,     //!< nobody listens for the service
        INVALID_TRANSPORT_TYPE = 9, //!< RC here, UC there
        INVALID_PATH_MTU = 26,      //!< the two ends have different ones
        CONSUMER_REJECT = 28        //!< the listener does not want it
    };

    Kind kind{Kind::REQ};              //!< what it is
    uint64_t transactionId{0};         //!< same in a request and its answers
    uint32_t localCommId{0};           //!< the sender's name for the connection
    uint32_t remoteCommId{0};          //!< the receiver's; not in a REQ
    uint64_t serviceId{0};             //!< REQ: what for
    uint32_t qpn{0};                   //!< REQ, REP: the sender's queue pair; DREQ: the receiver's
    uint32_t startingPsn{0};           //!< REQ, REP: of the sender's first packet
    Service service{Service::RC};      //!< REQ: kind of connection
    uint32_t pathMtu{1024};            //!< REQ: bytes, of IBTA's table
    uint8_t retryCount{7};             //!< REQ: 3 bits
    uint8_t rnrRetryCount{7};          //!< REQ, REP: 3 bits
    IncIpVersion ip{IncIpVersion::V4}; //!< REQ: how the GIDs are made of the two addresses
    uint32_t localAddress{0};          //!< REQ: see IncAddressPlan
    uint32_t remoteAddress{0};         //!< REQ: address of the other end
    Reason reason{Reason::INVALID_SERVICE_ID}; //!< REJ: why
    /// Data of who uses the connection manager, 92 bytes of a REQ and 196 of others at most; as
    /// read all of the field, zeros behind the data included. Not of a REJ.
    std::vector<uint8_t> privateData;

    /** \param out SIZE bytes */
    void Write(uint8_t* out) const;

    /**
     * \param in SIZE bytes
     * \return the message, or nothing where these bytes are none
     */
    static std::optional<IncCmMessage> Read(const uint8_t* in);
};

} // namespace ns3

#endif // INC_CM_MESSAGE_H
