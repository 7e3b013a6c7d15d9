/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of results by BIER and unicast: a lost result is repaired only for workers that miss it.

#include "inc-aggregation-rig.h"

#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-frame-codec.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <set>

using namespace ns3;

namespace
{

using Mode = IncDisseminationMode;

constexpr uint32_t MESSAGES = 6;

const char*
NameOfMode(Mode mode)
{
    switch (mode)
    {
    case Mode::BIER:
        return "bier";
    case Mode::TREE:
        return "tree";
    case Mode::UNICAST:
        return "unicast";
    }
    return "";
}

/// A directed link: its sending node and its receiving node.
using Hop = std::pair<uint32_t, uint32_t>;

/// Counts the frames that arrive over each link.
class ArrivalCounts
{
  public:
    using Choice = std::function<bool(const IncFrame&)>;

    ArrivalCounts(const IncFabric& fabric, Choice choice)
        : m_choice(std::move(choice))
    {
        const auto& topology = fabric.GetTopology();
        for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
        {
            const auto& ports = topology.GetPorts(node);
            for (uint32_t i = 0; i < ports.size(); ++i)
            {
                const Hop hop{ports[i].peer, node};
                fabric.GetDevice(node, i)->TraceConnectWithoutContext(
                    "FrameReceived",
                    Callback<void, const IncFrame&>(
                        [this, hop](const IncFrame& frame) { counts[hop] += m_choice(frame); }));
            }
        }
    }

    /// Return the number of frames over all links.
    uint64_t Sum() const
    {
        uint64_t sum = 0;
        for (const auto& [hop, count] : counts)
        {
            sum += count;
        }
        return sum;
    }

    /// Return the links that carried at least one frame.
    std::set<Hop> Used() const
    {
        std::set<Hop> used;
        for (const auto& [hop, count] : counts)
        {
            if (count > 0)
            {
                used.insert(hop);
            }
        }
        return used;
    }

    std::map<Hop, uint64_t> counts; //!< number of frames by link

  private:
    Choice m_choice;
};

bool
IsResult(const IncFrame& frame)
{
    return frame.hasInc && frame.inc.Has(IncHeader::RESULT);
}

} // namespace

/// Test one loss on each link that contributions or results cross.
class IncResultLossTest : public TestCase
{
  public:
    IncResultLossTest(Mode mode, bool bitmaps, uint32_t slots)
        : TestCase(std::string("One frame lost on each link: repaired for who missed it, ") +
                   NameOfMode(mode) + (bitmaps ? ", bitmaps, " : ", tree ids, ") +
                   std::to_string(slots) + " slots"),
          m_mode(mode),
          m_bitmaps(bitmaps),
          m_slots(slots)
    {
    }

  private:
    void DoRun() override
    {
        std::set<Hop> up;
        std::set<Hop> down;
        {
            IncAggregationRig rig(IncFatTreeTopology(4).Build());
            Prepare(rig);
            ArrivalCounts results(rig.fabric, IsResult);
            ArrivalCounts others(rig.fabric,
                                 [](const IncFrame& frame) { return !IsResult(frame); });
            Complete(rig, "without loss");
            up = others.Used();
            down = results.Used();
        }
        NS_TEST_ASSERT_MSG_GT_OR_EQ(up.size(), 16 + 8 + 3, "contributions");
        NS_TEST_ASSERT_MSG_GT_OR_EQ(down.size(), 16 + 8 + 3, "results");
        for (const Hop& hop : up)
        {
            RunWith(hop, IncAggregationRig::Contributions(2), false);
        }
        for (const Hop& hop : down)
        {
            RunWith(hop, IncAggregationRig::Results(2), true);
        }
    }

    void Prepare(IncAggregationRig& rig) const
    {
        rig.options.dissemination = m_mode;
        rig.options.bitmaps = m_bitmaps;
        rig.options.slots = m_slots;
        rig.Setup();
    }

    void Complete(IncAggregationRig& rig, const std::string& name)
    {
        rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, name << " hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, name);
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(MESSAGES), true, name);
    }

    void RunWith(const Hop& hop, const IncChosenFrameLoss::Choice& choice, bool result)
    {
        IncAggregationRig rig(IncFatTreeTopology(4).Build());
        Prepare(rig);
        const auto& topology = rig.fabric.GetTopology();
        const std::string name = topology.GetName(hop.first) + "->" + topology.GetName(hop.second);
        auto loss = rig.LoseAt(rig.GetPort(hop.second, hop.first), choice);
        ArrivalCounts repairs(rig.fabric, IncIsRepair);
        // Count the first copies of the result of message 2.
        ArrivalCounts first(rig.fabric, [](const IncFrame& frame) {
            return IsResult(frame) && !IncIsRepair(frame) && frame.inc.messageId == 2;
        });
        Complete(rig, name);
        IncAggregationRig::RunFor(MilliSeconds(1)); // frames in flight arrive
        NS_TEST_EXPECT_MSG_EQ(loss->GetLost(), 1, name);
        uint32_t unserved = 0;
        uint32_t disturbed = 0;
        for (uint32_t host : topology.GetHosts())
        {
            const Hop last{topology.GetPorts(host).front().peer, host};
            const bool served = first.counts[last] > 0;
            unserved += !served;
            disturbed += served && repairs.counts[last] > 0;
        }
        if (result && m_mode != Mode::TREE) // in tree mode, a switch repairs all below it
        {
            NS_TEST_EXPECT_MSG_GT(unserved, 0, name << ": somebody misses it");
            NS_TEST_EXPECT_MSG_EQ(disturbed, 0, name << ": a repair for who has the result");
        }
    }

    Mode m_mode;
    bool m_bitmaps;
    uint32_t m_slots;
};

/// Test that BIER saves copies on links (draft VAT and BIER, section 1).
class IncCopiesTest : public TestCase
{
  public:
    IncCopiesTest()
        : TestCase("By BIER a result crosses each link once; copies: bier <= tree < unicast")
    {
    }

  private:
    uint64_t Copies(Mode mode)
    {
        IncAggregationRig rig(IncFatTreeTopology(4).Build());
        rig.options.dissemination = mode;
        rig.Setup();
        ArrivalCounts results(rig.fabric, IsResult);
        rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, NameOfMode(mode) << " hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, NameOfMode(mode));
        for (const auto& [hop, count] : results.counts)
        {
            if (mode != Mode::UNICAST)
            {
                NS_TEST_EXPECT_MSG_EQ((count == 0 || count == MESSAGES), true, "once or never");
            }
        }
        return results.Sum();
    }

    void DoRun() override
    {
        const uint64_t bier = Copies(Mode::BIER);
        const uint64_t tree = Copies(Mode::TREE);
        const uint64_t unicast = Copies(Mode::UNICAST);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(bier, tree, "bier <= tree");
        NS_TEST_EXPECT_MSG_LT(tree, unicast, "tree < unicast");
        // From the core, copies go to four pods, two edges in each, and two hosts at each edge.
        NS_TEST_EXPECT_MSG_EQ(bier, MESSAGES * (4 + 8 + 16), "a shortest-path tree");
        NS_TEST_EXPECT_MSG_EQ(unicast, MESSAGES * 16 * 3, "three hops to every host");
    }
};

/// Test that the last hop makes a RoCEv2 packet for each receiver (trap 14).
class IncLastHopTest : public TestCase
{
  public:
    IncLastHopTest()
        : TestCase("The last hop rewrites address, QPN, PSN and rank, and the ICRC follows")
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncLeafSpineTopology(2, 1, 3).Build());
        rig.options.dissemination = Mode::BIER;
        rig.options.firstPsn = 0xfffffe;
        // Queue pair numbers differ, because each host has made another number of clients before.
        std::vector<Ptr<IncClient>> earlier;
        for (uint32_t i = 0; i < rig.workers.size(); ++i)
        {
            for (uint32_t j = 0; j < i; ++j)
            {
                earlier.push_back(CreateObject<IncClient>());
                earlier.back()->Attach(rig.fabric.GetNic(rig.workers[i]));
            }
        }
        rig.Setup();
        std::vector<std::unique_ptr<IncFrameRecorder>> recorders;
        for (uint32_t host : rig.workers)
        {
            recorders.push_back(std::make_unique<IncFrameRecorder>(rig.fabric.GetDevice(host, 0),
                                                                   "FrameReceived",
                                                                   IsResult));
        }
        IncFrameRecorder between(rig.GetPort(rig.At("leaf0"), rig.At("spine0")),
                                 "FrameReceived",
                                 IsResult);
        IncFrameRecorder between1(rig.GetPort(rig.At("leaf1"), rig.At("spine0")),
                                  "FrameReceived",
                                  IsResult);
        rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
        for (const auto* recorder : {&between, &between1})
        {
            NS_TEST_ASSERT_MSG_EQ(recorder->GetFrames().size(), MESSAGES, "one copy a result");
            NS_TEST_EXPECT_MSG_EQ(recorder->GetFrames()[0]->IsBier(), true, "by BIER");
        }
        std::set<uint32_t> qpns;
        std::set<uint32_t> psns;
        for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
        {
            const auto& frames = recorders[rank]->GetFrames();
            NS_TEST_ASSERT_MSG_EQ(frames.size(), MESSAGES, "exactly one copy");
            for (uint32_t i = 0; i < frames.size(); ++i)
            {
                const auto bytes = IncFrameCodec::ToBytes(*frames[i], {}, {});
                const auto parsed = IncParseFrame(bytes.data(), bytes.size());
                NS_TEST_ASSERT_MSG_EQ(parsed.error, "", "a frame");
                NS_TEST_EXPECT_MSG_EQ(parsed.bier.has_value(), false, "no BIER header any more");
                NS_TEST_EXPECT_MSG_EQ(parsed.icrcOk, true, "ICRC");
                NS_TEST_EXPECT_MSG_EQ(parsed.ipv4ChecksumOk, true, "IP check sum");
                NS_TEST_EXPECT_MSG_EQ(parsed.ipv4->destination,
                                      rig.fabric.GetNic(rig.workers[rank])->GetIpv4(),
                                      "address");
                NS_TEST_EXPECT_MSG_EQ(parsed.bth->destQp, rig.group.clients[rank]->GetQpn(), "QPN");
                NS_TEST_EXPECT_MSG_EQ(parsed.inc->rank, rank, "rank");
                NS_TEST_EXPECT_MSG_EQ(parsed.bth->psn,
                                      ((frames[0]->bth.psn + i) & 0xffffff),
                                      "PSNs follow each other");
            }
            qpns.insert(frames[0]->bth.destQp);
            psns.insert(frames[0]->bth.psn);
        }
        NS_TEST_EXPECT_MSG_EQ(qpns.size(), rig.workers.size(), "distinct QPNs");
        NS_TEST_EXPECT_MSG_EQ(psns.size(), rig.workers.size(), "distinct PSNs");
        for (const auto& client : earlier)
        {
            client->Dispose();
        }
    }
};

/// Test more workers than one BitString holds (trap 22).
class IncSeveralSetsTest : public TestCase
{
  public:
    IncSeveralSetsTest(Mode mode, bool bitmaps, IncReductionOrder order, double loss)
        : TestCase(std::string("150 workers in three sets of 64, ") + NameOfMode(mode) +
                   (bitmaps ? ", bitmaps" : ", tree ids") +
                   (order == IncReductionOrder::RANK ? ", rank order" : "") +
                   (loss > 0 ? ", losses" : "")),
          m_mode(mode),
          m_bitmaps(bitmaps),
          m_order(order),
          m_loss(loss)
    {
    }

  private:
    void DoRun() override
    {
        // With 50 hosts per leaf, sets of 64 end within leaves.
        IncAggregationRig rig(IncLeafSpineTopology(3, 1, 50).Build());
        rig.options.dissemination = m_mode;
        rig.options.bitmaps = m_bitmaps;
        rig.options.order = m_order;
        rig.options.bitStringLength = 64;
        rig.options.slots = 4;
        rig.Setup();
        NS_TEST_EXPECT_MSG_EQ(rig.group.bitStringLength, 64, "length");
        if (m_loss > 0)
        {
            rig.Impair(m_loss, m_loss, m_loss);
        }
        std::map<uint32_t, uint64_t> sets; // packets of leaf1 by set identifier
        rig.GetPort(rig.At("leaf1"), rig.At("spine0"))
            ->TraceConnectWithoutContext(
                "FrameSent",
                Callback<void, const IncFrame&>(
                    [&sets](const IncFrame& frame) { ++sets[frame.inc.si]; }));
        ArrivalCounts results(rig.fabric, IsResult);
        rig.Start(IncDataType::INT32, IncOperation::SUM, MESSAGES * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
        for (const auto& aggregator : rig.group.aggregators)
        {
            NS_TEST_EXPECT_MSG_EQ(aggregator->GetCounters().completed, MESSAGES, "completed once");
        }
        if (m_loss > 0)
        {
            return;
        }
        if (m_bitmaps)
        {
            // leaf1 has BFR-ids 51 to 100, which are in sets 0 and 1.
            NS_TEST_EXPECT_MSG_EQ(sets[0], MESSAGES, "set 0");
            NS_TEST_EXPECT_MSG_EQ(sets[1], MESSAGES, "set 1");
        }
        if (m_mode == Mode::BIER)
        {
            const Hop hop{rig.At("spine0"), rig.At("leaf1")};
            NS_TEST_EXPECT_MSG_EQ(results.counts[hop], 2 * MESSAGES, "a packet for each set");
            for (uint32_t host : rig.workers)
            {
                const Hop last{rig.fabric.GetTopology().GetPorts(host).front().peer, host};
                NS_TEST_EXPECT_MSG_EQ(results.counts[last], MESSAGES, "one copy each");
            }
        }
    }

    Mode m_mode;
    bool m_bitmaps;
    IncReductionOrder m_order;
    double m_loss;
};

/// Test two jobs on the same switches at once, each with its slots.
class IncTwoJobsTest : public TestCase
{
  public:
    explicit IncTwoJobsTest(Mode mode)
        : TestCase(std::string("Two jobs at once on the same switches, with losses, ") +
                   NameOfMode(mode)),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncLeafSpineTopology(2, 2, 4).Build());
        rig.options.dissemination = m_mode;
        rig.options.slots = 3;
        rig.Setup();
        rig.Impair(0.01, 0.01, 0.01);
        IncGroupOptions other = rig.options;
        other.treeId = 7;
        other.slots = 5;
        const IncGroup second = rig.helper.Install(rig.fabric, rig.GetTree(), other);
        rig.Start(IncDataType::INT32, IncOperation::SUM, 40 * PER_MESSAGE);
        const uint32_t workers = rig.workers.size();
        std::vector<std::vector<int32_t>> data(workers);
        uint32_t open = workers;
        for (uint32_t rank = 0; rank < workers; ++rank)
        {
            data[rank].assign(30 * PER_MESSAGE, 1 << (3 * rank));
            IncClientRequest request;
            request.dataType = IncDataType::INT32;
            request.count = data[rank].size();
            request.send = reinterpret_cast<uint8_t*>(data[rank].data());
            request.receive = reinterpret_cast<uint8_t*>(data[rank].data());
            request.done =
                Callback<void, const std::string&>([&open](const std::string&) { --open; });
            second.clients[rank]->Post(request);
        }
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        IncAggregationRig::RunFor(Seconds(1));
        NS_TEST_ASSERT_MSG_EQ(open, 0, "the second job hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums of the first job");
        const int32_t sum = ((1 << (3 * workers)) - 1) / 7;
        for (const auto& result : data)
        {
            const auto right = std::count(result.begin(), result.end(), sum);
            NS_TEST_EXPECT_MSG_EQ(right, 30 * PER_MESSAGE, "sums of the second job");
        }
        for (const auto& aggregator : rig.group.aggregators)
        {
            NS_TEST_EXPECT_MSG_EQ(aggregator->FindTree(1)->GetSlots().GetSize(), 3, "own slots");
            NS_TEST_EXPECT_MSG_EQ(aggregator->FindTree(7)->GetSlots().GetSize(), 5, "own slots");
        }
        for (const auto& client : second.clients)
        {
            client->Dispose();
        }
    }

    Mode m_mode;
};

/// Test that contradictory BFR-ids, lengths and trees are refused.
class IncRefusedGroupTest : public TestCase
{
  public:
    IncRefusedGroupTest()
        : TestCase("Contradictory BFR-ids are refused with a message")
    {
    }

  private:
    void DoRun() override
    {
        IncAggregationRig rig(IncStarTopology(3).Build());
        auto subDomain = std::make_shared<IncBierSubDomain>(0, 64);
        for (uint32_t rank = 0; rank < 3; ++rank)
        {
            // Exchange the BFR-ids of h1 and h2.
            const uint32_t bfrId = rank == 0 ? 1 : 4 - rank;
            subDomain->Assign(bfrId, rig.fabric.GetNic(rig.workers[rank])->GetIpv4());
        }
        rig.options.dissemination = Mode::BIER;
        rig.options.subDomain = subDomain;
        std::string message;
        try
        {
            rig.Setup();
        }
        catch (const IncGroupError& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message,
                              "h1: BFR-id 2 in the tree, 3 in sub-domain 0: accepted is a tree "
                              "with the BFR-ids of its sub-domain",
                              "what it says");
    }
};

class IncDisseminationTestSuite : public TestSuite
{
  public:
    IncDisseminationTestSuite()
        : TestSuite("inc-dissemination", TestSuite::Type::UNIT)
    {
        for (const Mode mode : {Mode::BIER, Mode::TREE, Mode::UNICAST})
        {
            AddTestCase(new IncResultLossTest(mode, true, 2));
            AddTestCase(new IncTwoJobsTest(mode));
            AddTestCase(new IncSeveralSetsTest(mode,
                                               true,
                                               IncReductionOrder::ARRIVAL,
                                               mode == Mode::TREE ? 0 : 0.002));
        }
        AddTestCase(new IncResultLossTest(Mode::BIER, false, 256));
        AddTestCase(new IncSeveralSetsTest(Mode::BIER, true, IncReductionOrder::ARRIVAL, 0));
        AddTestCase(new IncSeveralSetsTest(Mode::BIER, true, IncReductionOrder::RANK, 0.002));
        AddTestCase(new IncSeveralSetsTest(Mode::BIER, false, IncReductionOrder::ARRIVAL, 0.002));
        AddTestCase(new IncCopiesTest);
        AddTestCase(new IncLastHopTest);
        AddTestCase(new IncRefusedGroupTest);
    }
};

static IncDisseminationTestSuite g_incDisseminationTestSuite; //!< registers the suite
