/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of user-defined collectives and schemes: registration, and verification of results.

#include "inc-scheme.h"

#include "ns3/inc-collective-data.h"
#include "ns3/inc-collective-shape.h"
#include "ns3/inc-own-collective.h"
#include "ns3/inc-own-scheme.h"
#include "ns3/test.h"

#include <cstring>
#include <vector>

using namespace ns3;

namespace
{

/// \brief A collective in which a rank gets the sum of its own and the previous rank's elements.
class IncTestNeighbors : public IncOwnCollective
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IncTestNeighbors")
                                .SetParent<IncOwnCollective>()
                                .AddConstructor<IncTestNeighbors>();
        return tid;
    }

    std::vector<uint32_t> GetContributors(uint32_t rank, uint32_t ranks) const override
    {
        return {(rank + ranks - 1) % ranks, rank};
    }
};

NS_OBJECT_ENSURE_REGISTERED(IncTestNeighbors);

/// \brief A scheme that runs IncTestNeighbors.
class IncTestExchangeScheme : public IncOwnScheme
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IncTestExchangeScheme")
                                .SetParent<IncOwnScheme>()
                                .AddConstructor<IncTestExchangeScheme>();
        return tid;
    }

    std::vector<IncCollective> GetCollectives() const override
    {
        return {IncOwnCollective::Of(IncTestNeighbors::GetTypeId())};
    }
};

NS_OBJECT_ENSURE_REGISTERED(IncTestExchangeScheme);

} // namespace

/// Test that a registered class has number, name and shape, and that only its scheme runs it.
class IncOwnPartsFoundTest : public TestCase
{
  public:
    IncOwnPartsFoundTest()
        : TestCase("Registered collectives and schemes are found by their names")
    {
    }

  private:
    void DoRun() override
    {
        const IncCollective own = IncOwnCollective::Of(IncTestNeighbors::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(IncIsOwn(own), true, "its number");
        NS_TEST_EXPECT_MSG_EQ(IncName(own), "test-neighbors", "its name");
        NS_TEST_EXPECT_MSG_EQ(IncReduces(own), true, "--op matters");
        NS_TEST_EXPECT_MSG_EQ(IncRunsInNetwork(own), false, "switches do not know it");
        NS_TEST_EXPECT_MSG_EQ(IncTotalElements(own, 7, 10), 10, "elements");
        uint32_t knowing = 0;
        for (const IncScheme& scheme : IncSchemes())
        {
            knowing += scheme.Knows(own);
        }
        NS_TEST_EXPECT_MSG_EQ(knowing, 1, "schemes that run it");
        NS_TEST_EXPECT_MSG_EQ(IncSchemeOf("test-exchange").Knows(own), true, "one of them");
    }
};

/// Test that wrong elements, and bytes written behind the results, are counted.
class IncOwnResultsTest : public TestCase
{
  public:
    IncOwnResultsTest(bool inPlace)
        : TestCase("What is wrong in a result of one's own collective is counted, " +
                   std::string(inPlace ? "in place" : "apart")),
          m_inPlace(inPlace)
    {
    }

  private:
    static constexpr uint32_t RANKS = 5;
    static constexpr uint64_t COUNT = 1500; //!< elements; more than a block of the verifier

    void DoRun() override
    {
        IncCollectiveRequest request;
        request.collective = IncOwnCollective::Of(IncTestNeighbors::GetTypeId());
        request.type = IncDataType::INT32;
        request.count = COUNT;
        IncCollectiveData data(request, RANKS, m_inPlace, 42);
        const IncCollectiveRequest made = data.MakeRequest();
        std::vector<std::vector<int32_t>> operands(RANKS, std::vector<int32_t>(COUNT));
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            std::memcpy(operands[rank].data(), made.SendOf(rank), COUNT * 4);
        }
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            for (uint64_t i = 0; i < COUNT; ++i)
            {
                const uint32_t before = (rank + RANKS - 1) % RANKS;
                const uint32_t sum = static_cast<uint32_t>(operands[before][i]) +
                                     static_cast<uint32_t>(operands[rank][i]);
                std::memcpy(made.ReceiveOf(rank) + 4 * i, &sum, 4);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(data.CountWrong(), 0, "right");
        ++made.ReceiveOf(3)[4 * (COUNT - 1)];
        NS_TEST_EXPECT_MSG_EQ(data.CountWrong(), 1, "the last element of a rank");
        std::memcpy(made.ReceiveOf(0), made.ReceiveOf(1), 4 * COUNT);
        NS_TEST_EXPECT_MSG_GT(data.CountWrong(), COUNT / 2, "another rank's results");
        ++made.ReceiveOf(2)[4 * COUNT];
        NS_TEST_EXPECT_MSG_GT(data.CountWrong(), COUNT / 2 + 1, "behind the results");
    }

    bool m_inPlace; //!< operands and results share memory
};

class IncOwnPartsTestSuite : public TestSuite
{
  public:
    IncOwnPartsTestSuite()
        : TestSuite("inc-own-parts", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncOwnPartsFoundTest);
        AddTestCase(new IncOwnResultsTest(true));
        AddTestCase(new IncOwnResultsTest(false));
    }
};

static IncOwnPartsTestSuite g_incOwnPartsTestSuite; //!< registers the suite
