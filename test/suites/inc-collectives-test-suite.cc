/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The nine collectives, in the network and over hosts.

#include "inc-aggregation-rig.h"
#include "inc-environment.h"

#include "ns3/config.h"
#include "ns3/inc-collective-data.h"
#include "ns3/inc-collective-shape.h"
#include "ns3/inc-host-collective.h"
#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-parameter-server.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <random>

using namespace ns3;

namespace
{

using Mode = IncDisseminationMode;

/// \brief A group of ranks that run one collective after the other.
class CollectiveRig
{
  public:
    CollectiveRig(uint32_t ranks, const IncFabricHelper& fabricHelper = IncFabricHelper())
        : rig(MakeTopology(ranks), fabricHelper)
    {
        rig.helper.SetClientAttribute("Payload", UintegerValue(64));
        rig.workers.resize(ranks);
    }

    ~CollectiveRig()
    {
        algorithm->Dispose();
    }

    static IncTopology MakeTopology(uint32_t ranks)
    {
        return ranks < 5 ? IncStarTopology(ranks).Build()
                         : IncLeafSpineTopology((ranks + 3) / 4, 2, 4).Build();
    }

    void SetUp(const std::string& scheme)
    {
        if (scheme == "inc")
        {
            rig.Setup();
            auto inNetwork = CreateObject<IncInNetworkCollective>();
            inNetwork->Setup(rig.group.clients);
            algorithm = inNetwork;
            return;
        }
        NodeContainer nodes;
        for (const uint32_t worker : rig.workers)
        {
            nodes.Add(rig.fabric.GetNodes().Get(worker));
        }
        if (scheme == "ps")
        {
            auto servers = CreateObject<IncParameterServer>();
            servers->Setup(nodes, nodes.Get(nodes.GetN() / 2));
            algorithm = servers;
            return;
        }
        auto overHosts = CreateObject<IncHostCollective>();
        overHosts->SetAttribute("SliceBytes", UintegerValue(128));
        overHosts->SetAttribute("ScratchSlices", UintegerValue(3));
        overHosts->Setup(nodes, IncHostAlgorithmOf(scheme));
        algorithm = overHosts;
    }

    void Start(const IncCollectiveRequest& request)
    {
        missing += algorithm->GetRanks();
        algorithm->Start(request,
                         IncCollectiveAlgorithm::CompletionCallback(
                             [this](uint32_t rank, const std::string& status) {
                                 --missing;
                                 failures += status.empty() ? 0 : 1;
                                 completed = Simulator::Now();
                             }));
    }

    /// \return whether all ranks of all operations have completed without a failure
    bool Run(Time limit = Seconds(20))
    {
        IncAggregationRig::RunFor(limit);
        return missing == 0 && failures == 0;
    }

    IncAggregationRig rig;                 //!< the network
    Ptr<IncCollectiveAlgorithm> algorithm; //!< of the scheme
    uint32_t missing{0};                   //!< completions to come
    uint32_t failures{0};                  //!< ranks that have failed
    Time completed;                        //!< the last rank
};

/// \brief Who runs a collective.
std::vector<std::string>
SchemesOf(IncCollective collective)
{
    std::vector<std::string> schemes;
    if (IncRunsInNetwork(collective))
    {
        schemes.emplace_back("inc");
    }
    if (collective == IncCollective::ALLREDUCE)
    {
        schemes.emplace_back("ps");
    }
    for (const auto& algorithm : IncHostAlgorithms())
    {
        if (algorithm.Knows(collective))
        {
            schemes.push_back(algorithm.name);
        }
    }
    return schemes;
}

} // namespace

/**
 * \ingroup inc-tests
 * \brief Draws collectives, schemes, types, roots, counts, ways and faults.
 *
 * The environment variable INC_ITERATIONS says how many, INC_SEED where to begin.
 */
class IncRandomCollectivesTest : public TestCase
{
  public:
    IncRandomCollectivesTest()
        : TestCase("Random collectives by every scheme: each rank has what it should, nothing else")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t iterations = IncFromEnvironment("INC_ITERATIONS", 300);
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        for (uint32_t seed = first; seed < first + iterations; ++seed)
        {
            RunWith(seed);
            Config::Reset();
            if (IsStatusFailure())
            {
                std::cerr << "failed with INC_SEED=" << seed << " INC_ITERATIONS=1\n";
                return;
            }
        }
    }

    void RunWith(uint32_t seed)
    {
        std::mt19937 random(seed);
        const std::vector<uint32_t> sizes{1, 2, 3, 5, 16};
        const uint32_t ranks = sizes[random() % sizes.size()];
        const auto collective = static_cast<IncCollective>(1 + seed % 9);
        const auto schemes = SchemesOf(collective);
        const std::string scheme = schemes[random() % schemes.size()];

        CollectiveRig group(ranks);
        IncGroupOptions& options = group.rig.options;
        options.dissemination = static_cast<Mode>(random() % 3);
        options.bitmaps = random() % 2 == 0;
        options.order = random() % 2 == 0 ? IncReductionOrder::RANK : IncReductionOrder::ARRIVAL;
        options.slots = 1 + random() % 8;
        options.bitStringLength = 64;
        options.firstMessageId = UINT32_MAX - random() % 16;
        options.firstPsn = 0xffffff - random() % 16;
        options.transport =
            random() % 3 == 0 ? IncAggregationTransport::RC : IncAggregationTransport::UC;
        options.rc.timeout = MicroSeconds(50);
        options.rc.retryCount = 100;
        group.rig.helper.SetClientAttribute("MinRetransmitTimeout", TimeValue(MicroSeconds(20)));
        Config::SetDefault("ns3::IncRcQueuePair::RetransmitTimeout", TimeValue(MicroSeconds(50)));
        Config::SetDefault("ns3::IncRcQueuePair::RetryCount", UintegerValue(100));
        group.SetUp(scheme);
        const double loss = random() % 2 == 0 ? 0 : 0.01;
        group.rig.Impair(loss, loss, loss, 1000 * seed);

        std::vector<std::unique_ptr<IncCollectiveData>> data;
        for (uint32_t i = 0; i < 3; ++i)
        {
            IncCollectiveRequest request;
            request.collective = collective;
            request.type = static_cast<IncDataType>(1 + random() % 8);
            request.operation = static_cast<IncOperation>(1 + random() % 4);
            const std::vector<uint64_t> counts{0, 1, ranks - 1, ranks, ranks + 1, 100, 300};
            request.count =
                collective == IncCollective::BARRIER ? 0 : counts[random() % counts.size()];
            request.root = random() % ranks;
            data.push_back(
                std::make_unique<IncCollectiveData>(request, ranks, random() % 2 == 0, seed + i));
            group.Start(data.back()->MakeRequest());
        }
        const std::string name = "seed " + std::to_string(seed) + ": " + IncName(collective) +
                                 " by " + scheme + " of " + std::to_string(ranks) + ", way " +
                                 std::to_string(static_cast<int>(options.dissemination)) +
                                 (options.bitmaps ? ", bitmaps" : ", tree ids") +
                                 (options.transport == IncAggregationTransport::RC ? ", RC" : "") +
                                 ", slots " + std::to_string(options.slots);
        NS_TEST_ASSERT_MSG_EQ(group.Run(), true, name << ": " << group.missing << " ranks wait");
        for (const auto& one : data)
        {
            NS_TEST_ASSERT_MSG_EQ(one->CountWrong(), 0U, name);
        }
    }
};

/**
 * \ingroup inc-tests
 * \brief What goes over a worker's link.
 */
class IncInjectionTest : public TestCase
{
  public:
    IncInjectionTest()
        : TestCase("AllGather injects a block, Broadcast crosses each link of the tree once")
    {
    }

  private:
    static constexpr uint32_t RANKS = 8;
    static constexpr uint32_t COUNT = 1600; //!< a hundred messages of 64 bytes

    void DoRun() override
    {
        for (const Mode mode : {Mode::BIER, Mode::TREE})
        {
            // Elements that each of the eight sends: all, the root's, a block, all.
            Expect(mode, IncCollective::ALLREDUCE, {RANKS * COUNT, RANKS * COUNT});
            Expect(mode, IncCollective::BROADCAST, {COUNT, (RANKS - 1) * COUNT});
            Expect(mode, IncCollective::REDUCE, {RANKS * COUNT, COUNT});
            Expect(mode, IncCollective::ALLGATHER, {RANKS * COUNT, (RANKS - 1) * RANKS * COUNT});
            Expect(mode, IncCollective::REDUCESCATTER, {RANKS * RANKS * COUNT, RANKS * COUNT});
        }
    }

    /// Elements sent and received by all workers together.
    struct Elements
    {
        uint64_t sent;
        uint64_t received;
    };

    void Expect(Mode mode, IncCollective collective, const Elements& expected)
    {
        CollectiveRig group(RANKS);
        group.rig.options.dissemination = mode;
        group.SetUp("inc");
        Elements found{0, 0};
        std::map<std::string, std::map<uint32_t, uint32_t>> copies; // by link and message
        for (uint32_t i = 0; i < group.rig.fabric.GetDevices().GetN(); ++i)
        {
            auto device = DynamicCast<IncNetDevice>(group.rig.fabric.GetDevices().Get(i));
            const uint32_t node = device->GetNode()->GetId();
            const bool isWorker =
                std::find(group.rig.workers.begin(), group.rig.workers.end(), node) !=
                group.rig.workers.end();
            device->TraceConnectWithoutContext(
                "FrameSent",
                Callback<void, const IncFrame&>([&, i, isWorker](const IncFrame& frame) {
                    if (frame.hasInc && frame.payloadSize > 0)
                    {
                        found.sent += isWorker ? frame.payloadSize / 4 : 0;
                        ++copies[std::to_string(i)][frame.inc.messageId];
                    }
                }));
            device->TraceConnectWithoutContext(
                "FrameReceived",
                Callback<void, const IncFrame&>([&, isWorker](const IncFrame& frame) {
                    found.received += isWorker && frame.hasInc ? frame.payloadSize / 4 : 0;
                }));
        }
        IncCollectiveRequest request;
        request.collective = collective;
        request.count = COUNT;
        request.root = 3;
        IncCollectiveData data(request, RANKS, false, 7);
        group.Start(data.MakeRequest());
        const std::string name = IncName(collective);
        NS_TEST_ASSERT_MSG_EQ(group.Run(MilliSeconds(100)), true, name);
        NS_TEST_EXPECT_MSG_EQ(data.CountWrong(), 0U, name);
        NS_TEST_EXPECT_MSG_EQ(found.sent, expected.sent, name << ": by the workers");
        NS_TEST_EXPECT_MSG_EQ(found.received, expected.received, name << ": by the workers");
        if (collective == IncCollective::BROADCAST)
        {
            for (const auto& [link, messages] : copies)
            {
                for (const auto& [message, times] : messages)
                {
                    NS_TEST_EXPECT_MSG_EQ(times, 1U, "message " << message << " on " << link);
                }
            }
        }
    }
};

/**
 * \ingroup inc-tests
 * \brief Nobody leaves a barrier before all have come.
 */
class IncBarrierTest : public TestCase
{
  public:
    IncBarrierTest()
        : TestCase("Nobody leaves a barrier before the last has come")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto mode : {Mode::BIER, Mode::TREE, Mode::UNICAST})
        {
            CollectiveRig group(12);
            group.rig.options.dissemination = mode;
            group.SetUp("inc");
            const Time last = MicroSeconds(300);
            uint32_t left = 0;
            bool early = false;
            for (uint32_t rank = 0; rank < 12; ++rank)
            {
                IncClientRequest request;
                request.collective = IncCollective::BARRIER;
                request.operation = IncOperation::NONE;
                request.done = Callback<void, const std::string&>([&](const std::string& status) {
                    left += status.empty() ? 1 : 0;
                    early = early || Simulator::Now() < last;
                });
                auto client = group.rig.group.clients[rank];
                Simulator::Schedule(rank == 5 ? last : MicroSeconds(rank),
                                    [client, request]() { client->Post(request); });
            }
            IncAggregationRig::RunFor(MilliSeconds(50));
            NS_TEST_EXPECT_MSG_EQ(left, 12U, "all leave");
            NS_TEST_EXPECT_MSG_EQ(early, false, "none before the last has come");
        }
        for (const std::string scheme : {"ring", "tree"})
        {
            CollectiveRig group(7);
            group.SetUp(scheme);
            auto hosts = DynamicCast<IncHostCollective>(group.algorithm);
            const Time last = MicroSeconds(300);
            uint32_t left = 0;
            bool early = false;
            for (uint32_t rank = 0; rank < 7; ++rank)
            {
                IncCollectiveRequest request;
                request.collective = IncCollective::BARRIER;
                Simulator::Schedule(rank == 5 ? last : MicroSeconds(rank),
                                    [&, hosts, rank, request]() {
                                        hosts->StartRank(
                                            rank,
                                            request,
                                            IncCollectiveAlgorithm::CompletionCallback(
                                                [&](uint32_t, const std::string& status) {
                                                    left += status.empty() ? 1 : 0;
                                                    early = early || Simulator::Now() < last;
                                                }));
                                    });
            }
            IncAggregationRig::RunFor(MilliSeconds(50));
            NS_TEST_EXPECT_MSG_EQ(left, 7U, scheme << ": all leave");
            NS_TEST_EXPECT_MSG_EQ(early, false, scheme << ": none before the last has come");
        }
    }
};

/**
 * \ingroup inc-tests
 * \brief The nine collectives.
 */
class IncCollectivesTestSuite : public TestSuite
{
  public:
    IncCollectivesTestSuite()
        : TestSuite("inc-collectives", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncInjectionTest);
        AddTestCase(new IncBarrierTest);
        AddTestCase(new IncRandomCollectivesTest);
    }
};

static IncCollectivesTestSuite g_incCollectivesTestSuite; //!< registers the suite
