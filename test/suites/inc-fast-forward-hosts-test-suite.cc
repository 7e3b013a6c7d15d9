/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// IncFastForward over what hosts send each other: flows, rings and parameter servers.

#include "inc-own-simulator.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-flow-meter.h"
#include "ns3/inc-parameter-server.h"
#include "ns3/inc-ring-allreduce.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-transfer.h"
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

/// Traffic of all hosts of a star.
struct HostTraffic
{
    enum class Kind
    {
        FLOWS,
        RING,
        SERVER
    };

    Kind kind{Kind::FLOWS};    //!< what it is
    uint32_t hosts{3};         //!< of the star
    uint32_t bytes{4 << 20};   //!< of a flow, or of each rank
    uint32_t sliceBytes{4096}; //!< of a ring, or segments of a parameter server
    uint32_t slices{8};        //!< of a ring: room of a rank
    Time event{0};             //!< when somebody else has one; 0: never
};

/// What came of it.
struct HostOutcome
{
    std::vector<Time> ends;         //!< completion of flows or ranks
    std::vector<uint64_t> counters; //!< of ports and queue pairs
    Time seen;                      //!< Simulator::Now() at the other event
    IncFastForwardReport report;    //!< what was jumped over
    std::set<std::string> fields;   //!< of the state then

    bool IsSame(const HostOutcome& other) const
    {
        return ends == other.ends && counters == other.counters && seen == other.seen;
    }
};

/// A ring or a parameter server over hosts, at work.
Ptr<IncCollectiveAlgorithm>
StartHosts(const HostTraffic& traffic, const NodeContainer& hosts, HostOutcome& outcome)
{
    Ptr<IncCollectiveAlgorithm> algorithm;
    if (traffic.kind == HostTraffic::Kind::RING)
    {
        auto ring = CreateObject<IncRingAllReduce>();
        ring->SetAttribute("SliceBytes", UintegerValue(traffic.sliceBytes));
        ring->SetAttribute("ScratchSlices", UintegerValue(traffic.slices));
        ring->Setup(hosts);
        algorithm = ring;
    }
    else
    {
        auto server = CreateObject<IncParameterServer>();
        server->SetAttribute("SegmentBytes", UintegerValue(traffic.sliceBytes));
        server->Setup(hosts, hosts.Get(0));
        algorithm = server;
    }
    IncCollectiveRequest request;
    request.count = traffic.bytes / 4;
    for (uint32_t rank = 0; rank < hosts.GetN(); ++rank)
    {
        algorithm->StartRank(rank,
                             request,
                             IncCollectiveAlgorithm::CompletionCallback(
                                 [&outcome](uint32_t rank, const std::string& error) {
                                     outcome.ends.push_back(Simulator::Now());
                                 }));
    }
    return algorithm;
}

void
CountHosts(const IncFabric& fabric, HostOutcome& outcome)
{
    for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
    {
        const auto device = StaticCast<IncNetDevice>(fabric.GetDevices().Get(i));
        const IncPortCounters counters = device->GetCounters();
        outcome.counters.insert(outcome.counters.end(),
                                {counters.sentFrames,
                                 counters.sentBytes,
                                 counters.receivedFrames,
                                 counters.receivedBytes,
                                 counters.maxQueuedBytes});
    }
    for (const uint32_t host : fabric.GetTopology().GetHosts())
    {
        for (const auto& queuePair : fabric.GetNic(host)->GetQueuePairs())
        {
            const IncQueuePairCounters& counters = queuePair->GetCounters();
            outcome.counters.insert(outcome.counters.end(),
                                    {counters.packetsSent,
                                     counters.bytesReceived,
                                     counters.acksSent,
                                     counters.acksReceived,
                                     counters.retransmissions});
        }
    }
}

HostOutcome
SimulateHosts(const HostTraffic& traffic, const std::string& mode)
{
    const IncOwnSimulator simulator;
    const IncFabric fabric = IncFabricHelper().Install(IncStarTopology(traffic.hosts).Build());
    IncFabricHelper::AssignStreams(fabric, 1);
    NodeContainer hosts;
    for (const uint32_t host : fabric.GetTopology().GetHosts())
    {
        hosts.Add(fabric.GetNodes().Get(host));
    }
    auto fastForward = CreateObject<IncFastForward>();
    fastForward->SetAttribute("Mode", StringValue(mode));
    fastForward->SetAttribute("LeastGain", UintegerValue(0));
    HostOutcome outcome;
    std::vector<IncTransfer> flows;
    std::vector<Ptr<IncRcQueuePair>> senders;
    Ptr<IncCollectiveAlgorithm> algorithm;
    IncFlowMeter meter(fabric);
    if (traffic.kind == HostTraffic::Kind::FLOWS)
    {
        for (uint32_t host = 0; host < traffic.hosts; ++host)
        {
            const auto& all = fabric.GetTopology().GetHosts();
            flows.emplace_back(fabric, all[host], all[(host + 1) % all.size()], traffic.bytes);
            senders.push_back(flows.back().GetSender());
        }
        fastForward->Watch(senders);
    }
    else
    {
        algorithm = StartHosts(traffic, hosts, outcome);
        fastForward->Watch(algorithm->MakeRepeater());
    }
    if (!traffic.event.IsZero())
    {
        Simulator::Schedule(traffic.event, [&outcome, fastForward]() {
            outcome.seen = Simulator::Now();
            outcome.fields = fastForward->GetFields();
        });
    }
    Simulator::Run();
    for (const IncTransfer& flow : flows)
    {
        outcome.ends.push_back(flow.GetCompletionTime());
    }
    CountHosts(fabric, outcome);
    outcome.report = fastForward->GetReport();
    fastForward->Unwatch();
    if (algorithm)
    {
        algorithm->Dispose();
    }
    return outcome;
}

class HostsSameResultsTestCase : public TestCase
{
  public:
    explicit HostsSameResultsTestCase(const std::string& name, HostTraffic::Kind kind)
        : TestCase(name + ": random scenarios end at the same tick with the same counters, and "
                          "verified states are as foreseen"),
          m_kind(kind)
    {
    }

  private:
    void DoRun() override
    {
        uint32_t jumped = 0;
        constexpr uint32_t SCENARIOS = 5;
        for (uint32_t seed = 1; seed <= SCENARIOS; ++seed)
        {
            std::mt19937 random(seed);
            HostTraffic traffic;
            traffic.kind = m_kind;
            traffic.hosts = 2 + random() % 4;
            traffic.sliceBytes = 1024 * (1 + random() % 4);
            traffic.slices = 2 << random() % 4;
            traffic.bytes = (4 << 20) + 4 * (random() % (1 << 20));
            if (m_kind == HostTraffic::Kind::SERVER)
            {
                // It comes to a period early.
                traffic.hosts = 3;
                traffic.sliceBytes = 4096;
                traffic.bytes += 8 << 20;
            }
            traffic.event = random() % 2 ? MicroSeconds(200 + random() % 200) : Time(0);
            const HostOutcome off = SimulateHosts(traffic, "off");
            const HostOutcome on = SimulateHosts(traffic, "on");
            const HostOutcome verify = SimulateHosts(traffic, "verify");
            NS_TEST_EXPECT_MSG_EQ(off.ends.size(), traffic.hosts, "ends, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(on.IsSame(off), true, "jumps, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(verify.IsSame(off), true, "verified, seed " << seed);
            NS_TEST_EXPECT_MSG_EQ((on.report.jumpedEvents > 0),
                                  (verify.report.verifiedStates > 0),
                                  "seed " << seed << ": " << on.report.reason);
            jumped += on.report.jumpedEvents > 0;
        }
        NS_TEST_EXPECT_MSG_GT(2 * jumped, SCENARIOS, "scenarios that jump");
    }

    HostTraffic::Kind m_kind; // what is sent
};

/// Fields that go on in flows; the others never change there.
const std::vector<std::string> FLOW_FIELDS{"IncBth::psn",
                                           "IncNetDevice::m_busyUntilPs",
                                           "IncQueuePairCounters::acksReceived",
                                           "IncQueuePairCounters::acksSent",
                                           "IncQueuePairCounters::bytesReceived",
                                           "IncQueuePairCounters::bytesSent",
                                           "IncQueuePairCounters::packetsReceived",
                                           "IncQueuePairCounters::packetsSent",
                                           "IncRcRequester::Probe::number",
                                           "IncRcRequester::Probe::sentPs",
                                           "IncRcRequester::m_limit",
                                           "IncRcRequester::m_next",
                                           "IncRcRequester::m_sentEnd",
                                           "IncRcRequester::m_unacknowledged",
                                           "IncRcResponder::m_expectedPsn",
                                           "IncRetransmitTimer::m_deadlinePs",
                                           "IncTrafficCounters::receivedBytes",
                                           "IncTrafficCounters::receivedFrames",
                                           "IncTrafficCounters::sentBytes",
                                           "IncTrafficCounters::sentFrames",
                                           "IncReceiveQueue::m_bytes"};

class FlowsForgottenFieldTestCase : public TestCase
{
  public:
    FlowsForgottenFieldTestCase()
        : TestCase("flows: a field that a jump does not advance is found, and named")
    {
    }

  private:
    void DoRun() override
    {
        HostTraffic traffic;
        traffic.event = MicroSeconds(20);
        const HostOutcome complete = SimulateHosts(traffic, "on");
        NS_TEST_ASSERT_MSG_GT(complete.report.jumpedEvents, 0, complete.report.reason);
        // Other fields are relative to these, or they are compared last.
        const std::set<std::string> fundamental{"IncBth::psn",
                                                "IncRcRequester::m_unacknowledged",
                                                "IncRcResponder::m_expectedPsn"};
        std::set<std::string> found;
        for (const std::string& field : complete.fields)
        {
            IncStateWriter::LeaveOut(field);
            try
            {
                SimulateHosts(traffic, "on");
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
        for (const std::string& field : FLOW_FIELDS)
        {
            NS_TEST_EXPECT_MSG_EQ(found.count(field), 1, field);
        }
    }
};

/// Registers the suite.
class HostsFastForwardTestSuite : public TestSuite
{
  public:
    HostsFastForwardTestSuite()
        : TestSuite("inc-fast-forward-hosts", TestSuite::Type::UNIT)
    {
        using Kind = HostTraffic::Kind;
        AddTestCase(new HostsSameResultsTestCase("flows", Kind::FLOWS));
        AddTestCase(new HostsSameResultsTestCase("ring", Kind::RING));
        AddTestCase(new HostsSameResultsTestCase("parameter server", Kind::SERVER));
        AddTestCase(new FlowsForgottenFieldTestCase());
    }
};

HostsFastForwardTestSuite g_hostsFastForwardTestSuite;

} // namespace
