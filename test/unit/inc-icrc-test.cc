/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-known-frames.h"

#include "ns3/inc-icrc.h"

#include <gtest/gtest.h>
#include <ostream>

using namespace ns3;

namespace
{

/// Compute CRC-32 bit by bit, without a table, over a packet masked by the list in the annex.
uint32_t
BitwiseIcrc(std::vector<uint8_t> packet)
{
    std::vector<std::size_t> changeable;
    const std::size_t udp = packet[0] >> 4 == 6 ? 40 : 20;
    if (udp == 40)
    {
        packet[0] = 0x6f;
        changeable = {1, 2, 3, 7};
    }
    else
    {
        changeable = {1, 8, 10, 11};
    }
    changeable.insert(changeable.end(), {udp + 6, udp + 7, udp + 8 + 4});
    for (auto position : changeable)
    {
        packet[position] = 0xff;
    }
    packet.insert(packet.begin(), 8, 0xff);
    uint32_t crc = 0xffffffff;
    for (auto octet : packet)
    {
        crc ^= octet;
        for (int bit = 0; bit < 8; ++bit)
        {
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
    }
    return ~crc;
}

struct KnownFrame
{
    const char* name;
    const char* octets;
    std::size_t ipStart;
};

/** \brief Let GoogleTest print the parameter; otherwise it prints an address. */
void
PrintTo(const KnownFrame& frame, std::ostream* out)
{
    *out << frame.name;
}

const KnownFrame KNOWN_FRAMES[] = {{"RcWriteOnly", RC_WRITE_ONLY_FRAME, 14},
                                   {"RcAck", RC_ACK_FRAME, 14},
                                   {"Cnp", CNP_FRAME, 14},
                                   {"UcInc", UC_INC_FRAME, 18},
                                   {"UcWriteIpv6", UC_WRITE_IPV6_FRAME, 14}};

class IncIcrcTest : public testing::TestWithParam<KnownFrame>
{
  protected:
    void SetUp() override
    {
        const auto frame = FromHex(GetParam().octets);
        m_packet.assign(frame.begin() + GetParam().ipStart, frame.end() - 4);
        m_icrc.assign(frame.end() - 4, frame.end());
    }

    std::vector<uint8_t> m_packet; //!< the packet from its IP header on, without the ICRC
    std::vector<uint8_t> m_icrc;   //!< the ICRC of the independent writer
};

} // namespace

TEST_P(IncIcrcTest, IsThatOfAnIndependentWriter)
{
    const auto icrc = IncIcrc(m_packet.data(), m_packet.size());
    std::vector<uint8_t> written(INC_ICRC_SIZE);
    IncWriteIcrc(written.data(), icrc);
    EXPECT_EQ(written, m_icrc);
    EXPECT_EQ(IncReadIcrc(written.data()), icrc);
    EXPECT_EQ(BitwiseIcrc(m_packet), icrc);
}

TEST_P(IncIcrcTest, CoversEveryBitButThoseThatSwitchesMayChange)
{
    const bool isIpv6 = m_packet[0] >> 4 == 6;
    const std::size_t udp = isIpv6 ? 40 : 20;
    const auto icrc = IncIcrc(m_packet.data(), m_packet.size());
    for (std::size_t bit = 8; bit < 8 * m_packet.size(); ++bit)
    {
        const auto octet = bit / 8;
        const bool inIp = isIpv6 ? octet <= 3 || octet == 7
                                 : octet == 1 || octet == 8 || octet == 10 || octet == 11;
        const bool inRest = octet == udp + 6 || octet == udp + 7 || octet == udp + 12;
        m_packet[octet] ^= 1 << bit % 8;
        EXPECT_EQ(IncIcrc(m_packet.data(), m_packet.size()) == icrc, inIp || inRest)
            << "octet " << octet;
        EXPECT_EQ(BitwiseIcrc(m_packet), IncIcrc(m_packet.data(), m_packet.size()));
        m_packet[octet] ^= 1 << bit % 8;
    }
}

INSTANTIATE_TEST_SUITE_P(KnownFrames,
                         IncIcrcTest,
                         testing::ValuesIn(KNOWN_FRAMES),
                         [](const auto& info) { return std::string(info.param.name); });
