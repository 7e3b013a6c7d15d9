/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WIRE_PARSER_H
#define INC_WIRE_PARSER_H

#include "ns3/inc-aeth.h"
#include "ns3/inc-bier-header.h"
#include "ns3/inc-bth.h"
#include "ns3/inc-cnp.h"
#include "ns3/inc-deth.h"
#include "ns3/inc-ethernet.h"
#include "ns3/inc-header.h"
#include "ns3/inc-icrc.h"
#include "ns3/inc-immdt.h"
#include "ns3/inc-ipv4.h"
#include "ns3/inc-ipv6.h"
#include "ns3/inc-pfc-frame.h"
#include "ns3/inc-reth.h"
#include "ns3/inc-udp.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Result of IncParseFrame(): the headers that a frame has, and its payload.
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

    std::size_t payloadOffset = 0; //!< offset of the first octet behind all headers
    std::size_t payloadLength = 0; //!< length without RoCEv2 padding and ICRC, bytes

    bool ipv4ChecksumOk = false; //!< true if there is an IPv4 header with a right check sum
    bool udpChecksumOk = false;  //!< true if the UDP check sum is right, or absent over IPv4
    uint32_t icrc = 0;           //!< ICRC that the RoCEv2 packet carries
    bool icrcOk = false;         //!< true if the ICRC is right

    std::string error; //!< first malformed part in one line; empty if there is none. Headers before
                       //!< it are set. A wrong check sum or ICRC is not an error
};

/**
 * \ingroup inc
 * \brief Dissect an Ethernet frame, from its first header to its payload.
 *
 * A RoCEv2 packet has an INC header (draft-liu-nfsv4-rocev2, section 6) if IncHasIncHeader() is
 * true for its opcode. An RC packet also has one if it has immediate data and the P_Key of the INC
 * partition. The BSL field gives the length of a BitString, because the parser has no forwarding
 * table.
 * \param data the frame, without preamble and FCS; any octets are safe
 * \param size length of the frame, bytes
 * \return headers and payload
 */
IncParsedFrame IncParseFrame(const uint8_t* data, std::size_t size);

/** \brief Walks a frame from header to header; a Parse method returns at the first malformed part.
 */
class IncFrameReader
{
  public:
    IncFrameReader(const uint8_t* data, std::size_t size, IncParsedFrame& frame)
        : m_data(data),
          m_end(size),
          m_frame(frame)
    {
    }

    void ParseEthernet();

  private:
    std::size_t Left() const
    {
        return m_end - m_offset;
    }

    const uint8_t* Here() const
    {
        return m_data + m_offset;
    }

    void Fail(const std::string& reason)
    {
        m_frame.error = reason;
    }

    /** \return whether enough bytes are left; otherwise the frame is malformed */
    bool Need(std::size_t bytes, const char* what);

    /** \brief Read a header of fixed size and skip it; return false if the frame is malformed. */
    template <typename Header>
    bool Take(std::optional<Header>& header, const char* what);

    /** \brief Take the remaining bytes as payload. */
    void TakePayload();

    void ParseNetwork(uint16_t etherType);
    void ParsePfc();
    void ParseBier();
    void ParseIpv4();
    void ParseIpv6();
    void ParseUdp(uint64_t addressSum, std::size_t ipStart);
    void ParseRoce(std::size_t ipStart);
    bool ParseRdmaHeaders(IncOpcode opcode);
    bool CarriesInc() const;
    bool ParseIncHeader();
    bool CheckIncHeader(const IncHeader& header);

    const uint8_t* m_data;
    std::size_t m_offset = 0;
    std::size_t m_end; //!< end of the packet, as the innermost header so far gives it
    IncParsedFrame& m_frame;
};

inline bool
IncFrameReader::Need(std::size_t bytes, const char* what)
{
    if (Left() >= bytes)
    {
        return true;
    }
    Fail(std::string(what) + ": " + std::to_string(Left()) + " bytes left, " +
         std::to_string(bytes) + " needed");
    return false;
}

template <typename Header>
inline bool
IncFrameReader::Take(std::optional<Header>& header, const char* what)
{
    if (!Need(Header::SIZE, what))
    {
        return false;
    }
    header = Header::Read(Here());
    m_offset += Header::SIZE;
    return true;
}

inline void
IncFrameReader::TakePayload()
{
    m_frame.payloadOffset = m_offset;
    m_frame.payloadLength = Left();
}

inline void
IncFrameReader::ParseEthernet()
{
    if (!Need(IncEthernet::SIZE, "Ethernet header"))
    {
        return;
    }
    if (IncEthernet::IsTagged(m_data) &&
        !Need(IncEthernet::SIZE + IncEthernet::TAG_SIZE, "Ethernet header with 802.1Q tag"))
    {
        return;
    }
    m_frame.ethernet = IncEthernet::Read(m_data);
    m_offset = m_frame.ethernet.Size();
    ParseNetwork(m_frame.ethernet.etherType);
}

inline void
IncFrameReader::ParseNetwork(uint16_t etherType)
{
    switch (etherType)
    {
    case IncEthernet::IPV4:
        return ParseIpv4();
    case IncEthernet::IPV6:
        return ParseIpv6();
    case IncEthernet::BIER:
        return ParseBier();
    case IncEthernet::MAC_CONTROL:
        return ParsePfc();
    default:
        return TakePayload();
    }
}

inline void
IncFrameReader::ParsePfc()
{
    if (!Need(2, "MAC control opcode"))
    {
        return;
    }
    if (m_frame.ethernet.tagged || IncGet16(Here()) != IncPfcFrame::OPCODE)
    {
        return TakePayload();
    }
    if (Need(IncPfcFrame::FIELDS_SIZE - IncEthernet::SIZE, "PFC frame"))
    {
        m_frame.pfc = IncPfcFrame::Read(m_data);
    }
}

inline void
IncFrameReader::ParseBier()
{
    if (!Take(m_frame.bier, "BIER header"))
    {
        return;
    }
    const auto& bier = *m_frame.bier;
    const auto length = IncBitString::LengthOfCode(bier.bslCode);
    if (bier.nibble != 0 || bier.version != 0 || length == 0)
    {
        return Fail("BIER header: nibble " + std::to_string(bier.nibble) + ", version " +
                    std::to_string(bier.version) + " and BSL code " + std::to_string(bier.bslCode) +
                    ", expected 0, 0 and 1 to 7");
    }
    if (!Need(length / 8, "BIER BitString"))
    {
        return;
    }
    m_frame.bierBits = IncBitString::ReadFrom(Here(), length);
    m_offset += length / 8;
    switch (bier.proto)
    {
    case IncBierHeader::PROTO_IPV4:
        return ParseIpv4();
    case IncBierHeader::PROTO_IPV6:
        return ParseIpv6();
    default:
        return TakePayload();
    }
}

inline void
IncFrameReader::ParseIpv4()
{
    const auto start = m_offset;
    if (!Take(m_frame.ipv4, "IPv4 header"))
    {
        return;
    }
    const auto& ip = *m_frame.ipv4;
    m_frame.ipv4ChecksumOk = IncIpv4::IsChecksumOk(m_data + start);
    if (m_data[start] != 0x45)
    {
        return Fail("IPv4 header: version and header length " + std::to_string(m_data[start]) +
                    ", expected 69: version 4, no options");
    }
    if (ip.totalLength < IncIpv4::SIZE || ip.totalLength > m_end - start)
    {
        return Fail("IPv4 header: total length " + std::to_string(ip.totalLength) + ", expected " +
                    std::to_string(IncIpv4::SIZE) + " to " + std::to_string(m_end - start));
    }
    m_end = start + ip.totalLength; // the rest is Ethernet padding
    if (ip.protocol != IncIpv4::UDP || ip.IsFragment())
    {
        return TakePayload();
    }
    ParseUdp(ip.PseudoHeaderSum(0), start);
}

inline void
IncFrameReader::ParseIpv6()
{
    const auto start = m_offset;
    if (!Take(m_frame.ipv6, "IPv6 header"))
    {
        return;
    }
    const auto& ip = *m_frame.ipv6;
    if (m_data[start] >> 4 != 6)
    {
        return Fail("IPv6 header: version " + std::to_string(m_data[start] >> 4) + ", expected 6");
    }
    if (!Need(ip.payloadLength, "IPv6 payload"))
    {
        return;
    }
    m_end = m_offset + ip.payloadLength;
    if (ip.nextHeader != IncIpv6::UDP)
    {
        return TakePayload();
    }
    ParseUdp(ip.PseudoHeaderSum(0), start);
}

inline void
IncFrameReader::ParseUdp(uint64_t addressSum, std::size_t ipStart)
{
    const auto start = m_offset;
    if (!Take(m_frame.udp, "UDP header"))
    {
        return;
    }
    const auto& udp = *m_frame.udp;
    if (udp.length < IncUdp::SIZE || udp.length > m_end - start)
    {
        return Fail("UDP header: length " + std::to_string(udp.length) + ", expected " +
                    std::to_string(IncUdp::SIZE) + " to " + std::to_string(m_end - start));
    }
    m_end = start + udp.length;
    m_frame.udpChecksumOk =
        udp.checksum == 0
            ? m_frame.ipv4.has_value()
            : IncUdp::IsChecksumOk(addressSum + udp.length, m_data + start, udp.length);
    if (udp.destinationPort == IncUdp::ROCE_PORT)
    {
        ParseRoce(ipStart);
    }
    else
    {
        TakePayload();
    }
}

inline void
IncFrameReader::ParseRoce(std::size_t ipStart)
{
    if (!Need(IncBth::SIZE + INC_ICRC_SIZE, "BTH and ICRC"))
    {
        return;
    }
    m_end -= INC_ICRC_SIZE;
    m_frame.icrc = IncReadIcrc(m_data + m_end);
    m_frame.icrcOk = m_frame.icrc == IncIcrc(m_data + ipStart, m_end - ipStart);
    if (!Take(m_frame.bth, "BTH"))
    {
        return;
    }
    const auto& bth = *m_frame.bth;
    if (bth.version != 0)
    {
        return Fail("BTH: transport version " + std::to_string(bth.version) + ", expected 0");
    }
    if (!ParseRdmaHeaders(bth.opcode) || !Need(bth.padCount, "padding"))
    {
        return;
    }
    m_end -= bth.padCount;
    TakePayload();
}

inline bool
IncFrameReader::ParseRdmaHeaders(IncOpcode opcode)
{
    if (opcode == IncOpcode::CNP)
    {
        const bool complete = Need(IncCnp::RESERVED, "CNP");
        m_offset += complete ? IncCnp::RESERVED : 0;
        return complete;
    }
    if (!IncIsRc(opcode) && !IncIsUc(opcode) && !IncHasDeth(opcode))
    {
        Fail("BTH: opcode " + std::to_string(static_cast<unsigned>(opcode)) +
             ", expected a SEND, WRITE or ACK of RC or UC, SEND ONLY of UD, or CNP");
        return false;
    }
    return (!IncHasDeth(opcode) || Take(m_frame.deth, "DETH")) &&
           (!IncHasReth(opcode) || Take(m_frame.reth, "RETH")) &&
           (!IncHasAeth(opcode) || Take(m_frame.aeth, "AETH")) &&
           (!IncHasImm(opcode) || Take(m_frame.immdt, "ImmDt")) &&
           (!CarriesInc() || ParseIncHeader());
}

inline bool
IncFrameReader::CarriesInc() const
{
    // Other RC traffic has such packets as well; the P_Key distinguishes them.
    const auto& bth = *m_frame.bth;
    return IncHasIncHeader(bth.opcode) ||
           (bth.pkey == IncHeader::PARTITION &&
            (IncIsRc(bth.opcode) ? IncHasImm(bth.opcode) : IncIsWrite(bth.opcode)));
}

inline bool
IncFrameReader::ParseIncHeader()
{
    if (!Need(IncHeader::SIZE, "INC header"))
    {
        return false;
    }
    const auto bslCode = IncHeader::PeekBslCode(Here());
    if (bslCode != 0 && IncBitString::LengthOfCode(bslCode) == 0)
    {
        Fail("INC header: BSL code " + std::to_string(bslCode) + ", expected 0 to 7");
        return false;
    }
    if (!Need(IncHeader::Size(bslCode), "INC header with P-BM"))
    {
        return false;
    }
    const auto header = IncHeader::Read(Here());
    if (!CheckIncHeader(header))
    {
        return false;
    }
    m_frame.inc = header;
    m_frame.pbm = header.ReadPbm(Here());
    m_offset += header.Size();
    return true;
}

inline bool
IncFrameReader::CheckIncHeader(const IncHeader& header)
{
    if (header.version != IncHeader::VERSION)
    {
        Fail("INC header: version " + std::to_string(header.version) + ", expected " +
             std::to_string(IncHeader::VERSION));
        return false;
    }
    const bool known = IncParseCollective(IncName(header.collective)).has_value() &&
                       IncParseOperation(IncName(header.operation)).has_value() &&
                       IncParseDataType(IncName(header.dataType)).has_value();
    if (!known)
    {
        Fail("INC header: collective " + IncName(header.collective) + ", operation " +
             IncName(header.operation) + " and data type " + IncName(header.dataType) +
             ", one of which is not defined");
    }
    return known;
}

inline IncParsedFrame
IncParseFrame(const uint8_t* data, std::size_t size)
{
    IncParsedFrame frame;
    IncFrameReader(data, size, frame).ParseEthernet();
    return frame;
}

} // namespace ns3

#endif // INC_WIRE_PARSER_H
