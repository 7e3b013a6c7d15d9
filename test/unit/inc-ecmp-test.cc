/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-ecmp-test-network.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-leaf-spine-topology.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

using namespace ns3;

namespace
{

constexpr uint32_t LEAVES = 8;
constexpr uint32_t PER_LEAF = 8;
constexpr uint32_t SEEDS = 100;

IncEcmpTestNetwork::Configure
With(IncEcmpScheme scheme)
{
    return [scheme](IncEcmp& ecmp) { ecmp.SetScheme(scheme); };
}

IncTopology
LeafSpine()
{
    return IncLeafSpineTopology(LEAVES, 8, PER_LEAF).Build();
}

/// A switch with ports to hosts, and with uplinks that all lead to the destinations at equal cost.
struct OneSwitch
{
    OneSwitch(uint16_t hosts, uint16_t uplinks, uint32_t destinations = 1)
    {
        routes.groups.emplace_back();
        for (uint16_t i = 0; i < uplinks; ++i)
        {
            routes.groups.front().push_back(static_cast<uint16_t>(hosts + i));
        }
        routes.groupOf.assign(destinations, 0);
        ports = hosts + uplinks;
    }

    IncNodeRoutes routes;
    std::size_t ports;
};

IncFramePtr
Flow(uint32_t number)
{
    auto frame = IncFrame::Create();
    frame->sourcePort = static_cast<uint16_t>(number);
    frame->flowHash = IncFlowHash(0x0a000001, 0x0a000002, frame->sourcePort);
    return frame;
}

/// Return the balance over uplinks if each host j of a leaf-spine sends a flow to host j + 8.
IncEcmpBalance
RingBalance(uint64_t seed, uint32_t interfaces, uint32_t egressInterfaces, IncEcmpScheme scheme)
{
    const IncTopology topology = LeafSpine();
    IncEcmpTestNetwork network(topology, seed, interfaces, egressInterfaces, With(scheme));
    const uint32_t hosts = LEAVES * PER_LEAF;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        network.Send(host, (host + PER_LEAF) % hosts);
    }
    std::vector<std::vector<IncLinkLoad>> groups;
    for (uint32_t leaf = 0; leaf < LEAVES; ++leaf)
    {
        groups.push_back(network.LoadsOf(hosts + leaf, (leaf + 1) % LEAVES * PER_LEAF));
    }
    return *IncEcmpBalance::Of(groups);
}

/// Return the mean of RingBalance() over the seeds.
IncEcmpBalance
MeanRingBalance(uint32_t interfaces, uint32_t egressInterfaces, IncEcmpScheme scheme)
{
    IncEcmpBalance sum;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
    {
        const auto one = RingBalance(seed, interfaces, egressInterfaces, scheme);
        sum.maxOverMean += one.maxOverMean / SEEDS;
        sum.jain += one.jain / SEEDS;
        sum.idle += one.idle / SEEDS;
        sum.collisions += one.collisions / SEEDS;
    }
    return sum;
}

} // namespace

TEST(IncEcmp, Figure4EightIngressInterfacesInTwoGroupsMapToInterfaces1To4Each)
{
    // Ingress interfaces 1 to 8 are ports 0 to 7, interfaces if 1 to if 4 are ports 8 to 11.
    const OneSwitch device(8, 4);
    IncForwardingTable table;
    table.SetRoutes(device.routes);
    IncEcmp ecmp;
    IncEcmpGroups groups;
    groups.ingress = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    ecmp.SetGroups(groups, device.ports);
    ecmp.SetScheme(IncEcmpScheme::INGRESS);
    for (uint16_t ingress = 0; ingress < 8; ++ingress)
    {
        for (uint32_t flow = 0; flow < 20; ++flow)
        {
            EXPECT_EQ(ecmp.Choose(table.Lookup(0), *Flow(flow), ingress), 8 + ingress % 4);
        }
    }
}

TEST(IncEcmp, Figures7And8RoutesMapToSubgroupsOfInterfaces1To4And5To8)
{
    const OneSwitch device(1, 8, 2);
    IncEcmpGroups groups;
    groups.subgroupSize = 4;
    // Egress group indices 1 and 2 of a router, as octets from another switch.
    const std::vector<IncRouteAttribute> attributes{
        IncRouteAttribute(IncEcmpCommunity{7, 0x0a000014, 1}),
        IncRouteAttribute(IncEcmpCommunity{7, 0x0a000014, 2})};
    IncForwardingTable table;
    table.SetRoutes(device.routes, groups, attributes, 7);
    IncEcmp ecmp;
    ecmp.SetGroups(groups, device.ports);
    ecmp.SetScheme(IncEcmpScheme::EGRESS_GROUP);
    for (uint32_t route = 0; route < 2; ++route)
    {
        std::set<uint16_t> used;
        for (uint32_t flow = 0; flow < 200; ++flow)
        {
            used.insert(ecmp.Choose(table.Lookup(route), *Flow(flow), 0));
        }
        // The interface if-1 is port 1.
        EXPECT_EQ(used,
                  route == 0 ? (std::set<uint16_t>{1, 2, 3, 4}) : (std::set<uint16_t>{5, 6, 7, 8}));
    }
    // A community of another sub-type chooses no group, so all eight members remain.
    table.SetRoutes(device.routes, groups, attributes, 6);
    EXPECT_EQ(table.Lookup(0).part.size, 8);
}

TEST(IncEcmp, DividesTheDrafts128LinksIntoGroupsOf4)
{
    const uint32_t routers = 40;
    const OneSwitch device(1, 128, routers);
    std::vector<IncRouteAttribute> attributes;
    for (uint32_t i = 0; i < routers; ++i)
    {
        attributes.emplace_back(IncEcmpCommunity{0, 0x0a000000 + i, 1});
    }
    IncForwardingTable table;
    table.SetRoutes(device.routes, IncEcmpGroups(), attributes, 0);
    std::set<uint16_t> firsts;
    for (uint32_t i = 0; i < routers; ++i)
    {
        const auto& group = table.Lookup(i);
        EXPECT_EQ(group.size, 128);
        EXPECT_EQ(group.subgroupCount, 32);
        EXPECT_EQ(group.part.size, 4);
        EXPECT_EQ(group.part.first % 4, 0);
        for (uint32_t j = 0; j < 4; ++j)
        {
            // Group 1: interfaces 1 to 4, which are ports 1 to 4; group 2: 5 to 8; …
            EXPECT_EQ(group.ports[group.part.first + j], 1 + group.part.first + j);
        }
        firsts.insert(group.part.first);
    }
    EXPECT_EQ(firsts.size(), 32u) << "consecutive routers use all subgroups";
}

TEST(IncEcmp, SubgroupsByHandNeedNotBeConsecutive)
{
    const OneSwitch device(1, 4, 2);
    IncEcmpGroups groups;
    groups.subgroups = {{1, 3}, {2, 4}};
    IncForwardingTable table;
    table.SetRoutes(device.routes,
                    groups,
                    {IncRouteAttribute(IncEcmpCommunity{0, 2, 1}),
                     IncRouteAttribute(IncEcmpCommunity{0, 2, 2})},
                    0);
    const auto ports = [&](uint32_t route) {
        const auto& group = table.Lookup(route);
        return std::vector<uint16_t>(group.ports + group.part.first,
                                     group.ports + group.part.first + group.part.size);
    };
    EXPECT_EQ(ports(0), (std::vector<uint16_t>{1, 3}));
    EXPECT_EQ(ports(1), (std::vector<uint16_t>{2, 4}));
    // Interfaces outside all groups do not change the numbers of those inside.
    const OneSwitch larger(1, 6, 2);
    table.SetRoutes(larger.routes,
                    groups,
                    {IncRouteAttribute(IncEcmpCommunity{0, 3, 1}),
                     IncRouteAttribute(IncEcmpCommunity{0, 3, 3})},
                    0);
    EXPECT_EQ(ports(0), (std::vector<uint16_t>{1, 3}));
    EXPECT_EQ(ports(1), (std::vector<uint16_t>{5, 6}));
}

TEST(IncEcmp, TheLocationMayBeTheIngressInterface)
{
    const OneSwitch device(4, 4);
    IncEcmpGroups groups;
    groups.ingress = {{0, 1}, {2, 3}};
    groups.subgroupSize = 2;
    IncForwardingTable table;
    table.SetRoutes(device.routes, groups, {}, 0);
    IncEcmp ecmp;
    ecmp.SetGroups(groups, device.ports);
    ecmp.SetScheme(IncEcmpScheme::EGRESS_GROUP);
    ecmp.SetLocation(IncEcmpLocation::INGRESS);
    for (uint16_t ingress = 0; ingress < 4; ++ingress)
    {
        std::set<uint16_t> used;
        for (uint32_t flow = 0; flow < 100; ++flow)
        {
            used.insert(ecmp.Choose(table.Lookup(0), *Flow(flow), ingress));
        }
        EXPECT_EQ(used, ingress < 2 ? (std::set<uint16_t>{4, 5}) : (std::set<uint16_t>{6, 7}));
    }
}

TEST(IncEcmp, IngressPutsOneFlowOfARingOnEachUplinkAndTwoGroupsOfFourDoubleIt)
{
    const auto one = RingBalance(1, 8, 8, IncEcmpScheme::INGRESS);
    EXPECT_DOUBLE_EQ(one.maxOverMean, 1);
    EXPECT_DOUBLE_EQ(one.jain, 1);
    EXPECT_DOUBLE_EQ(one.idle, 0);
    EXPECT_DOUBLE_EQ(one.collisions, 0);
    const auto two = RingBalance(1, 4, 4, IncEcmpScheme::INGRESS);
    EXPECT_DOUBLE_EQ(two.maxOverMean, 2);
    EXPECT_DOUBLE_EQ(two.idle, 4);
}

TEST(IncEcmp, PerFlowLeavesAsManyUplinksIdleAsBallsInBins)
{
    // Eight balls in eight bins: 8 (7/8)^8 are empty. The variance of the number of empty bins is
    // 8 (7/8)^8 + 56 (6/8)^8 - (8 (7/8)^8)^2; 800 leaves, 99.9 %.
    const double expected = 8 * std::pow(7.0 / 8, 8);
    const double variance = expected + 56 * std::pow(6.0 / 8, 8) - expected * expected;
    const double margin = 3.29 * std::sqrt(variance / (SEEDS * LEAVES));
    EXPECT_NEAR(expected, 2.75, 0.01);
    const auto balance = MeanRingBalance(4, 4, IncEcmpScheme::PER_FLOW);
    EXPECT_NEAR(balance.idle, expected, margin) << "seeds 1 to " << SEEDS;
    EXPECT_NEAR(balance.collisions, balance.idle, 1e-9) << "as many flows as uplinks";
}

TEST(IncEcmp, EgressGroupLiesBetweenOrIsWorseByTheNumberOfGroupsPerLeaf)
{
    const auto perFlow = MeanRingBalance(4, 4, IncEcmpScheme::PER_FLOW);
    const auto two = MeanRingBalance(4, 4, IncEcmpScheme::EGRESS_GROUP);
    const auto four = MeanRingBalance(2, 2, IncEcmpScheme::EGRESS_GROUP);
    const auto one = MeanRingBalance(4, 8, IncEcmpScheme::EGRESS_GROUP);
    // Ingress groups leave no link idle. With two egress groups, four flows meet on four links,
    // twice: 2 * 4 (3/4)^4 are idle. With four groups, two flows meet on two links, four times.
    EXPECT_NEAR(two.idle, 8 * std::pow(3.0 / 4, 4), 0.1);
    EXPECT_NEAR(four.idle, 8 * std::pow(1.0 / 2, 2), 0.1);
    EXPECT_LT(four.idle, two.idle);
    EXPECT_LT(two.idle, perFlow.idle);
    // All eight flows are in one egress group with four links; the four other links are surely
    // idle.
    EXPECT_NEAR(one.idle, 4 + 4 * std::pow(3.0 / 4, 8), 0.1);
    EXPECT_GT(one.idle, perFlow.idle);
    EXPECT_GT(one.maxOverMean, perFlow.maxOverMean);
}

TEST(IncEcmp, EgressGroupIsBetterThanBothWhereDestinationsAreSpread)
{
    // The first host of every leaf sends a flow to the first host of every other leaf.
    const auto idle = [](uint64_t seed, IncEcmpScheme scheme) {
        const IncTopology topology = LeafSpine();
        IncEcmpTestNetwork network(topology, seed, 1, 8, With(scheme));
        std::vector<std::vector<IncLinkLoad>> groups;
        for (uint32_t leaf = 0; leaf < LEAVES; ++leaf)
        {
            for (uint32_t other = 1; other < LEAVES; ++other)
            {
                network.Send(leaf * PER_LEAF, (leaf + other) % LEAVES * PER_LEAF);
            }
            const uint32_t elsewhere = (leaf + 1) % LEAVES * PER_LEAF;
            groups.push_back(network.LoadsOf(LEAVES * PER_LEAF + leaf, elsewhere));
        }
        return IncEcmpBalance::Of(groups)->idle;
    };
    EXPECT_DOUBLE_EQ(idle(1, IncEcmpScheme::EGRESS_GROUP), 1) << "seven flows, seven uplinks";
    EXPECT_DOUBLE_EQ(idle(1, IncEcmpScheme::INGRESS), 7) << "all from one interface";
    double perFlow = 0;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
    {
        perFlow += idle(seed, IncEcmpScheme::PER_FLOW) / SEEDS;
    }
    EXPECT_NEAR(perFlow, 8 * std::pow(7.0 / 8, 7), 0.1);
}

TEST(IncEcmp, IngressUsesEveryUplinkOfBothTiersOfAFatTreeOnce)
{
    const uint32_t k = 8;
    const IncTopology topology = IncFatTreeTopology(k).Build();
    IncEcmpTestNetwork network(topology, 1, k / 2, k / 2, With(IncEcmpScheme::INGRESS));
    const auto hosts = static_cast<uint32_t>(topology.GetHosts().size());
    for (uint32_t host = 0; host < hosts; ++host)
    {
        network.Send(host, (host + hosts / 2) % hosts);
    }
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        const uint32_t tier = topology.GetNodes()[node].tier;
        if (!topology.IsHost(node) && tier < 3)
        {
            const uint32_t pods =
                topology.GetName(node)[0] == 'e' ? node - hosts : node - hosts - 32;
            const uint32_t elsewhere = (pods / (k / 2) + 1) % k * (hosts / k);
            for (const auto& load : network.LoadsOf(node, elsewhere))
            {
                EXPECT_EQ(load.flows, 1u) << load.link;
            }
        }
    }
}

TEST(IncEcmp, EgressGroupUsesEveryUplinkOfBothTiersOfAFatTree)
{
    // With subgroups of one interface and a group per edge, a destination edge has one path.
    const uint32_t k = 8;
    const IncTopology topology = IncFatTreeTopology(k).Build();
    IncEcmpTestNetwork network(topology, 1, 1, k / 2, With(IncEcmpScheme::EGRESS_GROUP));
    const auto hosts = static_cast<uint32_t>(topology.GetHosts().size());
    for (uint32_t host = 0; host < hosts; ++host)
    {
        if (host / 16 != 0)
        {
            network.Send(0, host);
        }
    }
    // 112 hosts of the other pods over 4 uplinks of the edge, and over 16 of the aggs.
    for (const auto& load : network.LoadsOf(*topology.Find("edge0"), hosts - 1))
    {
        EXPECT_EQ(load.flows, 28u) << load.link;
    }
    for (uint32_t agg = 0; agg < k / 2; ++agg)
    {
        const uint32_t node = *topology.Find("agg" + std::to_string(agg));
        for (const auto& load : network.LoadsOf(node, hosts - 1))
        {
            EXPECT_GE(load.flows, 4u) << load.link;
            EXPECT_LE(load.flows, 8u) << load.link;
        }
    }
}

namespace
{

/// Return chi-square of the flows over the core uplinks of a fat-tree, and the number of idle
/// uplinks.
std::pair<double, uint32_t>
CoreUplinks(IncEcmpHash hash, uint32_t flows)
{
    const uint32_t k = 8;
    const IncTopology topology = IncFatTreeTopology(k).Build();
    IncEcmpTestNetwork network(topology, 20260325, 4, 4, [hash](IncEcmp& ecmp) {
        ecmp.SetHash(hash);
    });
    const auto hosts = static_cast<uint32_t>(topology.GetHosts().size());
    std::mt19937_64 random(7);
    for (uint32_t i = 0; i < flows; ++i)
    {
        const uint32_t from = random() % (hosts / k); // a host of the first pod
        const uint32_t to = hosts / k + random() % (hosts - hosts / k);
        network.Send(from, to);
    }
    double chiSquare = 0;
    uint32_t unused = 0;
    const double expected = flows / 16.0;
    for (uint32_t agg = 0; agg < k / 2; ++agg)
    {
        const uint32_t node = *topology.Find("agg" + std::to_string(agg));
        for (const auto& load : network.LoadsOf(node, hosts - 1))
        {
            chiSquare += (load.flows - expected) * (load.flows - expected) / expected;
            unused += load.flows == 0;
        }
    }
    return {chiSquare, unused};
}

} // namespace

TEST(IncEcmp, KeyedHashesDoNotPolariseAndTheSaltedCrcDoes)
{
    const uint32_t flows = 8000;
    const boost::math::chi_squared distribution(15);
    const double limit = quantile(complement(distribution, 0.001));
    for (const auto hash : {IncEcmpHash::MIXER, IncEcmpHash::CRC_MIXED})
    {
        const auto [chiSquare, unused] = CoreUplinks(hash, flows);
        EXPECT_LT(chiSquare, limit);
        EXPECT_EQ(unused, 0u);
    }
    const auto [chiSquare, unused] = CoreUplinks(IncEcmpHash::CRC, flows);
    EXPECT_GT(chiSquare, limit);
    EXPECT_GT(unused, 0u) << "all flows that an edge sends to an agg leave it by one uplink";
}

TEST(IncEcmp, PerPacketSpraysEvenlyAtRandomAndExactlyInTurn)
{
    const OneSwitch device(1, 8);
    IncForwardingTable table;
    table.SetRoutes(device.routes);
    const auto flow = Flow(1);
    for (const auto spray : {IncEcmpSpray::RANDOM, IncEcmpSpray::ROUND_ROBIN})
    {
        IncEcmp ecmp;
        ecmp.SetKey(5);
        ecmp.SetScheme(IncEcmpScheme::PER_PACKET);
        ecmp.SetSpray(spray);
        std::map<uint16_t, int> frames;
        for (uint32_t i = 0; i < 8000; ++i)
        {
            ++frames[ecmp.Choose(table.Lookup(0), *flow, 0)];
        }
        ASSERT_EQ(frames.size(), 8u);
        for (const auto& [port, count] : frames)
        {
            EXPECT_NEAR(count, 1000, spray == IncEcmpSpray::RANDOM ? 120 : 0);
        }
    }
}

TEST(IncEcmpFailure, OnlyFlowsOfTheFailedMemberMoveAndTheyComeBack)
{
    const OneSwitch device(1, 8);
    IncForwardingTable table;
    table.SetRoutes(device.routes);
    for (const bool restore : {true, false})
    {
        IncEcmp ecmp;
        ecmp.SetKey(99);
        ecmp.SetRestoreFlows(restore);
        const auto choices = [&]() {
            std::vector<uint16_t> ports;
            for (uint32_t flow = 0; flow < 400; ++flow)
            {
                ports.push_back(ecmp.Choose(table.Lookup(0), *Flow(flow), 0));
            }
            return ports;
        };
        const auto before = choices();
        ecmp.SetPortUp(3, false);
        const auto after = choices();
        ecmp.SetPortUp(6, false);
        const auto later = choices();
        std::set<uint16_t> refuges;
        for (std::size_t i = 0; i < before.size(); ++i)
        {
            if (before[i] != 3)
            {
                EXPECT_EQ(after[i], before[i]);
            }
            else
            {
                EXPECT_NE(after[i], 3);
                refuges.insert(after[i]);
            }
            if (after[i] != 6)
            {
                EXPECT_EQ(later[i], after[i]) << "flows that fled from 3 stay where they are";
            }
        }
        EXPECT_EQ(refuges.size(), 7u) << "they spread over all that is left";
        ecmp.SetPortUp(6, true);
        ecmp.SetPortUp(3, true);
        const auto repaired = choices();
        EXPECT_EQ(repaired == before, restore);
        EXPECT_EQ(std::count(repaired.begin(), repaired.end(), 3) == 0, !restore);
        // If only a member that the flows have left is up, they return to it.
        for (uint16_t port = 1; port <= 8; ++port)
        {
            ecmp.SetPortUp(port, port == 3);
        }
        EXPECT_EQ(choices(), std::vector<uint16_t>(400, 3));
    }
}

TEST(IncEcmpFailure, AnEmptySubgroupFallsBackToTheWholeGroup)
{
    const OneSwitch device(1, 8, 2);
    IncForwardingTable table;
    table.SetRoutes(device.routes,
                    IncEcmpGroups(),
                    {IncRouteAttribute(IncEcmpCommunity{0, 4, 1}),
                     IncRouteAttribute(IncEcmpCommunity{0, 4, 2})},
                    0);
    IncEcmp ecmp;
    ecmp.SetScheme(IncEcmpScheme::EGRESS_GROUP);
    const auto used = [&](uint32_t route) {
        std::set<uint16_t> ports;
        for (uint32_t flow = 0; flow < 400; ++flow)
        {
            ports.insert(ecmp.Choose(table.Lookup(route), *Flow(flow), 0));
        }
        return ports;
    };
    ecmp.SetPortUp(1, false);
    EXPECT_EQ(used(0), (std::set<uint16_t>{2, 3, 4})) << "within the subgroup while there is one";
    for (uint16_t port = 2; port <= 4; ++port)
    {
        ecmp.SetPortUp(port, false);
    }
    EXPECT_EQ(used(0), (std::set<uint16_t>{5, 6, 7, 8}));
    EXPECT_EQ(used(1), (std::set<uint16_t>{5, 6, 7, 8}));
}

TEST(IncEcmpFailure, IngressMovesOnlyTheInterfacesOfTheFailedMember)
{
    const OneSwitch device(4, 4);
    IncForwardingTable table;
    table.SetRoutes(device.routes);
    IncEcmpGroups groups;
    groups.ingress = {{0, 1, 2, 3}};
    IncEcmp ecmp;
    ecmp.SetGroups(groups, device.ports);
    ecmp.SetScheme(IncEcmpScheme::INGRESS);
    ecmp.SetPortUp(5, false);
    for (uint16_t ingress = 0; ingress < 4; ++ingress)
    {
        const uint16_t port = ecmp.Choose(table.Lookup(0), *Flow(1), ingress);
        EXPECT_NE(port, 5);
        if (ingress != 1)
        {
            EXPECT_EQ(port, 4 + ingress);
        }
    }
}

TEST(IncEcmpFailure, RoutesAroundARemoteFailureMoveOnlyWhatPassedThere)
{
    const IncTopology topology = LeafSpine();
    const uint32_t leaf0 = *topology.Find("leaf0");
    IncEcmpTestNetwork network(topology, 3, 4, 4, With(IncEcmpScheme::PER_FLOW));
    // Flows go from leaf0 to hosts of leaf1 and leaf2; the link from leaf1 to spine2 fails.
    std::vector<IncFramePtr> flows;
    for (uint32_t i = 0; i < 200; ++i)
    {
        flows.push_back(network.MakeFlow(i % 8, 8 + i % 16));
    }
    const auto paths = [&]() {
        std::vector<std::vector<std::string>> all;
        for (const auto& flow : flows)
        {
            all.push_back(network.PathOf(*flow));
        }
        return all;
    };
    std::vector<bool> failed(topology.GetLinks().size());
    for (const auto& port : topology.GetPorts(*topology.Find("leaf1")))
    {
        failed[port.link] = topology.GetName(port.peer) == "spine2";
        if (failed[port.link])
        {
            break;
        }
    }
    const auto before = paths();
    network.SetRoutes(failed);
    EXPECT_TRUE(network.Table(leaf0).Lookup(8).usable) << "leaf1 is not behind every spine";
    EXPECT_FALSE(network.Table(leaf0).Lookup(16).usable) << "leaf2 is";
    uint32_t moved = 0;
    const auto after = paths();
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
        const auto passed = std::find(before[i].begin(), before[i].end(), "spine2->leaf1");
        moved += passed != before[i].end();
        EXPECT_EQ(after[i] == before[i], passed == before[i].end());
        EXPECT_EQ(std::count(after[i].begin(), after[i].end(), "spine2->leaf1"), 0);
        EXPECT_EQ(after[i].size(), 4u);
    }
    EXPECT_GT(moved, 0u);
    network.SetRoutes(std::vector<bool>(failed.size()));
    EXPECT_EQ(paths(), before);
}
