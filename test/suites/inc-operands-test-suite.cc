/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of operands and the order of reduction: special values, odd sizes, odd numbers of workers.

#include "inc-aggregation-rig.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

using namespace ns3;

namespace
{

constexpr uint32_t PAYLOAD = 1024;

/// Run one operation on a star with a vector of operands per rank; return the results by rank.
template <typename T>
std::vector<std::vector<T>>
Reduce(IncDataType type,
       IncOperation operation,
       const std::vector<std::vector<T>>& operands,
       IncOverflow overflow = IncOverflow::WRAP)
{
    IncAggregationRig rig(IncStarTopology(operands.size()).Build());
    rig.options.overflow = overflow;
    rig.options.order = IncReductionOrder::RANK;
    rig.Setup();
    std::vector<std::vector<T>> buffers = operands;
    IncClientRequest request;
    request.operation = operation;
    request.dataType = type;
    request.count = operands.front().size();
    for (uint32_t rank = 0; rank < buffers.size(); ++rank)
    {
        rig.Post(rank, request, reinterpret_cast<uint8_t*>(buffers[rank].data()));
    }
    return rig.Run() ? buffers : std::vector<std::vector<T>>(operands.size());
}

template <typename T>
bool
SameBits(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

} // namespace

/// Test floating-point sums whose contributions arrive in many different orders.
class IncReductionOrderTest : public TestCase
{
  public:
    IncReductionOrderTest(const std::string& name, const IncTopology& topology, bool fold)
        : TestCase("Rank order is bit-exact under shuffled arrivals, " + name),
          m_topology(topology),
          m_fold(fold)
    {
    }

  private:
    static constexpr uint64_t COUNT = 3000;
    static constexpr int64_t SEEDS = 8;

    void DoRun() override
    {
        std::set<std::vector<uint8_t>> byRank;
        std::set<std::vector<uint8_t>> byArrival;
        for (int64_t seed = 1; seed <= SEEDS; ++seed)
        {
            byRank.insert(RunWith(IncReductionOrder::RANK, seed));
            byArrival.insert(RunWith(IncReductionOrder::ARRIVAL, seed));
        }
        NS_TEST_EXPECT_MSG_EQ(byRank.size(), 1, "different bits from one seed to another");
        NS_TEST_EXPECT_MSG_GT(byArrival.size(), 1, "the arrivals are not shuffled");
        if (m_fold)
        {
            NS_TEST_EXPECT_MSG_EQ((*byRank.begin() == Fold()), true, "0, 1, 2… added one by one");
        }
    }

    std::vector<uint8_t> RunWith(IncReductionOrder order, int64_t seed)
    {
        IncAggregationRig rig(m_topology);
        rig.options.order = order;
        rig.Setup();
        rig.Impair(0.01, 0.1, 0.3, 1000 * seed);
        auto start = CreateObject<UniformRandomVariable>();
        start->SetStream(seed);
        rig.Start(IncDataType::FLOAT32, IncOperation::SUM, COUNT, [start](uint32_t) {
            return NanoSeconds(start->GetInteger(0, 5000));
        });
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, "hangs with seed " << seed);
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "seed " << seed);
        return rig.GetBuffer(0);
    }

    std::vector<uint8_t> Fold() const
    {
        const IncTestData data(IncAggregationRig::SEED, IncDataType::FLOAT32, IncOperation::SUM);
        std::vector<float> sum(COUNT);
        std::vector<float> operand(COUNT);
        for (uint32_t rank = 0; rank < m_topology.GetHosts().size(); ++rank)
        {
            auto& values = rank == 0 ? sum : operand;
            data.Fill(rank, 0, COUNT, reinterpret_cast<uint8_t*>(values.data()));
            for (uint64_t i = 0; i < COUNT && rank > 0; ++i)
            {
                sum[i] = sum[i] + operand[i];
            }
        }
        std::vector<uint8_t> bytes(COUNT * sizeof(float) + 1);
        std::memcpy(bytes.data(), sum.data(), COUNT * sizeof(float));
        return bytes;
    }

    IncTopology m_topology;
    bool m_fold;
};

/// Test every type and operation with sizes around a packet, one after another.
class IncAllOperandsTest : public TestCase
{
  public:
    explicit IncAllOperandsTest(IncReductionOrder order)
        : TestCase(std::string("All types, operations and odd sizes, ") +
                   (order == IncReductionOrder::RANK ? "rank" : "arrival")),
          m_order(order)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncFatTreeTopology(4).Build());
        rig.options.order = m_order;
        rig.options.slots = 5;
        rig.Setup();
        rig.Impair(0.005, 0.05, 0.05);
        std::vector<std::string> names;
        for (int type = 1; type <= 9; ++type)
        {
            for (int operation = 1; operation <= 4; ++operation)
            {
                const auto dataType = static_cast<IncDataType>(type);
                const uint64_t packet = PAYLOAD / IncSizeOf(dataType);
                for (uint64_t count :
                     {uint64_t{1}, packet - 1, packet, packet + 1, 3 * packet + 5, uint64_t{0}})
                {
                    rig.Start(dataType, static_cast<IncOperation>(operation), count);
                    names.push_back(IncName(dataType) + " " +
                                    IncName(static_cast<IncOperation>(operation)) + " of " +
                                    std::to_string(count));
                }
            }
        }
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(i), 0, names[i]);
        }
    }

    IncReductionOrder m_order;
};

/// Test workers that disagree on the reduction.
class IncMismatchTest : public TestCase
{
  public:
    IncMismatchTest()
        : TestCase("Another operation, type, length or kind of data in a slot is refused")
    {
    }

  private:
    static constexpr uint32_t WORKERS = 3;
    static constexpr uint32_t COUNT = 8;

    void DoRun() override
    {
        IncClientRequest good;
        good.dataType = IncDataType::INT32;
        good.count = COUNT;
        IncClientRequest bad[4] = {good, good, good, good};
        bad[0].operation = IncOperation::MAX;
        bad[1].dataType = IncDataType::FLOAT32;
        bad[2].count = COUNT - 1;
        bad[3].collective = IncCollective::REDUCE;
        for (const auto& odd : bad)
        {
            RunWith(good, odd, true);
        }
        RunWith(good, good, false); // virtual data among real data
    }

    void RunWith(const IncClientRequest& good, const IncClientRequest& odd, bool real)
    {
        for (auto order : {IncReductionOrder::ARRIVAL, IncReductionOrder::RANK})
        {
            IncAggregationRig rig(IncStarTopology(WORKERS).Build());
            rig.options.order = order;
            rig.helper.SetClientAttribute("MaxRetries", UintegerValue(3));
            rig.Setup();
            std::vector<int32_t> buffers[WORKERS];
            for (uint32_t rank = 0; rank < WORKERS; ++rank)
            {
                buffers[rank].assign(COUNT, 1 + rank);
                auto memory = reinterpret_cast<uint8_t*>(buffers[rank].data());
                rig.Post(rank,
                         rank == 1 ? odd : good,
                         rank == 1 && !real ? nullptr : memory,
                         MicroSeconds(rank));
            }
            NS_TEST_EXPECT_MSG_EQ(rig.Run(), false, "must fail");
            NS_TEST_ASSERT_MSG_EQ(rig.GetFailures().size(), 1, "the odd one gives up");
            NS_TEST_EXPECT_MSG_EQ(rig.group.clients[1]->GetCounters().timeouts, 3U, "the odd one");
            NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(IncRefusal::MISMATCH), 3, "counted by reason");
            NS_TEST_EXPECT_MSG_EQ(rig.group.aggregators[0]->GetCounters().contributions,
                                  2,
                                  "nothing of it was added");
        }
    }
};

/// Test NaN, signed zeros, infinities and overflow.
class IncOddValuesTest : public TestCase
{
  public:
    IncOddValuesTest()
        : TestCase("NaN, -0, infinities and overflow come back as defined")
    {
    }

  private:
    void DoRun() override
    {
        const float inf = std::numeric_limits<float>::infinity();
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const float max = std::numeric_limits<float>::max();
        const std::vector<std::vector<float>> values{{nan, 1, -0.0F, inf, max, -0.0F, -inf},
                                                     {1, nan, -0.0F, -inf, max, 0.0F, 1},
                                                     {2, 2, -0.0F, 1, max, -0.0F, 2}};
        const auto sums = Reduce(IncDataType::FLOAT32, IncOperation::SUM, values);
        const auto minima = Reduce(IncDataType::FLOAT32, IncOperation::MIN, values);
        const auto maxima = Reduce(IncDataType::FLOAT32, IncOperation::MAX, values);
        for (uint32_t rank = 0; rank < 3; ++rank)
        {
            const auto& sum = sums[rank];
            NS_TEST_ASSERT_MSG_EQ(sum.size(), 7, "hangs");
            NS_TEST_EXPECT_MSG_EQ((std::isnan(sum[0]) && std::isnan(sum[1])), true, "NaN");
            NS_TEST_EXPECT_MSG_EQ((sum[2] == 0 && std::signbit(sum[2])), true, "sum of -0");
            NS_TEST_EXPECT_MSG_EQ(std::isnan(sum[3]), true, "inf - inf");
            NS_TEST_EXPECT_MSG_EQ(sum[4], inf, "beyond the largest");
            NS_TEST_EXPECT_MSG_EQ((sum[5] == 0 && !std::signbit(sum[5])), true, "-0 + 0 + -0");
            NS_TEST_EXPECT_MSG_EQ(sum[6], -inf, "-inf");
            NS_TEST_EXPECT_MSG_EQ(std::isnan(minima[rank][0]), true, "minimum with NaN");
            NS_TEST_EXPECT_MSG_EQ(std::isnan(maxima[rank][1]), true, "maximum with NaN");
            NS_TEST_EXPECT_MSG_EQ(std::signbit(minima[rank][5]), true, "-0 is the less");
            NS_TEST_EXPECT_MSG_EQ(std::signbit(maxima[rank][5]), false, "+0 is the greater");
            NS_TEST_EXPECT_MSG_EQ(minima[rank][6], -inf, "minimum");
            NS_TEST_EXPECT_MSG_EQ(SameBits(sum, sums[0]), true, "all ranks alike");
        }

        const std::vector<std::vector<int8_t>> bytes{{100, -100, 127}, {100, -100, 1}, {1, -1, -1}};
        const auto wrapped = Reduce(IncDataType::INT8, IncOperation::SUM, bytes);
        const auto saturated =
            Reduce(IncDataType::INT8, IncOperation::SUM, bytes, IncOverflow::SATURATE);
        for (uint32_t rank = 0; rank < 3; ++rank)
        {
            NS_TEST_EXPECT_MSG_EQ(SameBits(wrapped[rank], {-55, 55, 127}), true, "modulo 256");
            NS_TEST_EXPECT_MSG_EQ(SameBits(saturated[rank], {127, -128, 126}), true, "nearest");
        }
    }
};

/// Test a message without elements, as a barrier needs it.
class IncEmptyMessageTest : public TestCase
{
  public:
    IncEmptyMessageTest()
        : TestCase("A message of no elements waits for all workers and says that it is empty")
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncFatTreeTopology(4).Build());
        rig.Setup();
        uint32_t empty = 0;
        uint32_t other = 0;
        for (uint32_t i = 0; i < rig.fabric.GetDevices().GetN(); ++i)
        {
            rig.fabric.GetDevices().Get(i)->TraceConnectWithoutContext(
                "FrameSent",
                Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                    const bool says = frame.inc.Has(IncHeader::EMPTY) && frame.payloadSize == 0;
                    ++(says ? empty : other);
                }));
        }
        const Time late = MicroSeconds(200);
        rig.Start(IncDataType::FLOAT32, IncOperation::SUM, 0, [late](uint32_t rank) {
            return rank == 5 ? late : Time(0);
        });
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_GT(Simulator::Now(), late, "nobody goes on before the last has come");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(1), true, "one message");
        NS_TEST_EXPECT_MSG_EQ(other, 0, "frames that are not marked as empty");
        NS_TEST_EXPECT_MSG_GT(empty, 2 * 16, "frames that are");
    }
};

/// Test a group of one worker.
class IncOneWorkerTest : public TestCase
{
  public:
    explicit IncOneWorkerTest(const IncTopology& topology)
        : TestCase("A group of one worker gets its own values back, of " +
                   std::to_string(topology.GetHosts().size()) + " hosts"),
          m_topology(topology)
    {
    }

  private:
    void DoRun() override
    {
        for (auto order : {IncReductionOrder::ARRIVAL, IncReductionOrder::RANK})
        {
            IncAggregationRig rig(m_topology);
            rig.workers = {rig.fabric.GetTopology().GetHosts().back()};
            rig.options.order = order;
            rig.options.slots = 2;
            rig.Setup();
            rig.Impair(0.05, 0.1, 0.1);
            rig.Start(IncDataType::BFLOAT16, IncOperation::PROD, 20000);
            NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "its own values");
        }
    }

    IncTopology m_topology;
};

/// Test more workers than the shortest BitString has bits.
class IncManyWorkersTest : public TestCase
{
  public:
    IncManyWorkersTest()
        : TestCase("Three hundred workers under one switch: longer BitStrings")
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(300).Build());
        rig.Setup();
        rig.Impair(0.001, 0.01, 0.01);
        rig.Start(IncDataType::INT32, IncOperation::SUM, 1000);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
    }
};

class IncOperandsTestSuite : public TestSuite
{
  public:
    IncOperandsTestSuite()
        : TestSuite("inc-operands", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncReductionOrderTest("star", IncStarTopology(9).Build(), true));
        AddTestCase(new IncReductionOrderTest("fat-tree", IncFatTreeTopology(4).Build(), false));
        AddTestCase(new IncAllOperandsTest(IncReductionOrder::ARRIVAL));
        AddTestCase(new IncAllOperandsTest(IncReductionOrder::RANK));
        AddTestCase(new IncMismatchTest);
        AddTestCase(new IncOddValuesTest);
        AddTestCase(new IncEmptyMessageTest);
        AddTestCase(new IncOneWorkerTest(IncStarTopology(1).Build()));
        AddTestCase(new IncOneWorkerTest(IncFatTreeTopology(4).Build()));
        AddTestCase(new IncManyWorkersTest);
    }
};

static IncOperandsTestSuite g_incOperandsTestSuite; //!< registers the suite
