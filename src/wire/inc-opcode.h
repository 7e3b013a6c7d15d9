/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OPCODE_H
#define INC_OPCODE_H

#include <array>
#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief BTH opcodes (InfiniBand Architecture, volume 1, section 9.2.1; RoCEv2 annex A17 for CNP).
/// The upper three bits are the transport service: 000 RC, 001 UC, 011 UD, 100 CNP.
enum class IncOpcode : uint8_t
{
    RC_SEND_FIRST = 0x00,
    RC_SEND_MIDDLE = 0x01,
    RC_SEND_LAST = 0x02,
    RC_SEND_LAST_IMM = 0x03,
    RC_SEND_ONLY = 0x04,
    RC_SEND_ONLY_IMM = 0x05,
    RC_WRITE_FIRST = 0x06,
    RC_WRITE_MIDDLE = 0x07,
    RC_WRITE_LAST = 0x08,
    RC_WRITE_LAST_IMM = 0x09,
    RC_WRITE_ONLY = 0x0a,
    RC_WRITE_ONLY_IMM = 0x0b,
    RC_READ_REQUEST = 0x0c,
    RC_READ_RESPONSE_FIRST = 0x0d,
    RC_READ_RESPONSE_MIDDLE = 0x0e,
    RC_READ_RESPONSE_LAST = 0x0f,
    RC_READ_RESPONSE_ONLY = 0x10,
    RC_ACK = 0x11,
    UC_SEND_FIRST = 0x20,
    UC_SEND_MIDDLE = 0x21,
    UC_SEND_LAST = 0x22,
    UC_SEND_LAST_IMM = 0x23,
    UC_SEND_ONLY = 0x24,
    UC_SEND_ONLY_IMM = 0x25,
    UC_WRITE_FIRST = 0x26,
    UC_WRITE_MIDDLE = 0x27,
    UC_WRITE_LAST = 0x28,
    UC_WRITE_LAST_IMM = 0x29,
    UC_WRITE_ONLY = 0x2a,
    UC_WRITE_ONLY_IMM = 0x2b,
    UD_SEND_ONLY = 0x64,
    CNP = 0x81
};

namespace inc_opcode_detail
{

enum Trait : uint16_t
{
    RC = 1 << 0,
    UC = 1 << 1,
    SEND = 1 << 2,
    WRITE = 1 << 3,
    FIRST = 1 << 4,
    MIDDLE = 1 << 5,
    LAST = 1 << 6,
    ONLY = 1 << 7,
    RETH = 1 << 8,
    IMM = 1 << 9,
    AETH = 1 << 10,
    DETH = 1 << 11,
    RESPONSE = 1 << 12
};

constexpr std::array<uint16_t, 256>
MakeTraits()
{
    // Opcodes 0x00 to 0x0b have one meaning in both services.
    constexpr uint16_t message[] = {SEND | FIRST,
                                    SEND | MIDDLE,
                                    SEND | LAST,
                                    SEND | LAST | IMM,
                                    SEND | ONLY,
                                    SEND | ONLY | IMM,
                                    WRITE | FIRST | RETH,
                                    WRITE | MIDDLE,
                                    WRITE | LAST,
                                    WRITE | LAST | IMM,
                                    WRITE | ONLY | RETH,
                                    WRITE | ONLY | RETH | IMM};
    std::array<uint16_t, 256> traits{};
    for (std::size_t i = 0; i < 12; ++i)
    {
        traits[i] = message[i] | RC;
        traits[0x20 + i] = message[i] | UC;
    }
    traits[0x0c] = RC | ONLY | RETH;
    traits[0x0d] = RC | RESPONSE | FIRST | AETH;
    traits[0x0e] = RC | RESPONSE | MIDDLE;
    traits[0x0f] = RC | RESPONSE | LAST | AETH;
    traits[0x10] = RC | RESPONSE | ONLY | AETH;
    traits[0x11] = RC | AETH;
    traits[0x64] = SEND | ONLY | DETH;
    return traits;
}

inline constexpr std::array<uint16_t, 256> TRAITS = MakeTraits();

constexpr bool
Has(IncOpcode opcode, uint16_t traits)
{
    return (TRAITS[static_cast<uint8_t>(opcode)] & traits) != 0;
}

} // namespace inc_opcode_detail

constexpr bool
IncIsRc(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::RC);
}

constexpr bool
IncIsUc(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::UC);
}

constexpr bool
IncIsSend(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::SEND);
}

constexpr bool
IncIsWrite(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::WRITE);
}

/** \return true if the packet brings data that an RDMA READ has asked for */
constexpr bool
IncIsReadResponse(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::RESPONSE);
}

/** \return true if the packet is the first of several packets of a message */
constexpr bool
IncIsFirst(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::FIRST);
}

/** \return true if the packet is neither the first nor the last of its message */
constexpr bool
IncIsMiddle(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::MIDDLE);
}

/** \return true if the packet is the last of several packets of a message */
constexpr bool
IncIsLast(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::LAST);
}

/** \return true if the packet is a whole message */
constexpr bool
IncIsOnly(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::ONLY);
}

constexpr bool
IncHasReth(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::RETH);
}

/** \return true if immediate data follows the BTH and the RETH, if any */
constexpr bool
IncHasImm(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::IMM);
}

/** \return true if a DETH follows the BTH, as in the unreliable datagram service */
constexpr bool
IncHasDeth(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::DETH);
}

/** \return true for the opcode of in-network computing over UC; over RC the P_Key tells that an INC
 * header follows the immediate data */
constexpr bool
IncHasIncHeader(IncOpcode opcode)
{
    return opcode == IncOpcode::UC_WRITE_ONLY_IMM;
}

constexpr bool
IncHasAeth(IncOpcode opcode)
{
    return inc_opcode_detail::Has(opcode, inc_opcode_detail::AETH);
}

} // namespace ns3

#endif // INC_OPCODE_H
