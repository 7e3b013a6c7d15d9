/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests that windows of events are permitted where they change nothing, and that connections and
// groups then have the same results, counters and events.

#include "inc-counted-group.h"
#include "inc-own-simulator.h"

#include "ns3/boolean.h"
#include "ns3/inc-clock.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-host-algorithm.h"
#include "ns3/inc-host-collective.h"
#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-simulator-impl.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-tree-builder.h"
#include "ns3/inc-window-permit.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Everything that can be observed of a run.
using Seen = std::vector<uint64_t>;

IncSimulatorImpl&
Engine()
{
    return dynamic_cast<IncSimulatorImpl&>(IncClock::Engine());
}

/// What happened in the runs of a test.
struct Tally
{
    uint64_t windows{0};
    uint64_t timeouts{0}; //!< timeouts of flows
    uint64_t failures{0}; //!< number of failed flows
};

/// A test that compares runs of random scenes with and without windows.
template <typename SCENE>
class WindowCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    Tally Compare()
    {
        Tally tally;
        for (uint32_t seed = 1; seed <= 60; ++seed)
        {
            const auto simulate = [&](bool isPermitted) {
                const IncOwnSimulator own;
                SCENE scene(seed);
                if (isPermitted)
                {
                    NS_TEST_EXPECT_MSG_EQ(IncPermitWindows(1), "", seed);
                }
                const Seen seen = scene.Run(tally);
                tally.windows += Engine().GetWindows();
                return seen;
            };
            NS_TEST_EXPECT_MSG_EQ((simulate(true) == simulate(false)), true, "seed " << seed);
        }
        NS_TEST_EXPECT_MSG_GT(tally.windows, 1000, "hardly any window");
        return tally;
    }
};

/// A random network: with or without PFC, with small or large buffers, marks and slow hosts.
IncFabric
InstallRandom(std::mt19937& random)
{
    const IncTopology topology =
        random() % 2 ? IncStarTopology(2 + random() % 5).Build()
                     : IncLeafSpineTopology(2 + random() % 2, 1 + random() % 2, 2).Build();
    IncFabricHelper helper;
    if (random() % 2)
    {
        helper.EnablePfc("0");
        helper.SetBufferAttribute("BufferSize", UintegerValue(3000000));
    }
    else
    {
        helper.SetDeviceAttribute("QueueSize", UintegerValue(random() % 2 ? 40000 : 1000000));
    }
    if (random() % 2)
    {
        helper.EnableEcn("0");
    }
    IncFabric fabric = helper.Install(topology);
    IncFabricHelper::AssignStreams(fabric, 100);
    return fabric;
}

/// Random flows, each of several messages, the next of which follows the completion of one. The
/// simulation stops when all flows have ended.
class WindowFlows
{
  public:
    explicit WindowFlows(uint32_t seed)
        : m_random(seed),
          m_fabric(InstallRandom(m_random))
    {
        const auto hosts = m_fabric.GetTopology().GetHosts();
        for (const uint32_t host : hosts)
        {
            m_fabric.GetNic(host)->completionLatency = NanoSeconds(m_random() % 2 * 700);
        }
        const bool mayFail = m_random() % 4 == 0;
        for (uint32_t i = 0; i < 3 * hosts.size(); ++i)
        {
            const uint32_t from = m_random() % hosts.size();
            const uint32_t to = (from + 1 + m_random() % (hosts.size() - 1)) % hosts.size();
            Add(hosts[from], hosts[to], mayFail && i == 0);
        }
    }

    Seen Run(Tally& tally)
    {
        Simulator::Run();
        Seen seen{m_left,
                  static_cast<uint64_t>(Simulator::Now().GetTimeStep()),
                  Simulator::GetEventCount()};
        for (const auto& flow : m_flows)
        {
            seen.insert(seen.end(), flow->seen.begin(), flow->seen.end());
            const IncQueuePairCounters& counters = flow->sender->GetCounters();
            seen.insert(seen.end(),
                        {counters.packetsSent,
                         counters.retransmissions,
                         counters.timeouts,
                         counters.acksReceived,
                         counters.naksReceived,
                         flow->receiver->GetCounters().duplicates});
            tally.timeouts += counters.timeouts;
            tally.failures += flow->sender->IsInError();
        }
        const Seen counted = IncCountGroup(m_fabric, {});
        seen.insert(seen.end(), counted.begin(), counted.end());
        return seen;
    }

  private:
    struct Flow
    {
        Ptr<IncRcQueuePair> sender;
        Ptr<IncRcQueuePair> receiver;
        IncWorkRequest request;
        uint32_t messages;
        Seen seen; //!< times of completions
    };

    void Add(uint32_t from, uint32_t to, bool fails)
    {
        auto flow = std::make_unique<Flow>();
        flow->sender = m_fabric.GetNic(from)->CreateRcQueuePair();
        flow->receiver = m_fabric.GetNic(to)->CreateRcQueuePair();
        flow->sender->SetAttribute("RetryCount", UintegerValue(2));
        if (fails)
        {
            // The connection fails while others are busy.
            flow->sender->SetAttribute("RetransmitTimeout", TimeValue(MicroSeconds(10)));
            flow->sender->SetAttribute("MaxRetransmitTimeout", TimeValue(MicroSeconds(10)));
        }
        if (m_random() % 2)
        {
            flow->sender->SetAttribute("CongestionControl", StringValue("ns3::IncDcqcn"));
        }
        flow->sender->Connect(IncFabric::GetAddress(to), flow->receiver->GetQpn());
        flow->receiver->Connect(IncFabric::GetAddress(from), flow->sender->GetQpn());
        flow->request.length = 1 + m_random() % 100000;
        flow->request.rkey = m_fabric.GetNic(to)->RegisterMemory(nullptr, 100000);
        flow->messages = 1 + m_random() % (fails ? 4 : 12);
        flow->sender->SetSendCompletionCallback(IncQueuePair::CompletionCallback(
            [this, &flow = *flow](const IncCompletion& completion) { Ended(flow, completion); }));
        Simulator::ScheduleWithContext(m_fabric.GetNodes().Get(from)->GetId(),
                                       NanoSeconds(m_random() % 5000),
                                       [&flow = *flow]() { flow.sender->PostWrite(flow.request); });
        if (fails)
        {
            Simulator::Schedule(MicroSeconds(10), [&flow = *flow]() { flow.receiver->Destroy(); });
        }
        m_flows.push_back(std::move(flow));
        ++m_left;
    }

    void Ended(Flow& flow, const IncCompletion& completion)
    {
        flow.seen.push_back(Simulator::Now().GetTimeStep());
        flow.seen.push_back(static_cast<uint64_t>(completion.status));
        const bool isOk = completion.status == IncCompletionStatus::SUCCESS;
        if (isOk && --flow.messages > 0)
        {
            flow.sender->PostWrite(flow.request);
        }
        else if (--m_left == 0 || !isOk)
        {
            Simulator::Stop();
        }
    }

    std::mt19937 m_random;
    IncFabric m_fabric;
    std::vector<std::unique_ptr<Flow>> m_flows;
    uint64_t m_left{0};
};

class FlowWindowCase : public WindowCase<WindowFlows>
{
  public:
    FlowWindowCase()
        : WindowCase(
              "Flows have the same times, counters and events, even if they time out or fail")
    {
    }

  private:
    void DoRun() override
    {
        const Tally tally = Compare();
        NS_TEST_EXPECT_MSG_GT(tally.timeouts, 50, "hardly any timeout");
        NS_TEST_EXPECT_MSG_GT(tally.failures, 5, "hardly any failure");
    }
};

/// Collectives over hosts or in the network. A rank begins the next one when it has completed one;
/// one rank may be so late that timers expire. The simulation stops when all ranks have completed
/// all collectives.
class Collective
{
  public:
    explicit Collective(uint32_t seed)
        : m_random(seed),
          m_fabric(InstallRandom(m_random))
    {
        const IncTopology& topology = m_fabric.GetTopology();
        if (seed % 2)
        {
            IncGroupOptions options;
            options.slots = 1 + m_random() % 24;
            options.transport =
                m_random() % 2 ? IncAggregationTransport::RC : IncAggregationTransport::UC;
            m_group = IncGroupHelper().Install(
                m_fabric,
                IncTreeBuilder(topology).Build(IncTreeWorkers(topology, topology.GetHosts())),
                options);
            auto algorithm = CreateObject<IncInNetworkCollective>();
            algorithm->Setup(m_group.clients);
            m_algorithm = algorithm;
        }
        else
        {
            NodeContainer workers;
            for (const uint32_t host : topology.GetHosts())
            {
                workers.Add(m_fabric.GetNodes().Get(host));
            }
            auto algorithm = CreateObject<IncHostCollective>();
            algorithm->Setup(workers, IncHostAlgorithmOf("tree"));
            m_algorithm = algorithm;
        }
        const IncCollective collectives[] = {IncCollective::ALLREDUCE,
                                             IncCollective::REDUCE,
                                             IncCollective::BROADCAST,
                                             IncCollective::ALLREDUCE};
        for (uint32_t call = 0; call < 3; ++call)
        {
            IncCollectiveRequest& request = m_requests.emplace_back();
            // Over hosts another collective might have to connect ranks.
            request.collective = call > 0 && seed % 2 == 0 ? m_requests.front().collective
                                                           : collectives[m_random() % 4];
            request.count = 1 + m_random() % (call == 1 ? 10 : 60000);
        }
        const bool late = m_random() % 3 == 0;
        m_begun.resize(m_algorithm->GetRanks());
        m_left = 3 * m_algorithm->GetRanks();
        for (uint32_t rank = 0; rank < m_algorithm->GetRanks(); ++rank)
        {
            if (rank == 1 && late)
            {
                const auto node = m_fabric.GetNodes().Get(topology.GetHosts()[rank]);
                Simulator::ScheduleWithContext(node->GetId(), MicroSeconds(400), [this]() {
                    Begin(1);
                });
            }
            else
            {
                Begin(rank);
            }
        }
    }

    ~Collective()
    {
        m_algorithm->Dispose();
    }

    Seen Run(Tally&)
    {
        Simulator::Run();
        Seen seen = IncCountGroup(m_fabric, m_group);
        seen.insert(seen.end(), m_ends.begin(), m_ends.end());
        seen.push_back(m_left);
        seen.push_back(Simulator::GetEventCount());
        return seen;
    }

  private:
    void Begin(uint32_t rank)
    {
        const uint32_t call = m_begun[rank]++;
        if (call < m_requests.size())
        {
            m_algorithm->StartRank(rank, m_requests[call], MakeCallback(&Collective::Ended, this));
        }
    }

    void Ended(uint32_t rank, const std::string& status)
    {
        m_ends.resize(m_algorithm->GetRanks());
        m_ends[rank] = 31 * m_ends[rank] + Simulator::Now().GetTimeStep() + status.size();
        if (--m_left == 0)
        {
            Simulator::Stop();
        }
        else
        {
            Begin(rank);
        }
    }

    std::mt19937 m_random;
    IncFabric m_fabric;
    IncGroup m_group;
    Ptr<IncCollectiveAlgorithm> m_algorithm;
    std::vector<IncCollectiveRequest> m_requests;
    std::vector<uint32_t> m_begun; //!< number of collectives that each rank has begun
    uint32_t m_left{0};            //!< completions that are still to come, of all ranks
    Seen m_ends;                   //!< hashes of the times when the ranks completed
};

class CollectiveWindowCase : public WindowCase<Collective>
{
  public:
    CollectiveWindowCase()
        : WindowCase("Collectives over hosts and in the network have the same times and counters")
    {
    }

  private:
    void DoRun() override
    {
        Compare();
    }
};

class WindowRefusalCase : public TestCase
{
  public:
    WindowRefusalCase()
        : TestCase("Windows are refused where somebody could see the order of events")
    {
    }

  private:
    struct Scene
    {
        IncOwnSimulator own;
        IncFabric fabric{IncFabricHelper().Install(IncStarTopology(4).Build())};
        Ptr<IncRcQueuePair> connection{fabric.GetNic(0)->CreateRcQueuePair()};

        std::string Permit(uint32_t leastHosts = 1)
        {
            return IncPermitWindows(leastHosts);
        }
    };

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Scene().Permit(), "", "nothing forbids them");
        NS_TEST_EXPECT_MSG_EQ(Scene().Permit(0), "a small network", "");
        const auto with = [](const std::string& name, const AttributeValue& value) {
            Scene scene;
            scene.connection->SetAttribute(name, value);
            return scene.Permit();
        };
        NS_TEST_EXPECT_MSG_EQ(with("RetryCount", UintegerValue(0)),
                              "requests that fail without a retry",
                              "a timeout");
        NS_TEST_EXPECT_MSG_EQ(with("RnrRetryCount", UintegerValue(0)),
                              "requests that fail without a retry",
                              "an RNR NAK");
        NS_TEST_EXPECT_MSG_EQ(with("RetransmitTimeout", TimeValue(NanoSeconds(999))),
                              "timeouts that are shorter than the delay of a link",
                              "");
        Scene traced;
        traced.fabric.GetDevice(1, 0)->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>([](const IncFrame&) {}));
        NS_TEST_EXPECT_MSG_EQ(traced.Permit(),
                              "trace sources with listeners, which are called in the order of time",
                              "");
    }
};

class WindowPermitTestSuite : public TestSuite
{
  public:
    WindowPermitTestSuite()
        : TestSuite("inc-window-permit", TestSuite::Type::UNIT)
    {
        AddTestCase(new FlowWindowCase);
        AddTestCase(new CollectiveWindowCase);
        AddTestCase(new WindowRefusalCase);
    }
};

WindowPermitTestSuite g_windowPermitTestSuite;

} // namespace
