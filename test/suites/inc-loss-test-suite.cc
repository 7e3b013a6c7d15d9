/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of loss, duplication and stragglers in trees of several levels.

#include "inc-aggregation-rig.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>

using namespace ns3;

namespace
{

constexpr uint32_t LOSSY_MESSAGES = 6;

/// Return the links of a tree as pairs of lower and upper node, first those of workers.
std::vector<std::pair<uint32_t, uint32_t>>
LinksOf(const IncAggregationTree& tree)
{
    std::vector<std::pair<uint32_t, uint32_t>> links;
    for (uint32_t rank = 0; rank < tree.GetWorkers().size(); ++rank)
    {
        links.emplace_back(tree.GetWorkers()[rank].host,
                           tree.GetNodes()[tree.GetLeafOf(rank)].node);
    }
    for (const auto& node : tree.GetNodes())
    {
        if (node.parent != IncAggregationTreeNode::NO_PARENT)
        {
            links.emplace_back(node.node, tree.GetNodes()[node.parent].node);
        }
    }
    return links;
}

} // namespace

/// Test one loss on each link of a tree of three levels, up and down.
class IncHopLossTest : public TestCase
{
  public:
    IncHopLossTest(bool bitmaps, uint32_t slots)
        : TestCase(std::string("One frame lost on each hop, up and down: all recover, ") +
                   (bitmaps ? "bitmaps, " : "tree ids, ") + std::to_string(slots) + " slots"),
          m_bitmaps(bitmaps),
          m_slots(slots)
    {
    }

  private:
    void DoRun() override
    {
        std::vector<std::pair<uint32_t, uint32_t>> links;
        {
            IncAggregationRig rig(IncFatTreeTopology(4).Build());
            rig.Setup();
            NS_TEST_ASSERT_MSG_EQ(rig.GetTree().GetDepth(), 3, "edge, aggregation and core");
            links = LinksOf(rig.GetTree());
        }
        NS_TEST_ASSERT_MSG_GT(links.size(), 16 + 8, "a tree over all hosts");
        for (const auto& [below, above] : links)
        {
            RunWith(below, above, true);
            RunWith(below, above, false);
        }
    }

    void RunWith(uint32_t below, uint32_t above, bool up)
    {
        IncAggregationRig rig(IncFatTreeTopology(4).Build());
        rig.options.bitmaps = m_bitmaps;
        rig.options.slots = m_slots;
        rig.Setup();
        const std::string hop = rig.fabric.GetTopology().GetName(up ? below : above) + "->" +
                                rig.fabric.GetTopology().GetName(up ? above : below);
        auto loss = up ? rig.LoseAt(rig.GetPort(above, below), IncAggregationRig::Contributions(2))
                       : rig.LoseAt(rig.GetPort(below, above), IncAggregationRig::Results(2));
        rig.Start(IncDataType::INT32, IncOperation::SUM, LOSSY_MESSAGES * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, hop << " hangs");
        NS_TEST_EXPECT_MSG_EQ(loss->GetLost(), 1, hop);
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, hop);
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(LOSSY_MESSAGES), true, hop);
    }

    bool m_bitmaps;
    uint32_t m_slots;
};

/// Test a result that is lost five times between the root and a switch.
class IncResendRateTest : public TestCase
{
  public:
    IncResendRateTest()
        : TestCase("Aggregates are sent up again at most once in ResendInterval")
    {
    }

  private:
    void DoRun() override
    {
        const Time interval = MicroSeconds(150);
        IncAggregationRig rig(IncFatTreeTopology(4).Build());
        rig.helper.SetAggregatorAttribute("ResendInterval", TimeValue(interval));
        rig.helper.SetClientAttribute("RetransmitTimeout", TimeValue(MicroSeconds(30)));
        rig.helper.SetClientAttribute("MinRetransmitTimeout", TimeValue(MicroSeconds(20)));
        rig.helper.SetClientAttribute("MaxRetransmitTimeout", TimeValue(MicroSeconds(40)));
        rig.Setup();
        const auto& nodes = rig.GetTree().GetNodes();
        const uint32_t root = nodes[0].node;
        const uint32_t child = nodes[1].node;
        auto port = rig.GetPort(child, root);
        rig.LoseAt(port, IncAggregationRig::Results(1), 5);
        IncFrameRecorder up(port, "FrameSent", [](const IncFrame& frame) {
            return frame.inc.messageId == 1;
        });
        rig.Start(IncDataType::INT32, IncOperation::SUM, LOSSY_MESSAGES * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "results");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(LOSSY_MESSAGES), true, "results");
        // One copy, and one more after each of the five losses, despite far more duplicates.
        NS_TEST_EXPECT_MSG_EQ(up.GetTimes().size(), 6, "copies of the aggregate");
        for (std::size_t i = 1; i < up.GetTimes().size(); ++i)
        {
            const Time gap = up.GetTimes()[i] - up.GetTimes()[i - 1];
            NS_TEST_EXPECT_MSG_GT_OR_EQ(gap, interval, "between copies");
            NS_TEST_EXPECT_MSG_EQ(up.GetFrames()[i]->inc.Has(IncHeader::RETRANSMITTED),
                                  true,
                                  "a copy says so");
        }
        NS_TEST_EXPECT_MSG_GT(rig.group.aggregators[1]->GetCounters().duplicates,
                              up.GetTimes().size(),
                              "duplicates at the switch");
    }
};

/// Test duplication of every frame on every link.
class IncDuplicatesTest : public TestCase
{
  public:
    explicit IncDuplicatesTest(bool bitmaps)
        : TestCase(std::string("Every packet is duplicated and added once, ") +
                   (bitmaps ? "bitmaps" : "tree ids")),
          m_bitmaps(bitmaps)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncFatTreeTopology(4).Build());
        rig.options.bitmaps = m_bitmaps;
        rig.options.slots = 2;
        rig.Setup();
        rig.Impair(0, 1, 0);
        rig.Start(IncDataType::INT32, IncOperation::SUM, LOSSY_MESSAGES * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(LOSSY_MESSAGES), true, "added once");
        for (const auto& aggregator : rig.group.aggregators)
        {
            const auto& counters = aggregator->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(counters.duplicates, counters.contributions, "the second copies");
            NS_TEST_EXPECT_MSG_EQ(counters.resent, 0, "the network's copies get no answer");
        }
        // A worker completes with the last result; the copy of that comes later.
        IncAggregationRig::RunFor(MicroSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(rig.SumOverClients(&IncClientCounters::duplicates),
                              rig.workers.size() * LOSSY_MESSAGES,
                              "second copies of results");
    }

    bool m_bitmaps;
};

/// Test random loss, duplication and reordering together.
class IncChaosTest : public TestCase
{
  public:
    explicit IncChaosTest(uint32_t slots)
        : TestCase("Loss, duplicates and reordering together, ten seeds, " + std::to_string(slots) +
                   " slots"),
          m_slots(slots)
    {
    }

  private:
    void DoRun() override
    {
        for (int64_t seed = 1; seed <= 10; ++seed)
        {
            IncAggregationRig rig(IncFatTreeTopology(4).Build());
            rig.options.slots = m_slots;
            rig.Setup();
            rig.Impair(0.02, 0.2, 0.2, 1000 * seed);
            rig.Start(IncDataType::INT32, IncOperation::SUM, 40 * PER_MESSAGE + 7);
            rig.Start(IncDataType::FLOAT64, IncOperation::MAX, 1000);
            NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs with seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(0), 0, "seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(1), 0, "seed " << seed);
            NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(41 + 8), true, "seed " << seed);
        }
    }

    uint32_t m_slots;
};

/// Test a worker that begins a second after the others, without loss.
class IncStragglerTest : public TestCase
{
  public:
    IncStragglerTest(const std::string& name, const IncTopology& topology, uint32_t messages)
        : TestCase("A worker sleeps for 1 s: no abort, few retransmissions, " + name),
          m_topology(topology),
          m_messages(messages)
    {
    }

  private:
    static constexpr uint32_t RETRIES = 5; // far fewer than the timeouts of waiting workers
    static constexpr uint32_t SLOTS = 64;

    void DoRun() override
    {
        IncAggregationRig rig(m_topology);
        rig.options.slots = SLOTS;
        rig.helper.SetClientAttribute("MaxRetries", UintegerValue(RETRIES));
        rig.Setup();
        const Time sleep = Seconds(1);
        rig.Start(IncDataType::INT32,
                  IncOperation::SUM,
                  m_messages * PER_MESSAGE,
                  [sleep](uint32_t rank) { return rank == 1 ? sleep : Time(0); });
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "aborted");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(m_messages), true, "sums");
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), sleep + MilliSeconds(1), "woken up by results");
        // Each message is repeated once, when its timer first expires. Then only the oldest one is,
        // every 16 ms after ten doublings of three round trips (24 us in the star).
        const uint64_t most = std::min(m_messages, SLOTS) + 10 + 1000 / 16;
        for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
        {
            const auto& counters = rig.group.clients[rank]->GetCounters();
            NS_TEST_EXPECT_MSG_LT_OR_EQ(counters.retransmissions,
                                        (rank == 1 ? 0 : most),
                                        "retransmissions of rank " << rank);
            NS_TEST_EXPECT_MSG_EQ((rank == 1 || counters.timeouts > RETRIES),
                                  true,
                                  "the wait was long enough to fail");
        }
    }

    IncTopology m_topology;
    uint32_t m_messages;
};

/// Test a worker that receives no frame: it alone gives up.
class IncDeadLinkTest : public TestCase
{
  public:
    IncDeadLinkTest()
        : TestCase("A worker that gets no answer at all fails after N timeouts")
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(3).Build());
        rig.helper.SetClientAttribute("MaxRetries", UintegerValue(4));
        rig.Setup();
        rig.LoseAt(
            rig.GetPort(rig.At("h0"), rig.GetTree().GetRoot()),
            [](const IncParsedFrame&) { return true; },
            UINT32_MAX);
        rig.Start(IncDataType::INT32, IncOperation::SUM, PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), false, "must fail");
        NS_TEST_ASSERT_MSG_EQ(rig.GetFailures().size(), 1, "rank 0 alone");
        NS_TEST_EXPECT_MSG_EQ(rig.GetFailures()[0],
                              "message 0: 4 timeouts without progress",
                              "what it says");
        NS_TEST_EXPECT_MSG_EQ(rig.group.clients[0]->GetCounters().timeouts, 4U, "N timeouts");
        NS_TEST_EXPECT_MSG_EQ(rig.group.clients[0]->GetCounters().retransmissions,
                              3,
                              "sent again after each but the last");
    }
};

/// Test the closed form of independent losses (behaviour of slots under one switch).
class IncLossShareTest : public TestCase
{
  public:
    IncLossShareTest()
        : TestCase("The share of slot rounds that lose a packet is 1 - (1-p)^(2N)")
    {
    }

  private:
    static constexpr uint32_t WORKERS = 8;
    static constexpr uint32_t ROUNDS = 6000;
    static constexpr double LOSS = 0.01;

    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(WORKERS).Build());
        rig.Setup();
        rig.Impair(LOSS, 0, 0);
        // True for rounds in which a first copy is lost; lost repetitions do not count.
        std::vector<bool> lost(ROUNDS);
        for (uint32_t i = 0; i < rig.fabric.GetDevices().GetN(); ++i)
        {
            rig.fabric.GetDevices().Get(i)->TraceConnectWithoutContext(
                "FrameDropped",
                Callback<void, const IncFrame&, IncDropReason>([&](const IncFrame& frame,
                                                                   IncDropReason) {
                    if ((frame.inc.flags & (IncHeader::RETRANSMITTED | IncHeader::PENDING)) == 0)
                    {
                        lost.at(frame.inc.messageId) = true;
                    }
                }));
        }
        rig.Start(IncDataType::INT32, IncOperation::SUM, uint64_t(ROUNDS) * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
        const double share = double(std::count(lost.begin(), lost.end(), true)) / ROUNDS;
        const double expected = 1 - std::pow(1 - LOSS, 2 * WORKERS);
        const double deviation = std::sqrt(expected * (1 - expected) / ROUNDS);
        NS_TEST_EXPECT_MSG_EQ_TOL(share, expected, 4 * deviation, "share of rounds with a loss");
    }
};

class IncLossTestSuite : public TestSuite
{
  public:
    IncLossTestSuite()
        : TestSuite("inc-loss", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncHopLossTest(true, 256));
        AddTestCase(new IncHopLossTest(true, 2));
        AddTestCase(new IncHopLossTest(false, 2));
        AddTestCase(new IncResendRateTest);
        AddTestCase(new IncDuplicatesTest(true));
        AddTestCase(new IncDuplicatesTest(false));
        AddTestCase(new IncChaosTest(256));
        AddTestCase(new IncChaosTest(3));
        AddTestCase(new IncStragglerTest("one message", IncStarTopology(4).Build(), 1));
        AddTestCase(new IncStragglerTest("all slots", IncStarTopology(4).Build(), 64));
        AddTestCase(new IncStragglerTest("many messages", IncStarTopology(4).Build(), 200));
        AddTestCase(new IncStragglerTest("three levels", IncFatTreeTopology(4).Build(), 100));
        AddTestCase(new IncDeadLinkTest);
        AddTestCase(new IncLossShareTest);
    }
};

static IncLossTestSuite g_incLossTestSuite; //!< registers the suite
