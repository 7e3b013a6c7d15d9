/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of monitoring: statistics, logs and queries of groups and nodes.

#include "inc-manager-rig.h"

#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/ipv4-address.h"
#include "ns3/test.h"

#include <map>
#include <set>

using namespace ns3;

namespace
{

IncTopology
MakeMonitored()
{
    IncLeafSpineTopology builder(2, 1, 2);
    builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
    return builder.Build();
}

} // namespace

/// Test the statistics that the nodes of a group report against their true state.
class IncGroupStatisticsTest : public TestCase
{
  public:
    IncGroupStatisticsTest()
        : TestCase("Statistics that are asked for by packets are those of the nodes")
    {
    }

  private:
    static constexpr uint64_t COUNT = 40000;

    void DoRun() override
    {
        IncManagerRig rig(MakeMonitored());
        rig.Start();
        rig.RunFor(REGISTRATION);
        IncGroupProfile profile;
        profile.dissemination = IncDisseminationMode::TREE;
        auto& job = rig.Join(1, rig.fabric.GetTopology().GetHosts(), profile);
        auto& other = rig.Join(2, {*rig.fabric.GetTopology().Find("h0")});
        rig.RunFor(MilliSeconds(20));
        rig.Post(job, COUNT);
        rig.RunFor(MilliSeconds(1));
        std::vector<IncGroupStatistics> answers;
        const auto store = [&answers](const IncGroupStatistics& each) { answers.push_back(each); };
        Ptr<IncAggregationManager> manager = rig.plane.GetManager();
        NS_TEST_EXPECT_MSG_EQ(manager->Query(0, 3, store), "tenant 0 has no group 3", "none");
        NS_TEST_EXPECT_MSG_EQ(manager->Query(0, 1, store), "", "asked by hand");
        rig.plane.GetClientAgent(other.ranks[0].host)->Query(1, store);
        rig.RunFor(MilliSeconds(5));
        NS_TEST_ASSERT_MSG_EQ(answers.size(), 2, "one answer each");
        NS_TEST_EXPECT_MSG_EQ(answers[0].ToText(), answers[1].ToText(), "whoever asks");
        NS_TEST_EXPECT_MSG_EQ(answers[0].parts.size(), 3 + 4, "switches and clients");
        const uint64_t messages = COUNT * sizeof(int32_t) / 1024 + 1;
        std::map<uint64_t, uint64_t> identities; // identities by leaf
        for (const auto& part : answers[0].parts)
        {
            if (part.node.substr(0, 4) == "leaf")
            {
                identities[part.node.back() - '0'] = part.identity;
            }
        }
        NS_TEST_EXPECT_MSG_NE(identities[0], identities[1], "each switch has its own");
        for (const auto& part : answers[0].parts)
        {
            NS_TEST_EXPECT_MSG_EQ(part.slots, profile.slots, part.node);
            NS_TEST_EXPECT_MSG_EQ(part.busySlots, 0, part.node);
            if (part.rank)
            {
                NS_TEST_EXPECT_MSG_EQ(part.messages, messages, part.node);
                NS_TEST_EXPECT_MSG_EQ(part.requests, 0, part.node);
                NS_TEST_EXPECT_MSG_EQ(part.identity, identities[*part.rank / 2], part.node);
                NS_TEST_EXPECT_MSG_EQ(part.queuePairs.size(), 1, "to the leaf");
                continue;
            }
            const bool isRoot = part.node == "spine0";
            NS_TEST_EXPECT_MSG_EQ(part.ToJson()["role"], (isRoot ? "root" : "leaf"), part.node);
            NS_TEST_EXPECT_MSG_EQ(part.ToJson()["abm"],
                                  (isRoot                 ? "1-4"
                                   : part.node == "leaf0" ? "1-2"
                                                          : "3-4"),
                                  part.node);
            std::string uses;
            for (const auto& pair : part.queuePairs)
            {
                uses +=
                    pair.use == IncGroupStatistics::Use::PARENT ? "P" : std::to_string(pair.rank);
            }
            NS_TEST_EXPECT_MSG_EQ(uses,
                                  (isRoot                 ? "02"
                                   : part.node == "leaf0" ? "01P"
                                                          : "23P"),
                                  part.node);
            const auto node = *rig.fabric.GetTopology().Find(part.node);
            const auto aggregator = rig.fabric.GetNodes().Get(node)->GetObject<IncAggregator>();
            NS_TEST_EXPECT_MSG_EQ(part.slotPeak,
                                  aggregator->FindTree(part.treeId)->GetSlots().GetPeak(),
                                  part.node);
            for (const auto& pair : part.queuePairs)
            {
                NS_TEST_EXPECT_MSG_EQ(pair.packetsSent, messages, part.node);
                NS_TEST_EXPECT_MSG_EQ(pair.packetsReceived, messages, part.node);
                NS_TEST_EXPECT_MSG_EQ(pair.bytesReceived, COUNT * sizeof(int32_t), part.node);
            }
        }
        // The statistics contain the progress of each request.
        rig.Post(job, COUNT);
        rig.Post(job, 100);
        rig.RunFor(MicroSeconds(8));
        const auto under = rig.plane.GetClientAgent(job.ranks[1].host)->GetParts().at(0);
        NS_TEST_ASSERT_MSG_EQ(under.statuses.size(), 2, "requests");
        NS_TEST_EXPECT_MSG_EQ(under.statuses[0].messages, messages, "of the first");
        NS_TEST_EXPECT_MSG_LT(under.statuses[0].missing, messages, "some have results");
        NS_TEST_EXPECT_MSG_EQ(under.statuses[1].missing, 1, "has not begun");
        NS_TEST_EXPECT_MSG_EQ(under.requestBytes, COUNT * sizeof(int32_t), "of the first");
        NS_TEST_EXPECT_MSG_EQ(under.blockBytes, 1024, "data of a message");
        rig.RunFor(MilliSeconds(1));
        const auto agent = rig.plane.GetClientAgent(job.ranks[1].host);
        const auto& log = agent->GetLog();
        NS_TEST_ASSERT_MSG_EQ(log.size(), 2, IncManagerLogToText(log));
        NS_TEST_EXPECT_MSG_EQ(log[0].event + " " + log[1].event, "JOIN READY", "its own log");
        agent->SetAttribute("LogLength", UintegerValue(1));
        // The statistics name a lost node.
        rig.plane.Kill(rig.fabric, job.ranks[3].host);
        manager->Query(0, 1, store);
        rig.RunFor(MilliSeconds(900));
        NS_TEST_ASSERT_MSG_EQ(answers.size(), 3, "whoever dies");
        NS_TEST_ASSERT_MSG_EQ(answers[2].silent.size(), 1, answers[2].ToText());
        NS_TEST_EXPECT_MSG_EQ(answers[2].silent[0], "h3", "named");
        NS_TEST_EXPECT_MSG_EQ(answers[2].parts.size(), 6, "the others have answered");
        NS_TEST_EXPECT_MSG_EQ(log.size(), 1, IncManagerLogToText(log));
    }
};

/// Test nodes that get another manager while they run.
class IncOtherManagerTest : public TestCase
{
  public:
    IncOtherManagerTest()
        : TestCase("Nodes that are given another manager register there and are served by it")
    {
    }

  private:
    void DoRun() override
    {
        IncManagerRig rig(MakeMonitored());
        rig.Start();
        rig.RunFor(REGISTRATION);
        const auto hosts = rig.fabric.GetTopology().GetHosts();
        auto other = CreateObject<IncAggregationManager>();
        other->Attach(rig.plane.GetEndpoint(hosts[3]));
        other->Start();
        for (uint32_t node = 0; node < rig.fabric.GetNodes().GetN(); ++node)
        {
            rig.plane.GetAgent(node)->SetAttribute(
                "Manager",
                Ipv4AddressValue(IncFabric::GetAddress(hosts[3])));
        }
        rig.RunFor(REGISTRATION);
        NS_TEST_EXPECT_MSG_EQ(other->GetInventory().GetEntries().size(),
                              rig.fabric.GetNodes().GetN(),
                              "all have registered");
        auto& job = rig.Join(1, {hosts[0], hosts[2]});
        rig.RunFor(MilliSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::READY), true, "by the other manager");
        NS_TEST_EXPECT_MSG_EQ((other->GetState(0, 1) == IncGroupState::READY), true, "its group");
        NS_TEST_EXPECT_MSG_EQ(rig.plane.GetManager()->GetGroups(), 0, "nobody asks the first");
        other->Dispose();
    }
};

/// Test queries in every state of a group, and to a manager that is dead or has restarted.
class IncQueryTest : public TestCase
{
  public:
    IncQueryTest()
        : TestCase("A query is answered in every state, or the reason why it is not is told")
    {
    }

  private:
    void Ask(IncManagerRig& rig, uint32_t host, uint32_t group)
    {
        const std::string refusal =
            rig.plane.GetClientAgent(host)->Query(group, [this](const IncGroupStatistics& each) {
                m_answers.push_back(each);
            });
        NS_TEST_EXPECT_MSG_EQ(refusal, "", "a member may ask");
    }

    void DoRun() override
    {
        IncManagerRig rig(MakeMonitored());
        rig.helper.SetClientAgentAttribute("SetupDeadline", TimeValue(Seconds(2)));
        rig.Start();
        rig.RunFor(REGISTRATION);
        const auto hosts = rig.fabric.GetTopology().GetHosts();
        Ptr<IncAggregationManager> manager = rig.plane.GetManager();
        NS_TEST_EXPECT_MSG_EQ(rig.plane.GetClientAgent(hosts[0])->Leave(1),
                              "no rank of group 1",
                              "a non-member");
        NS_TEST_EXPECT_MSG_EQ(rig.plane.GetClientAgent(hosts[0])->Query(1, nullptr),
                              "no rank of group 1",
                              "a non-member");
        NS_TEST_EXPECT_MSG_EQ(manager->Dismantle(0, 1, ""),
                              "there is no group 1 of tenant 0",
                              "nobody has joined");
        // Each answer of a node delays the manager, so that states last longer.
        auto& job = rig.Join(1, hosts);
        rig.RunFor(MicroSeconds(100));
        std::set<IncGroupState> states;
        bool isDismantled = false;
        for (uint32_t i = 0; i < 30; ++i)
        {
            const IncGroupState state = manager->GetState(0, 1);
            states.insert(state);
            manager->Query(0, 1, [this](const IncGroupStatistics& each) {
                m_answers.push_back(each);
            });
            if (state == IncGroupState::READY && !isDismantled)
            {
                isDismantled = true;
                NS_TEST_EXPECT_MSG_EQ(manager->Dismantle(0, 1, "by hand"), "", "READY");
            }
            rig.RunFor(MicroSeconds(isDismantled ? 20 : 300));
        }
        rig.RunFor(MilliSeconds(20));
        std::set<std::string> told;
        for (const auto& each : m_answers)
        {
            told.insert(IncGroupStateName(each.state));
            NS_TEST_EXPECT_MSG_EQ(each.error + std::to_string(each.silent.size()), "0", "all live");
        }
        NS_TEST_EXPECT_MSG_EQ(told.size(), states.size() - states.count(IncGroupState::IDLE), "");
        NS_TEST_EXPECT_MSG_GT(told.size(), 4, "of RESERVING, COMMITTING, READY, FENCING, ...");
        NS_TEST_EXPECT_MSG_EQ(manager->Dismantle(0, 1, ""),
                              "there is no group 1 of tenant 0",
                              "it is over");
        NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::FAILED), true, "by hand");
        AskRestarted(rig, hosts);
    }

    void AskRestarted(IncManagerRig& rig, const std::vector<uint32_t>& hosts)
    {
        auto& job = rig.Join(2, hosts);
        rig.RunFor(MilliSeconds(250));
        Ptr<IncAggregationManager> manager = rig.plane.GetManager();
        IncGroupStatistics heard = manager->GetHeard(0, 2);
        NS_TEST_EXPECT_MSG_EQ(heard.parts.size(), 3 + 4, "in heartbeats");
        m_answers.clear();
        manager->Query(0, 2, [this](const IncGroupStatistics& each) { m_answers.push_back(each); });
        Ask(rig, hosts[0], 2);
        manager->Stop();
        Ask(rig, hosts[1], 2);
        NS_TEST_EXPECT_MSG_EQ(manager->Query(0, 2, nullptr), "the manager does not run", "dead");
        rig.RunFor(Seconds(1));
        NS_TEST_ASSERT_MSG_EQ(m_answers.size(), 3, "nobody waits for ever");
        for (const auto& each : m_answers)
        {
            NS_TEST_EXPECT_MSG_EQ(each.error.empty(), false, "the manager is dead");
        }
        manager->Start();
        rig.RunFor(MilliSeconds(500));
        m_answers.clear();
        Ask(rig, hosts[2], 2);
        rig.RunFor(MilliSeconds(5));
        NS_TEST_ASSERT_MSG_EQ(m_answers.size(), 1, "the group has survived");
        NS_TEST_EXPECT_MSG_EQ(m_answers[0].error, "", "");
        NS_TEST_EXPECT_MSG_EQ(m_answers[0].parts.size(), 3 + 4, m_answers[0].ToText());
        NS_TEST_EXPECT_MSG_EQ(manager->GetHeard(0, 2).parts.size(), 3 + 4, "in heartbeats again");
        NS_TEST_EXPECT_MSG_EQ(manager->Dismantle(0, 2, "by hand"), "", "has survived");
        rig.RunFor(MilliSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::FAILED), true, "by hand");
        NS_TEST_EXPECT_MSG_EQ(rig.CountLeft(), 0, "all is given back");
    }

    std::vector<IncGroupStatistics> m_answers; //!< answers, oldest first
};

/// Test a link that is back before an agent has reported its failure.
class IncShortFailureTest : public TestCase
{
  public:
    IncShortFailureTest()
        : TestCase("A failure that is shorter than HoldDown is in the log, and trees stay")
    {
    }

  private:
    void DoRun() override
    {
        IncManagerRig rig(MakeMonitored());
        rig.Start();
        rig.RunFor(MilliSeconds(50));
        auto& job = rig.Join(1, rig.fabric.GetTopology().GetHosts());
        rig.RunFor(MicroSeconds(49950));
        rig.Post(job, 1000);
        const auto& topology = rig.fabric.GetTopology();
        const auto& ports = topology.GetPorts(*topology.Find("leaf0"));
        for (uint32_t i = 0; i < ports.size(); ++i)
        {
            rig.fabric.GetChannel(ports[i].link)->SetUp(false);
            rig.RunFor(MicroSeconds(5));
            rig.fabric.GetChannel(ports[i].link)->SetUp(true);
        }
        rig.RunFor(MilliSeconds(20)); // time for a HELLO and a REGISTER
        std::multiset<std::string> told;
        for (const auto& entry : rig.plane.GetManager()->GetLog())
        {
            if (entry.event.rfind("link", 0) == 0)
            {
                told.insert(entry.event + ' ' +
                            entry.text.substr(entry.text.find(',') == std::string::npos
                                                  ? 0
                                                  : entry.text.find(',') + 2));
            }
        }
        NS_TEST_EXPECT_MSG_EQ(
            told.count("link lost back before this was known, trees stay as they are"),
            ports.size(),
            rig.plane.GetManager()->GetLogText());
        NS_TEST_EXPECT_MSG_EQ(told.size(), ports.size(), "once for each link");
        NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::READY), true, "the same tree");
        rig.RunFor(MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(job.ranks[0].completed, 1, "done");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(job), 0, "right sums");
    }
};

class IncManagerMonitoringTestSuite : public TestSuite
{
  public:
    IncManagerMonitoringTestSuite()
        : TestSuite("inc-manager-monitoring", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncGroupStatisticsTest);
        AddTestCase(new IncQueryTest);
        AddTestCase(new IncOtherManagerTest);
        AddTestCase(new IncShortFailureTest);
    }
};

static IncManagerMonitoringTestSuite g_incManagerMonitoringTestSuite; //!< registers itself
