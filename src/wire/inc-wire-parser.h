/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WIRE_PARSER_H
#define INC_WIRE_PARSER_H

#include "inc-aeth.h"
#include "inc-bier-header.h"
#include "inc-bth.h"
#include "inc-deth.h"
#include "inc-ethernet.h"
#include "inc-header.h"
#include "inc-immdt.h"
#include "inc-ipv4.h"
#include "inc-ipv6.h"
#include "inc-pfc-frame.h"
#include "inc-reth.h"
#include "inc-udp.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What IncParseFrame() found in a frame: the headers that are there, and the payload.
 */
struct IncParsedFrame
{
    IncEthernet ethernet;              //!< link header
    std::optional<IncPfcFrame> pfc;    //!< set in a PFC frame, which has none of the following
    std::optional<IncBierHeader> bier; //!< BIER header
    IncBitString bierBits;             //!< BitString of the BIER header
    std::optional<IncIpv4> ipv4;       //!< IPv4 header, inside BIER if there is BIER
    std::optional<IncIpv6> ipv6;       //!< IPv6 header, inside BIER if there is BIER
    std::optional<IncUdp> udp;         //!< UDP header
    std::optional<IncBth> bth;         //!< set in a RoCEv2 packet
    std::optional<IncDeth> deth;       //!< present in a datagram
    std::optional<IncReth> reth;       //!< present in an RDMA WRITE
    std::optional<IncImmdt> immdt;     //!< immediate data
    std::optional<IncAeth> aeth;       //!< present in an acknowledgement
    std::optional<IncHeader> inc;      //!< in-network computing header, after immediate data
    IncBitString pbm;                  //!< P-BM of the in-network computing header

    std::size_t payloadOffset = 0; //!< where the octets begin that no header above has claimed
    std::size_t payloadLength = 0; //!< how many, without RoCEv2 padding and ICRC

    bool ipv4ChecksumOk = false; //!< whether there is an IPv4 header whose check sum is right
    bool udpChecksumOk = false;  //!< whether there is a right UDP check sum, or none over IPv4
    uint32_t icrc = 0;           //!< the ICRC of a RoCEv2 packet, as it was read
    bool icrcOk = false;         //!< whether it is right

    std::string error; //!< one line on what is malformed, empty if nothing is; what was read before
                       //!< that is set. A wrong check sum or ICRC is no error
};

/**
 * \ingroup inc
 * \brief Dissect an Ethernet frame, from its first header to its payload.
 *
 * A RoCEv2 packet has an in-network computing header (draft-liu-nfsv4-rocev2, section 6) exactly
 * if IncHasIncHeader() says so of its opcode, or over RC if it has immediate data and the P_Key of
 * the INC partition. The length of a BitString is taken from the BSL
 * field, because there is no forwarding table here.
 *
 * \param data the frame, without preamble and FCS; any octets are safe
 * \param size its length in bytes
 * \return what was found
 */
IncParsedFrame IncParseFrame(const uint8_t* data, std::size_t size);

} // namespace ns3

#endif // INC_WIRE_PARSER_H
