/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of communicators: order, averages, both directions at once, abort, split.

#include "inc-communicator-rig.h"
#include "inc-environment.h"

#include "ns3/config.h"
#include "ns3/inc-collective-shape.h"
#include "ns3/inc-host-collective.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <random>

using namespace ns3;

/// Test many calls at once.
class IncOutstandingCallsTest : public TestCase
{
  public:
    IncOutstandingCallsTest()
        : TestCase("Nine collectives and more outstanding: in order, all right, in the log")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t RANKS = 5;
        IncCommunicatorRig rig(IncStarTopology(RANKS).Build());
        const auto group = rig.Install();
        std::vector<std::unique_ptr<IncCommunicatorOperation>> operations;
        std::vector<uint64_t> order;
        group[2]->TraceConnectWithoutContext(
            "Completed",
            Callback<void, const IncCallStatus&>(
                [&order](const IncCallStatus& status) { order.push_back(status.id); }));
        for (uint32_t i = 0; i < 18; ++i)
        {
            IncCollectiveRequest request;
            request.collective = static_cast<IncCollective>(1 + i % 9);
            // The first calls are large, so that the later ones have to wait for them.
            request.count =
                request.collective == IncCollective::BARRIER ? 0 : (i < 9 ? 5000 - i * 500 : i - 9);
            request.root = i % RANKS;
            operations.push_back(
                std::make_unique<IncCommunicatorOperation>(request, group, i % 2 == 0, i));
        }
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            for (const auto& operation : operations)
            {
                operation->Start(rank);
            }
            NS_TEST_EXPECT_MSG_EQ(group[rank]->GetOutstanding(), 18U, "none blocks");
        }
        IncCommunicatorRig::Run(MilliSeconds(100));
        for (uint32_t i = 0; i < operations.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(operations[i]->IsRight(), true, "operation " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(order.size(), 18U, "all are over");
        NS_TEST_EXPECT_MSG_EQ(std::is_sorted(order.begin(), order.end()), true, "in order");
        const auto& log = group[4]->GetLog();
        for (const auto& status : log)
        {
            NS_TEST_EXPECT_MSG_EQ((status.state == IncCallStatus::State::DONE), true, status.id);
            NS_TEST_EXPECT_MSG_EQ(status.inNetwork,
                                  IncRunsInNetwork(status.collective),
                                  IncName(status.collective));
        }
    }
};

/// Test the operation AVG of NCCL.
class IncAverageTest : public TestCase
{
  public:
    IncAverageTest()
        : TestCase("The average of AllReduce is the sum by the ranks")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t RANKS = 3;
        IncCommunicatorRig rig(IncStarTopology(RANKS).Build());
        const auto group = rig.Install();
        std::vector<std::vector<float>> values;
        std::vector<std::vector<int32_t>> numbers;
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            values.emplace_back(100, 1.5F * rank);
            numbers.emplace_back(100, -7 * static_cast<int32_t>(rank));
        }
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            IncCall call;
            call.average = true;
            call.count = 100;
            call.receive = reinterpret_cast<uint8_t*>(values[rank].data());
            call.send = call.receive;
            group[rank]->Start(call);
            call.type = IncDataType::INT32;
            call.receive = reinterpret_cast<uint8_t*>(numbers[rank].data());
            call.send = call.receive;
            group[rank]->Start(call);
        }
        IncCommunicatorRig::Run(MilliSeconds(10));
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            NS_TEST_EXPECT_MSG_EQ(values[rank].back(), 1.5F, "(0 + 1.5 + 3) / 3");
            NS_TEST_EXPECT_MSG_EQ(numbers[rank].front(), -7, "(0 - 7 - 14) / 3");
        }
    }
};

/// Test the nine typed calls.
class IncTypedCallsTest : public TestCase
{
  public:
    IncTypedCallsTest()
        : TestCase("Each typed call gives every rank the elements that its collective promises")
    {
    }

  private:
    template <typename T>
    void Try()
    {
        constexpr uint32_t RANKS = 3;
        constexpr uint32_t ROOT = 1;
        using Vectors = std::vector<std::vector<T>>;
        IncCommunicatorRig rig(IncStarTopology(RANKS).Build());
        const auto group = rig.Install();
        // Element i of rank r's block is 10 * r + i. Vectors of all blocks add 3 * b in block b.
        Vectors block(RANKS);
        Vectors all(RANKS);
        for (T rank = 0; rank < T(RANKS); ++rank)
        {
            block[rank] = {T(10 * rank), T(10 * rank + 1)};
            for (T i = 0; i < T(2 * RANKS); ++i)
            {
                all[rank].push_back(T(10 * rank + 3 * T(uint32_t(i) / 2) + T(uint32_t(i) % 2)));
            }
        }
        Vectors sum = block;
        Vectors largest = block;
        Vectors reduced = block;
        Vectors broadcast = block;
        Vectors gathered(RANKS, std::vector<T>(2 * RANKS));
        Vectors scattered(RANKS, std::vector<T>(2));
        Vectors rooted(RANKS);
        rooted[ROOT].resize(2 * RANKS);
        Vectors received(RANKS, std::vector<T>(2));
        Vectors exchanged(RANKS, std::vector<T>(2 * RANKS));
        uint32_t over = 0;
        IncCall last;
        last.done = IncCall::Done([&over](const std::string& error) { over += error.empty(); });
        IncCall max;
        max.operation = IncOperation::MAX;
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            group[rank]->AllReduce(sum[rank]);
            group[rank]->AllReduce(largest[rank], max);
            group[rank]->Reduce(reduced[rank], ROOT);
            group[rank]->Broadcast(broadcast[rank], ROOT);
            group[rank]->AllGather(block[rank], gathered[rank]);
            group[rank]->ReduceScatter(all[rank], scattered[rank]);
            group[rank]->Gather(block[rank], rooted[rank], ROOT);
            group[rank]->Scatter(rank == ROOT ? all[rank] : rooted[rank], received[rank], ROOT);
            group[rank]->AllToAll(all[rank], exchanged[rank]);
            group[rank]->Barrier(last);
        }
        IncCommunicatorRig::Run(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(over, RANKS, "all are over");
        const auto expect = [this](const std::vector<T>& found,
                                   const std::vector<T>& expected,
                                   const std::string& what) {
            NS_TEST_EXPECT_MSG_EQ((found == expected), true, what);
        };
        const std::vector<T> blocks{0, 1, 10, 11, 20, 21};
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            const T shift = T(3 * rank);
            expect(sum[rank], {30, 33}, "AllReduce");
            expect(largest[rank], {20, 21}, "AllReduce of the largest");
            expect(reduced[rank], rank == ROOT ? std::vector<T>{30, 33} : block[rank], "Reduce");
            expect(broadcast[rank], {10, 11}, "Broadcast");
            expect(gathered[rank], blocks, "AllGather");
            expect(scattered[rank], {T(30 + 3 * shift), T(33 + 3 * shift)}, "ReduceScatter");
            expect(rooted[rank], rank == ROOT ? blocks : std::vector<T>{}, "Gather");
            expect(received[rank], {T(10 + shift), T(11 + shift)}, "Scatter");
            expect(
                exchanged[rank],
                {shift, T(1 + shift), T(10 + shift), T(11 + shift), T(20 + shift), T(21 + shift)},
                "AllToAll");
        }
    }

    void DoRun() override
    {
        Try<float>();
        Try<double>();
        Try<int8_t>();
        Try<uint8_t>();
        Try<int32_t>();
        Try<int64_t>();
        Try<int16_t>();
    }
};

/// Test AllGather beside ReduceScatter, as FSDP uses them.
class IncBothDirectionsTest : public TestCase
{
  public:
    IncBothDirectionsTest()
        : TestCase("AllGather and ReduceScatter at once take little more than the longer one")
    {
    }

  private:
    static double Take(bool gather, bool scatter)
    {
        constexpr uint32_t RANKS = 16;
        IncCommunicatorRig rig(IncLeafSpineTopology(4, 2, 4).Build());
        rig.helper.GetGroupHelper().SetClientAttribute("Payload", UintegerValue(4096));
        const auto group = rig.Install();
        Time last;
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            IncCall call; // virtual data
            call.count = (1U << 20) / RANKS;
            call.done = IncCall::Done([&last](const std::string& error) {
                NS_ABORT_MSG_UNLESS(error.empty(), error);
                last = Simulator::Now();
            });
            if (gather)
            {
                call.collective = IncCollective::ALLGATHER;
                group[rank]->Start(call);
            }
            if (scatter)
            {
                call.collective = IncCollective::REDUCESCATTER;
                group[rank]->Start(call);
            }
        }
        IncCommunicatorRig::Run(MilliSeconds(100));
        return last.GetSeconds();
    }

    static double TakeByRings()
    {
        constexpr uint32_t RANKS = 16;
        Config::SetDefault("ns3::IncRcQueuePair::PathMtu", UintegerValue(4096));
        IncCommunicatorRig rig(IncLeafSpineTopology(4, 2, 4).Build());
        NodeContainer nodes;
        for (const uint32_t host : rig.hosts)
        {
            nodes.Add(rig.fabric.GetNodes().Get(host));
        }
        Time last;
        std::vector<Ptr<IncHostCollective>> rings;
        for (const auto collective : {IncCollective::ALLGATHER, IncCollective::REDUCESCATTER})
        {
            rings.push_back(CreateObject<IncHostCollective>());
            rings.back()->Setup(nodes, IncHostAlgorithmOf("ring"));
            IncCollectiveRequest request; // virtual data
            request.collective = collective;
            request.count = (1U << 20) / RANKS;
            rings.back()->Start(request,
                                IncCollectiveAlgorithm::CompletionCallback(
                                    [&last](uint32_t rank, const std::string& error) {
                                        NS_ABORT_MSG_UNLESS(error.empty(), rank << ": " << error);
                                        last = Simulator::Now();
                                    }));
        }
        IncCommunicatorRig::Run(MilliSeconds(100));
        for (const auto& ring : rings)
        {
            ring->Dispose();
        }
        Config::SetDefault("ns3::IncRcQueuePair::PathMtu", UintegerValue(1024));
        return last.GetSeconds();
    }

    void DoRun() override
    {
        const double gather = Take(true, false);
        const double scatter = Take(false, true);
        const double both = Take(true, true);
        // An uplink carries all elements, another sixteenth of them, and headers: 1 + 1/16 + 3.4 %.
        NS_TEST_EXPECT_MSG_LT(both, 1.13 * std::max(gather, scatter), "at once");
        NS_TEST_EXPECT_MSG_GT(both, 1.05 * scatter, "the sixteenth is there");
        // A ring sends 15/16 of the elements for each collective; the ratio is 2 (n - 1)/(n + 1).
        NS_TEST_EXPECT_MSG_GT(TakeByRings() / both, 0.95 * 2 * 15 / 17, "against rings");
    }
};

/// Test an abort in the middle of a call.
class IncAbortTest : public TestCase
{
  public:
    IncAbortTest()
        : TestCase("An abort in the middle releases all ranks, and the others go on without it")
    {
    }

  private:
    void DoRun() override
    {
        IncCommunicatorRig rig(IncLeafSpineTopology(2, 2, 4).Build());
        const auto group = rig.Install();
        uint32_t failed = 0;
        Time last;
        for (uint32_t rank = 0; rank < group.size(); ++rank)
        {
            for (const auto collective : {IncCollective::ALLREDUCE, IncCollective::ALLTOALL})
            {
                IncCall call;
                call.collective = collective;
                call.count = 1000000;
                call.done = IncCall::Done([&](const std::string& error) {
                    failed += error.empty() ? 0 : 1;
                    last = Simulator::Now();
                });
                group[rank]->Start(call);
            }
        }
        Simulator::Schedule(MicroSeconds(50), &IncCommunicator::Abort, group[3], "enough");
        IncCommunicatorRig::Run(MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(failed, 2 * group.size(), "every call of every rank");
        NS_TEST_EXPECT_MSG_LT(last.GetMicroSeconds(), 1000, "soon");
        NS_TEST_EXPECT_MSG_EQ(group[3]->GetError(), "enough", "why");

        const auto rest = rig.Keep(rig.helper.Shrink(rig.fabric, rig.hosts, {3}));
        std::vector<Ptr<IncCommunicator>> living;
        std::copy_if(rest.begin(), rest.end(), std::back_inserter(living), [](const auto& one) {
            return one != nullptr;
        });
        IncCollectiveRequest request;
        request.count = 1000;
        IncCommunicatorOperation again(request, living, true, 1);
        for (uint32_t rank = 0; rank < living.size(); ++rank)
        {
            again.Start(rank);
        }
        IncCommunicatorRig::Run(MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(living.size(), 7U, "without the dead");
        NS_TEST_EXPECT_MSG_EQ(again.IsRight(), true, "the others");
    }
};

/**
 * \brief Test random programs of mixed collectives on split communicators.
 *
 * In the environment, INC_ITERATIONS is the number of programs and INC_SEED the first seed.
 */
class IncRandomProgramsTest : public TestCase
{
  public:
    IncRandomProgramsTest()
        : TestCase("Random programs on split communicators: no wrong element, no hang")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t iterations = IncFromEnvironment("INC_ITERATIONS", 60);
        const uint32_t first = IncFromEnvironment("INC_SEED", 1);
        for (uint32_t seed = first; seed < first + iterations; ++seed)
        {
            RunWith(seed);
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
        IncGroupOptions options;
        options.slots = 1 + random() % 16;
        options.dissemination = static_cast<IncDisseminationMode>(random() % 3);
        options.transport =
            random() % 3 == 0 ? IncAggregationTransport::RC : IncAggregationTransport::UC;
        IncCommunicatorRig rig(IncLeafSpineTopology(1 + random() % 3, 2, 1 + random() % 4).Build(),
                               options);
        rig.Lose(random() % 2 == 0 ? 0 : 1e-3, 1000 * int64_t{seed});
        const auto ranks = static_cast<uint32_t>(rig.hosts.size());
        std::vector<int32_t> colors;
        std::vector<int32_t> keys;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            colors.push_back(random() % 3);
            keys.push_back(random() % ranks);
        }
        // Every rank is in the whole group and in one part of it.
        std::vector<std::vector<Ptr<IncCommunicator>>> groups{rig.Install()};
        const auto split = rig.Keep(rig.helper.Split(rig.fabric, rig.hosts, colors, keys));
        for (int32_t color = 0; color < 3; ++color)
        {
            std::vector<Ptr<IncCommunicator>> part;
            for (uint32_t rank = 0; rank < ranks; ++rank)
            {
                if (colors[rank] == color)
                {
                    part.resize(std::max<std::size_t>(part.size(), split[rank]->GetRank() + 1));
                    part[split[rank]->GetRank()] = split[rank];
                }
            }
            if (!part.empty())
            {
                groups.push_back(part);
            }
        }
        std::vector<std::unique_ptr<IncCommunicatorOperation>> operations;
        for (const auto& group : groups)
        {
            const auto n = static_cast<uint32_t>(group.size());
            const uint32_t calls = 1 + random() % 10;
            for (uint32_t i = 0; i < calls; ++i)
            {
                IncCollectiveRequest request;
                request.collective = static_cast<IncCollective>(1 + random() % 9);
                request.type = static_cast<IncDataType>(1 + random() % 8);
                request.operation = static_cast<IncOperation>(1 + random() % 4);
                const std::vector<uint64_t> counts{0, 1, n - 1, n, n + 1, random() % 1000};
                request.count = request.collective == IncCollective::BARRIER
                                    ? 0
                                    : counts[random() % counts.size()];
                request.root = random() % n;
                operations.push_back(std::make_unique<IncCommunicatorOperation>(request,
                                                                                group,
                                                                                random() % 2 == 0,
                                                                                seed * 1000 + i));
                for (uint32_t rank = 0; rank < n; ++rank)
                {
                    IncCommunicatorOperation* operation = operations.back().get();
                    // Each rank starts its calls in order, but at other times than the other ranks.
                    Simulator::Schedule(MicroSeconds(20 * i + rank % 20),
                                        [operation, rank]() { operation->Start(rank); });
                }
            }
        }
        IncCommunicatorRig::Run(Seconds(5));
        for (std::size_t i = 0; i < operations.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(operations[i]->IsRight(),
                                  true,
                                  "seed " << seed << ", operation " << i << ": "
                                          << operations[i]->over << " over, "
                                          << operations[i]->failed << " failed");
        }
    }
};

class IncCommunicatorTestSuite : public TestSuite
{
  public:
    IncCommunicatorTestSuite()
        : TestSuite("inc-communicator", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncOutstandingCallsTest);
        AddTestCase(new IncAverageTest);
        AddTestCase(new IncTypedCallsTest);
        AddTestCase(new IncBothDirectionsTest);
        AddTestCase(new IncAbortTest);
        AddTestCase(new IncRandomProgramsTest);
    }
};

static IncCommunicatorTestSuite g_incCommunicatorTestSuite; //!< registers the suite
