/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-baselines-rig.h"

#include "ns3/boolean.h"
#include "ns3/inc-closed-form.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <functional>

using namespace ns3;

namespace
{

// Function that sets up an algorithm over the first hosts of a rig.
using Algorithm = std::function<void(IncBaselinesRig& rig, uint32_t ranks)>;

void
Ring(IncBaselinesRig& rig, uint32_t ranks)
{
    rig.UseRing(ranks);
}

void
ServerOnRankZero(IncBaselinesRig& rig, uint32_t ranks)
{
    rig.UseParameterServer(ranks, 0);
}

void
ServerElsewhere(IncBaselinesRig& rig, uint32_t ranks)
{
    rig.UseParameterServer(ranks, ranks);
}

// Set up a ring with the smallest memory that is accepted, and slices of an odd size.
void
TinyRing(IncBaselinesRig& rig, uint32_t ranks)
{
    rig.UseRing(ranks, 1001, 1);
}

void
TinyServer(IncBaselinesRig& rig, uint32_t ranks)
{
    auto ps = CreateObject<IncParameterServer>();
    ps->SetAttribute("SegmentBytes", UintegerValue(1001));
    ps->SetAttribute("WindowSegments", UintegerValue(1));
    ps->SetAttribute("LimitBytes", UintegerValue(1));
    rig.UseParameterServer(ranks, ranks - 1, ps);
}

Ptr<IncParameterServer>
RankOrderedServer()
{
    auto ps = CreateObject<IncParameterServer>();
    ps->SetAttribute("RankOrder", BooleanValue(true));
    ps->SetAttribute("SegmentBytes", UintegerValue(4096));
    return ps;
}

const std::vector<std::pair<std::string, Algorithm>> ALGORITHMS = {
    {"ring", Ring},
    {"ps on rank 0", ServerOnRankZero},
    {"ps elsewhere", ServerElsewhere},
    {"ring with tiny memory", TinyRing},
    {"ps with tiny memory", TinyServer},
};

// Return the reduction tree that adds all ranks of a flat group in rank order.
IncReductionTree
FlatTree(uint32_t ranks)
{
    IncReductionTree tree;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        tree.children.push_back({static_cast<int>(rank), {}});
    }
    return tree;
}

} // namespace

/// Test all data types and awkward sizes, queued one after the other.
class IncBaselinesResultsTest : public TestCase
{
  public:
    IncBaselinesResultsTest(std::string name, Algorithm algorithm, uint32_t ranks)
        : TestCase("Results of " + name + ", " + std::to_string(ranks) + " ranks"),
          m_algorithm(algorithm),
          m_ranks(ranks)
    {
    }

  private:
    void DoRun() override
    {
        IncBaselinesRig rig(IncStarTopology(m_ranks + 1).Build());
        m_algorithm(rig, m_ranks);
        const IncOperation operations[] = {IncOperation::SUM,
                                           IncOperation::PROD,
                                           IncOperation::MIN,
                                           IncOperation::MAX};
        for (uint8_t t = 1; t <= 9; ++t)
        {
            const auto type = static_cast<IncDataType>(t);
            const uint64_t perPacket = IncBaselinesRig::PAYLOAD / IncSizeOf(type);
            for (uint64_t count : {uint64_t{0}, uint64_t{1}, perPacket - 1, perPacket + 1})
            {
                rig.Start(type, operations[(t + count) % 4], count);
            }
            rig.Start(type, operations[t % 4], 10007);
        }
        rig.Run();
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            NS_TEST_EXPECT_MSG_EQ(rig.GetSucceeded(rank), rig.GetOperations(), "rank " << rank);
        }
        for (std::size_t i = 0; i < rig.GetOperations(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(i), 0, rig.Describe(i));
        }
    }

    Algorithm m_algorithm;
    uint32_t m_ranks;
};

/// Test that a group of one worker gets its own data, without a packet.
class IncBaselinesLoneWorkerTest : public TestCase
{
  public:
    IncBaselinesLoneWorkerTest()
        : TestCase("A lone worker keeps its data and sends nothing")
    {
    }

  private:
    void DoRun() override
    {
        for (auto algorithm : {Ring, ServerOnRankZero, ServerElsewhere})
        {
            IncBaselinesRig rig(IncStarTopology(2).Build());
            algorithm(rig, 1);
            rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 1000);
            rig.Start(IncDataType::INT8, IncOperation::PROD, 7);
            rig.Run();
            NS_TEST_EXPECT_MSG_EQ(rig.GetSucceeded(0), 2, "completions");
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(0) + rig.CountWrong(1), 0, "data");
            NS_TEST_EXPECT_MSG_EQ(rig.GetCounters().packetsSent, 0U, "packets");
        }
    }
};

/// Test that loss, duplication and reordering cost time only.
class IncBaselinesImpairedTest : public TestCase
{
  public:
    IncBaselinesImpairedTest()
        : TestCase("Loss, duplicates and reordering do not change the results")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [name, algorithm] : ALGORITHMS)
        {
            for (int64_t stream : {1000, 2000, 3000})
            {
                IncBaselinesRig rig(IncStarTopology(6).Build());
                algorithm(rig, 5);
                rig.Impair(0.01, 0.05, 0.02, stream);
                rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 30011);
                rig.Start(IncDataType::INT32, IncOperation::SUM, 5003);
                rig.Run();
                for (uint32_t rank = 0; rank < 5; ++rank)
                {
                    NS_TEST_EXPECT_MSG_EQ(rig.GetSucceeded(rank), 2, name << ", rank " << rank);
                }
                NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(0) + rig.CountWrong(1), 0, name);
                NS_TEST_EXPECT_MSG_GT(rig.GetCounters().retransmissions, 0U, "no loss: no test");
                NS_TEST_EXPECT_MSG_GT(rig.GetCounters().duplicates, 0U, "no duplicate: no test");
            }
        }
    }
};

/// Test that results do not overwrite operands that may need a retransmission.
class IncBaselinesStableDataTest : public TestCase
{
  public:
    IncBaselinesStableDataTest()
        : TestCase("What is sent again is what was sent first")
    {
    }

  private:
    void DoRun() override
    {
        for (auto algorithm : {Ring, ServerOnRankZero})
        {
            IncBaselinesRig rig(IncStarTopology(2).Build());
            algorithm(rig, 2);
            rig.Impair(0.05, 0, 0, 900);
            rig.WatchRetransmissions();
            for (uint32_t i = 0; i < 300; ++i)
            {
                rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 100 + i);
            }
            rig.Run();
            NS_TEST_EXPECT_MSG_EQ(rig.GetSucceeded(1), 300, "completions");
            NS_TEST_EXPECT_MSG_GT(rig.GetCounters().retransmissions, 20U, "no loss: no test");
            NS_TEST_EXPECT_MSG_EQ(rig.GetChangedRetransmissions(), 0, "changed payloads");
        }
    }
};

/// Test that the order of arrival changes the bits of sums, except in rank order (trap 20).
class IncBaselinesOrderTest : public TestCase
{
  public:
    IncBaselinesOrderTest()
        : TestCase("Rank order and the ring give the same bits whatever is lost")
    {
    }

  private:
    static std::vector<uint8_t> ResultOf(const Algorithm& algorithm, int64_t stream)
    {
        IncBaselinesRig rig(IncStarTopology(8).Build());
        algorithm(rig, 8);
        if (stream > 0)
        {
            rig.Impair(0.02, 0, 0, stream);
        }
        rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 20000);
        rig.Run();
        return rig.GetResult(0, 0);
    }

    void DoRun() override
    {
        const auto rankOrdered = [](IncBaselinesRig& rig, uint32_t ranks) {
            rig.UseParameterServer(ranks, 3, RankOrderedServer());
        };
        NS_TEST_EXPECT_MSG_EQ((ResultOf(Ring, 0) == ResultOf(Ring, 500)), true, "ring");
        NS_TEST_EXPECT_MSG_EQ((ResultOf(rankOrdered, 0) == ResultOf(rankOrdered, 500)),
                              true,
                              "rank-ordered parameter server");
        NS_TEST_EXPECT_MSG_EQ((ResultOf(ServerOnRankZero, 0) == ResultOf(ServerOnRankZero, 500)),
                              false,
                              "arrival order: loss should have changed it, else the test is void");
    }
};

/// Test that a parameter server in rank order adds from rank 0 upwards.
class IncBaselinesRankOrderTest : public TestCase
{
  public:
    IncBaselinesRankOrderTest()
        : TestCase("A rank-ordered parameter server has the bits of the fold over the ranks")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t ranks = 8;
        const auto tree = FlatTree(ranks);
        for (uint32_t server : {0U, 3U, ranks}) // hosts of workers, and another host
        {
            IncBaselinesRig rig(IncStarTopology(ranks + 1).Build());
            rig.UseParameterServer(ranks, server, RankOrderedServer());
            rig.Impair(0.01, 0, 0, 77);
            for (auto type : {IncDataType::FLOAT16, IncDataType::BFLOAT16, IncDataType::FLOAT32})
            {
                rig.Start(type, IncOperation::SUM, 5001);
                rig.Start(type, IncOperation::PROD, 5001);
            }
            rig.Run();
            for (std::size_t i = 0; i < rig.GetOperations(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(i, &tree), 0, rig.Describe(i));
            }
        }
    }
};

/// Test that the goodput is at most the closed form's bound, and at least 95 % of it.
class IncBaselinesGoodputTest : public TestCase
{
  public:
    IncBaselinesGoodputTest()
        : TestCase("Goodput reaches 95 % of the closed forms and does not exceed them")
    {
    }

  private:
    void Check(const IncTopology& topology,
               const Algorithm& algorithm,
               uint32_t ranks,
               double bound,
               const std::string& name)
    {
        const uint64_t bytes = 16 << 20;
        IncBaselinesRig rig(topology);
        algorithm(rig, ranks);
        rig.Start(IncDataType::FLOAT32, IncOperation::SUM, bytes / 4, true);
        rig.Run();
        const double algbw = static_cast<double>(bytes) / rig.GetSeconds() / 1e9;
        NS_TEST_EXPECT_MSG_EQ(rig.GetSucceeded(ranks - 1), 1, name);
        NS_TEST_EXPECT_MSG_GT(algbw, 0.95 * bound, name);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(algbw, bound, name);
    }

    void DoRun() override
    {
        const IncClosedForm eight(DataRate("100Gbps"),
                                  IncBaselinesRig::PAYLOAD,
                                  IncBaselinesRig::OVERHEAD,
                                  8);
        const IncClosedForm sixteen(DataRate("100Gbps"),
                                    IncBaselinesRig::PAYLOAD,
                                    IncBaselinesRig::OVERHEAD,
                                    16);
        const auto star = IncStarTopology(9).Build();
        Check(star, Ring, 8, eight.RingGBps(), "ring on a star");
        Check(star, ServerOnRankZero, 8, eight.ParameterServerGBps(true), "ps on rank 0");
        Check(star, ServerElsewhere, 8, eight.ParameterServerGBps(false), "ps elsewhere");
        Check(IncFatTreeTopology(4).Build(), Ring, 16, sixteen.RingGBps(), "ring on a fat-tree");
    }
};

/// Test that the limit of bytes in flight to the server avoids drops in the switch's buffer.
class IncBaselinesIncastTest : public TestCase
{
  public:
    IncBaselinesIncastTest()
        : TestCase("Grants keep the incast of many workers within a switch's buffer")
    {
    }

  private:
    static uint64_t DropsWithLimit(uint32_t limitBytes)
    {
        const uint32_t workers = 250;
        IncBaselinesRig rig(IncStarTopology(workers + 1).Build(), 1 << 20);
        auto ps = CreateObject<IncParameterServer>();
        ps->SetAttribute("LimitBytes", UintegerValue(limitBytes));
        rig.UseParameterServer(workers, workers, ps);
        rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 1 << 15, true);
        rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 1, true);
        rig.Run();
        return rig.GetBufferDrops();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(DropsWithLimit(512 * 1024), 0, "drops");
        NS_TEST_EXPECT_MSG_GT(DropsWithLimit(16 << 20), 0, "without a limit there are drops");
    }
};

/// Test that an unreachable host makes the operation fail at every rank, for good.
class IncBaselinesFailureTest : public TestCase
{
  public:
    IncBaselinesFailureTest()
        : TestCase("Ranks that can be reached hear of a failure")
    {
    }

  private:
    void DoRun() override
    {
        for (auto algorithm : {Ring, ServerElsewhere})
        {
            const uint32_t ranks = 5;
            const uint32_t deaf = 2;
            IncBaselinesRig rig(IncStarTopology(ranks + 1).Build());
            algorithm(rig, ranks);
            rig.Deafen(deaf);
            rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 100000);
            rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 100);
            rig.Run();
            for (uint32_t rank = 0; rank < ranks; ++rank)
            {
                NS_TEST_EXPECT_MSG_EQ(rig.GetSucceeded(rank), 0, "rank " << rank);
                const bool told = rig.GetFailures().count(rank) > 0;
                NS_TEST_EXPECT_MSG_EQ((told || rank == deaf), true, "rank " << rank);
            }
        }
    }
};

class IncBaselinesTestSuite : public TestSuite
{
  public:
    IncBaselinesTestSuite()
        : TestSuite("inc-baselines", TestSuite::Type::UNIT)
    {
        for (const auto& [name, algorithm] : ALGORITHMS)
        {
            for (uint32_t ranks : {2, 3, 5, 8})
            {
                Add(new IncBaselinesResultsTest(name, algorithm, ranks));
            }
        }
        Add(new IncBaselinesLoneWorkerTest);
        Add(new IncBaselinesImpairedTest);
        Add(new IncBaselinesStableDataTest);
        Add(new IncBaselinesOrderTest);
        Add(new IncBaselinesRankOrderTest);
        Add(new IncBaselinesGoodputTest);
        Add(new IncBaselinesIncastTest);
        Add(new IncBaselinesFailureTest);
    }

  private:
    void Add(TestCase* test)
    {
        AddTestCase(test);
    }
};

static IncBaselinesTestSuite g_incBaselinesTestSuite; //!< registers the suite
