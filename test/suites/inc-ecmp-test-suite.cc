/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of ECMP schemes with flows: balance, completion times, reordering, failing links.

#include "inc-flow-run.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-link-failure.h"
#include "ns3/inc-route-oracle.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t PER_LEAF = 8;
constexpr uint32_t HOSTS = 64;
constexpr uint32_t LEAF0 = HOSTS; // node index of the first leaf
constexpr uint32_t SPINE0 = LEAF0 + 8;
constexpr uint64_t FLOW = 1 << 20;

// Bytes of a packet on the wire beside its payload, in the middle of a WRITE.
constexpr double OVERHEAD = 82;

// Eight leaves and eight spines; host j sends to host j + 8. Records the uplinks of each flow.
class Rig
{
  public:
    struct Options
    {
        std::string scheme{"per-flow"};
        uint32_t interfaces{4};
        uint32_t egressInterfaces{4};
        bool selectiveRepeat{false};
        bool restore{true};
        uint64_t run{1};
        uint64_t bytes{FLOW};
    };

    explicit Rig(const Options& options)
    {
        RngSeedManager::SetRun(options.run);
        Config::SetDefault("ns3::IncRcQueuePair::SelectiveRepeat",
                           BooleanValue(options.selectiveRepeat));
        IncFabricHelper helper;
        helper.SetSwitchAttribute("Ecmp", StringValue(options.scheme));
        helper.SetSwitchAttribute("RestoreFlows", BooleanValue(options.restore));
        helper.SetEcmpGroupSizes(options.interfaces, options.egressInterfaces);
        fabric = helper.Install(IncLeafSpineTopology(8, 8, PER_LEAF).Build());
        IncFabricHelper::AssignStreams(fabric, 100);
        IncFlowPattern pattern;
        pattern.name = "ring";
        pattern.bytes = options.bytes;
        flows = std::make_unique<IncFlowRun>(fabric,
                                             pattern.Make(fabric.GetTopology(),
                                                          fabric.GetTopology().GetHosts(),
                                                          [](uint32_t) { return 0; }));
        for (uint32_t leaf = 0; leaf < 8; ++leaf)
        {
            for (uint32_t spine = 0; spine < 8; ++spine)
            {
                fabric.GetDevice(LEAF0 + leaf, PER_LEAF + spine)
                    ->TraceConnectWithoutContext("FrameSent",
                                                 MakeBoundCallback(&Rig::Sent, this, spine));
            }
        }
    }

    ~Rig()
    {
        flows.reset();
        if (oracle)
        {
            oracle->Dispose();
        }
        Simulator::Destroy();
        Config::Reset();
        RngSeedManager::SetRun(1);
    }

    // Simulate until all flows have completed, and return the status.
    std::string Run()
    {
        IncProgress silent;
        IncSimulationLoop loop(silent, std::nullopt);
        flows->Expect(loop);
        flows->Start();
        loop.Run();
        return loop.GetStatus();
    }

    // Schedule a link failure; routes follow after the time of convergence.
    void Fail(const std::string& text, Time convergence)
    {
        const auto failure = IncLinkFailure::Parse(text);
        oracle = CreateObject<IncRouteOracle>();
        oracle->SetAttribute("ConvergenceDelay", TimeValue(convergence));
        oracle->Watch(fabric);
        failure->Schedule(fabric, failures, [this](auto link, const auto& name) {
            flows->GetMeter().LinkFailed(*link);
        });
    }

    IncFabric fabric;
    std::unique_ptr<IncFlowRun> flows;
    Ptr<IncRouteOracle> oracle;
    IncOwnedEvents failures;
    std::map<uint32_t, std::set<uint32_t>> spinesOf; // spines of data frames by source host
    std::map<uint32_t, uint32_t> lastSpineOf;        // latest spine by source host

  private:
    static void Sent(Rig* rig, uint32_t spine, const IncFrame& frame)
    {
        if (IncIsWrite(frame.bth.opcode))
        {
            const uint32_t host = frame.source - 0x0a000001;
            rig->spinesOf[host].insert(spine);
            rig->lastSpineOf[host] = spine;
        }
    }
};

} // namespace

/// Test that ingress ECMP completes a ring of flows at line rate, one flow per uplink
class IncEcmpIngressTest : public TestCase
{
  public:
    IncEcmpIngressTest()
        : TestCase("Test that ingress ECMP completes a ring at line rate, one flow per uplink")
    {
    }

  private:
    void DoRun() override
    {
        Rig::Options options;
        options.scheme = "ingress";
        options.interfaces = 8;
        const double line = 8e-3 * FLOW * (1024 + OVERHEAD) / 1024 / 100; // us at 100 Gb/s
        {
            Rig rig(options);
            NS_TEST_EXPECT_MSG_EQ(rig.Run(), "ok", "status");
            const IncFlowResult result = rig.flows->GetResult();
            NS_TEST_EXPECT_MSG_EQ_TOL(result.balance->maxOverMean, 1.0, 1e-9, "max/mean");
            NS_TEST_EXPECT_MSG_EQ(result.balance->collisions, 0, "collisions");
            NS_TEST_EXPECT_MSG_EQ(result.reordered, 0, "reordered");
            // Store and forward, propagation and acknowledgements take less than 10 us.
            NS_TEST_EXPECT_MSG_LT(result.times->max, line + 10, "us");
            NS_TEST_EXPECT_MSG_GT(result.times->max, line, "us");
            for (const auto& load : result.links)
            {
                const bool isUplink = load.link.find("->spine") != std::string::npos;
                NS_TEST_EXPECT_MSG_EQ((!isUplink || load.flows == 1), true, load.link);
            }
        }
        options.interfaces = 4;
        Rig rig(options);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), "ok", "status");
        const IncFlowResult result = rig.flows->GetResult();
        NS_TEST_EXPECT_MSG_EQ_TOL(result.balance->maxOverMean, 2.0, 1e-9, "max/mean, figure 4");
        NS_TEST_EXPECT_MSG_GT(result.times->max, 2 * line, "half the uplinks");
    }
};

/// Test that simulated flows leave as many uplinks idle as balls in bins
class IncEcmpPerFlowTest : public TestCase
{
  public:
    IncEcmpPerFlowTest()
        : TestCase("Test that simulated flows leave as many uplinks idle as balls in bins")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t RUNS = 5;
        double idle = 0;
        for (uint64_t run = 1; run <= RUNS; ++run)
        {
            Rig::Options options;
            options.run = run;
            Rig rig(options);
            NS_TEST_EXPECT_MSG_EQ(rig.Run(), "ok", "status of run " << run);
            const IncFlowResult result = rig.flows->GetResult();
            idle += result.balance->idle / RUNS;
            NS_TEST_EXPECT_MSG_EQ_TOL(result.balance->idle,
                                      result.balance->collisions,
                                      1e-9,
                                      "as many flows as uplinks");
            for (const auto& [host, spines] : rig.spinesOf)
            {
                NS_TEST_EXPECT_MSG_EQ(spines.size(), 1, "a flow has one path, host " << host);
            }
        }
        // A leaf's idle uplinks have a standard deviation of 0.79; 3.29 sigma of 40 leaves: 99.9 %.
        const double expected = 8 * std::pow(7.0 / 8, 8);
        NS_TEST_EXPECT_MSG_EQ_TOL(idle, expected, 3.29 * 0.79 / std::sqrt(8.0 * RUNS), "idle");
    }
};

/// Test that spraying balances and reorders, and that selective repeat copes better with it
class IncEcmpPerPacketTest : public TestCase
{
  public:
    IncEcmpPerPacketTest()
        : TestCase("Test that spraying balances and reorders, which selective repeat bears better")
    {
    }

  private:
    IncFlowResult RunOne(bool selectiveRepeat)
    {
        Rig::Options options;
        options.scheme = "per-packet";
        options.selectiveRepeat = selectiveRepeat;
        options.bytes = FLOW / 8;
        Rig rig(options);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), "ok", "status");
        const IncFlowResult result = rig.flows->GetResult();
        NS_TEST_EXPECT_MSG_EQ(result.balance->idle, 0, "every uplink is used");
        NS_TEST_EXPECT_MSG_LT(result.balance->maxOverMean, 1.2, "balanced");
        NS_TEST_EXPECT_MSG_GT(result.reordered, 100, "but reordered");
        return result;
    }

    void DoRun() override
    {
        const auto goBackN = RunOne(false);
        const auto selective = RunOne(true);
        NS_TEST_EXPECT_MSG_GT(goBackN.times->mean,
                              2 * selective.times->mean,
                              "go-back-N is slower");
    }
};

/// Test that routes carry the egress group and that its sub-type must be understood
class IncEcmpAttributeTest : public TestCase
{
  public:
    IncEcmpAttributeTest()
        : TestCase("Test that routes carry the egress group and that its sub-type is understood")
    {
    }

  private:
    void DoRun() override
    {
        Rig::Options options;
        options.scheme = "egress-group";
        Rig rig(options);
        const auto leaf1 = rig.fabric.GetSwitch(LEAF0 + 1);
        const auto community = leaf1->Advertise(4).Get();
        NS_TEST_EXPECT_MSG_EQ(community.has_value(), true, "port 4 leads to a host");
        NS_TEST_EXPECT_MSG_EQ(community->routerId, leaf1->GetIpv4(), "router id");
        NS_TEST_EXPECT_MSG_EQ(community->groupId, 2, "ports 4 to 7");
        NS_TEST_EXPECT_MSG_EQ(leaf1->Advertise(8).Get().has_value(), false, "a spine's port");
        const auto& table = rig.fabric.GetSwitch(LEAF0)->GetTable();
        // Hosts 8 to 11 and 12 to 15 form groups 1 and 2 of leaf1, each with its subgroup.
        NS_TEST_EXPECT_MSG_EQ(table.Lookup(8).part.size, 4, "a subgroup");
        NS_TEST_EXPECT_MSG_EQ(table.Lookup(8).part.first, table.Lookup(11).part.first, "the same");
        NS_TEST_EXPECT_MSG_NE(table.Lookup(8).part.first, table.Lookup(12).part.first, "another");
        leaf1->SetAttribute("EcmpSubType", UintegerValue(9));
        rig.fabric.DistributeRoutes(IncRouteComputation(rig.fabric.GetTopology()));
        NS_TEST_EXPECT_MSG_EQ(table.Lookup(8).part.size, 8, "not understood: all");
        NS_TEST_EXPECT_MSG_EQ(table.Lookup(16).part.size, 4, "leaf 2's is");
    }
};

/// Test that the scheme of a switch can change while flows are under way
class IncEcmpRunTimeTest : public TestCase
{
  public:
    IncEcmpRunTimeTest()
        : TestCase("Test that the scheme of a switch can change while flows are under way")
    {
    }

  private:
    void DoRun() override
    {
        Rig::Options options;
        options.interfaces = 8;
        Rig rig(options);
        Simulator::Schedule(MicroSeconds(40), [&rig]() {
            rig.fabric.GetSwitch(LEAF0)->SetAttribute("Ecmp", StringValue("ingress"));
        });
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), "ok", "status");
        for (uint32_t host = 0; host < PER_LEAF; ++host)
        {
            NS_TEST_EXPECT_MSG_EQ(rig.lastSpineOf[host], host, "leaf 0");
        }
    }
};

/// Test that a failing uplink moves only its own flows, loses none, and may get them back
class IncEcmpLocalFailureTest : public TestCase
{
  public:
    explicit IncEcmpLocalFailureTest(bool restore)
        : TestCase(std::string("Test that a failing uplink moves only its own flows, which ") +
                   (restore ? "come" : "do not come") + " back"),
          m_restore(restore)
    {
    }

  private:
    void DoRun() override
    {
        Rig::Options options;
        options.restore = m_restore;
        std::map<uint32_t, std::set<uint32_t>> undisturbed;
        {
            Rig rig(options);
            rig.Run();
            undisturbed = rig.spinesOf;
        }
        const uint32_t failed = *undisturbed[0].begin();
        Rig rig(options);
        rig.Fail("leaf0->spine" + std::to_string(failed) + "@30us:60us", MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), "ok", "status");
        uint32_t moved = 0;
        for (uint32_t host = 0; host < HOSTS; ++host)
        {
            const bool isAffected = host < PER_LEAF && undisturbed[host].count(failed) > 0;
            moved += isAffected;
            NS_TEST_EXPECT_MSG_EQ(rig.spinesOf[host].size(), (isAffected ? 2 : 1), "host " << host);
            NS_TEST_EXPECT_MSG_EQ(rig.spinesOf[host].count(*undisturbed[host].begin()),
                                  1,
                                  "host " << host);
            const bool isBack = rig.lastSpineOf[host] == *undisturbed[host].begin();
            NS_TEST_EXPECT_MSG_EQ(isBack, (!isAffected || m_restore), "host " << host);
        }
        NS_TEST_EXPECT_MSG_GT(moved, 0, "flows on the failed link");
        const auto recovery = rig.flows->GetResult().recoveryUs;
        NS_TEST_EXPECT_MSG_EQ(recovery.has_value(), true, "recovery time");
        NS_TEST_EXPECT_MSG_GT(*recovery, 5, "us: what was lost is sent again");
        NS_TEST_EXPECT_MSG_LT(*recovery, 1500, "us: without waiting for routes");
    }

    bool m_restore; //!< true if flows return to the repaired uplink
};

/// Test that flows behind a failing remote link wait for new routes and lose nothing
class IncEcmpRemoteFailureTest : public TestCase
{
  public:
    explicit IncEcmpRemoteFailureTest(const std::string& scheme)
        : TestCase("Test that " + scheme + " flows behind a remote failure find another way"),
          m_scheme(scheme)
    {
    }

  private:
    void DoRun() override
    {
        Rig::Options options;
        options.scheme = m_scheme;
        options.interfaces = 8;
        std::map<uint32_t, std::set<uint32_t>> undisturbed;
        {
            Rig rig(options);
            rig.Run();
            undisturbed = rig.spinesOf;
        }
        const uint32_t failed = *undisturbed[0].begin();
        Rig rig(options);
        // The link is on the path from host 0 to host 8, which is under leaf1.
        rig.Fail("spine" + std::to_string(failed) + "->leaf1@30us", MicroSeconds(200));
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), "ok", "status");
        NS_TEST_EXPECT_MSG_EQ(rig.oracle->GetRuns(), 1, "one computation");
        for (uint32_t host = 0; host < HOSTS; ++host)
        {
            const bool isBehind =
                undisturbed[host].count(failed) > 0 && (host < PER_LEAF || host / PER_LEAF == 1);
            const bool hasMoved = rig.spinesOf[host] != undisturbed[host];
            // leaf1 has lost its own link, too; its flows through that spine move at once.
            NS_TEST_EXPECT_MSG_EQ(hasMoved, isBehind, "host " << host);
        }
        const auto recovery = rig.flows->GetResult().recoveryUs;
        NS_TEST_EXPECT_MSG_GT(*recovery, 200, "us: not before there are routes");
    }

    std::string m_scheme; //!< scheme of ECMP
};

/// Test that a host whose only link fails and is repaired completes its flow
class IncEcmpHostLinkTest : public TestCase
{
  public:
    IncEcmpHostLinkTest()
        : TestCase("Test that a host whose only link fails for a while completes its flows")
    {
    }

  private:
    void DoRun() override
    {
        Rig rig({});
        rig.Fail("h0->leaf0@30us:500us", MicroSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), "ok", "status");
        NS_TEST_EXPECT_MSG_GT(rig.flows->GetTimes()->max, 500, "us");
        NS_TEST_EXPECT_MSG_EQ(rig.oracle->GetRuns(), 2, "failure and repair");
    }
};

/// Test that the same seed gives the same times with every scheme
class IncEcmpSeedTest : public TestCase
{
  public:
    IncEcmpSeedTest()
        : TestCase("Test that the same seed gives the same times, and another one others")
    {
    }

  private:
    static double MeanTime(const std::string& scheme, uint64_t run)
    {
        Rig::Options options;
        options.scheme = scheme;
        options.run = run;
        options.selectiveRepeat = true;
        options.bytes = FLOW / 8;
        Rig rig(options);
        rig.Run();
        return rig.flows->GetTimes()->mean;
    }

    void DoRun() override
    {
        for (const std::string scheme : {"per-flow", "per-packet", "egress-group"})
        {
            NS_TEST_EXPECT_MSG_EQ(MeanTime(scheme, 3), MeanTime(scheme, 3), scheme);
            NS_TEST_EXPECT_MSG_NE(MeanTime(scheme, 3), MeanTime(scheme, 4), scheme);
        }
        NS_TEST_EXPECT_MSG_EQ(MeanTime("ingress", 3), MeanTime("ingress", 4), "no chance in it");
    }
};

class IncEcmpTestSuite : public TestSuite
{
  public:
    IncEcmpTestSuite()
        : TestSuite("inc-ecmp", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncEcmpIngressTest);
        AddTestCase(new IncEcmpPerFlowTest);
        AddTestCase(new IncEcmpPerPacketTest);
        AddTestCase(new IncEcmpAttributeTest);
        AddTestCase(new IncEcmpRunTimeTest);
        AddTestCase(new IncEcmpLocalFailureTest(true));
        AddTestCase(new IncEcmpLocalFailureTest(false));
        AddTestCase(new IncEcmpRemoteFailureTest("per-flow"));
        AddTestCase(new IncEcmpRemoteFailureTest("ingress"));
        AddTestCase(new IncEcmpRemoteFailureTest("egress-group"));
        AddTestCase(new IncEcmpHostLinkTest);
        AddTestCase(new IncEcmpSeedTest);
    }
};

static IncEcmpTestSuite g_incEcmpTestSuite; //!< registers the suite
