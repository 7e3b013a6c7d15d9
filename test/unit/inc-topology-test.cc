/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-link-units.h"
#include "ns3/inc-quantity.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-star-topology.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

using namespace ns3;

namespace
{

/// Return the names of the neighbors of a node, in port order.
std::vector<std::string>
Neighbors(const IncTopology& topology, const std::string& name)
{
    std::vector<std::string> names;
    for (const auto& port : topology.GetPorts(*topology.Find(name)))
    {
        names.push_back(topology.GetName(port.peer));
    }
    return names;
}

std::string
Refusal(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const IncTopologyError& error)
    {
        return error.what();
    }
    return "accepted";
}

/// Return the names PREFIXfirst, … of a given count.
std::vector<std::string>
Names(const std::string& prefix, uint32_t first, uint32_t count)
{
    std::vector<std::string> names;
    for (uint32_t i = first; i < first + count; ++i)
    {
        names.push_back(prefix + std::to_string(i));
    }
    return names;
}

std::vector<std::string>
operator+(std::vector<std::string> a, const std::vector<std::string>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

} // namespace

TEST(IncFatTreeTopology, HasTheNodesAndLinksOfTheFormulas)
{
    for (uint32_t k : {2u, 4u, 6u, 8u, 16u})
    {
        IncTopology topology = IncFatTreeTopology(k).Build();
        EXPECT_EQ(topology.GetHosts().size(), k * k * k / 4);
        EXPECT_EQ(topology.GetNodes().size(), k * k * k / 4 + 5 * k * k / 4);
        EXPECT_EQ(topology.GetLinks().size(), 3 * k * k * k / 4);
        std::vector<uint32_t> tiers(4);
        for (uint32_t i = 0; i < topology.GetNodes().size(); ++i)
        {
            ++tiers[topology.GetNodes()[i].tier];
            EXPECT_EQ(topology.GetPorts(i).size(), topology.IsHost(i) ? 1 : k);
        }
        EXPECT_EQ(tiers, (std::vector<uint32_t>{k * k * k / 4, k * k / 2, k * k / 2, k * k / 4}));
    }
}

TEST(IncFatTreeTopology, IsWiredAsAlFaresEtAl)
{
    for (uint32_t k : {4u, 6u, 8u, 16u})
    {
        uint32_t half = k / 2;
        IncTopology topology = IncFatTreeTopology(k).Build();
        for (uint32_t pod = 0; pod < k; ++pod)
        {
            for (uint32_t j = 0; j < half; ++j)
            {
                uint32_t place = pod * half + j;
                EXPECT_EQ(Neighbors(topology, "edge" + std::to_string(place)),
                          Names("h", place * half, half) + Names("agg", pod * half, half));
                EXPECT_EQ(Neighbors(topology, "agg" + std::to_string(place)),
                          Names("edge", pod * half, half) + Names("core", j * half, half));
            }
        }
        for (uint32_t core = 0; core < half * half; ++core)
        {
            std::vector<std::string> oneOfEachPod;
            for (uint32_t pod = 0; pod < k; ++pod)
            {
                oneOfEachPod.push_back("agg" + std::to_string(pod * half + core / half));
            }
            EXPECT_EQ(Neighbors(topology, "core" + std::to_string(core)), oneOfEachPod);
        }
    }
}

TEST(IncFatTreeTopology, TakesAnyNumberOfHostsPerEdgeSwitch)
{
    IncTopology topology = IncFatTreeTopology(4, 5).Build();
    EXPECT_EQ(topology.GetHosts().size(), 40u);
    EXPECT_EQ(Neighbors(topology, "edge7"), Names("h", 35, 5) + Names("agg", 6, 2));
    EXPECT_EQ(topology.Find("h0"), 0u) << "hosts come first";
    EXPECT_EQ(topology.GetHostOrdinal(*topology.Find("h39")), 39u);
}

TEST(IncLeafSpineTopology, LinksEveryLeafToEverySpine)
{
    IncTopology topology = IncLeafSpineTopology(3, 2, 4).Build();
    EXPECT_EQ(topology.GetNodes().size(), 12u + 3 + 2);
    EXPECT_EQ(topology.GetLinks().size(), 12u + 6);
    EXPECT_EQ(Neighbors(topology, "leaf1"), Names("h", 4, 4) + Names("spine", 0, 2));
    EXPECT_EQ(Neighbors(topology, "spine1"), Names("leaf", 0, 3));
    EXPECT_EQ(topology.GetNodes()[*topology.Find("spine1")].tier, 2u);
}

TEST(IncStarTopology, PutsAllHostsAroundOneSwitch)
{
    IncStarTopology star(5);
    star.SetLink(25'000'000'000, 500'000);
    IncTopology topology = star.Build();
    EXPECT_EQ(Neighbors(topology, "s0"), Names("h", 0, 5));
    EXPECT_EQ(topology.GetLinks()[4].rate, 25'000'000'000u);
    EXPECT_EQ(topology.GetLinks()[4].delay, 500'000);
    EXPECT_EQ(topology.GetLinkName(4), "h4->s0");
}

TEST(IncTopologyBuilder, RefusesParametersThatMakeNoNetwork)
{
    auto fatTree = [](uint32_t k, std::optional<uint32_t> hosts = std::nullopt) {
        return Refusal([=] { IncFatTreeTopology(k, hosts).Build(); });
    };
    EXPECT_EQ(fatTree(5), "k: 5 is not accepted; expected an even number from 2 to 64");
    EXPECT_EQ(fatTree(0), "k: 0 is not accepted; expected 2 to 64");
    EXPECT_EQ(fatTree(4294967292u), "k: 4294967292 is not accepted; expected 2 to 64");
    EXPECT_EQ(fatTree(4, 4097), "hostsPerEdge: 4097 is not accepted; expected 0 to 4096");
    EXPECT_EQ(fatTree(32, 4096),
              "2097152 hosts and 1280 switches are not accepted; expected at most 65536 hosts "
              "and 131072 nodes together");
    EXPECT_EQ(fatTree(64, 33),
              "67584 hosts and 5120 switches are not accepted; expected at most 65536 hosts and "
              "131072 nodes together");
    EXPECT_EQ(IncFatTreeTopology(64).Build().GetHosts().size(), 65536u);
    EXPECT_EQ(Refusal([] { IncStarTopology(0).Build(); }),
              "hosts: 0 is not accepted; expected 1 to 65535");
    EXPECT_EQ(Refusal([] { IncLeafSpineTopology(0, 1, 1).Build(); }),
              "leaves: 0 is not accepted; expected 1 to 4096");
    EXPECT_EQ(Refusal([] { IncLeafSpineTopology(1, 9999, 1).Build(); }),
              "spines: 9999 is not accepted; expected 1 to 4096");
    EXPECT_EQ(Refusal([] { IncLeafSpineTopology(1, 1, 0).Build(); }),
              "hostsPerLeaf: 0 is not accepted; expected 1 to 4096");
    EXPECT_EQ(Refusal([] {
                  IncStarTopology star(2);
                  star.SetLink(0, 0);
                  star.Build();
              }).find("link h0->s0: rate 0 bit/s is not accepted"),
              0u);
}

TEST(IncTopology, NumbersPortsInTheOrderOfLinksWithTheirPeers)
{
    IncTopology topology;
    uint32_t a = topology.AddSwitch("a");
    uint32_t b = topology.AddSwitch("b");
    uint32_t h = topology.AddHost("h");
    topology.AddLink(h, b, 1'000'000, 0);
    topology.AddLink(a, b, 1'000'000, 0);
    topology.AddLink(b, a, 1'000'000, 0); // a parallel link with exchanged ends
    ASSERT_EQ(topology.GetPorts(a).size(), 2u);
    EXPECT_EQ(topology.GetPorts(a)[1].link, 2u);
    EXPECT_EQ(topology.GetPorts(a)[1].peer, b);
    EXPECT_EQ(topology.GetPorts(a)[1].peerPort, 2u);
    EXPECT_EQ(topology.GetPorts(b)[0].peer, h);
}

TEST(IncTopology, RefusesWhatCannotBeAndChangesNothing)
{
    IncTopology topology;
    uint32_t h = topology.AddHost("h");
    uint32_t s = topology.AddSwitch("s");
    topology.AddLink(h, s, 1'000'000, 0);
    EXPECT_EQ(Refusal([&] { topology.AddHost("s"); }),
              "node name \"s\" is used twice; expected a name of its own for every node");
    for (const char* name : {"", " h", "h 1", "a->b", "a,b", "../x", "-h", "h\n", "ü"})
    {
        EXPECT_NE(
            Refusal([&] { topology.AddHost(name); }).find("is not accepted; expected 1 to 64"),
            std::string::npos)
            << name;
    }
    EXPECT_EQ(Refusal([&] { topology.AddLink(s, s, 1'000'000, 0); }),
              "link from \"s\" to itself is not accepted; expected two different nodes");
    EXPECT_EQ(Refusal([&] { topology.AddLink(s, 7, 1'000'000, 0); }),
              "node index 7 is not accepted; the topology has 2 nodes");
    EXPECT_NE(Refusal([&] { topology.AddLink(h, s, 1'000'000, -1); }).find("delay -1 ps"),
              std::string::npos);
    EXPECT_EQ(Refusal([&] {
                  topology.SetWorkers({h, h});
              }),
              "workers: host \"h\" is listed twice; expected each host once");
    EXPECT_EQ(Refusal([&] { topology.SetWorkers({s}); }),
              "workers: \"s\" is of kind switch; expected a host");
    EXPECT_EQ(topology.GetNodes().size(), 2u);
    EXPECT_EQ(topology.GetLinks().size(), 1u);
    EXPECT_TRUE(topology.GetWorkers().empty());
}

TEST(IncTopology, RefusesDisconnectedHosts)
{
    IncTopology topology;
    EXPECT_EQ(Refusal([&] { topology.Validate(); }),
              "the topology has no host; expected at least one");
    uint32_t a = topology.AddHost("a");
    EXPECT_EQ(Refusal([&] { topology.Validate(); }),
              "host \"a\" has no link; expected at least one");
    uint32_t b = topology.AddHost("b");
    uint32_t c = topology.AddHost("c");
    topology.AddLink(a, b, 1'000'000, 0);
    topology.AddLink(b, c, 1'000'000, 0);
    EXPECT_EQ(Refusal([&] { topology.Validate(); }),
              "host \"c\" is not connected to host \"a\"; expected a path through switches between "
              "all hosts")
        << "b forwards nothing";
    uint32_t s = topology.AddSwitch("s");
    topology.AddLink(a, s, 1'000'000, 0);
    topology.AddLink(c, s, 1'000'000, 0);
    EXPECT_EQ(Refusal([&] { topology.Validate(); }), "accepted");
}

TEST(IncLinkUnits, ReadsWhatNs3Writes)
{
    EXPECT_EQ(IncParseLinkDelay("1us"), 1'000'000);
    EXPECT_EQ(IncParseLinkDelay("0.5ns"), 500);
    EXPECT_EQ(IncParseLinkDelay("0s"), 0);
    EXPECT_EQ(IncParseLinkDelay("10s"), INC_MAX_LINK_DELAY);
}

TEST(IncLinkUnits, RefusesTheRestWithoutAborting)
{
    for (const char* delay : {"", "1", "1 us", "-1us", "11s", "1h", "us", "1e99s", "nans", "1usec"})
    {
        EXPECT_FALSE(IncParseLinkDelay(delay)) << delay;
    }
}

TEST(IncLinkUnits, WritesWhatItReadsBack)
{
    for (uint64_t rate : {1'000ULL, 1'001ULL, 25'000'000'000ULL, 400'000'000'000ULL, 1'048'577ULL})
    {
        EXPECT_EQ(IncParseRate(IncFormatLinkRate(rate))->GetBitRate(), rate);
    }
    for (int64_t delay : {0LL, 1LL, 1'500LL, 1'000'000LL, 9'999'999'999'999LL})
    {
        EXPECT_EQ(IncParseLinkDelay(IncFormatLinkDelay(delay)), delay);
    }
    EXPECT_EQ(IncFormatLinkRate(100'000'000'000), "100Gbps");
    EXPECT_EQ(IncFormatLinkDelay(1'000'000), "1us");
}

TEST(IncRails, NicsOfAHostAreOnNeighboringSwitches)
{
    IncFatTreeTopology shape(8, 2);
    shape.SetRails(2);
    const IncTopology topology = shape.Build();
    EXPECT_EQ(topology.GetHosts().size(), 32U);
    EXPECT_EQ(topology.GetLinks().size(), IncFatTreeTopology(8, 2).Build().GetLinks().size());
    for (uint32_t host = 0; host < 32; ++host)
    {
        // Two hosts per switch: hosts 0 and 1 on edges 0 and 1, hosts 2 and 3 on edges 2 and 3.
        EXPECT_EQ(Neighbors(topology, "h" + std::to_string(host)), Names("edge", host / 2 * 2, 2));
    }
    IncLeafSpineTopology leaves(6, 2, 4);
    leaves.SetRails(3);
    EXPECT_EQ(leaves.Build().GetHosts().size(), 8U);
    EXPECT_EQ(Neighbors(leaves.Build(), "h5"), Names("leaf", 3, 3));
    leaves.SetRails(4);
    EXPECT_EQ(Refusal([&]() { leaves.Build(); }),
              "rails: 4 is not accepted; expected a number that divides the 6 switches that a host "
              "may be attached to");
}

TEST(IncRails, ARailHasOneLinkOfEveryHostAndAllOfTheSwitches)
{
    IncLeafSpineTopology shape(4, 2, 2);
    shape.SetRails(2);
    const IncTopology topology = shape.Build();
    for (uint32_t rail = 0; rail < 2; ++rail)
    {
        const IncTopology only = IncRailOf(topology, rail);
        EXPECT_EQ(only.GetNodes().size(), topology.GetNodes().size());
        EXPECT_EQ(only.GetLinks().size(), 4U + 8U);
        for (uint32_t host = 0; host < 4; ++host)
        {
            EXPECT_EQ(Neighbors(only, "h" + std::to_string(host)),
                      Names("leaf", host / 2 * 2 + rail, 1));
        }
    }
}
