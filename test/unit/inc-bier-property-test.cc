/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of BIER on random networks, against a model that knows only the graph.

#include "../suites/inc-environment.h"
#include "inc-bier-test-model.h"
#include "inc-bier-test-network.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace ns3;

namespace
{

constexpr uint32_t SEED = 8279;

void
CheckMulticast(const IncTopology& topology,
               const IncBierSubDomain& domain,
               IncBierEcmp ecmp,
               const std::vector<uint32_t>& receivers,
               uint32_t bfir)
{
    constexpr uint8_t TTL = 64;
    IncBierTestNetwork network(topology, domain, ecmp);
    IncBierHeader header;
    header.ttl = TTL;
    header.entropy = bfir * 7919;
    const IncBierImposition imposition(domain, receivers);
    for (const auto& set : imposition.GetSets())
    {
        header.biftId = set.biftId;
        network.Originate(bfir, header, set.bits);
    }
    ASSERT_TRUE(network.discards.empty());

    std::multiset<uint32_t> reached;
    for (const auto& delivery : network.deliveries)
    {
        reached.insert(delivery.node);
    }
    std::multiset<uint32_t> wanted;
    std::map<uint32_t, std::vector<uint32_t>> distances; // by BFR-id
    for (const uint32_t id : receivers)
    {
        const uint32_t node = IncAddressPlan::IndexOf(domain.GetPrefix(id));
        wanted.insert(node);
        distances[id] = IncBierTestDistancesTo(topology, node);
    }
    ASSERT_EQ(reached, wanted) << "exactly one copy for each receiver";

    for (const auto& delivery : network.deliveries)
    {
        const uint32_t id = domain.GetBfrId(IncAddressPlan::AddressOf(delivery.node));
        const uint32_t hops = distances[id][bfir];
        // Each hop except the BFIR decrements the TTL, so that a copy which crossed h links has TTL
        // - h + 1.
        ASSERT_EQ(delivery.ttl, hops == 0 ? TTL : TTL - hops + 1);
    }
    std::set<std::tuple<uint32_t, uint16_t, uint32_t>> used;
    for (const auto& hop : network.hops)
    {
        const uint32_t si = IncBiftId::Decode(hop.biftId).si;
        const bool first = used.insert({hop.node, hop.port, si}).second;
        ASSERT_TRUE(first || ecmp == IncBierEcmp::DETERMINISTIC)
            << "two copies of a packet on one link";
        ASSERT_TRUE(hop.bits.Any());
        for (auto bit = hop.bits.FindFirst(); bit != 0; bit = hop.bits.FindNext(bit))
        {
            const auto& distance =
                distances.at(IncBierPosition{si, bit}.ToBfrId(domain.GetLength()));
            ASSERT_EQ(distance[hop.to] + 1, distance[hop.node]) << "off the shortest path";
            ASSERT_EQ(hop.ttl, TTL - (distance[bfir] - distance[hop.node]));
        }
    }
}

} // namespace

class IncBierProperty : public testing::TestWithParam<IncBierEcmp>
{
};

TEST_P(IncBierProperty, EveryReceiverGetsOneCopyOnAShortestPath)
{
    const uint32_t networks = IncFromEnvironment("INC_ITERATIONS", 200);
    const uint32_t first = IncFromEnvironment("INC_SEED", SEED);
    for (uint32_t seed = first; seed < first + networks; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const IncTopology topology = IncBierTestMakeNetwork(random);
        const uint32_t length = 64U << random() % 7;
        const IncBierSubDomain domain = IncBierTestMakeSubDomain(topology, random, length);
        const auto receivers = IncBierTestDrawReceivers(domain, random);
        const uint32_t bfir = random() % topology.GetNodes().size();
        ASSERT_NO_FATAL_FAILURE(CheckMulticast(topology, domain, GetParam(), receivers, bfir));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Ecmp,
    IncBierProperty,
    testing::Values(IncBierEcmp::NONE, IncBierEcmp::NON_DETERMINISTIC, IncBierEcmp::DETERMINISTIC),
    [](const auto& info) {
        return info.param == IncBierEcmp::NONE                ? "None"
               : info.param == IncBierEcmp::NON_DETERMINISTIC ? "NonDeterministic"
                                                              : "Deterministic";
    });

TEST(IncBierFuzz, NoPacketLoopsOrMultipliesItsBits)
{
    for (uint32_t i = 0; i < 100; ++i)
    {
        SCOPED_TRACE("seed " + std::to_string(SEED) + ", network " + std::to_string(i));
        std::mt19937 random(SEED + 1000 + i);
        const IncTopology topology = IncBierTestMakeNetwork(random);
        const uint32_t length = 64U << random() % 7;
        const IncBierSubDomain domain = IncBierTestMakeSubDomain(topology, random, length);
        IncBierTestNetwork network(topology, domain, static_cast<IncBierEcmp>(random() % 3));
        // In half of the runs routes are changing: every other BFR has the tables of another
        // network, so that routes contradict each other.
        std::mt19937 otherRandom(SEED + 5000 + i);
        if (i % 2 == 1)
        {
            IncBierSubDomain other(domain.GetId(), length);
            for (uint32_t id = 1; id < domain.GetEnd(); ++id)
            {
                const uint32_t prefix = domain.GetPrefix(domain.GetEnd() - id);
                if (prefix != 0)
                {
                    other.Assign(id, prefix);
                }
            }
            for (uint32_t node = 0; node < topology.GetNodes().size(); node += 2)
            {
                network.At(node).Compute(other,
                                         network.MakeBirt(node, other),
                                         IncBierEcmp::NON_DETERMINISTIC);
            }
        }
        for (uint32_t packet = 0; packet < 20; ++packet)
        {
            IncBierHeader header;
            header.biftId = random() % 4 == 0 ? random() % (1U << 20)
                                              : domain.GetBiftId(random() % (domain.GetSets() + 1));
            header.ttl = static_cast<uint8_t>(random());
            header.bslCode = static_cast<uint8_t>(random() % 16);
            header.version = random() % 16 == 0 ? 1 : 0;
            header.entropy = random() % (1U << 20);
            IncBitString bits(random() % 8 == 0 ? 64U << random() % 7 : length);
            const uint32_t density = 1 + random() % 8;
            for (uint32_t bit = 1; bit <= bits.GetLength(); ++bit)
            {
                if (random() % 8 < density)
                {
                    bits.Set(bit);
                }
            }
            network.hops.clear();
            network.deliveries.clear();
            network.discards.clear();
            network.Inject(random() % topology.GetNodes().size(), header, bits);
            uint32_t ends = static_cast<uint32_t>(network.deliveries.size());
            for (const auto& [reason, count] : network.discards)
            {
                ends += count;
            }
            ASSERT_EQ(ends, bits.Count()) << "each bit ends once";
            std::map<uint32_t, uint32_t> copiesOfBit;
            for (const auto& hop : network.hops)
            {
                ASSERT_LT(hop.ttl, header.ttl);
                for (auto bit = hop.bits.FindFirst(); bit != 0; bit = hop.bits.FindNext(bit))
                {
                    ASSERT_LT(++copiesOfBit[bit], 256U);
                }
            }
        }
    }
}

TEST(IncBierForwarder, DropsAndSaysWhy)
{
    IncTopology topology;
    topology.AddSwitch("s");
    topology.AddHost("h1");
    topology.AddHost("h2");
    topology.AddHost("apart");
    topology.AddLink(0, 1, 100'000'000'000, 0);
    topology.AddLink(0, 2, 100'000'000'000, 0);
    IncBierSubDomain domain(0, 64);
    domain.Assign(1, IncAddressPlan::AddressOf(1));
    domain.Assign(2, IncAddressPlan::AddressOf(2));
    domain.Assign(3, IncAddressPlan::AddressOf(3));
    IncBierTestNetwork network(topology, domain, IncBierEcmp::NONE);
    IncBierHeader good;
    good.biftId = domain.GetBiftId(0);
    const auto reasonOf = [&](uint32_t node, IncBierHeader header, const IncBitString& bits) {
        network.hops.clear();
        network.deliveries.clear();
        network.discards.clear();
        network.Inject(node, header, bits);
        std::string text;
        for (const auto& [reason, count] : network.discards)
        {
            text += std::string(IncBierDropReasonName(reason)) + " " + std::to_string(count) + "; ";
        }
        return text + std::to_string(network.hops.size()) + " sent, " +
               std::to_string(network.deliveries.size()) + " delivered";
    };
    const IncBitString both(64, {1, 2});
    EXPECT_EQ(reasonOf(0, good, both), "2 sent, 2 delivered");
    EXPECT_EQ(reasonOf(0, good, IncBitString(64, {1, 9, 64})),
              "unowned-bit 2; 1 sent, 1 delivered");
    EXPECT_EQ(reasonOf(0, good, IncBitString(64, {2, 3})), "no-route 1; 1 sent, 1 delivered");
    EXPECT_EQ(reasonOf(0, good, IncBitString(128, {1, 2})), "bad-length 2; 0 sent, 0 delivered");
    EXPECT_EQ(reasonOf(0, good, IncBitString(64)), "0 sent, 0 delivered");
    EXPECT_EQ(reasonOf(1, good, both), "no-transit 1; 0 sent, 1 delivered");

    IncBierHeader header = good;
    header.bslCode = 7; // receivers use the BIFT-id, not the BSL code
    EXPECT_EQ(reasonOf(0, header, both), "2 sent, 2 delivered");
    for (const uint32_t biftId : {0U, good.biftId + 1, good.biftId + 0x100, good.biftId + 0x10000})
    {
        header = good;
        header.biftId = biftId;
        EXPECT_EQ(reasonOf(0, header, both), "unknown-bift 2; 0 sent, 0 delivered");
    }
    header = good;
    header.version = 1;
    EXPECT_EQ(reasonOf(0, header, both), "bad-version 2; 0 sent, 0 delivered");
    header = good;
    header.ttl = 0;
    EXPECT_EQ(reasonOf(0, header, both), "ttl-expired 2; 0 sent, 0 delivered");
    EXPECT_EQ(reasonOf(1, header, both), "ttl-expired 2; 0 sent, 0 delivered");
    header.ttl = 1; // delivers to this node but does not forward
    EXPECT_EQ(reasonOf(0, header, both), "ttl-expired 2; 0 sent, 0 delivered");
    EXPECT_EQ(reasonOf(1, header, IncBitString(64, {1})), "0 sent, 1 delivered");
    header.ttl = 2;
    EXPECT_EQ(reasonOf(0, header, both), "2 sent, 2 delivered");
}

TEST(IncBierForwarder, TakesNoTransitNeighborForTheLastHop)
{
    // One bit stands for two BFERs: node 1 is the first BFER of set 1, node 2 that of set 0.
    IncTopology topology;
    for (uint32_t i = 0; i < 3; ++i)
    {
        topology.AddSwitch("s" + std::to_string(i));
    }
    topology.AddLink(0, 1, 100'000'000'000, 0);
    topology.AddLink(1, 2, 100'000'000'000, 0);
    IncBierSubDomain domain(0, 64);
    domain.Assign(65, IncAddressPlan::AddressOf(1));
    domain.Assign(1, IncAddressPlan::AddressOf(2));
    domain.Assign(66, IncAddressPlan::AddressOf(0));
    IncBierTestNetwork network(topology, domain, IncBierEcmp::NONE);
    IncBierHeader header;
    header.biftId = domain.GetBiftId(0);
    network.Originate(0, header, IncBitString(64, {1}));
    ASSERT_EQ(network.hops.size(), 2U);
    EXPECT_EQ(network.hops[0].lastHopBfrId, 0);
    EXPECT_EQ(network.hops[1].lastHopBfrId, 1);
    header.biftId = domain.GetBiftId(1);
    network.Originate(0, header, IncBitString(64, {1}));
    ASSERT_EQ(network.hops.size(), 3U);
    EXPECT_EQ(network.hops[2].lastHopBfrId, 65);
}

TEST(IncBierForwarder, FollowsTheUnderlayWhenComputedAnew)
{
    // The network is a square, 0 - 1 - 3 and 0 - 2 - 3; later the link from 1 to 3 fails.
    const auto square = [](bool whole) {
        IncTopology topology;
        for (uint32_t i = 0; i < 4; ++i)
        {
            topology.AddSwitch("s" + std::to_string(i));
        }
        topology.AddLink(0, 1, 100'000'000'000, 0);
        topology.AddLink(0, 2, 100'000'000'000, 0);
        topology.AddLink(2, 3, 100'000'000'000, 0);
        if (whole)
        {
            topology.AddLink(1, 3, 100'000'000'000, 0);
        }
        return topology;
    };
    IncBierSubDomain domain(0, 64);
    domain.Assign(1, IncAddressPlan::AddressOf(3));
    IncBierTestNetwork before(square(true), domain, IncBierEcmp::NONE);
    IncBierTestNetwork after(square(false), domain, IncBierEcmp::NONE);
    IncBierHeader header;
    header.biftId = domain.GetBiftId(0);
    before.Originate(0, header, IncBitString(64, {1}));
    ASSERT_EQ(before.hops.size(), 2U);
    EXPECT_EQ(before.hops[0].to, 1U);
    before.At(0).Compute(domain, after.MakeBirt(0, domain), IncBierEcmp::NONE);
    before.Originate(0, header, IncBitString(64, {1}));
    ASSERT_EQ(before.hops.size(), 4U);
    EXPECT_EQ(before.hops[2].to, 2U);
    EXPECT_EQ(before.deliveries.size(), 2U);
}
