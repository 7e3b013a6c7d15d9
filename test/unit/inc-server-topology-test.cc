/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of networks with servers of several GPUs, of their files, and of the layout of ranks.

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-planes.h"
#include "ns3/inc-rail-only-topology.h"
#include "ns3/inc-rail.h"
#include "ns3/inc-server-layout.h"
#include "ns3/inc-server-topology.h"
#include "ns3/inc-shortest-path.h"
#include "ns3/inc-topology-file.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Return two servers of three GPUs, with two NICs at GPUs 0 and 2.
IncTopology
MakeServers()
{
    IncLeafSpineTopology hosts(2, 1, 2);
    hosts.SetRails(2);
    IncServerShape shape;
    shape.servers = 2;
    shape.gpus = 3;
    shape.owners = {0, 2};
    shape.rate = 3600000000000;
    shape.delay = 468000;
    shape.reduction = IncScaleUpReduction::PULL;
    return IncMakeServers(hosts.Build(), shape);
}

std::string
NeighborOf(const IncTopology& topology, const std::string& host)
{
    const auto& ports = topology.GetPorts(*topology.Find(host));
    return ports.empty() ? "" : topology.GetName(ports.front().peer);
}

/// Return the message of the error that a topology file causes; empty if it causes none.
std::string
FaultOf(const std::string& text)
{
    const std::string name = testing::TempDir() + "inc-server-topology-test.json";
    std::ofstream(name) << text;
    std::string fault;
    try
    {
        IncTopologyFile(name).Build();
    }
    catch (const IncError& error)
    {
        fault = error.what();
    }
    std::remove(name.c_str());
    return fault;
}

std::string
Replace(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

} // namespace

TEST(IncServerTopology, NicsAreOnTheirRails)
{
    const IncTopology topology = MakeServers();
    EXPECT_EQ(topology.GetHosts().size(), 6U);
    EXPECT_EQ(NeighborOf(topology, "h0"), "leaf0");
    EXPECT_EQ(NeighborOf(topology, "h1"), "");
    EXPECT_EQ(NeighborOf(topology, "h2"), "leaf1");
    EXPECT_EQ(NeighborOf(topology, "h3"), "leaf0");
    EXPECT_EQ(NeighborOf(topology, "h5"), "leaf1");
    const IncTopology rail = IncRailOf(topology, 1);
    EXPECT_EQ(NeighborOf(rail, "h0"), "");
    EXPECT_EQ(NeighborOf(rail, "h2"), "leaf1");
}

TEST(IncServerTopology, BfrIdsOfARailCountServers)
{
    const IncTopology topology = MakeServers();
    const auto idsOn = [&topology](uint32_t rail, const std::vector<uint32_t>& hosts) {
        std::vector<uint32_t> ids;
        for (const IncTreeWorker& worker : IncTreeWorkers(IncRailOf(topology, rail), hosts))
        {
            ids.push_back(worker.bfrId);
        }
        return ids;
    };
    EXPECT_EQ(idsOn(0, {0, 3}), std::vector<uint32_t>({1, 2}));
    EXPECT_EQ(idsOn(1, {5, 2}), std::vector<uint32_t>({2, 1}));
    EXPECT_EQ(IncBfersOf(topology), std::vector<uint32_t>({0, 2, 3, 5}));
    EXPECT_EQ(IncBfersOf(topology, 1), std::vector<uint32_t>({2, 5}));
}

TEST(IncServerTopology, ServersJoinRailsWithoutSpines)
{
    IncRailOnlyTopology shape(3);
    shape.SetRails(2);
    const IncTopology hosts = shape.Build();
    EXPECT_EQ(hosts.GetHosts().size(), 3U);
    EXPECT_EQ(hosts.GetLinks().size(), 6U);
    IncServerShape servers;
    servers.servers = 3;
    servers.gpus = 2;
    servers.owners = {0, 1};
    servers.rate = 3600000000000;
    const IncTopology topology = IncMakeServers(hosts, servers);
    EXPECT_TRUE(IncAreInOneNetwork(topology, {0, 2, 4}));
    EXPECT_TRUE(IncAreInOneNetwork(topology, {1, 3}));
    EXPECT_FALSE(IncAreInOneNetwork(topology, {0, 3}));
    // Without the servers no way joins the rails.
    IncTopology apart;
    for (const char* name : {"a", "b"})
    {
        const uint32_t host = apart.AddHost(name);
        apart.AddLink(host, apart.AddSwitch(std::string("leaf") + name), 1000000000, 0);
    }
    EXPECT_THROW(apart.Validate(), IncTopologyError);
}

TEST(IncServerTopology, PlanesMeetAtHostsOnly)
{
    IncLeafSpineTopology shape(2, 1, 2);
    shape.SetRails(2);
    const IncTopology planes = IncMakePlanes(shape.Build(), 2);
    EXPECT_EQ(planes.GetNodes().size(), 2U + 2 * 3);
    std::vector<std::string> peers;
    for (const auto& port : planes.GetPorts(0))
    {
        peers.push_back(planes.GetName(port.peer));
    }
    EXPECT_EQ(peers, std::vector<std::string>({"leaf0", "leaf0.p1", "leaf1", "leaf1.p1"}));
    for (const IncTopologyLink& link : planes.GetLinks())
    {
        const auto isSecond = [&planes](uint32_t node) {
            return planes.GetName(node).find(".p1") != std::string::npos;
        };
        EXPECT_TRUE(planes.IsHost(link.a) || isSecond(link.a) == isSecond(link.b));
    }
}

TEST(IncServerTopology, MoreServersThanPlacesAreRefused)
{
    IncServerShape shape;
    shape.servers = 5;
    shape.owners = {0};
    EXPECT_THROW(IncMakeServers(IncLeafSpineTopology(2, 1, 2).Build(), shape), IncTopologyError);
}

TEST(IncServerTopology, AHostIsInOneServer)
{
    IncTopology topology = MakeServers();
    EXPECT_THROW(topology.AddServer({"v2", "v2.up", {}, {{0, 1000, 0}}}), IncTopologyError);
    EXPECT_THROW(topology.AddServer({"v2", "v2.up", {}, {}}), IncTopologyError);
    EXPECT_THROW(topology.AddServer({"leaf0", "v2.up", {}, {{0, 1000, 0}}}), IncTopologyError);
    EXPECT_EQ(topology.GetServers().size(), 2U);
}

TEST(IncServerTopology, ServersSurviveAFile)
{
    const std::string text = IncTopologyFile::ToText(MakeServers());
    const std::string name = testing::TempDir() + "inc-servers.json";
    std::ofstream(name) << text;
    EXPECT_EQ(IncTopologyFile::ToText(IncTopologyFile(name).Build()), text);
    std::remove(name.c_str());
}

TEST(IncServerTopology, WrongServersInAFileAreRefused)
{
    const std::string text = IncTopologyFile::ToText(MakeServers());
    EXPECT_EQ(FaultOf(text), "");
    const auto faultWith = [&](const std::string& from, const std::string& to) {
        return FaultOf(Replace(text, from, to));
    };
    EXPECT_NE(faultWith("\"h4\",\"h5\"", "\"h4\",\"h0\"").find("no scale-up switch joins"),
              std::string::npos);
    EXPECT_NE(faultWith("\"reduce\":\"pull\"", "\"reduce\":\"some\"").find("reduce"),
              std::string::npos);
    EXPECT_NE(faultWith("{\"a\":\"h0\",\"b\":\"v0.up\"", "{\"a\":\"leaf0\",\"b\":\"v0.up\"")
                  .find("linked to \"leaf0\""),
              std::string::npos);
    EXPECT_NE(faultWith("\"name\":\"v1.up\"", "\"name\":\"v0.up\"").find("used twice"),
              std::string::npos);
    // h4 becomes a GPU of both servers.
    EXPECT_NE(faultWith("{\"a\":\"h0\",\"b\":\"v0.up\"", "{\"a\":\"h4\",\"b\":\"v0.up\"")
                  .find("no scale-up switch joins"),
              std::string::npos);
}

TEST(IncServerTopology, LinksInAFileMayNameTheirRails)
{
    // NICs of h0 and h2 change their rails, those of h3 and h5 keep theirs.
    std::string text = IncTopologyFile::ToText(MakeServers());
    const auto number = [&text](const std::string& link, const std::string& rail) {
        text = Replace(text, link + "\",", link + "\",\"plane\":0,\"rail\":" + rail + ",");
    };
    number("{\"a\":\"h0\",\"b\":\"leaf0", "1");
    EXPECT_NE(FaultOf(text).find("server \"v1\" has not one NIC"), std::string::npos);
    number("{\"a\":\"h2\",\"b\":\"leaf1", "0");
    number("{\"a\":\"h3\",\"b\":\"leaf0", "0");
    EXPECT_NE(FaultOf(text).find("server \"v1\" has not one NIC"), std::string::npos);
    number("{\"a\":\"h5\",\"b\":\"leaf1", "1");
    EXPECT_EQ(FaultOf(text), "");
    const std::string name = testing::TempDir() + "inc-rails.json";
    std::ofstream(name) << text;
    const IncTopology topology = IncTopologyFile(name).Build();
    std::ofstream(name) << IncTopologyFile::ToText(topology);
    EXPECT_EQ(IncTopologyFile::ToText(IncTopologyFile(name).Build()),
              IncTopologyFile::ToText(topology));
    std::remove(name.c_str());
    EXPECT_EQ(IncRailPortsOf(topology, 0)[0], std::nullopt);
    EXPECT_EQ(IncRailPortsOf(topology, 0)[2], 0U);
    EXPECT_EQ(IncRailPortsOf(topology, 1)[0], 0U);
    EXPECT_EQ(IncRailPortsOf(topology, 1)[5], 0U);
    EXPECT_NE(FaultOf(Replace(text, "\"b\":\"spine0\",", "\"b\":\"spine0\",\"rail\":0,"))
                  .find("expected one at NICs of servers only"),
              std::string::npos);
    EXPECT_NE(FaultOf(Replace(text, "\"b\":\"v0.up\",", "\"b\":\"v0.up\",\"rail\":0,"))
                  .find("a link inside a server has no rail"),
              std::string::npos);
}

TEST(IncServerTopology, TheLayoutFindsServersAndHeads)
{
    const IncTopology topology = MakeServers();
    // The ranks of both servers alternate.
    const auto layout = IncServerLayout::Of(topology, {3, 0, 4, 1, 5, 2});
    EXPECT_EQ(layout.servers, (std::vector<std::vector<uint32_t>>{{0, 2, 4}, {1, 3, 5}}));
    ASSERT_EQ(layout.heads.size(), 2U);
    EXPECT_EQ(layout.heads[0][0].rank, 0U);
    EXPECT_EQ(layout.heads[0][1].rank, 1U);
    EXPECT_EQ(layout.heads[1][0].rank, 4U);
    EXPECT_EQ(layout.FromHead(1, 0), (std::vector<uint32_t>{4, 0, 2}));
}

TEST(IncServerTopology, RailsWithoutAnOwnerAmongTheRanksAreLeftOut)
{
    const IncTopology topology = MakeServers();
    EXPECT_EQ(IncServerLayout::Of(topology, {0, 1, 3, 4}).rails, (std::vector<uint32_t>{0}));
    EXPECT_TRUE(IncServerLayout::Of(topology, {1, 4}).heads.empty());
    // In a single server each rank is a head then.
    EXPECT_EQ(IncServerLayout::Of(topology, {1}).heads.size(), 1U);
}
