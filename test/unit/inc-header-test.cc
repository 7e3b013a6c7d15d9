/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-known-frames.h"

#include "ns3/inc-header.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

IncHeader
Example()
{
    IncHeader header;
    header.flags = IncHeader::RESULT | IncHeader::CE;
    header.collective = IncCollective::REDUCESCATTER;
    header.operation = IncOperation::MAX;
    header.dataType = IncDataType::BFLOAT16;
    header.treeId = 0x0102;
    header.epoch = 0x0304;
    header.rank = 0x0506;
    header.count = 0x0708;
    header.messageId = 0x11121314;
    return header;
}

std::vector<uint8_t>
Written(const IncHeader& header, const IncBitString& pbm)
{
    std::vector<uint8_t> octets(header.Size(), 0xee);
    header.Write(octets.data(), pbm);
    return octets;
}

} // namespace

TEST(IncHeader, WithoutPbmHasSixteenBytes)
{
    EXPECT_EQ(Written(Example(), IncBitString()),
              FromHex("10 09 84 20 0102 0304 0506 0708 11121314"));
}

TEST(IncHeader, WithPbmHasSetSubDomainAndBitString)
{
    auto header = Example();
    header.bslCode = 1;
    header.si = 3;
    header.subDomain = 9;
    EXPECT_EQ(Written(header, IncBitString(64, {1, 10, 64})),
              FromHex("10 09 84 21 0102 0304 0506 0708 11121314 03 09 0000 8000000000000201"));
}

TEST(IncHeader, FlagsHaveTheirBits)
{
    EXPECT_EQ(IncHeader::RESULT, 0x01);
    EXPECT_EQ(IncHeader::PENDING, 0x02);
    EXPECT_EQ(IncHeader::EMPTY, 0x04);
    EXPECT_EQ(IncHeader::CE, 0x08);
    EXPECT_EQ(IncHeader::RETRANSMITTED, 0x10);
    const auto header = Example();
    EXPECT_TRUE(header.Has(IncHeader::RESULT));
    EXPECT_TRUE(header.Has(IncHeader::CE));
    EXPECT_FALSE(header.Has(IncHeader::PENDING));
}

TEST(IncHeader, ReadingGivesEveryFieldBackAtEveryBitStringLength)
{
    for (uint8_t code = 0; code <= 7; ++code)
    {
        SCOPED_TRACE("BSL code " + std::to_string(code));
        auto header = Example();
        header.bslCode = code;
        IncBitString pbm;
        if (code != 0)
        {
            header.si = 0xfe;
            header.subDomain = 0xdc;
            const auto length = IncBitString::LengthOfCode(code);
            EXPECT_EQ(header.Size(), 20 + length / 8);
            pbm = IncBitString(length, {2, length - 1});
        }
        const auto octets = Written(header, pbm);
        const auto read = IncHeader::Read(octets.data());
        EXPECT_EQ(read.version, IncHeader::VERSION);
        EXPECT_EQ(read.flags, header.flags);
        EXPECT_EQ(read.collective, header.collective);
        EXPECT_EQ(read.operation, header.operation);
        EXPECT_EQ(read.dataType, header.dataType);
        EXPECT_EQ(read.bslCode, code);
        EXPECT_EQ(read.treeId, header.treeId);
        EXPECT_EQ(read.epoch, header.epoch);
        EXPECT_EQ(read.rank, header.rank);
        EXPECT_EQ(read.count, header.count);
        EXPECT_EQ(read.messageId, header.messageId);
        EXPECT_EQ(read.si, header.si);
        EXPECT_EQ(read.subDomain, header.subDomain);
        EXPECT_EQ(read.ReadPbm(octets.data()), pbm);
    }
}

TEST(IncHeader, DoesNotBeginLikeAnEtherType)
{
    // The first bits must not look like those of other protocols, because protocol analysers guess
    // by them.
    const auto octets = Written(IncHeader(), IncBitString());
    const auto start = octets[0] << 8 | octets[1];
    EXPECT_NE(start, 0x0800);
    EXPECT_NE(start, 0x0806);
    EXPECT_NE(start, 0x86dd);
    EXPECT_EQ(octets[0], 0x10); // this octet does not depend on the flags
}
