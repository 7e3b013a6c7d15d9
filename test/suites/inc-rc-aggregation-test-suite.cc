/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of in-network AllReduce over reliable connections that end at the switches.

#include "inc-aggregation-rig.h"

#include "ns3/inc-closed-form.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <set>

using namespace ns3;

namespace
{

/// Probabilities of loss, duplication and reordering per frame and link.
struct Impairments
{
    double loss;
    double duplicate;
    double reorder;
};

/// Return the queue pair of a rank with a given number.
Ptr<IncRcQueuePair>
RcQueuePairOf(const IncAggregationRig& rig, uint32_t rank, uint32_t qpn)
{
    const auto& all = rig.fabric.GetNic(rig.workers[rank])->GetQueuePairs();
    return DynamicCast<IncRcQueuePair>(all.at(qpn - IncRdmaNic::FIRST_QPN));
}

/// Return the queue pair that connects a rank to its switch.
Ptr<IncRcQueuePair>
RcQueuePairOf(const IncAggregationRig& rig, uint32_t rank)
{
    return RcQueuePairOf(rig, rank, rig.group.clients[rank]->GetQpn());
}

/// Return the link of a VAT node with one of its children.
const IncTreeLink&
LinkOf(const IncAggregationRig& rig, uint32_t child, uint32_t vatNode = 0)
{
    return *rig.group.aggregators[vatNode]->GetLinks(rig.options.treeId).at(child);
}

/// Return the sum of a counter over both ends of all hops.
uint64_t
SumOverHops(const IncAggregationRig& rig,
            IncQueuePairCounters::Counter IncQueuePairCounters::*counter)
{
    uint64_t sum = 0;
    for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
    {
        const auto& client = rig.group.clients[rank];
        for (const uint32_t qpn : std::set<uint32_t>{client->GetQpn(), client->GetResultQpn()})
        {
            sum += (RcQueuePairOf(rig, rank, qpn)->GetCounters().*counter).Get();
        }
    }
    for (const auto& aggregator : rig.group.aggregators)
    {
        for (const IncTreeLink* link : aggregator->GetLinks(rig.options.treeId))
        {
            sum += (link->GetCounters().*counter).Get();
        }
    }
    return sum;
}

/// Predicate that chooses acknowledgements.
bool
IsAck(const IncParsedFrame& frame)
{
    return frame.aeth && frame.aeth->IsAck();
}

void
UseRc(IncAggregationRig& rig)
{
    rig.options.transport = IncAggregationTransport::RC;
    rig.options.rc.timeout = MicroSeconds(100);
}

} // namespace

/// Test that RC and UC give equal results with any faults of the network.
class IncRcSameResultTest : public TestCase
{
  public:
    IncRcSameResultTest(const std::string& name,
                        const IncTopology& topology,
                        const Impairments& impairments,
                        uint32_t slots,
                        bool selectiveRepeat = false,
                        IncDisseminationMode mode = IncDisseminationMode::TREE)
        : TestCase("The same result as UC without client timers: " + name),
          m_topology(topology),
          m_impairments(impairments),
          m_slots(slots),
          m_selectiveRepeat(selectiveRepeat),
          m_mode(mode)
    {
    }

  private:
    static constexpr uint32_t MESSAGES = 150;

    void DoRun() override
    {
        const auto unreliable = Reduce(IncAggregationTransport::UC, {0, 0, 0});
        NS_TEST_EXPECT_MSG_EQ((Reduce(IncAggregationTransport::RC, m_impairments) == unreliable),
                              true,
                              "every rank has the bytes that UC gives it");
    }

    std::vector<std::vector<uint8_t>> Reduce(IncAggregationTransport transport,
                                             const Impairments& impairments)
    {
        IncAggregationRig rig(m_topology);
        UseRc(rig);
        rig.options.transport = transport;
        rig.options.slots = m_slots;
        rig.options.rc.selectiveRepeat = m_selectiveRepeat;
        rig.options.dissemination = m_mode;
        rig.options.firstPsn = 0xffffe0; // wraps around in the middle
        rig.options.firstMessageId = 0xffffffe0;
        rig.Setup();
        rig.Impair(impairments.loss, impairments.duplicate, impairments.reorder);
        rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE - 5);
        const bool completed = rig.Run();
        NS_TEST_EXPECT_MSG_EQ(completed, true, "hangs or fails");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "exact sums");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(MESSAGES), true, "each contribution once");
        if (transport == IncAggregationTransport::RC)
        {
            CheckCounters(rig, impairments);
        }
        std::vector<std::vector<uint8_t>> buffers;
        for (uint32_t rank = 0; completed && rank < rig.workers.size(); ++rank)
        {
            buffers.push_back(rig.GetBuffer(rank));
        }
        return buffers;
    }

    void CheckCounters(const IncAggregationRig& rig, const Impairments& impairments)
    {
        NS_TEST_EXPECT_MSG_EQ(rig.SumOverClients(&IncClientCounters::timeouts), 0, "no timers");
        NS_TEST_EXPECT_MSG_EQ(rig.SumOverClients(&IncClientCounters::retransmissions), 0, "none");
        NS_TEST_EXPECT_MSG_EQ(rig.SumOverClients(&IncClientCounters::duplicates), 0, "PSNs tell");
        NS_TEST_EXPECT_MSG_EQ(rig.SumOverClients(&IncClientCounters::pending), 0, "nobody asks");
        const uint64_t repeated = SumOverHops(rig, &IncQueuePairCounters::retransmissions);
        NS_TEST_EXPECT_MSG_EQ((repeated > 0),
                              (impairments.loss > 0 || impairments.reorder > 0),
                              "queue pairs repeat what is lost, and nothing else");
        for (uint32_t i = 0; i < rig.group.aggregators.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(rig.GetRefused(i),
                                  rig.GetRefused(IncRefusal::BEYOND_WINDOW, i),
                                  "");
        }
    }

    IncTopology m_topology;
    Impairments m_impairments;
    uint32_t m_slots;
    bool m_selectiveRepeat;
    IncDisseminationMode m_mode;
};

/// Test that contributions repeated after lost ACKs are acknowledged, but not added again.
class IncRcAckLossTest : public TestCase
{
  public:
    IncRcAckLossTest()
        : TestCase("A contribution whose acknowledgement was lost is acknowledged again and not "
                   "added again")
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(4).Build());
        UseRc(rig);
        rig.Setup();
        const uint32_t root = rig.GetTree().GetNodes()[0].node;
        auto loss = rig.LoseAt(rig.GetPort(rig.workers[1], root), IsAck, 5);
        // The switch acknowledges the first contributions before the late rank sends its own.
        rig.Start(IncDataType::INT32, IncOperation::SUM, 4 * PER_MESSAGE, [](uint32_t rank) {
            return MicroSeconds(rank == 3 ? 1000 : 0);
        });
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs or fails");
        NS_TEST_EXPECT_MSG_EQ(loss->GetLost(), 5, "all four together, then each repetition's");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "exact sums");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(4), true, "each contribution once");
        const auto& qp = RcQueuePairOf(rig, 1)->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(qp.timeouts.Get(), 2, "the second repetition is acknowledged");
        NS_TEST_EXPECT_MSG_EQ(qp.retransmissions.Get(), 8, "go-back-N: all four, twice");
        NS_TEST_EXPECT_MSG_EQ(LinkOf(rig, 1).GetCounters().duplicates.Get(), 8U, "recognised");
        NS_TEST_EXPECT_MSG_GT(qp.acksReceived.Get(), 0, "acknowledged at last");
        NS_TEST_EXPECT_MSG_EQ(RcQueuePairOf(rig, 0)->GetCounters().timeouts.Get(),
                              0,
                              "the straggler makes no timer of the others expire");
    }
};

/// Test that a slot is reused only after the last child has acknowledged its result.
class IncRcReleaseTest : public TestCase
{
  public:
    explicit IncRcReleaseTest(IncSlotMode mode)
        : TestCase(
              std::string("A slot waits for the slowest acknowledgement; others get RNR NAK, ") +
              (mode == IncSlotMode::LITERAL ? "one version" : "two versions")),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(3).Build());
        UseRc(rig);
        rig.options.slots = 1;
        rig.options.slotMode = m_mode;
        rig.options.rc.timeout = MicroSeconds(300);
        rig.Setup();
        const uint32_t root = rig.GetTree().GetNodes()[0].node;
        auto loss = rig.LoseAt(rig.GetPort(root, rig.workers[2]), IsAck, 3);
        rig.group.aggregators[0]->TraceConnectWithoutContext(
            "Aggregated",
            MakeCallback(&IncRcReleaseTest::Aggregated, this));
        rig.Start(IncDataType::INT32, IncOperation::SUM, 4 * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs or fails");
        NS_TEST_EXPECT_MSG_EQ(loss->GetLost(), 3, "acknowledgements of rank 2");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "exact sums");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(4), true, "each contribution once");
        // Until rank 2 acknowledges message 0, its memory is in use. Message 1 needs it if a slot
        // has one version, and message 2 if it has two.
        const uint32_t reuse = m_mode == IncSlotMode::LITERAL ? 1 : 2;
        NS_TEST_EXPECT_MSG_LT(m_first[reuse - 1], MicroSeconds(100), "memory for it was free");
        NS_TEST_EXPECT_MSG_GT(m_first[reuse], MicroSeconds(300), "rank 2 has not acknowledged");
        NS_TEST_EXPECT_MSG_GT(LinkOf(rig, 0).GetCounters().rnrNaksSent.Get(), 0U, "to rank 0");
        NS_TEST_EXPECT_MSG_EQ(RcQueuePairOf(rig, 0)->GetCounters().rnrNaksReceived.Get(),
                              LinkOf(rig, 0).GetCounters().rnrNaksSent.Get(),
                              "and no other way");
    }

    void Aggregated(uint16_t treeId, uint32_t messageId, uint32_t slot, const IncBitString& bits)
    {
        if (m_first.at(messageId).IsZero())
        {
            m_first[messageId] = Simulator::Now();
        }
    }

    IncSlotMode m_mode;
    std::array<Time, 4> m_first; //!< time of the first contribution to each message
};

/// Test that all workers learn of a worker that cannot be reached.
class IncRcDeadLinkTest : public TestCase
{
  public:
    explicit IncRcDeadLinkTest(const IncTopology& topology, const std::string& name)
        : TestCase("Retry exhaustion on one hop fails the request of every rank, " + name),
          m_topology(topology)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(m_topology);
        UseRc(rig);
        rig.options.rc.timeout = MicroSeconds(500);
        rig.options.rc.maxTimeout = MilliSeconds(16);
        rig.options.rc.retryCount = 3;
        rig.Setup();
        const uint32_t leaf = rig.GetTree().GetNodes()[rig.GetTree().GetLeafOf(1)].node;
        const auto all = [](const IncParsedFrame&) { return true; };
        rig.LoseAt(rig.GetPort(rig.workers[1], leaf), all, UINT32_MAX);
        rig.Start(IncDataType::INT32, IncOperation::SUM, 1000 * PER_MESSAGE);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), false, "nobody can have a result");
        const Time limit = 3 * rig.options.rc.GetRetryExhaustion();
        rig.RunFor(limit);
        rig.RunFor(limit);
        while (rig.GetFailures().size() < rig.workers.size() && Simulator::Now() < Seconds(1))
        {
            rig.RunFor(limit);
        }
        NS_TEST_EXPECT_MSG_EQ(rig.GetFailures().size(), rig.workers.size(), "all are told");
        const auto said = [&rig](const std::string& words) {
            const auto& failures = rig.GetFailures();
            return std::count_if(failures.begin(), failures.end(), [&words](const auto& failure) {
                return failure.find(words) != std::string::npos;
            });
        };
        NS_TEST_EXPECT_MSG_EQ(said("retry-exceeded"), 1, "rank 1 hears no acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(said("a switch lost one of its neighbors"),
                              static_cast<long>(rig.workers.size()) - 1,
                              "the others hear it from their switches");
    }

    IncTopology m_topology;
};

/// Test that the sender of a marked contribution gets a CNP, and that the result is marked.
class IncRcCongestionTest : public TestCase
{
  public:
    IncRcCongestionTest()
        : TestCase("CE on one of eight contributions: a CNP to its sender alone, CE in the result")
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(8).Build());
        UseRc(rig);
        rig.Setup();
        const uint32_t root = rig.GetTree().GetNodes()[0].node;
        auto port = rig.GetPort(root, rig.workers[5]);
        IncFrameRecorder sent(rig.GetPort(rig.workers[5], root),
                              "FrameSent",
                              [](const IncFrame& frame) {
                                  return frame.hasInc && !frame.inc.Has(IncHeader::RESULT);
                              });
        IncFrameRecorder results(
            rig.GetPort(rig.workers[0], root),
            "FrameReceived",
            [](const IncFrame& frame) { return frame.hasInc && frame.inc.Has(IncHeader::RESULT); });
        rig.LoseAt(port, IncAggregationRig::Contributions());
        // Rank 7 is late, so that the marked contribution arrives before the result.
        rig.Start(IncDataType::INT32, IncOperation::SUM, PER_MESSAGE, [](uint32_t rank) {
            return MicroSeconds(rank == 7 ? 60 : 0);
        });
        Simulator::Schedule(MicroSeconds(30), [&]() {
            NS_ABORT_MSG_IF(sent.GetFrames().empty(), "nothing to mark");
            IncFramePtr marked = sent.GetFrames()[0]->Copy();
            marked->ecn = IncFrame::CE;
            rig.fabric.GetSwitch(root)->Receive(std::move(marked), *port);
        });
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs or fails");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "exact sums");
        for (uint32_t rank = 0; rank < 8; ++rank)
        {
            NS_TEST_EXPECT_MSG_EQ(RcQueuePairOf(rig, rank)->GetCounters().cnpsReceived.Get(),
                                  (rank == 5 ? 1 : 0),
                                  "rank " << rank);
        }
        NS_TEST_ASSERT_MSG_EQ(results.GetFrames().size(), 1, "one result");
        NS_TEST_EXPECT_MSG_EQ(results.GetFrames()[0]->inc.Has(IncHeader::CE), true, "marked");
    }
};

/// Test that acknowledgements take only a small share of the links.
class IncRcGoodputTest : public TestCase
{
  public:
    IncRcGoodputTest(const std::string& name, const IncTopology& topology)
        : TestCase("At least 95 % of the closed form without loss, " + name),
          m_topology(topology)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t BYTES = 4 << 20;
        IncAggregationRig rig(m_topology);
        UseRc(rig);
        rig.Setup();
        for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
        {
            IncClientRequest request;
            request.count = BYTES / 4;
            rig.Post(rank, request, nullptr);
        }
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs or fails");
        const double goodput = BYTES / Simulator::Now().GetSeconds() / 1e9;
        const auto rate = rig.fabric.GetDevice(rig.workers[0], 0)->GetDataRate();
        const double bound =
            IncClosedForm(rate, 1024, rig.group.overhead, rig.workers.size()).Efficiency() *
            static_cast<double>(rate.GetBitRate()) / 8e9;
        NS_TEST_EXPECT_MSG_GT(goodput / bound, 0.95, goodput << " of " << bound << " GB/s");
        NS_TEST_EXPECT_MSG_LT(goodput / bound, 1.0, goodput << " of " << bound << " GB/s");
    }

    IncTopology m_topology;
};

class IncRcAggregationTestSuite : public TestSuite
{
  public:
    IncRcAggregationTestSuite()
        : TestSuite("inc-rc-aggregation", TestSuite::Type::UNIT)
    {
        const IncTopology star = IncStarTopology(8).Build();
        const IncTopology tree = IncFatTreeTopology(4).Build();
        const std::vector<std::pair<std::string, Impairments>> all{
            {"no loss", {0, 0, 0}},
            {"loss 1e-3", {1e-3, 0, 0}},
            {"loss 1e-2", {1e-2, 0, 0}},
            {"duplicates", {0, 0.05, 0}},
            {"loss, duplicates and reordering", {1e-2, 1e-2, 1e-2}}};
        for (const auto& [name, impairments] : all)
        {
            AddTestCase(new IncRcSameResultTest("star, " + name, star, impairments, 256));
            AddTestCase(new IncRcSameResultTest("star, 1 slot, " + name, star, impairments, 1));
            AddTestCase(new IncRcSameResultTest("k=4, " + name, tree, impairments, 64));
            AddTestCase(new IncRcSameResultTest("k=4 and BIER, " + name,
                                                tree,
                                                impairments,
                                                64,
                                                false,
                                                IncDisseminationMode::BIER));
            AddTestCase(new IncRcSameResultTest("k=4 and unicast, " + name,
                                                tree,
                                                impairments,
                                                64,
                                                false,
                                                IncDisseminationMode::UNICAST));
        }
        AddTestCase(new IncRcSameResultTest("selective repeat, loss, duplicates and reordering",
                                            tree,
                                            all.back().second,
                                            64,
                                            true));
        AddTestCase(new IncRcAckLossTest);
        AddTestCase(new IncRcReleaseTest(IncSlotMode::LITERAL));
        AddTestCase(new IncRcReleaseTest(IncSlotMode::SHADOW));
        AddTestCase(new IncRcDeadLinkTest(IncStarTopology(4).Build(), "star"));
        AddTestCase(new IncRcDeadLinkTest(tree, "k=4"));
        AddTestCase(new IncRcCongestionTest);
        AddTestCase(new IncRcGoodputTest("star", star));
        AddTestCase(new IncRcGoodputTest("k=4", tree));
    }
};

static IncRcAggregationTestSuite g_incRcAggregationTestSuite; //!< registers the suite
