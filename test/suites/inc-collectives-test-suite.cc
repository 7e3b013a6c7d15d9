/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the nine collectives, in the network and over hosts.

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
    Ptr<IncCollectiveAlgorithm> algorithm; //!< algorithm of the scheme
    uint32_t missing{0};                   //!< number of missing completions
    uint32_t failures{0};                  //!< number of ranks that have failed
    Time completed;                        //!< time at which the last rank completed
};

/// \brief Return the schemes that can run a collective.
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
    for (const auto& [name, algorithm] : IncHostAlgorithms())
    {
        if (algorithm.Knows(collective))
        {
            schemes.push_back(name);
        }
    }
    return schemes;
}

} // namespace

/// One combination of the choices of a user.
struct Case
{
    IncCollectiveRequest request; //!< without memory
    std::string scheme;           //!< scheme that runs the collective
    uint32_t ranks;               //!< number of ranks
    bool inPlace;                 //!< operands and results share memory
    double loss;                  //!< probability of loss per packet and link
};

/// Numbers all cases: collectives by schemes with 2, 3, 5 and 16 ranks, types, operations and
/// roots. Each comes in place or not, with loss or without, and with 0, 1, n - 1, n and n + 1
/// elements.
class Product
{
  public:
    Product()
    {
        for (uint32_t number = 1; number <= 9; ++number)
        {
            const auto collective = static_cast<IncCollective>(number);
            const bool isRooted = IncHasRoot(collective);
            const bool isBarrier = collective == IncCollective::BARRIER;
            for (const std::string& scheme : SchemesOf(collective))
            {
                for (const uint32_t ranks : {2, 3, 5, 16})
                {
                    m_kinds.push_back({collective,
                                       scheme,
                                       ranks,
                                       isBarrier ? 1U : 8U,
                                       IncReduces(collective) ? 4U : 1U,
                                       isRooted ? ranks : 1U,
                                       isBarrier ? 1U : 5U});
                    m_size += m_kinds.back().GetSize();
                }
            }
        }
    }

    /** \return number of cases */
    uint64_t GetSize() const
    {
        return m_size;
    }

    /**
     * \param number number of a case, taken modulo GetSize()
     * \return the case
     */
    Case Get(uint64_t number) const
    {
        number %= m_size;
        auto kind = m_kinds.begin();
        for (; number >= kind->GetSize(); ++kind)
        {
            number -= kind->GetSize();
        }
        const auto draw = [&number](uint32_t choices) {
            const auto choice = static_cast<uint32_t>(number % choices);
            number /= choices;
            return choice;
        };
        const uint32_t n = kind->ranks;
        Case one;
        one.scheme = kind->scheme;
        one.ranks = n;
        one.request.collective = kind->collective;
        one.request.type = static_cast<IncDataType>(1 + draw(kind->types));
        one.request.operation = static_cast<IncOperation>(1 + draw(kind->operations));
        one.request.root = draw(kind->roots);
        const std::vector<uint64_t> counts{0, 1, n - 1, n, n + 1};
        one.request.count = counts[draw(kind->counts)];
        one.inPlace = draw(2) == 1;
        one.loss = draw(2) == 1 ? 1e-3 : 0;
        return one;
    }

  private:
    /// All cases of one collective by one scheme with one number of ranks.
    struct Kind
    {
        IncCollective collective; //!< collective of all cases
        std::string scheme;       //!< scheme of all cases
        uint32_t ranks;           //!< number of ranks of all cases
        uint32_t types;           //!< number of data types
        uint32_t operations;      //!< number of operations
        uint32_t roots;           //!< number of roots
        uint32_t counts;          //!< number of element counts

        /// Return the number of cases; the factors 2 are in place or not, with loss or without.
        uint64_t GetSize() const
        {
            return uint64_t{types} * operations * roots * counts * 2 * 2;
        }
    };

    std::vector<Kind> m_kinds; //!< kinds in the order of their cases
    uint64_t m_size{0};        //!< number of cases of all kinds
};

/**
 * \brief Test cases of Product with random dissemination, slots and transports, three calls at a
 * time.
 *
 * In the environment, INC_ITERATIONS is the number of cases and INC_SEED the first one. With
 * Product::GetSize() iterations, every case is tested.
 */
class IncRandomCollectivesTest : public TestCase
{
  public:
    IncRandomCollectivesTest()
        : TestCase(
              "Every scheme: each rank has what the collective is defined to give, and no more")
    {
    }

  private:
    /// Step between cases: a few seeds meet all kinds. It has no common factor with the size.
    static constexpr uint64_t STRIDE = 1000003;

    void DoRun() override
    {
        const Product product;
        NS_TEST_ASSERT_MSG_NE(product.GetSize() % STRIDE, 0U, "a step through all cases");
        const uint32_t iterations = IncFromEnvironment("INC_ITERATIONS", 300);
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        std::cout << "cases " << first << " to " << first + iterations - 1 << " of "
                  << product.GetSize() << "\n";
        for (uint32_t seed = first; seed < first + iterations; ++seed)
        {
            RunWith(seed, product.Get(seed * STRIDE));
            Config::Reset();
            if (IsStatusFailure())
            {
                std::cerr << "failed with INC_SEED=" << seed << " INC_ITERATIONS=1\n";
                return;
            }
        }
    }

    void RunWith(uint32_t seed, const Case& one)
    {
        std::mt19937 random(seed);
        CollectiveRig group(one.ranks);
        IncGroupOptions& options = group.rig.options;
        options.dissemination = static_cast<Mode>(random() % 3);
        options.bitmaps = random() % 2 == 0;
        options.order = random() % 2 == 0 ? IncReductionOrder::RANK : IncReductionOrder::ARRIVAL;
        options.slotMode =
            one.loss == 0 && random() % 4 == 0 ? IncSlotMode::LITERAL : IncSlotMode::SHADOW;
        options.slots = 1 << random() % 7;
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
        group.SetUp(one.scheme);
        // The second of three calls is longer. Half of the cases with loss lose 1 % instead.
        const double loss = one.loss > 0 && random() % 2 == 0 ? 0.01 : one.loss;
        group.rig.Impair(loss, loss, loss, 1000 * seed);

        std::vector<std::unique_ptr<IncCollectiveData>> data;
        for (const uint64_t longer : {0U, 300U, 0U})
        {
            IncCollectiveRequest request = one.request;
            if (request.collective != IncCollective::BARRIER)
            {
                request.count += longer > 0 ? random() % longer : 0;
            }
            data.push_back(std::make_unique<IncCollectiveData>(request,
                                                               one.ranks,
                                                               one.inPlace,
                                                               seed + data.size()));
            group.Start(data.back()->MakeRequest());
        }
        const std::string name = "seed " + std::to_string(seed) + ": " +
                                 IncName(one.request.collective) + " by " + one.scheme + " of " +
                                 std::to_string(one.ranks) + ", way " +
                                 std::to_string(static_cast<int>(options.dissemination)) +
                                 (options.bitmaps ? ", bitmaps" : ", tree ids") +
                                 (options.transport == IncAggregationTransport::RC ? ", RC" : "") +
                                 ", slots " + std::to_string(options.slots);
        NS_TEST_ASSERT_MSG_EQ(group.Run(), true, name << ": " << group.missing << " ranks wait");
        for (const auto& call : data)
        {
            NS_TEST_ASSERT_MSG_EQ(call->CountWrong(), 0U, name);
        }
    }
};

/// Test the loss of packets that stand for several messages, and of packets they wait for.
class IncRunsUnderLossTest : public TestCase
{
  public:
    IncRunsUnderLossTest()
        : TestCase("Contributions and results that stand for many messages are made good")
    {
    }

  private:
    void DoRun() override
    {
        for (const IncCollective collective : {IncCollective::BROADCAST,
                                               IncCollective::ALLGATHER,
                                               IncCollective::REDUCE,
                                               IncCollective::REDUCESCATTER})
        {
            for (const Mode mode : {Mode::BIER, Mode::TREE, Mode::UNICAST})
            {
                CollectiveRig group(16);
                group.rig.options.dissemination = mode;
                group.rig.options.slots = 64;
                group.rig.helper.SetClientAttribute("MinRetransmitTimeout",
                                                    TimeValue(MicroSeconds(20)));
                group.SetUp("inc");
                group.rig.Impair(0.003, 0, 0, 11);
                IncCollectiveRequest request;
                request.collective = collective;
                request.count = IncHasRoot(collective) ? 8000 : 500; // 500 messages of 64 bytes
                request.root = 3;
                IncCollectiveData data(request, 16, false, 7);
                group.Start(data.MakeRequest());
                const std::string name =
                    IncName(collective) + ", way " + std::to_string(static_cast<int>(mode));
                NS_TEST_ASSERT_MSG_EQ(group.Run(), true, name);
                NS_TEST_EXPECT_MSG_EQ(data.CountWrong(), 0U, name);
                NS_TEST_EXPECT_MSG_LT(group.completed, MilliSeconds(20), name);
            }
        }
    }
};

/// Test how many elements cross the links of workers.
class IncInjectionTest : public TestCase
{
  public:
    IncInjectionTest()
        : TestCase("AllGather injects a block, Broadcast crosses each link of the tree once")
    {
    }

  private:
    static constexpr uint32_t RANKS = 8;
    static constexpr uint32_t COUNT = 1600; //!< elements: a hundred messages of 64 bytes

    void DoRun() override
    {
        for (const Mode mode : {Mode::BIER, Mode::TREE})
        {
            // Elements sent and received by the eight workers together.
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
        std::map<std::string, std::map<uint32_t, uint32_t>> copies; // copies by link and message
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

/// Test that no rank leaves a barrier before all have entered it.
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

class IncCollectivesTestSuite : public TestSuite
{
  public:
    IncCollectivesTestSuite()
        : TestSuite("inc-collectives", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncInjectionTest);
        AddTestCase(new IncRunsUnderLossTest);
        AddTestCase(new IncBarrierTest);
        AddTestCase(new IncRandomCollectivesTest);
    }
};

static IncCollectivesTestSuite g_incCollectivesTestSuite; //!< registers the suite
