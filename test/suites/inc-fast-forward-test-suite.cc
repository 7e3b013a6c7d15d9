/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// IncFastForward beside the simulation of all rounds, from a script: what is jumped over has the
// same results, and a field that is forgotten is found.

#include "inc-own-simulator.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-state-record.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// An AllReduce of virtual data over all hosts of a network.
struct Scenario
{
    IncTopology topology{IncStarTopology(3).Build()}; //!< the network
    IncGroupOptions options;                          //!< of the group
    uint64_t messages{6000};                          //!< of 1,024 bytes
    Time event{0};                                    //!< when somebody else has one; 0: never
};

/// What came of it.
struct Outcome
{
    Time end;                       //!< last rank's completion
    std::vector<uint64_t> counters; //!< of ports, clients and aggregators
    Time seen;                      //!< Simulator::Now() at the other event
    IncFastForwardReport report;    //!< what was jumped over
    std::set<std::string> fields;   //!< of the state then

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
        request.count = scenario.messages * 256;
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
    for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
    {
        const auto device = StaticCast<IncNetDevice>(fabric.GetDevices().Get(i));
        const IncPortCounters counters = device->GetCounters();
        outcome.counters.insert(outcome.counters.end(),
                                {counters.sentFrames,
                                 counters.sentBytes,
                                 counters.sentResults,
                                 counters.receivedFrames,
                                 counters.receivedBytes,
                                 counters.maxQueuedBytes});
    }
    for (const auto& client : group.clients)
    {
        const IncClientCounters& counters = client->GetCounters();
        outcome.counters.insert(outcome.counters.end(),
                                {counters.messagesSent,
                                 counters.retransmissions,
                                 counters.timeouts,
                                 counters.slotPeak});
    }
    for (const auto& aggregator : group.aggregators)
    {
        const IncAggregatorCounters& counters = aggregator->GetCounters();
        outcome.counters.insert(outcome.counters.end(),
                                {counters.contributions, counters.completed, counters.resultsSent});
        IncSlotPool& slots = aggregator->FindTree(group.treeId)->GetSlots();
        for (uint32_t slot = 0; slot < slots.GetSize(); ++slot)
        {
            outcome.counters.push_back(slots.GetStatistics(slot).rounds);
        }
    }
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
        scenario.options.dissemination = IncDisseminationMode::TREE;
    }
    scenario.messages = draw(4000, 8000);
    scenario.event = random() % 2 ? MicroSeconds(draw(500, 1500)) : Time(0);
    return scenario;
}

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
        uint32_t jumped = 0;
        constexpr uint32_t SCENARIOS = 10;
        for (uint32_t seed = 1; seed <= SCENARIOS; ++seed)
        {
            const Scenario scenario = DrawScenario(seed);
            const Outcome off = Simulate(scenario, "off");
            const Outcome on = Simulate(scenario, "on");
            const Outcome verify = Simulate(scenario, "verify");
            NS_TEST_EXPECT_MSG_EQ(on.IsSame(off), true, "jumps, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(verify.IsSame(off), true, "verified, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(off.report.jumpedEvents, 0, "off, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(verify.report.jumpedEvents, 0, "verified, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ((on.report.jumpedEvents > 0),
                                  (verify.report.verifiedStates > 0),
                                  "seed " << seed << ": " << on.report.reason);
            jumped += on.report.jumpedEvents > 0;
        }
        NS_TEST_EXPECT_MSG_GT(jumped, SCENARIOS / 2, "scenarios that jump");
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
        NS_TEST_EXPECT_MSG_GT(on.report.periods.size(), 1, "jumps before and after it");
    }
};

/// Fields that go on in every scenario, only over UC by BIER, and only over RC.
const std::vector<std::string> COMMON_FIELDS{"IncAggregatorCounters::completed",
                                             "IncAggregatorCounters::contributions",
                                             "IncAggregatorCounters::resultsSent",
                                             "IncBth::psn",
                                             "IncClient::Request::missing",
                                             "IncClient::Slot::sequence",
                                             "IncClientCounters::messagesSent",
                                             "IncHeader::messageId",
                                             "IncNetDevice::m_busyUntilPs",
                                             "IncNetDevice::m_sentResults",
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
                                         "IncConnection::nextPsn",
                                         "IncFrame::immediate",
                                         "IncSlotRound::passedPs",
                                         "IncSlotRound::resultPsn",
                                         "IncTreeRecovery::m_passedPsn",
                                         "IncUcClientLink::Sent::sentPs",
                                         "IncUcClientLink::Slot::deadlinePs",
                                         "IncUcClientLink::Slot::sentPs",
                                         "IncUcClientLink::Slot::sequence",
                                         "IncUcClientLink::m_unrepaired"};

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

std::vector<std::string>
With(const std::vector<std::string>& more)
{
    std::vector<std::string> all = COMMON_FIELDS;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

class ForgottenFieldTestCase : public TestCase
{
  public:
    ForgottenFieldTestCase(const std::string& name,
                           const IncGroupOptions& options,
                           const std::vector<std::string>& fields)
        : TestCase(name + ": a field that a jump does not advance is found, and named"),
          m_options(options),
          m_fields(fields)
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.topology = IncLeafSpineTopology(2, 1, 2).Build();
        scenario.options = m_options;
        scenario.options.slots = 5;
        scenario.event = MicroSeconds(20);
        // Without these the state has another form, or another origin.
        const std::set<std::string> fundamental{"IncClient::Slot::sequence",
                                                "IncUcClientLink::Sent::sentPs",
                                                "IncUcClientLink::Slot::sentPs"};
        const Outcome complete = Simulate(scenario, "on");
        NS_TEST_ASSERT_MSG_GT(complete.report.jumpedEvents, 0, complete.report.reason);
        std::set<std::string> found;
        for (const std::string& field : complete.fields)
        {
            IncStateWriter::LeaveOut(field);
            try
            {
                Simulate(scenario, "on");
            }
            catch (const std::runtime_error& error)
            {
                const std::string line = error.what();
                const bool isNamed = line.find(field) != std::string::npos;
                NS_TEST_EXPECT_MSG_EQ((isNamed || fundamental.count(field) > 0),
                                      true,
                                      field << " was left out: " << line);
                found.insert(field);
            }
            IncStateWriter::LeaveOut("");
        }
        for (const std::string& field : m_fields)
        {
            NS_TEST_EXPECT_MSG_EQ(found.count(field), 1, field);
        }
    }

    IncGroupOptions m_options;         // of the group
    std::vector<std::string> m_fields; // all that go on; the others never change here
};

/// Registers the suite.
class FastForwardTestSuite : public TestSuite
{
  public:
    FastForwardTestSuite()
        : TestSuite("inc-fast-forward", TestSuite::Type::UNIT)
    {
        AddTestCase(new SameResultsTestCase());
        AddTestCase(new ForeignEventTestCase());
        AddTestCase(new ForgottenFieldTestCase("UC by BIER", IncGroupOptions(), With(UC_FIELDS)));
        IncGroupOptions reliable;
        reliable.transport = IncAggregationTransport::RC;
        reliable.dissemination = IncDisseminationMode::TREE;
        AddTestCase(new ForgottenFieldTestCase("RC by tree", reliable, With(RC_FIELDS)));
    }
};

FastForwardTestSuite g_fastForwardTestSuite;

} // namespace
