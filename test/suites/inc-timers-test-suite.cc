/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of timers and windows at all rates and delays: no needless retransmission, and an early
// retransmission after a loss.

#include "inc-aggregation-rig.h"
#include "inc-baselines-rig.h"

#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-link.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Mode = IncDisseminationMode;
using Transport = IncAggregationTransport;

constexpr uint64_t MEGABIT = 1000000;
constexpr uint64_t RATES[] = {10 * MEGABIT, 1000 * MEGABIT, 100000 * MEGABIT, 800000 * MEGABIT};
constexpr int64_t DELAYS[] = {10000, 1000000, 10000000000}; // ps: 10 ns, 1 us, 10 ms

template <typename T>
IncTopology
WithLinks(T builder, uint64_t rate, int64_t delay)
{
    builder.SetLink(rate, delay);
    return builder.Build();
}

std::string
Name(Transport transport, Mode mode)
{
    const char* const ways[] = {"bier", "tree", "unicast"};
    return std::string(transport == Transport::UC ? "UC, " : "RC, ") + ways[static_cast<int>(mode)];
}

uint64_t
CountBufferDrops(const IncFabric& fabric)
{
    uint64_t drops = 0;
    for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
    {
        drops += DynamicCast<IncNetDevice>(fabric.GetDevices().Get(i))->GetCounters().bufferDrops;
    }
    return drops;
}

/// Return the number of retransmissions by clients, their queue pairs and switches.
uint64_t
CountRetransmissions(const IncAggregationRig& rig)
{
    uint64_t sum = rig.SumOverClients(&IncClientCounters::retransmissions);
    for (const auto& aggregator : rig.group.aggregators)
    {
        sum += aggregator->GetCounters().resent;
        for (const IncTreeLink* link : aggregator->GetLinks(rig.group.treeId))
        {
            sum += link->GetCounters().retransmissions;
        }
    }
    for (const uint32_t host : rig.workers)
    {
        for (const auto& qp : rig.fabric.GetNic(host)->GetQueuePairs())
        {
            sum += qp->GetCounters().retransmissions;
        }
    }
    return sum;
}

} // namespace

/// Test that, without loss, round trips in the network are at most IncGroup::roundTrip, and
/// that nothing is repeated.
class IncAnyRateTest : public TestCase
{
  public:
    IncAnyRateTest(Transport transport, Mode mode)
        : TestCase("Any rate and delay, " + Name(transport, mode) +
                   ": nothing is repeated or dropped, round trips are as the set-up says"),
          m_transport(transport),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        for (const uint64_t rate : RATES)
        {
            for (const int64_t delay : DELAYS)
            {
                const std::string at =
                    std::to_string(rate) + " bit/s, " + std::to_string(delay) + " ps";
                RunOn(WithLinks(IncStarTopology(4), rate, delay), "star, " + at);
                RunOn(WithLinks(IncLeafSpineTopology(2, 2, 3), rate, delay), "leaf-spine, " + at);
            }
        }
    }

    void RunOn(const IncTopology& topology, const std::string& where)
    {
        constexpr uint32_t slots = 32;
        IncAggregationRig rig(topology);
        rig.options.transport = m_transport;
        rig.options.dissemination = m_mode;
        rig.options.slots = slots;
        rig.Setup();
        m_sent.clear();
        m_longest = Time(0);
        auto client = rig.group.clients.back();
        client->TraceConnectWithoutContext("MessageSent",
                                           MakeCallback(&IncAnyRateTest::Sent, this));
        client->TraceConnectWithoutContext("ResultReceived",
                                           MakeCallback(&IncAnyRateTest::Received, this));
        rig.Start(IncDataType::INT32, IncOperation::SUM, 256 * 4 * slots);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(Seconds(1000)), true, where);
        NS_TEST_EXPECT_MSG_EQ(CountRetransmissions(rig), 0U, where);
        NS_TEST_EXPECT_MSG_EQ(CountBufferDrops(rig.fabric), 0U, where);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_longest, rig.group.roundTrip, where);
    }

    void Sent(uint32_t messageId)
    {
        m_sent[messageId] = Simulator::Now();
    }

    void Received(uint32_t messageId)
    {
        m_longest = Max(m_longest, Simulator::Now() - m_sent.at(messageId));
    }

    Transport m_transport;           // transport of the group
    Mode m_mode;                     // dissemination of the group
    std::map<uint32_t, Time> m_sent; // time of sending, by MessageID
    Time m_longest;                  // longest round trip
};

/// Test that, without loss, ring and parameter server repeat no packet at any rate and delay.
class IncBaselinesAtAnyRateTest : public TestCase
{
  public:
    IncBaselinesAtAnyRateTest()
        : TestCase("Any rate and delay, ring and parameter server: nothing is repeated or dropped")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint64_t rate : RATES)
        {
            for (const int64_t delay : DELAYS)
            {
                for (const bool isRing : {true, false})
                {
                    const std::string where = std::to_string(rate) + " bit/s, " +
                                              std::to_string(delay) + " ps, " +
                                              (isRing ? "ring" : "parameter server");
                    constexpr uint32_t hosts = 12;
                    IncBaselinesRig rig(WithLinks(IncStarTopology(hosts), rate, delay));
                    if (isRing)
                    {
                        auto ring = CreateObject<IncRingAllReduce>();
                        rig.Use(ring);
                    }
                    else
                    {
                        rig.UseParameterServer(hosts, 0);
                    }
                    rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 1 << 18, true);
                    rig.Run();
                    NS_TEST_EXPECT_MSG_EQ(rig.GetSucceeded(hosts - 1), 1U, where);
                    NS_TEST_EXPECT_MSG_EQ(rig.GetCounters().retransmissions, 0U, where);
                    NS_TEST_EXPECT_MSG_EQ(rig.GetBufferDrops(), 0U, where);
                }
            }
        }
    }
};

/// Test that a switch's queue can hold the unicast copies of a full window.
class IncWindowFitsBufferTest : public TestCase
{
  public:
    IncWindowFitsBufferTest()
        : TestCase("Results by unicast: no more slots than the copies that a port can keep")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t queue = 64 * 1024;
        IncFabricHelper helper;
        helper.SetDeviceAttribute("QueueSize", UintegerValue(queue));
        IncAggregationRig rig(IncLeafSpineTopology(2, 1, 5).Build(), helper);
        rig.options.dissemination = Mode::UNICAST;
        rig.Setup();
        // Each leaf gets five copies of payload, RoCEv2 and INC headers, preamble and gap.
        const uint32_t frame = 1024 + rig.group.resultOverhead;
        NS_TEST_EXPECT_MSG_EQ(rig.group.slots, queue / (5 * frame), "slots in effect");
        rig.Start(IncDataType::INT32, IncOperation::SUM, 256 * 500);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, "completes");
        NS_TEST_EXPECT_MSG_EQ(CountBufferDrops(rig.fabric), 0U, "drops");
        NS_TEST_EXPECT_MSG_EQ(CountRetransmissions(rig), 0U, "retransmissions");
    }
};

/// Test that, with loss, doubling hosts or slots does not triple the time of UC or RC.
class IncLossIsEvenTest : public TestCase
{
  public:
    IncLossIsEvenTest()
        : TestCase("Loss of 1 %: no step of hosts or slots triples the time; UC and RC within 4")
    {
    }

  private:
    static double Milliseconds(Transport transport, uint32_t hosts, uint32_t slots)
    {
        IncAggregationRig rig(IncStarTopology(hosts).Build());
        rig.options.transport = transport;
        rig.options.slots = slots;
        rig.options.rc.retryCount = 100;
        rig.Setup();
        rig.Impair(0.01, 0, 0);
        rig.Start(IncDataType::INT8, IncOperation::MAX, 1024 * 512);
        return rig.Run(Seconds(100)) ? Simulator::Now().GetSeconds() * 1e3 : 1e9;
    }

    void DoRun() override
    {
        std::map<std::pair<uint32_t, uint32_t>, double> previous;
        for (const auto transport : {Transport::UC, Transport::RC})
        {
            std::map<std::pair<uint32_t, uint32_t>, double> times;
            for (const uint32_t hosts : {4, 8, 16, 32, 64})
            {
                for (const uint32_t slots : {1, 2, 4, 64, 128})
                {
                    const double time = Milliseconds(transport, hosts, slots);
                    const std::string where =
                        std::to_string(hosts) + " hosts, " + std::to_string(slots) + " slots, ms";
                    times[{hosts, slots}] = time;
                    const auto near = [&](uint32_t h, uint32_t s) {
                        return times.count({h, s}) ? times.at({h, s}) : time;
                    };
                    NS_TEST_EXPECT_MSG_LT(time, 3 * near(hosts / 2, slots), where);
                    NS_TEST_EXPECT_MSG_LT(time, 3 * near(hosts, slots / 2), where);
                    NS_TEST_EXPECT_MSG_LT(near(hosts, slots / 2), 3 * time, where);
                    if (!previous.empty())
                    {
                        const double other = previous.at({hosts, slots});
                        NS_TEST_EXPECT_MSG_LT(std::max(time, other),
                                              4 * std::min(time, other),
                                              where << ": UC " << other << ", RC " << time);
                    }
                }
            }
            previous = times;
        }
    }
};

/// Test that the other workers report a dead worker, and that the simulation ends.
class IncGoneWorkerTest : public TestCase
{
  public:
    IncGoneWorkerTest(Transport transport, bool begins)
        : TestCase(std::string("A worker is gone ") + (begins ? "half-way" : "from the start") +
                   ", " + (transport == Transport::UC ? "UC" : "RC") +
                   ": the others fail in time and the simulation ends"),
          m_transport(transport),
          m_begins(begins)
    {
    }

  private:
    void DoRun() override
    {
        const Time stall = MilliSeconds(100);
        IncAggregationRig rig(IncLeafSpineTopology(2, 2, 2).Build());
        rig.options.transport = m_transport;
        rig.options.slots = 8;
        rig.helper.SetClientAttribute("StallTimeout", TimeValue(stall));
        rig.Setup();
        const Time gone = m_begins ? MicroSeconds(30) : Time(0);
        const uint32_t link = rig.fabric.GetTopology().GetPorts(rig.workers[0]).front().link;
        Simulator::Schedule(gone, &IncChannel::SetUp, rig.fabric.GetChannel(link), false);
        std::map<uint32_t, std::string> said;
        for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
        {
            IncClientRequest request;
            request.dataType = IncDataType::INT8;
            request.count = 1 << 20; // virtual data
            request.done = Callback<void, const std::string&>(
                [&said, rank](const std::string& status) { said[rank] = status; });
            if (rank > 0 || m_begins)
            {
                Simulator::Schedule(Time(0), &IncClient::Post, rig.group.clients[rank], request);
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), gone + stall + MilliSeconds(400), "the end");
        for (uint32_t rank = 1; rank < rig.workers.size(); ++rank)
        {
            NS_TEST_EXPECT_MSG_EQ(said[rank].empty(), false, "rank " << rank << " says why");
        }
        if (!m_begins)
        {
            NS_TEST_EXPECT_MSG_EQ(said[3],
                                  "waits for 8 results, has had none for 0.1 s "
                                  "(IncClient::StallTimeout): a worker or switch is slow, cut off "
                                  "or gone",
                                  "what it says");
        }
    }

    Transport m_transport; // transport of the group
    bool m_begins;         // whether the worker takes part at first
};

class IncTimersTestSuite : public TestSuite
{
  public:
    IncTimersTestSuite()
        : TestSuite("inc-timers", TestSuite::Type::UNIT)
    {
        for (const auto transport : {Transport::UC, Transport::RC})
        {
            for (const auto mode : {Mode::BIER, Mode::TREE, Mode::UNICAST})
            {
                AddTestCase(new IncAnyRateTest(transport, mode));
            }
            AddTestCase(new IncGoneWorkerTest(transport, false));
            AddTestCase(new IncGoneWorkerTest(transport, true));
        }
        AddTestCase(new IncBaselinesAtAnyRateTest);
        AddTestCase(new IncWindowFitsBufferTest);
        AddTestCase(new IncLossIsEvenTest);
    }
};

static IncTimersTestSuite g_incTimersTestSuite; //!< registers the suite
