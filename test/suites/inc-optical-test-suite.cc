/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-atro-planner.h"
#include "ns3/inc-cluster-generator.h"
#include "ns3/inc-error.h"
#include "ns3/inc-reconfigurable-helper.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;

namespace
{

IncCluster
MakeCluster(uint32_t aggregators, uint32_t workers = 16)
{
    IncClusterGenerator generator;
    generator.switches = 6;
    generator.ports = 8;
    generator.aggregators = aggregators;
    generator.workers = workers;
    return generator.Make();
}

/// Return the error of a call, or an empty text.
template <typename Action>
std::string
Refusal(Action action)
{
    try
    {
        action();
    }
    catch (const IncError& error)
    {
        return error.what();
    }
    return "";
}

/// Test that changing ports are dark for the device's time and drop frames with reason DARK, and
/// that other circuits stay lit.
class DarkCase : public TestCase
{
  public:
    DarkCase()
        : TestCase("circuits that change are dark, those that stay are lit")
    {
    }

  private:
    void DoRun() override
    {
        const auto topology = [] {
            IncTopology made;
            for (const char* name : {"h0", "h1", "h2", "h3"})
            {
                made.AddHost(name);
            }
            IncTopologyNode optical;
            optical.name = "o0";
            optical.kind = IncTopologyNode::Kind::OPTICAL;
            const uint32_t node = made.AddNode(optical);
            for (uint32_t host = 0; host < 4; ++host)
            {
                made.AddLink(host, node, 100000000000, 1000000);
            }
            return made;
        }();
        const IncFabric fabric = IncFabricHelper().Install(topology);
        auto device = DynamicCast<IncOpticalSwitch>(fabric.GetSwitch(4));
        const auto send = [&](uint32_t from, uint32_t to) {
            IncFramePtr frame = IncFrame::Create();
            frame->source = IncFabric::GetAddress(from).Get();
            frame->destination = IncFabric::GetAddress(to).Get();
            frame->payloadSize = 64;
            frame->UpdateSize();
            fabric.GetDevice(from, 0)->Enqueue(std::move(frame));
        };
        const auto arrived = [&](uint32_t host) {
            return fabric.GetDevice(host, 0)->GetCounters().receivedFrames;
        };
        device->SetCircuits({{0, 1}, {2, 3}});
        send(0, 1);
        send(2, 3);
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrived(1), 1U, "lit at once");
        NS_TEST_EXPECT_MSG_EQ(arrived(3), 1U, "lit at once");

        device->Reconfigure({{1, 0}});
        send(0, 1);
        send(2, 3);
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrived(1), 2U, "stays lit");
        NS_TEST_EXPECT_MSG_EQ(arrived(3), 1U, "has no circuit");

        device->Reconfigure({{0, 2}, {1, 3}});
        send(0, 2);
        Simulator::Stop(MilliSeconds(9));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrived(2), 0U, "dark for 10 ms");
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
        send(0, 2);
        send(3, 1);
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrived(2), 1U, "lit again");
        NS_TEST_EXPECT_MSG_EQ(arrived(1), 3U, "lit again");
        const auto dark = static_cast<std::size_t>(IncDropReason::DARK);
        uint32_t dropped = 0;
        for (const IncNetDevice* port : device->GetPorts())
        {
            dropped += port->GetCounters(0).drops[dark];
        }
        NS_TEST_EXPECT_MSG_EQ(dropped, 2U, "lost in the dark, by name");
        NS_TEST_EXPECT_MSG_EQ(std::string(IncDropReasonName(IncDropReason::DARK)),
                              "dark",
                              "as traces print it");
        Simulator::Destroy();
    }
};

/// Test that an AllReduce reaches the rate of the plan in effect, before and after a change.
class PlansCase : public TestCase
{
  public:
    PlansCase()
        : TestCase("plans before and after reach their rates")
    {
    }

  private:
    void DoRun() override
    {
        const IncCluster plain = MakeCluster(0);
        const IncCluster aggregating = MakeCluster(3);
        const IncClusterPlan before = IncAtroPlanner(plain).Run();
        const IncClusterPlan after = IncAtroPlanner(aggregating).Run();
        {
            IncReconfigurableHelper cluster(aggregating,
                                            IncOpticalDevice::Mems3d(),
                                            NanoSeconds(20));
            cluster.ApplyPlan(Time(0), before);
            const auto& first = cluster.Measure(MilliSeconds(11), 1 << 20);
            cluster.ApplyPlan(MilliSeconds(20), after);
            const auto& early = cluster.Measure(MilliSeconds(25), 1024);
            const auto& second = cluster.Measure(MilliSeconds(31), 4 << 20);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_LT(before.rate, after.rate, "aggregators help");
            NS_TEST_EXPECT_MSG_EQ(first.status, "ok", "done");
            NS_TEST_EXPECT_MSG_EQ(early.status, "-", "in the dark nothing arrives");
            NS_TEST_EXPECT_MSG_EQ(second.status, "ok", "done");
            NS_TEST_EXPECT_MSG_EQ_TOL(first.GetGbps() / first.boundGbps, 1, 0.03, "first");
            NS_TEST_EXPECT_MSG_EQ_TOL(second.GetGbps() / second.boundGbps, 1, 0.03, "second");
            const std::string other = Refusal(
                [&] { cluster.ApplyPlan(Time(0), IncAtroPlanner(MakeCluster(1, 9)).Run()); });
            NS_TEST_EXPECT_MSG_NE(other.find("of 9 workers; accepted: 16"),
                                  std::string::npos,
                                  other);
        }
        Simulator::Destroy();
        // The default cluster of the paper needs too many ports.
        const IncCluster large = IncClusterGenerator().Make();
        const std::string refused =
            Refusal([&] { IncReconfigurableHelper cluster(large, IncOpticalDevice::Mems3d()); });
        NS_TEST_EXPECT_MSG_NE(refused.find("571 ports; accepted by a 3D MEMS switch: 384"),
                              std::string::npos,
                              refused);
    }
};

/// Tests of optical switches.
class IncOpticalTestSuite : public TestSuite
{
  public:
    IncOpticalTestSuite()
        : TestSuite("inc-optical", TestSuite::Type::UNIT)
    {
        AddTestCase(new DarkCase);
        AddTestCase(new PlansCase);
    }
};

static IncOpticalTestSuite g_incOpticalTestSuite; //!< registers the suite

} // namespace
