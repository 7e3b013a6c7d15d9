/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_KNOWN_FRAMES_H
#define INC_KNOWN_FRAMES_H

#include <cstdint>
#include <string>
#include <vector>

/** \brief Return the octets of hexadecimal digits; spaces are skipped. */
inline std::vector<uint8_t>
FromHex(const std::string& text)
{
    std::vector<uint8_t> octets;
    std::string pair;
    for (char digit : text)
    {
        if (digit != ' ')
        {
            pair += digit;
        }
        if (pair.size() == 2)
        {
            octets.push_back(static_cast<uint8_t>(std::stoul(pair, nullptr, 16)));
            pair.clear();
        }
    }
    return octets;
}

/*
 * Frames of an independent writer, scapy 2.5.0 (scapy.contrib.roce): it made the IPv4 check sums,
 * the BTHs and the ICRCs. Common: Ether(02:..:01 > 02:..:02) / IP(10.0.0.1 > 10.0.0.2, id 0x1234,
 * DF, tos 2, ttl 64) / UDP(chksum 0) unless said otherwise.
 */

// UDP(sport 49152) / BTH(opcode 0x0a, dqpn 0x11, psn 7, ackreq 1) / RETH(0x1000, 0x42, 16) /
// "ABCDEFGHIJKLMNOP"
inline const char* const RC_WRITE_ONLY_FRAME =
    "02000000000202000000000108004502004c12344000401114690a0000010a00"
    "0002c00012b7003800000a00ffff000000118000000700000000000010000000"
    "0042000000104142434445464748494a4b4c4d4e4f503f8f2c46";

// UDP(sport 49153) / BTH(opcode 0x11, dqpn 0x22, psn 0xfffffe) / AETH(syndrome 0x1f, msn 3)
inline const char* const RC_ACK_FRAME =
    "02000000000202000000000108004502003012344000401114850a0000010a00"
    "0002c00112b7001c00001100ffff0000002200fffffe1f000003568cf817";

// IP(10.0.0.2 > 10.0.0.1, id 0, no DF, tos 0) / UDP(sport 49154) / cnp(0x33)
inline const char* const CNP_FRAME =
    "02000000000202000000000108004500003c00000000401166af0a0000020a00"
    "0001c00212b7002800008100ffff400000330000000000000000000000000000"
    "0000000000005ba11c10";

// Dot1Q(vlan 100, prio 3), UDP(sport 50000) / BTH(opcode 0x2b, dqpn 0xabcdef, psn 0xffffff,
// padcount 3) / RETH(0x2000, 0x43, 37) / ImmDt 7 / INC header: RETRANSMITTED, allreduce, sum,
// float32, BSL 1, tree 5, epoch 2, rank 3, count 2, MessageID 0xdeadbeef, SI 1, sub-domain 2,
// bits 1 and 64 / 9 bytes / 3 bytes of padding
inline const char* const UC_INC_FRAME =
    "02000000000202000000000181006064080045020068123440004011144d0a00"
    "00010a000002c35012b7005400002b30ffff00abcdef00ffffff000000000000"
    "2000000000430000002500000007101071310005000200030002deadbeef0102"
    "000080000000000000013f80000040000000aa00000024b584c4";

// IPv6(2001:db8::1 > 2001:db8::2, tc 0x6a, fl 0x12345, hlim 63) / UDP(sport 51000) / BTH UC WRITE
// ONLY, dqpn 0x77, psn 0x100 / RETH(0x3000, 0x44, 8) / "abcdefgh". The UDP check sum is scapy's;
// the ICRC is zlib's CRC-32 of the masked packet, for this scapy writes 0 over IPv6.
inline const char* const UC_WRITE_IPV6_FRAME =
    "02000000000202000000000186dd66a123450030113f20010db8000000000000"
    "00000000000120010db8000000000000000000000002c73812b7003002aa2a40"
    "ffff000000770000010000000000000030000000004400000008616263646566"
    "6768ed4bec9a";

#endif // INC_KNOWN_FRAMES_H
