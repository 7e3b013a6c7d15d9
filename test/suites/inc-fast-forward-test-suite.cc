/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of IncFastForward against the simulation of all rounds: jumps do not change the results,
// and a forgotten field of the state is found.

#include "inc-counted-group.h"
#include "inc-environment.h"
#include "inc-forgotten-fields.h"
#include "inc-own-simulator.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A collective of virtual data over all hosts of a network.
struct Scenario
{
    IncCollective collective{IncCollective::ALLREDUCE};
    IncTopology topology{IncStarTopology(3).Build()}; //!< the network
    IncGroupOptions options;                          //!< options of the group
    uint64_t messages{6000};                          //!< number of messages of 1,024 bytes
    Time event{0};                                    //!< time of an event of the script; 0: none
};

/// Outcome of a scenario.
struct Outcome
{
    Time end;                       //!< completion time of the last rank
    std::vector<uint64_t> counters; //!< counters of ports, clients and aggregators
    Time seen;                      //!< Simulator::Now() at the event of the script
    IncFastForwardReport report;    //!< report of the jumps
    std::set<std::string> fields;   //!< fields of the state

    bool IsSame(const Outcome& other) const
    {
        return end == other.end && counters == other.counters && seen == other.seen;
    }
};

Outcome
Simulate(const Scenario& scenario, const std::string& mode)
{
    const IncOwnSimulator simulator;
    const IncFabric fabric = IncFabricHelper().Install(scenario.topology);
    const auto workers = IncTreeWorkers(scenario.topology, scenario.topology.GetHosts());
    const auto tree = IncTreeBuilder(scenario.topology).Build(workers);
    const IncGroup group = IncGroupHelper().Install(fabric, tree, scenario.options);
    auto fastForward = CreateObject<IncFastForward>();
    fastForward->SetAttribute("Mode", StringValue(mode));
    fastForward->SetAttribute("LeastGain", UintegerValue(0));
    fastForward->Watch(group.clients);
    Outcome outcome;
    for (const auto& client : group.clients)
    {
        IncClientRequest request;
        const bool hasBlocks = IncHasBlocks(scenario.collective);
        request.collective = scenario.collective;
        request.count = scenario.messages * 256 / (hasBlocks ? group.clients.size() : 1);
        request.done = Callback<void, const std::string&>(
            [&outcome](const std::string& error) { outcome.end = Simulator::Now(); });
        client->Post(request);
    }
    if (!scenario.event.IsZero())
    {
        Simulator::Schedule(scenario.event, [&outcome, fastForward]() {
            outcome.seen = Simulator::Now();
            outcome.fields = fastForward->GetFields();
        });
    }
    Simulator::Run();
    outcome.counters = IncCountGroup(fabric, group);
    outcome.report = fastForward->GetReport();
    return outcome;
}

Scenario
DrawScenario(uint32_t seed)
{
    std::mt19937 random(seed);
    const auto draw = [&random](uint32_t from, uint32_t to) {
        return from + random() % (to - from + 1);
    };
    Scenario scenario;
    scenario.topology = random() % 2
                            ? IncStarTopology(draw(2, 6)).Build()
                            : IncLeafSpineTopology(draw(2, 3), draw(1, 2), draw(1, 3)).Build();
    scenario.options.slots = draw(1, 12);
    scenario.options.slotMode = random() % 2 ? IncSlotMode::SHADOW : IncSlotMode::LITERAL;
    const IncDisseminationMode ways[] = {IncDisseminationMode::BIER,
                                         IncDisseminationMode::TREE,
                                         IncDisseminationMode::UNICAST};
    scenario.options.dissemination = ways[random() % 3];
    if (random() % 3 == 0)
    {
        scenario.options.transport = IncAggregationTransport::RC;
    }
    const IncCollective collectives[] = {IncCollective::ALLREDUCE,
                                         IncCollective::REDUCE,
                                         IncCollective::BROADCAST,
                                         IncCollective::ALLGATHER,
                                         IncCollective::REDUCESCATTER};
    scenario.collective = collectives[seed % 5];
    scenario.messages = draw(4000, 8000);
    scenario.event = random() % 2 ? MicroSeconds(draw(500, 1500)) : Time(0);
    return scenario;
}

/// In the environment, INC_ITERATIONS is the number of scenarios and INC_SEED the first seed.
class SameResultsTestCase : public TestCase
{
  public:
    SameResultsTestCase()
        : TestCase("Random scenarios end at the same tick with the same counters, and verified "
                   "states are as foreseen")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t scenarios = IncFromEnvironment("INC_ITERATIONS", 10);
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        uint32_t jumped = 0;
        for (uint32_t seed = first; seed < first + scenarios; ++seed)
        {
            try
            {
                jumped += Compare(DrawScenario(seed), seed);
            }
            catch (const std::runtime_error& error)
            {
                NS_TEST_EXPECT_MSG_EQ(error.what(), std::string(), "seed " << seed);
            }
        }
        const bool areEnough = scenarios < 10 || 2 * jumped > scenarios;
        NS_TEST_EXPECT_MSG_EQ(areEnough, true, "scenarios that jump: " << jumped);
    }

    /// Compare the outcomes with and without fast-forward, and return whether it jumped.
    bool Compare(const Scenario& scenario, uint32_t seed)
    {
        const Outcome off = Simulate(scenario, "off");
        const Outcome on = Simulate(scenario, "on");
        const Outcome verify = Simulate(scenario, "verify");
        const bool jumps = on.report.jumpedEvents > 0;
        NS_TEST_EXPECT_MSG_EQ(on.IsSame(off), true, "jumps, seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(verify.IsSame(off), true, "verified, seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(off.report.jumpedEvents, 0, "off, seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(verify.report.jumpedEvents, 0, "verified, seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(jumps,
                              (verify.report.verifiedStates > 0),
                              "seed " << seed << ": " << on.report.reason);
        return jumps;
    }
};

class ForeignEventTestCase : public TestCase
{
  public:
    ForeignEventTestCase()
        : TestCase("An event of somebody else happens at its time, in the state of that time")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.options.slots = 8;
        scenario.event = MicroSeconds(700);
        const Outcome off = Simulate(scenario, "off");
        const Outcome on = Simulate(scenario, "on");
        NS_TEST_EXPECT_MSG_EQ(on.seen, scenario.event, "when it happened");
        NS_TEST_EXPECT_MSG_EQ(on.IsSame(off), true, "results");
        NS_TEST_ASSERT_MSG_GT(on.report.periods.size(), 1, "jumps before and after it");
        const IncFastForwardPeriod& before = on.report.periods[0];
        const uint64_t end = before.from + before.periods * before.rounds;
        const uint64_t simulated = (on.report.periods[1].from - end) / before.rounds;
        NS_TEST_EXPECT_MSG_EQ(simulated, 2, "periods between the jumps");
    }
};

/// Fields that advance in every scenario; then those only over UC with BIER, and only over RC.
const std::vector<std::string> COMMON_FIELDS{"IncAggregatorCounters::completed",
                                             "IncAggregatorCounters::contributions",
                                             "IncAggregatorCounters::resultsSent",
                                             "IncBth::psn",
                                             "IncClient::Request::missing",
                                             "IncClientCounters::messagesSent",
                                             "IncClientSlot::sequence",
                                             "IncHeader::messageId",
                                             "IncNetDevice::HotState::busyUntilPs",
                                             "IncNetDevice::HotState::sentResults",
                                             "IncQueuePairCounters::bytesReceived",
                                             "IncQueuePairCounters::packetsReceived",
                                             "IncReth::virtualAddress",
                                             "IncSequence::m_newest",
                                             "IncSlotRound::parentPs",
                                             "IncSlotRound::sentPs",
                                             "IncSlotRound::sequence",
                                             "IncStallWatch::m_progressPs",
                                             "IncTrafficCounters::receivedBytes",
                                             "IncTrafficCounters::receivedFrames",
                                             "IncTrafficCounters::sentBytes",
                                             "IncTrafficCounters::sentFrames"};

const std::vector<std::string> UC_FIELDS{"IncBierCounters::copies",
                                         "IncClientSlot::deadlinePs",
                                         "IncClientSlot::sentPs",
                                         "IncConnection::nextPsn",
                                         "IncFrame::immediate",
                                         "IncSlotRound::passedPs",
                                         "IncSlotRound::resultPsn",
                                         "IncTreeRecovery::m_passedPsn",
                                         "IncUcClientLink::Sent::sentPs",
                                         "IncUcClientLink::Progress::unrepaired"};

const std::vector<std::string> RC_FIELDS{"IncAeth::msn",
                                         "IncQueuePairCounters::acksSent",
                                         "IncRcRequester::m_unacknowledged",
                                         "IncRcRequester::m_next",
                                         "IncRcRequester::m_sentEnd",
                                         "IncRcRequester::m_limit",
                                         "IncRcRequester::Probe::number",
                                         "IncRcRequester::Probe::sentPs",
                                         "IncSendQueue::m_end",
                                         "IncSendQueue::Message::first",
                                         "IncWorkRequest::id",
                                         "IncRetransmitTimer::m_deadlinePs",
                                         "IncRcResponder::m_expectedPsn",
                                         "IncRcResponder::m_msn"};

/// With BIER the RC connections of contributions carry no results, so that fewer fields advance.
const std::vector<std::string> RC_BIER_FIELDS{"IncBierCounters::copies",
                                              "IncLossScoreboard::m_order",
                                              "IncQueuePairCounters::acksReceived",
                                              "IncRcRequester::m_unacknowledged",
                                              "IncRcResponder::m_expectedPsn",
                                              "IncRcTreeLink::m_nextExpected"};

/// Return a test of the fields that advance in a group with these options.
TestCase*
MakeForgottenFields(const std::string& name,
                    const IncGroupOptions& options,
                    const std::vector<std::string>& more,
                    IncCollective collective = IncCollective::ALLREDUCE,
                    uint32_t slots = 5)
{
    Scenario scenario;
    scenario.collective = collective;
    scenario.topology = IncLeafSpineTopology(2, 1, 2).Build();
    scenario.options = options;
    scenario.options.slots = slots;
    scenario.event = MicroSeconds(20);
    std::vector<std::string> goOn = COMMON_FIELDS;
    goOn.insert(goOn.end(), more.begin(), more.end());
    // Errors need not name these: without them the state has another form or origin.
    const std::set<std::string> unnamed{"IncBth::psn",
                                        "IncClientSlot::sequence",
                                        "IncClientSlot::sentPs",
                                        "IncRcRequester::m_unacknowledged",
                                        "IncRcResponder::m_expectedPsn",
                                        "IncTreeRecovery::Passed::end",
                                        "IncUcClientLink::Sent::sentPs"};
    return new IncForgottenFieldsTestCase<Outcome>(name, goOn, unnamed, [scenario]() {
        return Simulate(scenario, "on");
    });
}

/// Registers the suite.
class FastForwardTestSuite : public TestSuite
{
  public:
    FastForwardTestSuite()
        : TestSuite("inc-fast-forward", TestSuite::Type::UNIT)
    {
        AddTestCase(new SameResultsTestCase());
        AddTestCase(new ForeignEventTestCase());
        AddTestCase(MakeForgottenFields("UC by BIER", IncGroupOptions(), UC_FIELDS));
        AddTestCase(
            MakeForgottenFields("Reduce over UC",
                                IncGroupOptions(),
                                {"IncTreeRecovery::Passed::end", "IncTreeRecovery::Passed::ps"},
                                IncCollective::REDUCE));
        AddTestCase(MakeForgottenFields("Broadcast over UC",
                                        IncGroupOptions(),
                                        {"IncClient::Run::first"},
                                        IncCollective::BROADCAST,
                                        64));
        IncGroupOptions reliable;
        reliable.transport = IncAggregationTransport::RC;
        reliable.dissemination = IncDisseminationMode::TREE;
        AddTestCase(MakeForgottenFields("RC by tree", reliable, RC_FIELDS));
        reliable.dissemination = IncDisseminationMode::BIER;
        AddTestCase(MakeForgottenFields("RC by BIER", reliable, RC_BIER_FIELDS));
    }
};

FastForwardTestSuite g_fastForwardTestSuite;

} // namespace
