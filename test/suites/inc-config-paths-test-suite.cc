/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of Config paths: those of the manual's table, and those with names of nodes.

#include "ns3/config.h"
#include "ns3/inc-client-list.h"
#include "ns3/inc-client.h"
#include "ns3/inc-congestion-control.h"
#include "ns3/inc-connection-manager.h"
#include "ns3/inc-job.h"
#include "ns3/inc-manager-helper.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-transfer.h"
#include "ns3/names.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <map>
#include <string>

using namespace ns3;

namespace
{

// Paths of the manual's table (doc/inc-manual.py).
const std::string QUEUE_PAIRS = "/NodeList/*/$ns3::IncRdmaNic/QueuePairs/*";
const std::map<std::string, std::string> PATHS{
    {"IncAggregationManager", "/NodeList/*/$ns3::IncAggregationManager"},
    {"IncAggregator", "/NodeList/*/$ns3::IncAggregator"},
    {"IncBfr", "/NodeList/*/$ns3::IncBfr"},
    {"IncClient", "/NodeList/*/$ns3::IncClientList/Clients/*"},
    {"IncCongestionControl", QUEUE_PAIRS + "/Controller"},
    {"IncConnectionManager", "/NodeList/*/$ns3::IncRdmaNic/ConnectionManager"},
    {"IncControlEndpoint", "/NodeList/*/$ns3::IncControlEndpoint"},
    {"IncNetDevice", "/NodeList/*/DeviceList/*/$ns3::IncNetDevice"},
    {"IncPfcWatchdog", "/$ns3::IncPfcWatchdog"},
    {"IncQueuePair", QUEUE_PAIRS},
};

} // namespace

/// Test that every path of the table finds objects with all trace sources of their class.
class IncTracePathsTest : public TestCase
{
  public:
    IncTracePathsTest()
        : TestCase("Paths of the manual's table lead to objects with the sources of their class")
    {
    }

  private:
    void DoRun() override
    {
        IncTopology topology = IncStarTopology(4).Build();
        const uint32_t manager = IncManagerHelper::AddManagerNode(topology, 100000000000, 1000000);
        IncFabricHelper helper;
        helper.EnablePfc("3");
        const IncFabric fabric = helper.Install(topology);
        const IncControlPlane plane = IncManagerHelper().Install(fabric, manager);
        fabric.GetNic(0)->GetConnectionManager();
        auto controlled = fabric.GetNic(2)->CreateRcQueuePair();
        controlled->SetAttribute("CongestionControl", StringValue("ns3::IncDcqcn"));
        controlled->Connect(IncFabric::GetAddress(3),
                            fabric.GetNic(3)->CreateRcQueuePair()->GetQpn());
        IncJob job(fabric, {0, 1, 2, 3});
        job.Start(IncCollective::ALLREDUCE, 1000);
        Simulator::Run();
        for (const auto& [name, path] : PATHS)
        {
            const TypeId tid = TypeId::LookupByName("ns3::" + name);
            const Config::MatchContainer found = Config::LookupMatches(path);
            NS_TEST_EXPECT_MSG_GT(found.GetN(), 0, path);
            NS_TEST_EXPECT_MSG_GT(tid.GetTraceSourceN(), 0, name);
            for (std::size_t i = 0; i < found.GetN(); ++i)
            {
                const TypeId kind = found.Get(i)->GetInstanceTypeId();
                const bool isOne = kind == tid || kind.IsChildOf(tid);
                NS_TEST_EXPECT_MSG_EQ(isOne, true, path);
                for (std::size_t s = 0; s < tid.GetTraceSourceN(); ++s)
                {
                    const auto source = tid.GetTraceSource(s).name;
                    NS_TEST_EXPECT_MSG_EQ(bool(kind.LookupTraceSourceByName(source)),
                                          true,
                                          path << "/" << source);
                }
            }
        }
        Simulator::Destroy();
    }
};

/// Test that a path with node name and number finds a queue pair until it is destroyed.
class IncNamedPathsTest : public TestCase
{
  public:
    IncNamedPathsTest()
        : TestCase("Names lead to a host's queue pair by its number")
    {
    }

  private:
    void Count(std::string context, uint64_t before, uint64_t after)
    {
        m_sent += after - before;
        m_context = context;
    }

    void DoRun() override
    {
        const IncFabric fabric = IncFabricHelper().Install(IncStarTopology(3).Build());
        NS_TEST_EXPECT_MSG_EQ(Names::FindName(fabric.GetNodes().Get(1)), "h1", "a name");
        const IncTransfer other(fabric, 1, 0, 5000);
        const IncTransfer transfer(fabric, 1, 2, 100000);
        const uint32_t number = transfer.GetSender()->GetQpn();
        const std::string path =
            "/Names/h1/$ns3::IncRdmaNic/QueuePairs/" + std::to_string(number) + "/BytesSent";
        Config::Connect(path, MakeCallback(&IncNamedPathsTest::Count, this));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_sent, 100000, "of this one alone");
        NS_TEST_EXPECT_MSG_EQ(m_context, path, "the context says whose");
        const std::string all = "/Names/h1/$ns3::IncRdmaNic/QueuePairs/*";
        NS_TEST_EXPECT_MSG_EQ(Config::LookupMatches(all).GetN(), 2, "both");
        other.GetSender()->Destroy();
        const auto left = Config::LookupMatches(all);
        NS_TEST_ASSERT_MSG_EQ(left.GetN(), 1, "one is gone");
        NS_TEST_EXPECT_MSG_EQ(left.Get(0), transfer.GetSender(), "its number stays");
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(bool(Names::Find<Object>("h1")), false, "forgotten in the end");
    }

    uint64_t m_sent{0};    //!< number of bytes sent
    std::string m_context; //!< context of the latest call
};

/// Test that a host lists its clients as long as they exist.
class IncListedClientsTest : public TestCase
{
  public:
    IncListedClientsTest()
        : TestCase("A host lists its clients until they are disposed of")
    {
    }

  private:
    void DoRun() override
    {
        const IncFabric fabric = IncFabricHelper().Install(IncStarTopology(2).Build());
        const std::string path = "/NodeList/0/$ns3::IncClientList/Clients/*";
        auto first = CreateObject<IncClient>();
        auto second = CreateObject<IncClient>();
        first->Attach(fabric.GetNic(0));
        second->Attach(fabric.GetNic(0));
        NS_TEST_EXPECT_MSG_EQ(Config::LookupMatches(path).GetN(), 2, "both");
        first->Dispose();
        const auto left = Config::LookupMatches(path);
        NS_TEST_ASSERT_MSG_EQ(left.GetN(), 1, "one is left");
        NS_TEST_EXPECT_MSG_EQ(left.Get(0), second, "the second");
        second = nullptr;
        Simulator::Destroy();
    }
};

class IncConfigPathsTestSuite : public TestSuite
{
  public:
    IncConfigPathsTestSuite()
        : TestSuite("inc-config-paths", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncTracePathsTest);
        AddTestCase(new IncNamedPathsTest);
        AddTestCase(new IncListedClientsTest);
    }
};

static IncConfigPathsTestSuite g_incConfigPathsTestSuite; //!< registers the suite
