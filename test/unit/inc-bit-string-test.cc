/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-known-frames.h"

#include "ns3/inc-bit-string.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <set>
#include <stdexcept>

using namespace ns3;

namespace
{

using Model = std::set<uint32_t>;

Model
MembersOf(const IncBitString& bits)
{
    Model members;
    for (auto bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
    {
        members.insert(bit);
    }
    return members;
}

std::vector<uint8_t>
OctetsOf(const IncBitString& bits)
{
    std::vector<uint8_t> octets((bits.GetLength() + 7) / 8);
    bits.WriteTo(octets.data());
    return octets;
}

bool
IsSubset(const Model& a, const Model& b)
{
    return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

Model
Intersection(const Model& a, const Model& b)
{
    Model both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
    return both;
}

} // namespace

TEST(IncBitString, BitOneIsTheLowestBitOfTheLastOctet)
{
    EXPECT_EQ(IncBitString(64, {1}).ToHex(), "0000000000000001");
    EXPECT_EQ(IncBitString(64, {64}).ToHex(), "8000000000000000");
    EXPECT_EQ(IncBitString(128, {9, 65}).ToHex(), "00000000000000010000000000000100");
    EXPECT_EQ(OctetsOf(IncBitString(64, {1, 2, 60})), FromHex("0800000000000003"));
}

TEST(IncBitString, EveryWireLengthHasItsBslCode)
{
    const uint32_t lengths[] = {64, 128, 256, 512, 1024, 2048, 4096};
    for (uint8_t code = 1; code <= 7; ++code)
    {
        EXPECT_EQ(IncBitString::LengthOfCode(code), lengths[code - 1]);
        EXPECT_EQ(IncBitString::CodeOfLength(lengths[code - 1]), code);
    }
    for (uint8_t code : {0, 8, 15, 255})
    {
        EXPECT_EQ(IncBitString::LengthOfCode(code), 0u);
    }
    for (uint32_t length : {0u, 32u, 63u, 65u, 192u, 8192u})
    {
        EXPECT_EQ(IncBitString::CodeOfLength(length), 0);
    }
}

TEST(IncBitString, TheShortestWireLengthHasTheHighestBit)
{
    EXPECT_EQ(IncBitString::LengthFor(0), 64u);
    EXPECT_EQ(IncBitString::LengthFor(64), 64u);
    EXPECT_EQ(IncBitString::LengthFor(65), 128u);
    EXPECT_EQ(IncBitString::LengthFor(4096), 4096u);
    EXPECT_EQ(IncBitString::LengthFor(4097), 0u);
}

TEST(IncBitString, BitsOutsideTheLengthAreRefusedAndNeverIn)
{
    IncBitString bits(100);
    EXPECT_THROW(bits.Set(0), std::out_of_range);
    EXPECT_THROW(bits.Set(101), std::out_of_range);
    EXPECT_THROW(bits.Reset(101), std::out_of_range);
    EXPECT_THROW(IncBitString(64, {65}), std::out_of_range);
    bits.Set(100);
    EXPECT_TRUE(bits.Test(100));
    EXPECT_FALSE(bits.Test(0));
    EXPECT_FALSE(bits.Test(101));
}

TEST(IncBitString, FirstAndNextOfTheEmptyStringAreZero)
{
    for (uint32_t length : {0u, 1u, 64u, 100u})
    {
        const IncBitString bits(length);
        EXPECT_EQ(bits.FindFirst(), 0u);
        EXPECT_EQ(bits.FindNext(0), 0u);
        EXPECT_EQ(bits.FindNext(length), 0u);
        EXPECT_TRUE(bits.None());
    }
}

TEST(IncBitString, LengthDoesNotCountInComparisons)
{
    const IncBitString shorter(64, {3, 5});
    const IncBitString longer(256, {3, 5});
    EXPECT_EQ(shorter, longer);
    EXPECT_FALSE(shorter < longer);
    EXPECT_FALSE(longer < shorter);
    EXPECT_LT(shorter, IncBitString(256, {200}));
    EXPECT_LT(IncBitString(256, {200}), IncBitString(300, {200, 1}));
    EXPECT_NE(shorter, IncBitString(256, {3, 5, 200}));
}

TEST(IncBitString, ReadingBackGivesTheStringAtEveryWireLength)
{
    const uint32_t seed = 20240228;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (uint8_t code = 1; code <= 7; ++code)
    {
        const auto length = IncBitString::LengthOfCode(code);
        IncBitString bits(length, {1, length});
        for (uint32_t i = 0; i < length / 3; ++i)
        {
            bits.Set(1 + random() % length);
        }
        const auto octets = OctetsOf(bits);
        EXPECT_EQ(octets.size(), length / 8);
        for (uint32_t bit = 1; bit <= length; ++bit)
        {
            const auto octet = octets[octets.size() - 1 - (bit - 1) / 8];
            ASSERT_EQ((octet >> ((bit - 1) % 8) & 1) == 1, bits.Test(bit)) << "bit " << bit;
        }
        EXPECT_EQ(IncBitString::ReadFrom(octets.data(), length), bits);
    }
}

TEST(IncBitString, RandomOperationsAgreeWithASetOfNumbers)
{
    const uint32_t seed = 8279;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const uint32_t lengths[] = {64, 64, 65, 100, 256};
    IncBitString strings[5];
    Model models[5];
    for (int i = 0; i < 5; ++i)
    {
        strings[i] = IncBitString(lengths[i]);
    }
    for (int step = 0; step < 20000; ++step)
    {
        const auto a = random() % 5;
        const auto b = random() % 5;
        const auto bit = static_cast<uint32_t>(1 + random() % strings[a].GetLength());
        switch (random() % 8)
        {
        case 0:
        case 1:
        case 2:
            strings[a].Set(bit);
            models[a].insert(bit);
            break;
        case 3:
            strings[a].Reset(bit);
            models[a].erase(bit);
            break;
        case 4:
            strings[a] &= strings[b];
            models[a] = Intersection(models[a], models[b]);
            break;
        case 5:
            strings[a] |= strings[b];
            models[a].insert(models[b].begin(), models[b].end());
            break;
        case 6:
            strings[a] -= strings[b];
            for (auto member : Model(models[b]))
            {
                models[a].erase(member);
            }
            break;
        case 7:
            if (random() % 4 == 0)
            {
                strings[a] = IncBitString(lengths[a]);
                models[a].clear();
            }
            break;
        }
        ASSERT_EQ(MembersOf(strings[a]), models[a]) << "step " << step;
        ASSERT_EQ(strings[a].Count(), models[a].size());
        ASSERT_EQ(strings[a].Any(), !models[a].empty());
        ASSERT_EQ(strings[a].None(), models[a].empty());
        ASSERT_EQ(strings[a].Test(bit), models[a].count(bit) == 1);
        ASSERT_EQ(strings[a].Intersects(strings[b]), !Intersection(models[a], models[b]).empty());
        ASSERT_EQ(strings[a].IsSubsetOf(strings[b]), IsSubset(models[a], models[b]));
        ASSERT_EQ(strings[a] == strings[b], models[a] == models[b]);
        // BitStrings compare as binary numbers: the highest bit that differs decides.
        ASSERT_EQ(strings[a] < strings[b],
                  std::lexicographical_compare(models[a].rbegin(),
                                               models[a].rend(),
                                               models[b].rbegin(),
                                               models[b].rend()));
    }
}
