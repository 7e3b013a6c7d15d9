/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-quantity.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(IncArgumentValue, WholeNumbersAreDigitsAndNothingElse)
{
    EXPECT_EQ(IncParseInteger("0"), 0u);
    EXPECT_EQ(IncParseInteger("18446744073709551615"), UINT64_MAX);
    for (const char* wrong :
         {"", "-4", "+4", " 4", "4 ", "4x", "0x10", "1e3", "4.0", "18446744073709551616"})
    {
        EXPECT_FALSE(IncParseInteger(wrong).has_value()) << wrong;
    }
}

TEST(IncArgumentValue, RealNumbersAreFinite)
{
    EXPECT_EQ(IncParseReal("1e-3"), 0.001);
    for (const char* wrong : {"", "nan", "inf", "-inf", "1e999", "0.1.2", "0.1%", "0x1p3"})
    {
        EXPECT_FALSE(IncParseReal(wrong).has_value()) << wrong;
    }
}

TEST(IncArgumentValue, ByteUnitsOfPowersOf1024And1000)
{
    EXPECT_EQ(IncParseBytes("17"), 17u);
    EXPECT_EQ(IncParseBytes("17B"), 17u);
    EXPECT_EQ(IncParseBytes("1.5KiB"), 1536u);
    EXPECT_EQ(IncParseBytes("16MiB"), 16777216u);
    EXPECT_EQ(IncParseBytes("128M"), 134217728u);
    EXPECT_EQ(IncParseBytes("20MB"), 20000000u);
    EXPECT_EQ(IncParseBytes("1kB"), 1000u);
    EXPECT_EQ(IncParseBytes("2GiB"), uint64_t{1} << 31);
    for (const char* wrong : {"", "MiB", "-1KiB", "1.3", "1 MiB", "1mib", "1KiBB", "99999999TiB"})
    {
        EXPECT_FALSE(IncParseBytes(wrong).has_value()) << wrong;
    }
}

TEST(IncArgumentValue, SizesAreListsAndRangesWithBothEnds)
{
    using Sizes = std::vector<uint64_t>;
    EXPECT_EQ(IncParseSizes("8:64:2"), (Sizes{8, 16, 32, 64}));
    EXPECT_EQ(IncParseSizes("8:63:2"), (Sizes{8, 16, 32}));
    EXPECT_EQ(IncParseSizes("8:8:2"), (Sizes{8}));
    EXPECT_EQ(IncParseSizes("1KiB,4,1:9:3"), (Sizes{1024, 4, 1, 3, 9}));
    EXPECT_EQ(IncParseSizes("8:128MiB:2")->size(), 25u);
    for (const char* wrong : {"",
                              ",",
                              "4,",
                              "8:4:2",
                              "8:64",
                              "8:64:1",
                              "8:64:0",
                              "0:64:2",
                              "8:64:2:2",
                              "8:64:x",
                              "8:64:-2"})
    {
        EXPECT_FALSE(IncParseSizes(wrong).has_value()) << wrong;
    }
}

TEST(IncArgumentValue, ALongRangeEndsWithoutOverflow)
{
    EXPECT_EQ(IncParseSizes("1:8192TiB:2")->size(), 54u);
}

TEST(IncArgumentValue, RatesNeedAUnit)
{
    EXPECT_EQ(IncParseRate("100Gbps"), DataRate(100000000000));
    EXPECT_EQ(IncParseRate("12.5GB/s"), DataRate(100000000000));
    EXPECT_EQ(IncParseRate("25Gb/s"), DataRate("25Gb/s"));
    for (const char* wrong : {"",
                              "100",
                              "Gbps",
                              "-1Gbps",
                              "0bps",
                              "1bps",
                              "nanGbps",
                              "100gbps",
                              "100Gbps ",
                              "1000Tbps"})
    {
        EXPECT_FALSE(IncParseRate(wrong).has_value()) << wrong;
    }
}

TEST(IncArgumentValue, TimesNeedAUnitAndTheSimulatorsResolution)
{
    EXPECT_EQ(IncParseTime("1us"), MicroSeconds(1));
    EXPECT_EQ(IncParseTime("1.5ms"), MicroSeconds(1500));
    EXPECT_EQ(IncParseTime("0s"), Time(0));
    EXPECT_EQ(IncParseTime("2000ps"), NanoSeconds(2));
    for (const char* wrong :
         {"", "1", "us", "-1us", "1 us", "1uss", "1500ps", "0.5ns", "1e99s", "10000h"})
    {
        EXPECT_FALSE(IncParseTime(wrong).has_value()) << wrong;
    }
}
