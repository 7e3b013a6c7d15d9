/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the aggregation manager, which discovers networks and builds groups by packets.

#include "inc-manager-rig.h"

#include "ns3/inc-enum.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <sstream>
#include <utility>

using namespace ns3;

namespace
{

template <typename BUILDER>
IncTopology
Build(BUILDER builder)
{
    builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
    return builder.Build();
}

/// \brief Return a topology as text: nodes with their capabilities, ports with their peers.
std::string
Describe(const IncTopology& topology)
{
    std::ostringstream out;
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        const auto& properties = topology.GetNodes()[node];
        out << properties.name << ' ' << topology.IsHost(node) << topology.CanAggregate(node) << ' '
            << properties.slots << ' ' << properties.tier << ':';
        for (const auto& port : topology.GetPorts(node))
        {
            out << ' ' << topology.GetName(port.peer) << '/' << port.peerPort << '@'
                << topology.GetLinks()[port.link].RateFrom(node);
        }
        out << '\n';
    }
    return out.str();
}

} // namespace

/// Test that the manager's inventory equals the network.
class IncDiscoveryTest : public TestCase
{
  public:
    IncDiscoveryTest()
        : TestCase("The inventory that hellos and registrations make is the network")
    {
    }

  private:
    void DoRun() override
    {
        for (const double loss : {0.0, 0.2})
        {
            for (const auto& topology : {Build(IncStarTopology(5)),
                                         Build(IncLeafSpineTopology(3, 2, 4)),
                                         Build(IncFatTreeTopology(4))})
            {
                IncManagerRig rig(topology);
                rig.Lose(loss, 100);
                rig.Start();
                rig.RunFor(loss > 0 ? Seconds(3) : REGISTRATION);
                if (loss > 0)
                {
                    // With loss, a node that has missed three HELLOs may be absent at any instant.
                    rig.Lose(0, 1);
                    rig.RunFor(Seconds(1));
                }
                const auto& inventory = rig.plane.GetManager()->GetInventory();
                NS_TEST_EXPECT_MSG_EQ(Describe(inventory.MakeTopology(1).topology),
                                      Describe(rig.fabric.GetTopology()),
                                      "loss " << loss);
            }
        }
    }
};

/// Test a group of the manager against a group that the helper makes by method calls.
class IncSameGroupTest : public TestCase
{
  public:
    IncSameGroupTest(IncAggregationTransport transport,
                     IncDisseminationMode dissemination,
                     IncVatAddressing addressing = IncVatAddressing::NEXT,
                     bool lastHopIsHost = false)
        : TestCase(std::string("A group set up by packets works as one that is given, ") +
                   (transport == IncAggregationTransport::RC ? "RC" : "UC") + ", dissemination " +
                   std::to_string(static_cast<int>(dissemination)) +
                   (addressing == IncVatAddressing::ROOT ? ", addressed to the root" : "") +
                   (lastHopIsHost ? ", BIER up to the NIC" : "")),
          m_transport(transport),
          m_dissemination(dissemination),
          m_addressing(addressing),
          m_lastHopIsHost(lastHopIsHost)
    {
    }

  private:
    static constexpr uint64_t COUNT = 40000;
    static constexpr uint32_t SLOTS = 64;

    struct Outcome
    {
        std::vector<std::vector<uint8_t>> buffers;
        Time time;
        Time roundTrip;
    };

    Outcome RunManaged(Time roundTrip, IncQueuePairSetup setup)
    {
        IncManagerRig rig(Build(IncFatTreeTopology(4)));
        rig.helper.SetManagerAttribute("QueuePairSetup", IncEnumValue(setup));
        rig.helper.SetLastHopIsHost(m_lastHopIsHost);
        rig.Start();
        rig.RunFor(REGISTRATION);
        IncGroupProfile profile;
        profile.transport = m_transport;
        profile.dissemination = m_dissemination;
        profile.addressing = m_addressing;
        profile.lastHopIsHost = m_lastHopIsHost;
        profile.slots = SLOTS;
        profile.rc.ackDelay = Time(0); // IncGroupHelper adapts any other value to the load
        profile.roundTrip = roundTrip;
        auto& job = rig.Join(7, rig.fabric.GetTopology().GetHosts(), profile);
        rig.RunFor(MilliSeconds(20));
        NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::READY),
                              true,
                              rig.plane.GetManager()->GetLogText());
        const Time start = Simulator::Now();
        rig.Post(job, COUNT);
        Outcome outcome;
        while (std::any_of(job.ranks.begin(),
                           job.ranks.end(),
                           [](const auto& rank) { return rank.completed == 0; }) &&
               Simulator::Now() < start + MilliSeconds(50))
        {
            rig.RunFor(NanoSeconds(100));
        }
        outcome.time = Simulator::Now() - start;
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(job), 0, "wrong elements");
        for (const auto& rank : job.ranks)
        {
            outcome.buffers.push_back(rank.buffer);
        }
        rig.Leave(job);
        rig.RunFor(MilliSeconds(20));
        NS_TEST_EXPECT_MSG_EQ(rig.CountLeft(), 0, "left after the end");
        return outcome;
    }

    Outcome RunStatic()
    {
        IncManagerRig rig(Build(IncFatTreeTopology(4)));
        const IncTopology& topology = rig.fabric.GetTopology();
        const auto workers = IncTreeWorkers(topology, topology.GetHosts());
        const IncAggregationTree tree = IncTreeBuilder(topology).Build(workers);
        IncGroupOptions options;
        options.transport = m_transport;
        options.dissemination = m_dissemination;
        options.addressing = m_addressing;
        options.lastHopIsHost = m_lastHopIsHost;
        options.slots = SLOTS;
        options.rc.ackDelay = Time(0);
        options.fitsBuffers = false;
        IncGroup group = rig.groups.Install(rig.fabric, tree, options);
        auto& job = rig.jobs.emplace_back();
        for (uint32_t rank = 0; rank < workers.size(); ++rank)
        {
            auto& member = job.ranks.emplace_back();
            member.number = rank;
            member.host = workers[rank].host;
            member.client = group.clients[rank];
        }
        const Time start = MilliSeconds(30);
        rig.RunFor(start);
        rig.Post(job, COUNT);
        while (std::any_of(job.ranks.begin(),
                           job.ranks.end(),
                           [](const auto& rank) { return rank.completed == 0; }) &&
               Simulator::Now() < start + MilliSeconds(50))
        {
            rig.RunFor(NanoSeconds(100));
        }
        Outcome outcome;
        outcome.roundTrip = group.roundTrip;
        outcome.time = Simulator::Now() - start;
        for (const auto& rank : job.ranks)
        {
            outcome.buffers.push_back(rank.buffer);
        }
        return outcome;
    }

    void DoRun() override
    {
        const Outcome given = RunStatic();
        for (const auto setup : IncManagerRig::SETUPS)
        {
            const Outcome managed = RunManaged(given.roundTrip, setup);
            NS_TEST_EXPECT_MSG_EQ(managed.time, given.time, "time of the AllReduce");
            NS_TEST_EXPECT_MSG_EQ((managed.buffers == given.buffers), true, "results, bit for bit");
        }
    }

    IncAggregationTransport m_transport;
    IncDisseminationMode m_dissemination;
    IncVatAddressing m_addressing;
    bool m_lastHopIsHost;
};

/// Test the share of events that heartbeats cost.
class IncHeartbeatShareTest : public TestCase
{
  public:
    IncHeartbeatShareTest()
        : TestCase("Watching a READY group takes less than 1 % of the events of its work")
    {
    }

  private:
    void DoRun() override
    {
        IncManagerRig rig(Build(IncFatTreeTopology(4)));
        rig.Start();
        rig.RunFor(REGISTRATION);
        auto& job = rig.Join(1, rig.fabric.GetTopology().GetHosts());
        rig.RunFor(MilliSeconds(90));
        NS_TEST_ASSERT_MSG_EQ(job.AllAre(IncMembership::READY), true, "to be watched");
        const uint64_t before = Simulator::GetEventCount();
        rig.RunFor(Seconds(1));
        const auto watching = static_cast<double>(Simulator::GetEventCount() - before);
        rig.Post(job, 100000);
        const uint64_t posted = Simulator::GetEventCount();
        const Time start = Simulator::Now();
        while (job.ranks[0].completed == 0)
        {
            rig.RunFor(MicroSeconds(1));
        }
        const double seconds = (Simulator::Now() - start).GetSeconds();
        const auto working = static_cast<double>(Simulator::GetEventCount() - posted) / seconds;
        NS_TEST_EXPECT_MSG_GT(watching, 0, "heartbeats of all nodes");
        NS_TEST_EXPECT_MSG_LT(watching, 0.01 * working, "events of a second");
    }
};

/// Test trees over two links between two switches.
class IncPinnedLinksTest : public TestCase
{
  public:
    IncPinnedLinksTest()
        : TestCase("A tree has flows of its own on parallel links, and takes no others back")
    {
    }

  private:
    static IncTopology MakeParallel()
    {
        IncTopology topology;
        for (uint32_t host = 0; host < 4; ++host)
        {
            topology.AddHost("h" + std::to_string(host));
        }
        topology.AddSwitch("s0");
        topology.AddSwitch("s1");
        const auto link = [&topology](uint32_t a, uint32_t b) {
            topology.AddLink(a, b, IncManagerRig::RATE, IncManagerRig::DELAY);
        };
        link(4, 5);
        link(4, 5);
        for (uint32_t host = 0; host < 4; ++host)
        {
            link(host, 4 + host / 2);
        }
        topology.DeriveTiers();
        return topology;
    }

    void DoRun() override
    {
        IncManagerRig rig(MakeParallel());
        rig.Start();
        rig.RunFor(MilliSeconds(10));
        const auto run = [&rig](uint32_t group) {
            auto& job = rig.Join(group, rig.fabric.GetTopology().GetHosts());
            rig.RunFor(MilliSeconds(10));
            const uint32_t pinned = !rig.fabric.GetSwitch(4)->GetFlowTable().IsEmpty() +
                                    !rig.fabric.GetSwitch(5)->GetFlowTable().IsEmpty();
            rig.Leave(job);
            rig.RunFor(MilliSeconds(10));
            return pinned;
        };
        NS_TEST_EXPECT_MSG_EQ(run(1), 2, "both ends of the link");
        NS_TEST_EXPECT_MSG_EQ(rig.CountLeft(), 0, "all is given back");
        constexpr uint32_t ADDRESS = 0x0a000001;
        constexpr uint32_t QPN = 9999;
        rig.fabric.GetSwitch(4)->GetFlowTable().Set(ADDRESS, QPN, 1);
        NS_TEST_EXPECT_MSG_EQ(run(2), 2, "a script's route is beside them");
        NS_TEST_EXPECT_MSG_EQ(rig.fabric.GetSwitch(4)->GetFlowTable().Find(ADDRESS, QPN), 1, "");
    }
};

/// Test the closed form of the set-up time in doc/inc-manager.rst.
class IncSetupTimeTest : public TestCase
{
  public:
    IncSetupTimeTest()
        : TestCase("Set-up takes (n + 2s) messages, a configuration and three round trips")
    {
    }

  private:
    /// One-way delays from the manager, us.
    struct Ways
    {
        double client; //!< delay to the farthest worker
        double node;   //!< delay to the farthest switch
        /// Time from COMMIT to the last COMMITTED if the manager tells both ends of queue pairs.
        double last;
        double exchanged; //!< time to the last COMMITTED if the ends tell each other
    };

    /// \brief Return the delays if all switches are equally far, and configuration dominates.
    static Ways Near(double hops)
    {
        return {hops, hops, 2 * hops + 1000, 2 * hops + 1000};
    }

    void Check(const IncTopology& topology, uint32_t workers, uint32_t switches, const Ways& ways)
    {
        for (const auto setup : IncManagerRig::SETUPS)
        {
            Check(topology, workers, switches, ways, setup);
        }
    }

    void Check(const IncTopology& topology,
               uint32_t workers,
               uint32_t switches,
               const Ways& ways,
               IncQueuePairSetup setup)
    {
        IncManagerRig rig(topology);
        rig.helper.SetManagerAttribute("QueuePairSetup", IncEnumValue(setup));
        rig.Start();
        rig.RunFor(MilliSeconds(60)); // all agents have registered, and no heartbeat is due
        auto hosts = rig.fabric.GetTopology().GetHosts();
        // Spread the workers evenly, so that all switches take part.
        std::vector<uint32_t> chosen;
        for (uint32_t i = 0; i < workers; ++i)
        {
            chosen.push_back(hosts[i * hosts.size() / workers]);
        }
        auto& job = rig.Join(1, chosen);
        rig.RunFor(MilliSeconds(39));
        NS_TEST_ASSERT_MSG_EQ(job.AllAre(IncMembership::READY),
                              true,
                              rig.plane.GetManager()->GetLogText());
        const double messageUs = 20;
        const double formula = (workers + 2 * switches) * messageUs + 2 * ways.client +
                               2 * ways.node +
                               (setup == IncQueuePairSetup::MANAGER ? ways.last : ways.exchanged);
        const double measured = (job.Last() - job.joined).GetNanoSeconds() / 1e3;
        NS_TEST_EXPECT_MSG_EQ_TOL(measured,
                                  formula,
                                  0.05 * formula,
                                  workers << " workers, " << switches << " switches, set-up "
                                          << static_cast<int>(setup));
    }

    void DoRun() override
    {
        // The manager is at the last switch.
        Check(Build(IncStarTopology(2)), 2, 1, Near(2));
        Check(Build(IncStarTopology(16)), 16, 1, Near(2));
        Check(Build(IncStarTopology(1024)), 1024, 1, Near(2));
        Check(Build(IncLeafSpineTopology(4, 2, 8)), 32, 5, Near(3));
        Check(Build(IncLeafSpineTopology(16, 4, 16)), 256, 17, Near(3));
        Check(Build(IncFatTreeTopology(4)), 16, 13, Near(4));
        Check(Build(IncFatTreeTopology(8)), 128, 41, Near(4));
        // Links are so long that the exchange between queue pairs dominates the configuration.
        const auto isLong = [](auto builder) {
            builder.SetLink(IncManagerRig::RATE, 1000 * IncManagerRig::DELAY);
            return builder.Build();
        };
        Check(isLong(IncStarTopology(8)), 8, 1, {1001, 1, 1 + 1001, 1 + 1001 + 3000});
        // The root is the other spine. Leaves get COMMIT before it, and they connect to it.
        Check(isLong(IncLeafSpineTopology(2, 2, 2)),
              4,
              3,
              {2001, 2001, 2001 + 3001, 2001 + 1001 + 3000});
        // The root is another core, four links away. Switches three links away connect to it.
        Check(isLong(IncFatTreeTopology(4)), 16, 13, {3001, 4001, 4001 + 5001, 4001 + 3001 + 3000});
    }
};

/// Test that root addressing is refused if a path to the root misses a node of the tree.
class IncBypassedTest : public TestCase
{
  public:
    IncBypassedTest()
        : TestCase("A tree that packets addressed to the root could go around is refused")
    {
    }

  private:
    void DoRun() override
    {
        IncTopology topology;
        const uint32_t leaf = topology.AddSwitch("leaf");
        const uint32_t middle = topology.AddSwitch("middle");
        const uint32_t other = topology.AddNode({"other", IncTopologyNode::Kind::SWITCH, false});
        const uint32_t top = topology.AddSwitch("top");
        const std::vector<uint32_t> hosts{topology.AddHost("h0"),
                                          topology.AddHost("h1"),
                                          topology.AddHost("h2")};
        for (const auto& [a, b] : {std::pair(leaf, middle),
                                   std::pair(leaf, other),
                                   std::pair(middle, top),
                                   std::pair(other, top),
                                   std::pair(hosts[0], leaf),
                                   std::pair(hosts[1], middle),
                                   std::pair(hosts[2], top)})
        {
            topology.AddLink(a, b, IncManagerRig::RATE, IncManagerRig::DELAY);
        }
        topology.DeriveTiers();
        for (const auto addressing : {IncVatAddressing::NEXT, IncVatAddressing::ROOT})
        {
            IncManagerRig rig(topology);
            rig.helper.SetManagerAttribute("Root", StringValue("top"));
            rig.Start();
            rig.RunFor(REGISTRATION);
            IncGroupProfile profile;
            profile.addressing = addressing;
            auto& job = rig.Join(1, hosts, profile);
            rig.RunFor(MilliSeconds(5));
            const bool isRoot = addressing == IncVatAddressing::ROOT;
            NS_TEST_EXPECT_MSG_EQ(job.AllAre(isRoot ? IncMembership::HOST : IncMembership::READY),
                                  true,
                                  rig.plane.GetManager()->GetLogText());
            const std::string& reason = job.ranks[0].reason;
            const bool isTold = reason.find("before its VAT parent middle") != std::string::npos;
            NS_TEST_EXPECT_MSG_EQ(isTold, isRoot, reason);
        }
    }
};

class IncManagerTestSuite : public TestSuite
{
  public:
    IncManagerTestSuite()
        : TestSuite("inc-manager", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncDiscoveryTest);
        for (const auto transport : {IncAggregationTransport::UC, IncAggregationTransport::RC})
        {
            for (const auto dissemination : {IncDisseminationMode::BIER,
                                             IncDisseminationMode::TREE,
                                             IncDisseminationMode::UNICAST})
            {
                AddTestCase(new IncSameGroupTest(transport, dissemination));
            }
        }
        for (const auto dissemination : {IncDisseminationMode::BIER, IncDisseminationMode::TREE})
        {
            AddTestCase(new IncSameGroupTest(IncAggregationTransport::UC,
                                             dissemination,
                                             IncVatAddressing::ROOT));
        }
        for (const auto transport : {IncAggregationTransport::UC, IncAggregationTransport::RC})
        {
            AddTestCase(new IncSameGroupTest(transport,
                                             IncDisseminationMode::BIER,
                                             IncVatAddressing::NEXT,
                                             true));
        }
        AddTestCase(new IncHeartbeatShareTest);
        AddTestCase(new IncPinnedLinksTest);
        AddTestCase(new IncBypassedTest);
        AddTestCase(new IncSetupTimeTest);
    }
};

static IncManagerTestSuite g_incManagerTestSuite; //!< registers itself
