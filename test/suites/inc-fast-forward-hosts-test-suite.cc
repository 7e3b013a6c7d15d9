/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of IncFastForward with host traffic: flows, rings, trees and parameter servers.

#include "inc-environment.h"
#include "inc-forgotten-fields.h"
#include "inc-own-simulator.h"

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fast-forward.h"
#include "ns3/inc-flow-meter.h"
#include "ns3/inc-host-algorithm.h"
#include "ns3/inc-host-collective.h"
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
        TREE, // a Broadcast; in an AllReduce over a tree, acknowledgements rarely become periodic
        SERVER
    };

    Kind kind{Kind::FLOWS};    //!< kind of the traffic
    uint32_t hosts{3};         //!< number of hosts of the star
    uint32_t bytes{4 << 20};   //!< size of a flow, or of a rank's data, bytes
    uint32_t sliceBytes{4096}; //!< slice of a ring, or segment of a parameter server, bytes
    uint32_t slices{8};        //!< number of slices in the memory of a ring's rank
    Time event{0};             //!< time of an event of the script; 0: none
};

/// Outcome of the traffic.
struct HostOutcome
{
    std::vector<Time> ends;         //!< completion times of flows or ranks
    std::vector<uint64_t> counters; //!< counters of ports and queue pairs
    Time seen;                      //!< Simulator::Now() at the event of the script
    IncFastForwardReport report;    //!< report of the jumps
    std::set<std::string> fields;   //!< fields of the state

    bool IsSame(const HostOutcome& other) const
    {
        return ends == other.ends && counters == other.counters && seen == other.seen;
    }
};

/// Guard that disposes of an algorithm at the end of a simulation, also after an exception.
struct HostsAtWork
{
    Ptr<IncCollectiveAlgorithm> algorithm; //!< algorithm over hosts, or null

    ~HostsAtWork()
    {
        if (algorithm)
        {
            algorithm->Dispose();
        }
    }
};

/// Start a ring, a tree or a parameter server over hosts.
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
    else if (traffic.kind == HostTraffic::Kind::TREE)
    {
        auto tree = CreateObject<IncHostCollective>();
        tree->SetAttribute("SliceBytes", UintegerValue(traffic.sliceBytes));
        tree->Setup(hosts, IncHostAlgorithmOf("tree"));
        algorithm = tree;
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
    if (traffic.kind == HostTraffic::Kind::TREE)
    {
        request.collective = IncCollective::BROADCAST;
    }
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
    HostsAtWork work;
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
        work.algorithm = StartHosts(traffic, hosts, outcome);
        fastForward->Watch(work.algorithm->MakeRepeater());
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
    return outcome;
}

/// Set parameters with which a parameter server becomes periodic early.
void
UseServer(HostTraffic& traffic)
{
    traffic.hosts = 3;
    traffic.sliceBytes = 4096;
    traffic.bytes += 8 << 20;
}

HostTraffic
DrawTraffic(HostTraffic::Kind kind, uint32_t seed)
{
    std::mt19937 random(seed);
    HostTraffic traffic;
    traffic.kind = kind;
    traffic.hosts = 2 + random() % 4;
    traffic.sliceBytes = 1024 * (1 + random() % 4);
    traffic.slices = 2 << random() % 4;
    traffic.bytes = (4 << 20) + 4 * (random() % (1 << 20));
    if (kind == HostTraffic::Kind::SERVER)
    {
        UseServer(traffic);
    }
    traffic.event = random() % 2 ? MicroSeconds(200 + random() % 200) : Time(0);
    return traffic;
}

/// In the environment, INC_ITERATIONS is the number of scenarios and INC_SEED the first seed.
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
        const uint32_t scenarios = IncFromEnvironment("INC_ITERATIONS", 5);
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        uint32_t jumped = 0;
        for (uint32_t seed = first; seed < first + scenarios; ++seed)
        {
            try
            {
                jumped += Compare(DrawTraffic(m_kind, seed), seed);
            }
            catch (const std::runtime_error& error)
            {
                NS_TEST_EXPECT_MSG_EQ(error.what(), std::string(), "seed " << seed);
            }
        }
        const bool areEnough = scenarios < 5 || 2 * jumped > scenarios;
        NS_TEST_EXPECT_MSG_EQ(areEnough, true, "scenarios that jump: " << jumped);
    }

    /// Compare the outcomes with and without fast-forward, and return whether it jumped.
    bool Compare(const HostTraffic& traffic, uint32_t seed)
    {
        const HostOutcome off = SimulateHosts(traffic, "off");
        const HostOutcome on = SimulateHosts(traffic, "on");
        const HostOutcome verify = SimulateHosts(traffic, "verify");
        const bool jumps = on.report.jumpedEvents > 0;
        NS_TEST_EXPECT_MSG_EQ(off.ends.size(), traffic.hosts, "ends, seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(on.IsSame(off), true, "jumps, seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(verify.IsSame(off), true, "verified, seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(jumps,
                              (verify.report.verifiedStates > 0),
                              "seed " << seed << ": " << on.report.reason);
        return jumps;
    }

    HostTraffic::Kind m_kind; // kind of the traffic
};

/// Fields that advance in all kinds of host traffic; then the further ones of each kind.
const std::vector<std::string> HOST_FIELDS{"IncBth::psn",
                                           "IncNetDevice::HotState::busyUntilPs",
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
                                           "IncTrafficCounters::sentFrames"};

const std::vector<std::string> FLOW_FIELDS{"IncReceiveQueue::m_bytes"};

const std::vector<std::string> RING_FIELDS{"IncAeth::msn",
                                           "IncRcResponder::m_msn",
                                           "IncSendQueue::Message::first",
                                           "IncSendQueue::m_end",
                                           "IncStallWatch::m_progressPs",
                                           "IncFrame::immediate",
                                           "IncRingAgent::Counts::arrived",
                                           "IncRingAgent::Counts::credited",
                                           "IncRingAgent::Counts::reported",
                                           "IncRingAgent::Counts::sent",
                                           "IncRingAgent::Counts::taken",
                                           "IncRingCursor::m_index"};

const std::vector<std::string> TREE_FIELDS{"IncHostAgent::Progress::next",
                                           "IncHostAgent::m_slicesMoved",
                                           "IncQueuePairPeer::Counts::acknowledged",
                                           "IncQueuePairPeer::Counts::arrived",
                                           "IncQueuePairPeer::Counts::credited",
                                           "IncQueuePairPeer::Counts::reported",
                                           "IncQueuePairPeer::Counts::sent",
                                           "IncQueuePairPeer::Counts::taken"};

const std::vector<std::string> SERVER_FIELDS{"IncAeth::msn",
                                             "IncRcResponder::m_msn",
                                             "IncSendQueue::Message::first",
                                             "IncSendQueue::m_end",
                                             "IncStallWatch::m_progressPs",
                                             "IncParameterServerAgent::Cursor::segment",
                                             "IncParameterServerAgent::Worker::contributed",
                                             "IncParameterServerAgent::Counts::completed",
                                             "IncParameterServerAgent::Counts::opened",
                                             "IncParameterServerAgent::Counts::released",
                                             "IncParameterWorker::Counts::acknowledged",
                                             "IncParameterWorker::Counts::arrived",
                                             "IncParameterWorker::Counts::pushed",
                                             "IncParameterWorker::Counts::taken",
                                             "IncWorkRequest::id"};

TestCase*
MakeForgottenHostFields(const std::string& name,
                        const HostTraffic& traffic,
                        const std::vector<std::string>& more)
{
    std::vector<std::string> goOn = HOST_FIELDS;
    goOn.insert(goOn.end(), more.begin(), more.end());
    // Errors need not name these: other fields are relative to them, or they are compared last.
    const std::set<std::string> unnamed{"IncBth::psn",
                                        "IncParameterServerAgent::Counts::opened",
                                        "IncParameterWorker::Counts::pushed",
                                        "IncRcRequester::m_unacknowledged",
                                        "IncQueuePairPeer::Counts::arrived",
                                        "IncQueuePairPeer::Counts::sent",
                                        "IncQueuePairPeer::Counts::taken",
                                        "IncRcResponder::m_expectedPsn",
                                        "IncRingAgent::Counts::arrived",
                                        "IncRingAgent::Counts::sent",
                                        "IncRingAgent::Counts::taken"};
    return new IncForgottenFieldsTestCase<HostOutcome>(name, goOn, unnamed, [traffic]() {
        return SimulateHosts(traffic, "on");
    });
}

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
        AddTestCase(new HostsSameResultsTestCase("tree", Kind::TREE));
        AddTestCase(new HostsSameResultsTestCase("parameter server", Kind::SERVER));
        HostTraffic traffic;
        traffic.event = MicroSeconds(20);
        AddTestCase(MakeForgottenHostFields("flows", traffic, FLOW_FIELDS));
        HostTraffic ring = traffic;
        ring.kind = Kind::RING;
        ring.sliceBytes = 2048;
        ring.slices = 4;
        ring.bytes = 6 << 20;
        AddTestCase(MakeForgottenHostFields("ring", ring, RING_FIELDS));
        HostTraffic tree = ring;
        tree.kind = Kind::TREE;
        AddTestCase(MakeForgottenHostFields("tree", tree, TREE_FIELDS));
        HostTraffic server = traffic;
        server.kind = Kind::SERVER;
        UseServer(server);
        AddTestCase(MakeForgottenHostFields("parameter server", server, SERVER_FIELDS));
    }
};

HostsFastForwardTestSuite g_hostsFastForwardTestSuite;

} // namespace
