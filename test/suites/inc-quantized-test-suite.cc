/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of float32 sums that travel as integers.

#include "inc-aggregation-rig.h"

#include "ns3/inc-in-network-collective.h"
#include "ns3/inc-quantized-collective.h"
#include "ns3/inc-ring-allreduce.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>

using namespace ns3;

namespace
{

constexpr uint32_t MESSAGE_BYTES = 1024;

using Operands = std::vector<std::vector<float>>;

/// A star whose hosts run quantised collectives on given operands.
class QuantizedRig
{
  public:
    QuantizedRig(uint32_t ranks, const IncBlockQuantizer& quantizer, bool overHosts = false)
        : m_quantizer(quantizer),
          m_rig(IncStarTopology(ranks).Build())
    {
        m_rig.Setup();
        m_rig.Impair(0.002, 0.01, 0.01);
        m_quantizer.block = MESSAGE_BYTES / IncSizeOf(quantizer.type);
        Ptr<IncCollectiveAlgorithm> carrier;
        if (overHosts)
        {
            NodeContainer hosts;
            for (const uint32_t worker : m_rig.workers)
            {
                hosts.Add(m_rig.fabric.GetNodes().Get(worker));
            }
            auto ring = CreateObject<IncRingAllReduce>();
            ring->Setup(hosts);
            carrier = ring;
        }
        else
        {
            auto inNetwork = CreateObject<IncInNetworkCollective>();
            inNetwork->Setup(m_rig.group.clients);
            carrier = inNetwork;
        }
        m_collective = CreateObject<IncQuantizedCollective>();
        m_collective->Setup(carrier, m_quantizer);
    }

    ~QuantizedRig()
    {
        m_collective->Dispose();
    }

    /// Start a collective on each rank, at random times that do not depend on other collectives.
    void Start(const Operands& operands, IncCollective collective = IncCollective::ALLREDUCE)
    {
        const auto ranks = static_cast<uint32_t>(operands.size());
        m_runs.push_back({operands, operands, {}});
        Run& run = m_runs.back();
        IncCollectiveRequest request;
        request.collective = collective;
        request.count = operands.front().size();
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            auto* memory = reinterpret_cast<uint8_t*>(run.results[rank].data());
            const bool hasResult = collective == IncCollective::ALLREDUCE || rank == request.root;
            request.send.push_back(reinterpret_cast<const uint8_t*>(run.operands[rank].data()));
            request.buffers.push_back(hasResult ? memory : nullptr);
        }
        const auto done = [&run](uint32_t rank, const std::string& status) {
            run.statuses[rank] = status;
        };
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            m_starts[rank] += MicroSeconds(m_random() % 7);
            Simulator::Schedule(m_starts[rank], [this, rank, request, done]() {
                m_collective->StartRank(rank,
                                        request,
                                        IncCollectiveAlgorithm::CompletionCallback(done));
            });
        }
    }

    /// Simulate; return whether each rank of each collective has ended.
    bool Simulate()
    {
        IncAggregationRig::RunFor(Seconds(10));
        bool isOver = true;
        for (const Run& run : m_runs)
        {
            isOver = isOver && run.statuses.size() == run.operands.size();
        }
        return isOver;
    }

    /// Return the number of wrong elements of a collective.
    uint64_t CountWrong(std::size_t index, IncQuantizationErrors& errors, uint32_t holders) const
    {
        const Run& run = m_runs[index];
        IncVerifier verifier(
            IncDataType::FLOAT32,
            IncOperation::SUM,
            static_cast<uint32_t>(run.operands.size()),
            [&run](uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) {
                std::memcpy(out, run.operands[rank].data() + first, count * sizeof(float));
            });
        verifier.SetQuantizer(m_quantizer, errors);
        std::vector<const uint8_t*> results;
        for (uint32_t rank = 0; rank < holders; ++rank)
        {
            results.push_back(reinterpret_cast<const uint8_t*>(run.results[rank].data()));
        }
        return verifier.CountWrong(results, run.operands.front().size());
    }

    /// Return the status of each rank of a collective.
    const std::map<uint32_t, std::string>& GetStatuses(std::size_t index) const
    {
        return m_runs[index].statuses;
    }

    const std::vector<float>& GetResult(std::size_t index, uint32_t rank) const
    {
        return m_runs[index].results[rank];
    }

  private:
    /// A collective that was started.
    struct Run
    {
        Operands operands;
        Operands results; //!< memory of the results by rank
        std::map<uint32_t, std::string> statuses;
    };

    IncBlockQuantizer m_quantizer;
    IncAggregationRig m_rig;
    Ptr<IncQuantizedCollective> m_collective;
    std::deque<Run> m_runs;
    std::map<uint32_t, Time> m_starts; //!< time of the last start by rank
    std::mt19937 m_random{5};
};

/// Return one kind of operands in each of the blocks, for all ranks.
Operands
MakeOperands(uint32_t ranks, uint64_t block)
{
    std::mt19937 random(ranks);
    std::uniform_real_distribution<float> uniform(-1, 1);
    Operands operands(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const float sign = rank % 2 == 0 ? 1.0F : -1.0F;
        for (uint64_t i = 0; i < 6 * block + 3; ++i)
        {
            const float u = uniform(random);
            const bool isHuge = rank == ranks / 2 && i % block == 7;
            const float kinds[]{sign * 0.0F,              // zeros of both signs
                                std::ldexp(u, -127),      // denormals
                                isHuge ? 3e38F : u,       // one huge value
                                sign * (1 + u / 1000),    // alternating signs that nearly cancel
                                1.9999999F,               // equal maxima
                                std::ldexp(u, rank % 40), // ranks of different magnitudes
                                u};
            operands[rank].push_back(kinds[i / block]);
        }
    }
    return operands;
}

} // namespace

/// Test sums of special operands over the network.
class IncQuantizedSumsTest : public TestCase
{
  public:
    IncQuantizedSumsTest(IncDataType type, uint32_t ranks)
        : TestCase(IncName(type) + " carry sums of " + std::to_string(ranks) +
                   " ranks, bit-exactly and within the bound"),
          m_type(type),
          m_ranks(ranks)
    {
    }

  private:
    void DoRun() override
    {
        QuantizedRig rig(m_ranks, {m_type});
        const Operands operands = MakeOperands(m_ranks, MESSAGE_BYTES / IncSizeOf(m_type));
        // The requests of a rank overlap, and other ranks have other times.
        rig.Start(operands);
        rig.Start(Operands(m_ranks, {0.5F, -0.25F}), IncCollective::REDUCE);
        rig.Start(Operands(m_ranks, std::vector<float>()));
        rig.Start(operands);
        NS_TEST_ASSERT_MSG_EQ(rig.Simulate(), true, "hangs");
        for (std::size_t index = 0; index < 4; ++index)
        {
            const uint32_t holders = index == 1 ? 1 : m_ranks;
            IncQuantizationErrors errors;
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(index, errors, holders), 0, "of " << index);
            NS_TEST_EXPECT_MSG_EQ((errors.largest <= errors.bound), true, "beyond the bound");
            // A float has 24 digits, so only integers of fewer bits cannot have its maxima.
            const bool isClamped =
                index % 3 == 0 && (m_type == IncDataType::INT16 || m_ranks > 128);
            NS_TEST_EXPECT_MSG_EQ((errors.clamped > 0), isClamped, "equal maxima");
            for (const auto& [rank, status] : rig.GetStatuses(index))
            {
                NS_TEST_EXPECT_MSG_EQ(status, "", "rank " << rank);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(rig.GetResult(1, 0)[0], 0.5F * m_ranks, "powers of two are exact");
    }

    IncDataType m_type;
    uint32_t m_ranks;
};

/// Test that the algorithm which carries the integers does not matter.
class IncQuantizedCarriersTest : public TestCase
{
  public:
    IncQuantizedCarriersTest()
        : TestCase("A ring and switches give the same bits, with exponents and with a factor")
    {
    }

  private:
    void DoRun() override
    {
        for (const double factor : {0.0, 1e6})
        {
            Operands results;
            for (const bool overHosts : {false, true})
            {
                QuantizedRig rig(5, {IncDataType::INT32, 1, factor}, overHosts);
                rig.Start(MakeOperands(5, MESSAGE_BYTES / 4));
                NS_TEST_ASSERT_MSG_EQ(rig.Simulate(), true, "hangs");
                IncQuantizationErrors errors;
                NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(0, errors, 5), 0, "with factor " << factor);
                NS_TEST_EXPECT_MSG_EQ((errors.largest <= errors.bound), true, "beyond the bound");
                results.push_back(rig.GetResult(0, 4));
            }
            NS_TEST_EXPECT_MSG_EQ((results[0] == results[1]), true, "other bits");
        }
    }
};

/// Test operands that have no exponent.
class IncQuantizedRefusalTest : public TestCase
{
  public:
    explicit IncQuantizedRefusalTest(float odd)
        : TestCase("The request fails at all ranks because of " + std::to_string(odd)),
          m_odd(odd)
    {
    }

  private:
    void DoRun() override
    {
        QuantizedRig rig(4, {IncDataType::INT32});
        Operands operands(4, std::vector<float>(600, 1.0F));
        rig.Start(operands);
        operands[2][300] = m_odd;
        rig.Start(operands);
        operands[2][300] = 1;
        rig.Start(operands);
        NS_TEST_ASSERT_MSG_EQ(rig.Simulate(), true, "hangs");
        const std::string why = "operands of block 1 are infinite or NaN; accepted with int32 on "
                                "the wire: finite operands";
        for (uint32_t rank = 0; rank < 4; ++rank)
        {
            NS_TEST_EXPECT_MSG_EQ(rig.GetStatuses(0).at(rank), "", "the first request is right");
            NS_TEST_EXPECT_MSG_EQ(rig.GetStatuses(1).at(rank), why, "at rank " << rank);
            NS_TEST_EXPECT_MSG_EQ(rig.GetStatuses(2).at(rank), why, "a later one fails, too");
        }
    }

    float m_odd;
};

/// A carrier that fails requests of one type, and leaves the elements of others as they are.
class IncFailingCarrier : public IncCollectiveAlgorithm
{
  public:
    explicit IncFailingCarrier(IncDataType failing)
        : m_failing(failing)
    {
    }

    uint32_t GetRanks() const override
    {
        return 2;
    }

    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override
    {
        done(rank, request.type == m_failing ? "the link is down" : "");
    }

  private:
    IncDataType m_failing;
};

/// Test a carrier that fails, and one that completes a request at once.
class IncQuantizedFailureTest : public TestCase
{
  public:
    IncQuantizedFailureTest()
        : TestCase("A failure of the exponents or of the integers is the failure of the request")
    {
    }

  private:
    void DoRun() override
    {
        for (const IncDataType failing :
             {IncDataType::UINT8, IncDataType::INT32, IncDataType::FLOAT64})
        {
            const Ptr<IncCollectiveAlgorithm> carrier = CreateObject<IncFailingCarrier>(failing);
            auto quantized = CreateObject<IncQuantizedCollective>();
            quantized->Setup(carrier, {IncDataType::INT32, 256});
            std::vector<float> operands{1, -2};
            auto* memory = reinterpret_cast<uint8_t*>(operands.data());
            IncCollectiveRequest request;
            request.count = 2;
            request.buffers = {memory, memory};
            std::vector<std::string> statuses;
            const auto done = [&statuses](uint32_t, const std::string& status) {
                statuses.push_back(status);
            };
            for (int i = 0; i < 3; ++i)
            {
                quantized->StartRank(1, request, IncCollectiveAlgorithm::CompletionCallback(done));
            }
            const std::string status = failing == IncDataType::FLOAT64 ? "" : "the link is down";
            NS_TEST_EXPECT_MSG_EQ((statuses == std::vector<std::string>(3, status)),
                                  true,
                                  IncName(failing) << " fails");
            NS_TEST_EXPECT_MSG_EQ((operands == std::vector<float>{1, -2}), true, "own elements");
            quantized->Dispose();
        }
    }
};

class IncQuantizedTestSuite : public TestSuite
{
  public:
    IncQuantizedTestSuite()
        : TestSuite("inc-quantized", TestSuite::Type::UNIT)
    {
        for (const IncDataType type : {IncDataType::INT16, IncDataType::INT32})
        {
            for (const uint32_t ranks : {1, 2, 3, 8, 100, 256})
            {
                if (ranks <= IncBlockQuantizer{type}.GetMaxRanks())
                {
                    AddTestCase(new IncQuantizedSumsTest(type, ranks));
                }
            }
        }
        AddTestCase(new IncQuantizedCarriersTest);
        AddTestCase(new IncQuantizedFailureTest);
        const float infinity = std::numeric_limits<float>::infinity();
        for (const float odd : {infinity, -infinity, std::nanf("")})
        {
            AddTestCase(new IncQuantizedRefusalTest(odd));
        }
    }
};

static IncQuantizedTestSuite g_incQuantizedTestSuite; //!< registers the suite
