/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Damaged, forged and random frames among those of a job must not crash, hang or falsify it.

#include "inc-aggregation-rig.h"

#include "ns3/inc-address-plan.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <random>

using namespace ns3;

namespace
{

constexpr uint32_t FUZZED_MESSAGES = 300;
constexpr uint32_t ELEMENTS = 16; // elements of four bytes
constexpr uint32_t CORPUS = 64;   // frames to copy and damage

} // namespace

/**
 * \brief Test that switches refuse wrong frames while they serve a job.
 *
 * Each frame is random, or a copy of one that has arrived there. A copy has all data bits set and
 * at least one field with a wrong value.
 */
class IncAggregatorFuzzTest : public TestCase
{
  public:
    IncAggregatorFuzzTest(const std::string& name,
                          bool bitmaps,
                          IncVatAddressing addressing,
                          IncReductionOrder order,
                          uint32_t seed)
        : TestCase("Random frames are refused and counted and spoil nothing, " + name + ", seed " +
                   std::to_string(seed)),
          m_bitmaps(bitmaps),
          m_addressing(addressing),
          m_order(order),
          m_random(seed)
    {
    }

  private:
    /// A frame, and the node and port at which it arrived.
    struct Arrival
    {
        IncFramePtr frame;
        IncNetDevice* port;
        uint32_t node;
    };

    uint32_t Draw(uint32_t below)
    {
        return m_random() % below;
    }

    void DoRun() override
    {
        IncAggregationRig rig(IncLeafSpineTopology(2, 1, 2).Build());
        rig.options.bitmaps = m_bitmaps;
        rig.options.addressing = m_addressing;
        rig.options.order = m_order;
        rig.options.slots = 4;
        rig.options.epoch = 3;
        rig.helper.SetClientAttribute("Payload", UintegerValue(4 * ELEMENTS));
        rig.Setup();
        m_rig = &rig;
        for (const auto& node : rig.GetTree().GetNodes())
        {
            const auto& ports = rig.fabric.GetTopology().GetPorts(node.node);
            for (uint32_t i = 0; i < ports.size(); ++i)
            {
                IncNetDevice* port = PeekPointer(rig.fabric.GetDevice(node.node, i));
                port->TraceConnectWithoutContext(
                    "FrameReceived",
                    Callback<void, const IncFrame&>([this, port, node](const IncFrame& frame) {
                        Keep({frame.Copy(), port, node.node});
                    }));
            }
        }
        rig.Start(IncDataType::INT32, IncOperation::SUM, FUZZED_MESSAGES * ELEMENTS);
        Simulator::Schedule(MicroSeconds(2), &IncAggregatorFuzzTest::Next, this);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "sums");
        NS_TEST_EXPECT_MSG_EQ(rig.AddedOnce(FUZZED_MESSAGES), true, "added once");
        NS_TEST_EXPECT_MSG_GT(m_injected, 5000, "injected frames");
        // Every reason has occurred, except those that are impossible in this mode.
        uint64_t reasons = 0;
        for (uint8_t reason = 0; reason < static_cast<uint8_t>(IncRefusal::COUNT); ++reason)
        {
            reasons += m_refused.Get(static_cast<IncRefusal>(reason)) > 0;
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(reasons, (m_bitmaps ? 13 : 12), "reasons met");
        m_corpus.clear();
        m_rig = nullptr;
    }

    void Keep(Arrival arrival)
    {
        if (m_corpus.size() < CORPUS)
        {
            m_corpus.push_back(std::move(arrival));
        }
        else
        {
            m_corpus[Draw(CORPUS)] = std::move(arrival);
        }
    }

    void Next()
    {
        Simulator::Schedule(NanoSeconds(30), &IncAggregatorFuzzTest::Next, this);
        if (m_corpus.empty())
        {
            return;
        }
        const Arrival& arrival = m_corpus[Draw(m_corpus.size())];
        auto frame = arrival.frame->Copy();
        IncNetDevice* port = arrival.port;
        if (frame->payload)
        {
            frame->payload = IncPayload::Create(frame->payloadSize);
            std::fill_n(frame->payload->GetData(), frame->payloadSize, 0xff);
        }
        // More than a few changes might happen to make a valid frame of another worker.
        const uint32_t changes = Draw(4);
        for (uint32_t i = 0; i < changes; ++i)
        {
            Change(*frame, port, arrival.node);
        }
        if (Draw(8) == 0)
        {
            Randomise(*frame);
        }
        Inject(std::move(frame), port, arrival.node);
    }

    // Change one field to a value that makes the frame wrong.
    void Change(IncFrame& frame, IncNetDevice*& port, uint32_t node)
    {
        IncHeader& inc = frame.inc;
        switch (Draw(16))
        {
        case 0:
            frame.source ^= 1 + Draw(7);
            break;
        case 1:
            inc.rank ^= 1 + Draw(5);
            break;
        case 2:
            frame.bth.destQp ^= 1 + Draw(7);
            break;
        case 3:
            inc.treeId ^= 1 + Draw(3);
            break;
        case 4:
            inc.epoch ^= 1 + Draw(3);
            break;
        case 5:
            frame.pbm = nullptr;
            break;
        case 6: {
            IncBitString bits(64 << Draw(3));
            for (uint32_t i = Draw(4); i > 0; --i)
            {
                bits.Set(1 + Draw(5));
            }
            frame.pbm = Create<IncSharedBitString>(bits);
            break;
        }
        case 7:
            port = PeekPointer(m_rig->fabric.GetDevice(node, Draw(3) % Ports(node)));
            break;
        case 8:
            // A message far beyond those that the slots can hold.
            inc.messageId += 2 * FUZZED_MESSAGES + Draw(UINT32_MAX - 4 * FUZZED_MESSAGES);
            break;
        case 9:
            inc.flags ^= 1U << Draw(8);
            break;
        case 10:
            inc.dataType = static_cast<IncDataType>(Draw(16));
            break;
        case 11:
            inc.operation = static_cast<IncOperation>(Draw(16));
            break;
        case 12:
            frame.reth.rkey ^= 1U << Draw(32);
            break;
        case 13:
            inc.subDomain ^= 1U << Draw(8);
            break;
        case 14:
            inc.collective = static_cast<IncCollective>(Draw(16));
            break;
        default:
            inc.count ^= 1U << Draw(4);
            break;
        }
    }

    void Randomise(IncFrame& frame)
    {
        frame.inc.flags = Draw(256);
        frame.inc.messageId = m_random();
        frame.inc.treeId = Draw(65536);
        frame.inc.epoch = Draw(65536);
        frame.inc.rank = Draw(65536);
        frame.inc.count = Draw(65536);
        frame.inc.dataType = static_cast<IncDataType>(Draw(16));
        frame.inc.operation = static_cast<IncOperation>(Draw(16));
        frame.inc.collective = static_cast<IncCollective>(Draw(16));
        frame.bth.destQp = Draw(2) == 0 ? Draw(64) : Draw(1 << 24);
        frame.bth.opcode = static_cast<IncOpcode>(Draw(256));
        frame.source = Draw(2) == 0 ? frame.source : m_random();
        frame.ttl = Draw(256);
        if (Draw(4) == 0)
        {
            frame.payload = nullptr;
        }
        if (Draw(4) == 0)
        {
            frame.destination = m_random();
        }
    }

    uint32_t Ports(uint32_t node) const
    {
        return m_rig->fabric.GetTopology().GetPorts(node).size();
    }

    void Inject(IncFramePtr frame, IncNetDevice* port, uint32_t node)
    {
        const auto aggregator = m_rig->fabric.GetNodes().Get(node)->GetObject<IncAggregator>();
        const IncAggregatorCounters before = aggregator->GetCounters();
        const bool addressed = frame->destination == IncAddressPlan::AddressOf(node);
        const bool pending = frame->inc.Has(IncHeader::PENDING);
        frame->UpdateSize();
        m_rig->fabric.GetSwitch(node)->Receive(std::move(frame), *port);
        ++m_injected;
        const IncAggregatorCounters& after = aggregator->GetCounters();
        NS_TEST_ASSERT_MSG_EQ(after.contributions, before.contributions, "added");
        NS_TEST_ASSERT_MSG_EQ(after.completed, before.completed, "completed");
        uint64_t counted = after.duplicates - before.duplicates + after.passedBy - before.passedBy;
        counted += after.refused.GetTotal() - before.refused.GetTotal();
        m_refused = after.refused;
        // A frame addressed to the switch is counted once, unless the answer is "pending".
        NS_TEST_ASSERT_MSG_EQ((counted == (addressed ? 1 : 0) || (addressed && pending) ||
                               (m_addressing == IncVatAddressing::ROOT && counted == 1)),
                              true,
                              "counted " << counted << " times");
    }

    bool m_bitmaps;
    IncVatAddressing m_addressing;
    IncReductionOrder m_order;
    std::mt19937 m_random;
    IncAggregationRig* m_rig{nullptr};
    std::vector<Arrival> m_corpus;
    uint32_t m_injected{0};
    IncRefusalCounts m_refused;
};

class IncAggregatorFuzzTestSuite : public TestSuite
{
  public:
    IncAggregatorFuzzTestSuite()
        : TestSuite("inc-aggregator-fuzz", TestSuite::Type::UNIT)
    {
        const auto next = IncVatAddressing::NEXT;
        const auto root = IncVatAddressing::ROOT;
        for (uint32_t seed = 1; seed <= 5; ++seed)
        {
            AddTestCase(
                new IncAggregatorFuzzTest("next", true, next, IncReductionOrder::ARRIVAL, seed));
            AddTestCase(new IncAggregatorFuzzTest("next, rank order",
                                                  true,
                                                  next,
                                                  IncReductionOrder::RANK,
                                                  seed));
            AddTestCase(new IncAggregatorFuzzTest("tree ids",
                                                  false,
                                                  next,
                                                  IncReductionOrder::ARRIVAL,
                                                  seed));
            AddTestCase(
                new IncAggregatorFuzzTest("root", true, root, IncReductionOrder::RANK, seed));
        }
    }
};

static IncAggregatorFuzzTestSuite g_incAggregatorFuzzTestSuite; //!< registers the suite
