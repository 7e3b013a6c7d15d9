/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of IncFastForward with equal requests, such as those of layers: replay of whole requests
// does not change the results.

#include "inc-counted-group.h"
#include "inc-environment.h"
#include "inc-forgotten-fields.h"
#include "inc-own-simulator.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A request, and the time since the previous one.
struct Call
{
    Time gap;       //!< time since the previous request
    uint64_t count; //!< number of four-byte elements
};

/// AllReduces of virtual data over all hosts of a network.
struct Calls
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of all requests
    IncTopology topology{IncStarTopology(3).Build()};   //!< the network
    IncGroupOptions options;                            //!< options of the group
    std::vector<Call> calls;                            //!< calls, one after the other
    Time event{0};                                      //!< time of an event of the script; 0: none
};

/// Outcome of the calls.
struct CallsOutcome
{
    std::vector<uint64_t> ends;     //!< ranks and the times of their completions
    std::vector<uint64_t> counters; //!< counters of ports, clients and aggregators
    std::vector<int64_t> typical;   //!< typical round trips of clients
    uint64_t seen{0};               //!< frames sent until the event of the script
    IncFastForwardReport report;    //!< report of the replays
    std::set<std::string> fields;   //!< fields of the state before the last request

    bool IsSame(const CallsOutcome& other) const
    {
        return ends == other.ends && counters == other.counters && typical == other.typical &&
               seen == other.seen;
    }
};

CallsOutcome
SimulateCalls(const Calls& scenario, const std::string& mode)
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
    auto collective = CreateObject<IncInNetworkCollective>();
    collective->Setup(group.clients);
    CallsOutcome outcome;
    const IncRequestReplay::Done done([&outcome](uint32_t rank, const std::string& status) {
        outcome.ends.push_back(status.empty() ? rank : UINT64_MAX);
        outcome.ends.push_back(Simulator::Now().GetTimeStep());
    });
    Time begin;
    for (const Call& call : scenario.calls)
    {
        begin += call.gap;
        Simulator::Schedule(begin, [&, fastForward, collective, count = call.count]() {
            outcome.fields = fastForward->GetFields();
            IncCollectiveRequest request;
            request.collective = scenario.collective;
            request.count = count;
            if (const auto told = fastForward->Foretell(request, true, done))
            {
                collective->Start(request, *told);
            }
        });
    }
    if (!scenario.event.IsZero())
    {
        Simulator::Schedule(scenario.event, [&outcome, &fabric]() {
            const auto device = StaticCast<IncNetDevice>(fabric.GetDevices().Get(0));
            outcome.seen = device->GetCounters().sentFrames;
        });
    }
    Simulator::Run();
    outcome.counters = IncCountGroup(fabric, group);
    for (const auto& client : group.clients)
    {
        outcome.typical.push_back(client->GetLink().GetRoundTrips().timer.GetTypical());
    }
    outcome.report = fastForward->GetReport();
    fastForward->Unwatch();
    collective->Dispose();
    return outcome;
}

/// Return a number of equal calls.
std::vector<Call>
AlikeCalls(std::size_t requests, Time gap, uint64_t count)
{
    return std::vector<Call>(requests, Call{gap, count});
}

/// Return the number of replayed requests: the periods that are as long as the gap between calls.
uint64_t
CountReplayed(const CallsOutcome& outcome, Time gap)
{
    uint64_t replayed = 0;
    for (const IncFastForwardPeriod& period : outcome.report.periods)
    {
        replayed += period.ps == IncClock::ToPs(gap);
    }
    return replayed;
}

/// In the environment, INC_ITERATIONS is the number of scenarios and INC_SEED the first seed.
class AlikeRequestsTestCase : public TestCase
{
  public:
    AlikeRequestsTestCase()
        : TestCase("Requests that are alike are replayed, with the same completions and counters")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t scenarios = IncFromEnvironment("INC_ITERATIONS", 12);
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        for (uint32_t seed = first; seed < first + scenarios; ++seed)
        {
            std::mt19937 random(seed);
            Calls scenario;
            scenario.topology = random() % 2 ? IncStarTopology(2 + random() % 4).Build()
                                             : IncLeafSpineTopology(2, 1, 2).Build();
            const IncDisseminationMode ways[] = {IncDisseminationMode::BIER,
                                                 IncDisseminationMode::TREE,
                                                 IncDisseminationMode::UNICAST};
            scenario.options.dissemination = ways[seed % 3];
            scenario.options.transport =
                seed % 2 ? IncAggregationTransport::UC : IncAggregationTransport::RC;
            scenario.options.slots = 1 + random() % 12;
            scenario.options.slotMode = random() % 2 ? IncSlotMode::SHADOW : IncSlotMode::LITERAL;
            // With several hundred messages, fast-forward jumps within a request as well.
            const uint64_t messages = (random() % 2 ? 24 : 700) + random() % 50;
            const Time gap = NanoSeconds(10000000 + random() % 1000);
            scenario.calls = AlikeCalls(14, gap, messages * 256 + random() % 256);
            const CallsOutcome off = SimulateCalls(scenario, "off");
            const CallsOutcome on = SimulateCalls(scenario, "on");
            const CallsOutcome verify = SimulateCalls(scenario, "verify");
            NS_TEST_EXPECT_MSG_EQ(on.IsSame(off), true, "replayed, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(verify.IsSame(off), true, "verified, seed " << seed);
            // The state before the first request differs from all others, and round trips may need
            // some more requests to settle.
            NS_TEST_EXPECT_MSG_GT(CountReplayed(on, gap), 2, "seed " << seed);
            NS_TEST_EXPECT_MSG_GT(verify.report.verifiedStates, 1, "seed " << seed);
        }
    }
};

/// Test four equal requests, a different one or another disturbance, and four more.
class OtherRequestsTestCase : public TestCase
{
  public:
    OtherRequestsTestCase()
        : TestCase("What is not like the request before is simulated")
    {
    }

  private:
    void DoRun() override
    {
        const Time gap = MicroSeconds(100);
        Calls alike;
        alike.options.slots = 16;
        alike.calls = AlikeCalls(9, gap, 25600);
        const uint64_t most = Compare("alike", alike, gap);
        NS_TEST_EXPECT_MSG_EQ(most, 7, "of nine, the first two are simulated");

        Calls longer = alike;
        longer.calls[4].count += 1;
        NS_TEST_EXPECT_MSG_LT(Compare("longer", longer, gap), most, "one is longer");
        Calls later = alike;
        later.calls[4].gap += NanoSeconds(1);
        NS_TEST_EXPECT_MSG_EQ(Compare("later", later, gap), most, "one is later by a tick");
        Calls earlier = alike;
        earlier.calls[4].gap -= NanoSeconds(1);
        NS_TEST_EXPECT_MSG_EQ(Compare("earlier", earlier, gap), most, "one is earlier by a tick");
        Calls overlapping = alike;
        overlapping.calls[4].gap = NanoSeconds(500);
        NS_TEST_EXPECT_MSG_LT(Compare("overlapping", overlapping, gap), most, "two are at work");
        Calls disturbed = alike;
        disturbed.event = gap * 5 + MicroSeconds(3);
        NS_TEST_EXPECT_MSG_LT(Compare("disturbed", disturbed, gap), most, "somebody looks on");
    }

    /// Compare the outcomes with and without fast-forward; return the number of replayed requests.
    uint64_t Compare(const std::string& name, const Calls& scenario, Time gap)
    {
        const CallsOutcome off = SimulateCalls(scenario, "off");
        const CallsOutcome on = SimulateCalls(scenario, "on");
        NS_TEST_EXPECT_MSG_EQ(on.IsSame(off), true, name);
        NS_TEST_EXPECT_MSG_GT(CountReplayed(on, gap), 0, name);
        return CountReplayed(on, gap);
    }
};

/// Test requests of Reduce, in which one result stands for eight messages without elements.
class CombinedResultsTestCase : public TestCase
{
  public:
    CombinedResultsTestCase()
        : TestCase("A request begins at any message, and replays are exact")
    {
    }

  private:
    void DoRun() override
    {
        const Time gap = MicroSeconds(100);
        for (const uint64_t messages : {96, 95, 92})
        {
            Calls scenario;
            scenario.collective = IncCollective::REDUCE;
            scenario.options.slots = 32;
            scenario.calls = AlikeCalls(12, gap, messages * 256);
            const CallsOutcome off = SimulateCalls(scenario, "off");
            const CallsOutcome on = SimulateCalls(scenario, "on");
            NS_TEST_EXPECT_MSG_EQ(on.IsSame(off), true, messages << " messages");
            const bool isReplayed = CountReplayed(on, gap) > 0;
            const bool isMultiple = messages % 8 == 0;
            NS_TEST_EXPECT_MSG_EQ(isReplayed, isMultiple, messages << " messages");
        }
    }
};

/// Return a test of the fields that advance from request to request.
TestCase*
MakeForgottenOfRequests(const std::string& name,
                        const IncGroupOptions& options,
                        const std::vector<std::string>& goOn)
{
    Calls scenario;
    scenario.topology = IncLeafSpineTopology(2, 1, 2).Build();
    scenario.options = options;
    scenario.options.slots = 5;
    scenario.calls = AlikeCalls(9, MilliSeconds(1), 48 * 256);
    // Errors need not name these: without them the state has another origin.
    const std::set<std::string> unnamed{"IncClientSlot::sequence",
                                        "IncClient::HotState::end",
                                        "IncRcRequester::m_unacknowledged",
                                        "IncRcResponder::m_expectedPsn"};
    return new IncForgottenFieldsTestCase<CallsOutcome>(name, goOn, unnamed, [scenario]() {
        return SimulateCalls(scenario, "on");
    });
}

/// Registers the suite.
class RequestReplayTestSuite : public TestSuite
{
  public:
    RequestReplayTestSuite()
        : TestSuite("inc-request-replay", TestSuite::Type::UNIT)
    {
        AddTestCase(new AlikeRequestsTestCase());
        AddTestCase(new OtherRequestsTestCase());
        AddTestCase(new CombinedResultsTestCase());
        const std::vector<std::string> common{"IncAggregatorCounters::completed",
                                              "IncClientSlot::sequence",
                                              "IncClient::HotState::end",
                                              "IncClientCounters::messagesSent",
                                              "IncSequence::m_newest",
                                              "IncSlotRound::sequence",
                                              "IncTrafficCounters::sentBytes"};
        AddTestCase(MakeForgottenOfRequests("Requests over UC by BIER", IncGroupOptions(), common));
        IncGroupOptions reliable;
        reliable.transport = IncAggregationTransport::RC;
        reliable.dissemination = IncDisseminationMode::TREE;
        AddTestCase(MakeForgottenOfRequests("Requests over RC by tree", reliable, common));
    }
};

RequestReplayTestSuite g_requestReplayTestSuite;

} // namespace
