/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of repairs of results by BIER: none for a needless request, at once for a missing result.

#include "inc-aggregation-rig.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

constexpr uint32_t REPAIRED_MESSAGES = 64;

/// A fat-tree whose round trip exceeds 60 us, and workers whose timeouts are shorter.
class ImpatientRig : public IncAggregationRig
{
  public:
    ImpatientRig(Time timeout, Time crossingInterval)
        : IncAggregationRig(Topology())
    {
        options.dissemination = IncDisseminationMode::BIER;
        options.slots = 16;
        helper.SetClientAttribute("RetransmitTimeout", TimeValue(timeout));
        helper.SetClientAttribute("MinRetransmitTimeout", TimeValue(timeout));
        helper.SetClientAttribute("MaxRetransmitTimeout", TimeValue(timeout));
        helper.SetAggregatorAttribute("ResendInterval", TimeValue(MicroSeconds(20)));
        helper.SetAggregatorAttribute("CrossingInterval", TimeValue(crossingInterval));
        Setup();
        for (uint32_t host : workers)
        {
            const auto edge = fabric.GetTopology().GetPorts(host).front().peer;
            GetPort(host, edge)
                ->TraceConnectWithoutContext(
                    "FrameReceived",
                    Callback<void, const IncFrame&>(
                        [this](const IncFrame& frame) { repairs += IncIsRepair(frame); }));
        }
        Start(IncDataType::INT32, IncOperation::SUM, REPAIRED_MESSAGES * PER_MESSAGE);
    }

    uint64_t repairs{0}; //!< number of repeated results that reached a worker

  private:
    static IncTopology Topology()
    {
        IncFatTreeTopology builder(4);
        builder.SetLink(100'000'000'000, IncClock::ToPs(MicroSeconds(10)));
        return builder.Build();
    }
};

} // namespace

/// Test workers whose timers expire while results are in flight.
class IncCrossingTest : public TestCase
{
  public:
    /**
     * \param timeout timeout of the workers
     * \param where place at which repeated contributions meet the results
     */
    IncCrossingTest(Time timeout, const std::string& where)
        : TestCase("A question that crossed its result " + where + " is not answered"),
          m_timeout(timeout)
    {
    }

  private:
    void DoRun() override
    {
        ImpatientRig rig(m_timeout, MilliSeconds(10));
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        IncAggregationRig::RunFor(MilliSeconds(1)); // frames in flight arrive
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0U, "sums");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(rig.group.clients[0]->GetCounters().timeouts,
                                    uint64_t{REPAIRED_MESSAGES},
                                    "timers that ran out");
        NS_TEST_EXPECT_MSG_EQ(rig.repairs, 0U, "results sent again");
    }

    Time m_timeout; //!< timeout of the workers
};

/// Test one lost copy of a result, with timeouts shorter than the round trip.
class IncMissedTest : public TestCase
{
  public:
    /**
     * \param from node that sends the lost copy
     * \param to node at which the copy is lost
     * \param missing number of workers behind that link
     */
    IncMissedTest(const std::string& from, const std::string& to, uint32_t missing)
        : TestCase("A result lost between " + from + " and " + to + " is repaired at once"),
          m_from(from),
          m_to(to),
          m_missing(missing)
    {
    }

  private:
    void DoRun() override
    {
        // Without the PSN in the repeated contribution, the repair would take a second.
        ImpatientRig rig(MicroSeconds(25), Seconds(1));
        auto loss = IncAggregationRig::LoseAt(rig.GetPort(rig.At(m_to), rig.At(m_from)),
                                              IncAggregationRig::Results(20));
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(loss->GetLost(), 1U, "lost copies");
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), MilliSeconds(3), "time of the operation");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0U, "sums");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(rig.repairs, m_missing, "results sent again");
    }

    std::string m_from; //!< node that sends the lost copy
    std::string m_to;   //!< node at which the copy is lost
    uint64_t m_missing; //!< number of workers behind that link
};

/// Test a round trip of four times the initial timeout.
class IncLongRoundTripTest : public TestCase
{
  public:
    IncLongRoundTripTest()
        : TestCase("A timeout below the round trip is left after the first messages")
    {
    }

  private:
    void DoRun() override
    {
        IncStarTopology builder(4);
        builder.SetLink(100'000'000'000, IncClock::ToPs(MicroSeconds(100)));
        IncAggregationRig rig(builder.Build());
        rig.options.slots = 16;
        rig.helper.SetClientAttribute("RetransmitTimeout", TimeValue(MicroSeconds(100)));
        rig.Setup();
        rig.Start(IncDataType::INT32, IncOperation::SUM, 640 * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        // The first message of a slot is repeated at most twice; the second keeps the back-off.
        const auto& counters = rig.group.clients[0]->GetCounters();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(counters.retransmissions, 16U, "first messages");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(counters.retransmissions, 32U, "first messages");
    }
};

class IncRepairsTestSuite : public TestSuite
{
  public:
    IncRepairsTestSuite()
        : TestSuite("inc-repairs", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncCrossingTest(MicroSeconds(25), "above the last hop"));
        AddTestCase(new IncCrossingTest(MicroSeconds(45), "on the last hop"));
        AddTestCase(new IncMissedTest("core0", "agg2", 4));
        AddTestCase(new IncMissedTest("agg2", "edge2", 2));
        AddTestCase(new IncMissedTest("edge2", "h5", 1));
        AddTestCase(new IncLongRoundTripTest);
    }
};

static IncRepairsTestSuite g_incRepairsTestSuite; //!< registers the suite
