/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-address-plan.h"
#include "ns3/inc-bier-helper.h"
#include "ns3/inc-bier-imposition.h"
#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-error.h"
#include "ns3/inc-fat-tree-topology.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3;

namespace
{

std::string
Refusal(const std::function<void()>& call)
{
    try
    {
        call();
    }
    catch (const IncError& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST(IncBierSubDomain, PlacesBfrIdsAsSection3OfRfc8279)
{
    // The example of section 3: with 256 bits, BFR-id 257 is bit 1 of set 1.
    EXPECT_EQ(IncBierPosition::Of(1, 256).si, 0U);
    EXPECT_EQ(IncBierPosition::Of(1, 256).bit, 1U);
    EXPECT_EQ(IncBierPosition::Of(256, 256).si, 0U);
    EXPECT_EQ(IncBierPosition::Of(256, 256).bit, 256U);
    EXPECT_EQ(IncBierPosition::Of(257, 256).si, 1U);
    EXPECT_EQ(IncBierPosition::Of(257, 256).bit, 1U);
}

TEST(IncBierSubDomain, PositionsAreOneToOneAtEveryLength)
{
    for (uint32_t length = 64; length <= 4096; length *= 2)
    {
        std::set<std::pair<uint32_t, uint32_t>> seen;
        for (uint32_t id = 1; id <= 3 * length; ++id)
        {
            const auto position = IncBierPosition::Of(id, length);
            ASSERT_GE(position.bit, 1U);
            ASSERT_LE(position.bit, length);
            ASSERT_EQ(position.ToBfrId(length), id);
            ASSERT_TRUE(seen.insert({position.si, position.bit}).second);
        }
        EXPECT_EQ(seen.rbegin()->first, 2U);
    }
}

TEST(IncBierSubDomain, BiftIdsOfAllSubDomainsLengthsAndSetsDiffer)
{
    std::set<uint32_t> seen;
    for (uint32_t subDomain = 0; subDomain < 256; subDomain += 5)
    {
        for (uint8_t code = 1; code <= 7; ++code)
        {
            for (uint32_t si = 0; si < 256; ++si)
            {
                const IncBiftId id{static_cast<uint8_t>(subDomain), code, static_cast<uint8_t>(si)};
                const uint32_t value = id.Encode();
                ASSERT_LT(value, 1U << 20);
                ASSERT_TRUE(seen.insert(value).second);
                const IncBiftId back = IncBiftId::Decode(value);
                ASSERT_EQ(back.subDomain, subDomain);
                ASSERT_EQ(back.bslCode, code);
                ASSERT_EQ(back.si, si);
                ASSERT_EQ(back.GetLength(), 32U << code);
            }
        }
    }
}

TEST(IncBierSubDomain, RefusesWhatCannotBeAndSaysWhatCan)
{
    EXPECT_EQ(Refusal([] { IncBierSubDomain(0, 100); }),
              "BitString length 100: accepted are 64, 128, 256, 512, 1024, 2048 and 4096");
    EXPECT_EQ(Refusal([] { IncBierSubDomain(0, 8192); }),
              "BitString length 8192: accepted are 64, 128, 256, 512, 1024, 2048 and 4096");
    IncBierSubDomain domain(3, 64);
    EXPECT_EQ(Refusal([&] { domain.Assign(0, 1); }),
              "BFR-id 0: accepted are 1 to 16384 with a BitString length of 64");
    EXPECT_EQ(Refusal([&] { domain.Assign(16385, 1); }),
              "BFR-id 16385: accepted are 1 to 16384 with a BitString length of 64");
    EXPECT_EQ(Refusal([&] { domain.Assign(1, 0); }), "BFR-id 1: 0.0.0.0 is no BFR-prefix");
    domain.Assign(7, 0x0a000001);
    EXPECT_EQ(Refusal([&] { domain.Assign(7, 0x0a000002); }),
              "BFR-id 7 for 10.0.0.2: already given to 10.0.0.1");
    EXPECT_EQ(Refusal([&] { domain.Assign(8, 0x0a000001); }),
              "BFR-id 8 for 10.0.0.1: this BFR already has BFR-id 7");
    EXPECT_EQ(Refusal([&] {
                  IncBierImposition(domain, {7, 9});
              }),
              "BFR-id 9: no BFER of sub-domain 3 has it");
    EXPECT_EQ(IncBierSubDomain(0, 256).GetMaxBfrId(), 65535U);
}

TEST(IncBierImposition, MakesOnePacketForEachSet)
{
    for (uint32_t length = 64; length <= 4096; length *= 2)
    {
        IncBierSubDomain domain(9, length);
        std::vector<uint32_t> all;
        for (uint32_t id = 1; id <= 3 * length; ++id)
        {
            domain.Assign(id, 0x0a000000 + id);
            all.push_back(id);
        }
        EXPECT_EQ(domain.GetSets(), 3U);
        const IncBierImposition everybody(domain, all);
        ASSERT_EQ(everybody.GetSets().size(), 3U);
        for (const auto& set : everybody.GetSets())
        {
            EXPECT_EQ(set.bits.GetLength(), length);
            EXPECT_EQ(set.bits.Count(), length);
            EXPECT_EQ(IncBiftId::Decode(set.biftId).subDomain, 9U);
        }
        const IncBierImposition some(domain, {2 * length + 1, 1, length, 1});
        ASSERT_EQ(some.GetSets().size(), 2U);
        EXPECT_EQ(some.GetSets()[0].bits, IncBitString(length, {1, length}));
        EXPECT_EQ(IncBiftId::Decode(some.GetSets()[0].biftId).si, 0U);
        EXPECT_EQ(some.GetSets()[1].bits, IncBitString(length, {1}));
        EXPECT_EQ(IncBiftId::Decode(some.GetSets()[1].biftId).si, 2U);
    }
}

TEST(IncBierSubDomain, LeavesTheHostBeyondSixteenBitsWithoutBfrId)
{
    const IncTopology topology = IncFatTreeTopology(64).Build();
    const auto& hosts = topology.GetHosts();
    const auto subDomain = IncBierHelper::MakeHostSubDomain(topology, 256);
    ASSERT_EQ(hosts.size(), 65536U);
    EXPECT_EQ(subDomain->GetBfrId(IncAddressPlan::AddressOf(hosts[65534])), 65535);
    EXPECT_EQ(subDomain->GetBfrId(IncAddressPlan::AddressOf(hosts[65535])), 0);
    // A BitString that is too short is refused.
    EXPECT_EQ(Refusal([&] { IncBierHelper::MakeHostSubDomain(topology, 128); }),
              "BFR-id 32769: accepted are 1 to 32768 with a BitString length of 128");
}
