/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of groups that are rebuilt without a node or link that died during an AllReduce.

#include "inc-environment.h"
#include "inc-manager-rig.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-route-oracle.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t GROUP = 1;
constexpr uint64_t COUNT = 1 << 16;       // number of elements
const Time DURATION = MicroSeconds(40);   // about the time of the AllReduce without a failure
const Time DETECTION = MilliSeconds(302); // 3.01 heartbeat intervals of 100 ms, and propagation

} // namespace

/**
 * \brief Test a death at a random instant of an AllReduce over 16 hosts of a fat-tree.
 *
 * In the environment, INC_ITERATIONS is the number of deaths and INC_SEED the first seed.
 */
class IncRecoveryTest : public TestCase
{
  public:
    IncRecoveryTest(const std::string& victim, double loss, IncAggregationTransport transport)
        : TestCase("The ranks that are left get their sums when " + victim + " dies, loss " +
                   std::to_string(loss) +
                   (transport == IncAggregationTransport::RC ? ", over RC" : "")),
          m_victim(victim),
          m_loss(loss),
          m_transport(transport)
    {
    }

  private:
    /// \brief Return whether the death leaves no tree.
    bool IsLast() const
    {
        return m_victim.rfind("the last aggregator", 0) == 0;
    }

    /// \brief Let the victim die.
    void Strike(IncManagerRig& rig, const std::string& root, uint32_t draw) const
    {
        const IncTopology& topology = rig.fabric.GetTopology();
        const uint32_t rootNode = *topology.Find(root);
        if (m_victim == "a worker")
        {
            rig.plane.Kill(rig.fabric, topology.GetHosts()[draw % topology.GetHosts().size()]);
        }
        else if (m_victim == "a leaf")
        {
            rig.plane.Kill(rig.fabric, *topology.Find("edge" + std::to_string(draw % 8)));
        }
        else if (m_victim == "the root" || m_victim == "the last aggregator")
        {
            rig.plane.Kill(rig.fabric, rootNode);
        }
        else if (m_victim == "a link")
        {
            const auto& ports = topology.GetPorts(rootNode);
            rig.fabric.GetChannel(ports[draw % ports.size()].link)->SetUp(false);
        }
        else if (m_victim == "the last aggregator and a worker")
        {
            rig.plane.Kill(rig.fabric, topology.GetHosts()[draw % topology.GetHosts().size()]);
            rig.RunFor(NanoSeconds(draw % 10000));
            rig.plane.Kill(rig.fabric, rootNode);
        }
        else if (m_victim == "the manager")
        {
            rig.plane.Kill(rig.fabric, rig.manager);
        }
        else
        {
            rig.plane.GetClientAgent(rig.jobs.front().ranks[draw % 16].host)->Leave(GROUP);
        }
    }

    std::string Run(uint32_t seed) const
    {
        std::mt19937 random(seed);
        IncFatTreeTopology builder(4);
        builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
        IncManagerRig rig(builder.Build());
        auto oracle = CreateObject<IncRouteOracle>();
        oracle->Watch(rig.fabric);
        if (IsLast())
        {
            rig.helper.SetManagerAttribute("Aggregators", StringValue("list:core2"));
            rig.goesOnOverHosts = true;
        }
        rig.Start();
        rig.RunFor(MilliSeconds(10));
        IncGroupProfile profile;
        profile.transport = m_transport;
        profile.roundTrip = MicroSeconds(30);
        profile.slots = 32;
        const IncTopology& topology = rig.fabric.GetTopology();
        auto& job = rig.Join(GROUP, topology.GetHosts(), profile);
        rig.RunFor(MilliSeconds(90));
        if (!job.AllAre(IncMembership::READY))
        {
            return "not READY: " + rig.plane.GetManager()->GetLogText();
        }
        if (m_loss > 0)
        {
            rig.Lose(m_loss, 1000 * seed);
        }
        const std::string root = rig.plane.GetClientAgent(job.ranks[0].host)->GetRootName(GROUP);
        rig.Post(job, COUNT);
        const double share = std::uniform_real_distribution<>(0, 1)(random);
        rig.RunFor(NanoSeconds(static_cast<int64_t>(share * DURATION.GetNanoSeconds())));
        const Time died = Simulator::Now();
        Strike(rig, root, random());
        rig.RunFor(Seconds(2));
        const std::string log = "died at " + std::to_string(died.GetNanoSeconds()) + " ns, root " +
                                root + "\n" + rig.plane.GetManager()->GetLogText();
        std::set<uint32_t> gone;
        for (uint32_t rank = 0; rank < job.ranks.size(); ++rank)
        {
            const auto& self = job.ranks[rank];
            const auto& port = topology.GetPorts(self.host).front();
            const bool isLeft =
                rig.fabric.GetChannel(port.link)->GetDevice(0)->IsLinkUp() &&
                std::find(self.said.begin(), self.said.end(), IncMembership::LEFT) ==
                    self.said.end();
            if (!isLeft)
            {
                gone.insert(rank);
            }
            else if (self.completed != 1 || !self.failure.empty())
            {
                return "rank " + std::to_string(rank) + ": " + std::to_string(self.completed) +
                       " requests done, " + self.failure + "\n" + log;
            }
        }
        for (const auto& entry : rig.plane.GetManager()->GetLog())
        {
            if (entry.event == "FENCING" && m_loss == 0 && entry.at > died + DETECTION)
            {
                return "found out too late\n" + log;
            }
        }
        if (IsLast() && !job.hosts->IsInUse())
        {
            return "not over the hosts\n" + log;
        }
        const uint64_t wrong = rig.CountWrong(job, gone);
        return wrong == 0 ? "" : std::to_string(wrong) + " wrong elements\n" + log;
    }

    void DoRun() override
    {
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        const uint32_t iterations = IncFromEnvironment("INC_ITERATIONS", 1);
        for (uint32_t seed = first; seed < first + iterations; ++seed)
        {
            const std::string wrong = Run(seed);
            NS_TEST_EXPECT_MSG_EQ(wrong, "", "seed " << seed);
            if (!wrong.empty())
            {
                std::cerr << "failed with INC_SEED=" << seed << " INC_ITERATIONS=1\n";
                break;
            }
        }
    }

    std::string m_victim;                //!< node or link that dies
    double m_loss;                       //!< probability of loss per frame and link
    IncAggregationTransport m_transport; //!< transport of the group
};

class IncManagerRecoveryTestSuite : public TestSuite
{
  public:
    IncManagerRecoveryTestSuite()
        : TestSuite("inc-manager-recovery", TestSuite::Type::UNIT)
    {
        using Transport = IncAggregationTransport;
        for (const std::string victim : {"a worker",
                                         "a leaf",
                                         "the root",
                                         "a link",
                                         "the manager",
                                         "a member that leaves",
                                         "the last aggregator",
                                         "the last aggregator and a worker"})
        {
            AddTestCase(new IncRecoveryTest(victim, 0, Transport::UC));
            AddTestCase(new IncRecoveryTest(victim, 0.01, Transport::UC));
            AddTestCase(new IncRecoveryTest(victim, 0, Transport::RC));
        }
    }
};

static IncManagerRecoveryTestSuite g_incManagerRecoveryTestSuite; //!< registers itself
