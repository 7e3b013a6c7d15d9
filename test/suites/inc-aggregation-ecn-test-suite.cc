/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ECN and in-network aggregation: marks survive aggregation and reach the senders that can slow.

#include "inc-aggregation-rig.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/inc-star-topology.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

std::string
NameOf(IncAggregationTransport transport)
{
    return transport == IncAggregationTransport::RC ? "RC" : "UC";
}

std::string
NameOf(IncDisseminationMode mode)
{
    return mode == IncDisseminationMode::BIER   ? "bier"
           : mode == IncDisseminationMode::TREE ? "tree"
                                                : "unicast";
}

bool
IsContribution(const IncFrame& frame)
{
    return frame.hasInc && !frame.inc.Has(IncHeader::RESULT);
}

/// Return the queue pair of a rank.
Ptr<IncQueuePair>
QueuePairOf(const IncAggregationRig& rig, uint32_t rank)
{
    const auto& all = rig.fabric.GetNic(rig.workers[rank])->GetQueuePairs();
    return all.at(rig.group.clients[rank]->GetQpn() - IncRdmaNic::FIRST_QPN);
}

/// Mark contributions, as a congested queue would.
void
Mark(const IncFrame& frame)
{
    if (IsContribution(frame) && frame.ecn == IncFrame::ECT0)
    {
        const_cast<IncFrame&>(frame).ecn = IncFrame::CE;
    }
}

} // namespace

/// Test marks on the contributions of one of 64 workers (trap 18 of the module's design).
class IncMarkOneOf64Test : public TestCase
{
  public:
    IncMarkOneOf64Test(IncAggregationTransport transport, IncDisseminationMode dissemination)
        : TestCase("One of 64 is marked: a CNP to it alone, CE in all results, " +
                   NameOf(transport) + ", " + NameOf(dissemination)),
          m_transport(transport),
          m_dissemination(dissemination)
    {
    }

  private:
    static constexpr uint32_t MARKED = 37; //!< rank with marked contributions

    void DoRun() override
    {
        Config::SetDefault("ns3::IncQueuePair::EcnCapable", BooleanValue(true));
        IncAggregationRig rig(IncLeafSpineTopology(8, 1, 8).Build());
        rig.options.transport = m_transport;
        rig.options.dissemination = m_dissemination;
        rig.Setup();
        rig.fabric.GetDevice(rig.workers[MARKED], 0)
            ->TraceConnectWithoutContext("FrameSent", MakeCallback(&Mark));
        uint32_t results = 0;
        uint32_t marked = 0;
        for (const uint32_t worker : rig.workers)
        {
            rig.fabric.GetDevice(worker, 0)->TraceConnectWithoutContext(
                "FrameReceived",
                Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                    results += frame.hasInc && frame.inc.Has(IncHeader::RESULT);
                    marked += frame.hasInc && frame.inc.Has(IncHeader::CE);
                }));
        }
        rig.Start(IncDataType::INT32, IncOperation::SUM, 4 * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs or fails");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0U, "exact sums");
        NS_TEST_EXPECT_MSG_EQ(results, 4U * 64, "results");
        NS_TEST_EXPECT_MSG_EQ(marked, results, "all say that there was congestion");
        for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
        {
            // Four marks within one interval cause one CNP.
            NS_TEST_EXPECT_MSG_EQ(QueuePairOf(rig, rank)->GetCounters().cnpsReceived.Get(),
                                  (rank == MARKED ? 1U : 0U),
                                  "rank " << rank);
        }
        Config::SetDefault("ns3::IncQueuePair::EcnCapable", BooleanValue(false));
    }

    IncAggregationTransport m_transport;
    IncDisseminationMode m_dissemination;
};

/// Test marks on aggregates between two switches.
class IncMarkedAggregateTest : public TestCase
{
  public:
    IncMarkedAggregateTest(IncAggregationTransport transport)
        : TestCase("A mark on an aggregate becomes a CNP to all below, " + NameOf(transport)),
          m_transport(transport)
    {
    }

  private:
    /// \param capable whether rank 2 sends ECT packets; ranks 0 to 3 are under leaf0
    void Check(bool capable)
    {
        Config::SetDefault("ns3::IncQueuePair::EcnCapable", BooleanValue(true));
        IncAggregationRig rig(IncLeafSpineTopology(2, 1, 4).Build());
        rig.options.transport = m_transport;
        rig.Setup();
        if (!capable)
        {
            QueuePairOf(rig, 2)->SetAttribute("EcnCapable", BooleanValue(false));
        }
        const uint32_t leaf = rig.At("leaf0");
        auto up = rig.GetPort(leaf, rig.At("spine0"));
        IncFrameRecorder aggregates(up, "FrameSent", IsContribution);
        up->TraceConnectWithoutContext("FrameSent", MakeCallback(&Mark));
        rig.Start(IncDataType::INT32, IncOperation::SUM, 2 * PER_MESSAGE);
        NS_TEST_ASSERT_MSG_EQ(rig.Run(), true, "hangs or fails");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0U, "exact sums");
        IncAggregationRig::RunFor(MicroSeconds(20)); // CNPs may arrive after results
        NS_TEST_ASSERT_MSG_EQ(aggregates.GetFrames().size(), 2U, "aggregates");
        for (const auto& frame : aggregates.GetFrames())
        {
            NS_TEST_EXPECT_MSG_EQ(+frame->ecn,
                                  +(capable ? IncFrame::ECT0 : IncFrame::NOT_ECT),
                                  "ECT where all contributions are");
        }
        for (uint32_t rank = 0; rank < rig.workers.size(); ++rank)
        {
            NS_TEST_EXPECT_MSG_EQ(QueuePairOf(rig, rank)->GetCounters().cnpsReceived.Get(),
                                  (capable && rank < 4 ? 1U : 0U),
                                  "rank " << rank);
        }
        Config::SetDefault("ns3::IncQueuePair::EcnCapable", BooleanValue(false));
    }

    void DoRun() override
    {
        Check(true);
        Check(false);
    }

    IncAggregationTransport m_transport;
};

/// Test that DCQCN at the workers keeps the queue of a slow link between switches short.
class IncDcqcnAggregationTest : public TestCase
{
  public:
    IncDcqcnAggregationTest(IncAggregationTransport transport)
        : TestCase("DCQCN slows workers down for a slow link above their switch, " +
                   NameOf(transport)),
          m_transport(transport)
    {
    }

  private:
    struct Outcome
    {
        double meanQueue; //!< mean queue above leaf0 in the second half of the messages, bytes
        double goodput;   //!< goodput of a worker in the second half of the messages, bit/s
    };

    /// Return a leaf-spine whose hosts have 100 Gb/s and whose leaves have uplinks of 10 Gb/s.
    static IncTopology SlowAbove()
    {
        IncTopology topology;
        const uint32_t spine = topology.AddSwitch("spine0");
        for (uint32_t leaf = 0; leaf < 2; ++leaf)
        {
            const uint32_t node = topology.AddSwitch("leaf" + std::to_string(leaf));
            topology.AddLink(node, spine, 10'000'000'000, 1'000'000);
            for (uint32_t i = 0; i < 2; ++i)
            {
                topology.AddLink(topology.AddHost("h" + std::to_string(2 * leaf + i)),
                                 node,
                                 100'000'000'000,
                                 1'000'000);
            }
        }
        return topology;
    }

    Outcome Run(bool dcqcn, uint32_t messages)
    {
        Config::SetDefault("ns3::IncQueuePair::CongestionControl",
                           StringValue(dcqcn ? "ns3::IncDcqcn" : ""));
        IncFabricHelper helper;
        helper.EnableEcn("0");
        helper.SetEcnAttribute("MaxThreshold", UintegerValue(50000));
        IncAggregationRig rig(SlowAbove(), helper);
        rig.options.transport = m_transport;
        rig.options.slots = 512;
        rig.Setup();
        auto up = rig.GetPort(rig.At("leaf0"), rig.At("spine0"));
        double queued = 0;
        uint32_t results = 0;
        Time half;
        rig.fabric.GetDevice(rig.workers[0], 0)
            ->TraceConnectWithoutContext(
                "FrameReceived",
                Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                    if (!frame.hasInc || !frame.inc.Has(IncHeader::RESULT))
                    {
                        return;
                    }
                    ++results;
                    half = results == messages / 2 ? Simulator::Now() : half;
                    queued += results > messages / 2 ? up->GetQueuedBytes() : 0;
                }));
        rig.Start(IncDataType::INT32, IncOperation::SUM, messages * PER_MESSAGE);
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, "hangs or fails");
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0U, "exact sums");
        Config::SetDefault("ns3::IncQueuePair::CongestionControl", StringValue(""));
        const uint32_t rest = messages - messages / 2;
        return {queued / rest, rest * PER_MESSAGE * 32 / (Simulator::Now() - half).GetSeconds()};
    }

    void DoRun() override
    {
        // Without DCQCN, nearly all 512 messages in flight wait above the leaves. DCQCN starts at
        // 100 Gb/s and needs some milliseconds to find the rate that fits, a tenth of it.
        NS_TEST_EXPECT_MSG_GT(Run(false, 2000).meanQueue, 300000, "queue without");
        const Outcome outcome = Run(true, 16000);
        NS_TEST_EXPECT_MSG_LT(outcome.meanQueue, 60000, "queue with DCQCN");
        NS_TEST_EXPECT_MSG_GT(outcome.goodput, 8e9, "goodput with DCQCN");
    }

    IncAggregationTransport m_transport;
};

class IncAggregationEcnTestSuite : public TestSuite
{
  public:
    IncAggregationEcnTestSuite()
        : TestSuite("inc-aggregation-ecn", TestSuite::Type::UNIT)
    {
        using Mode = IncDisseminationMode;
        for (const auto mode : {Mode::BIER, Mode::TREE, Mode::UNICAST})
        {
            AddTestCase(new IncMarkOneOf64Test(IncAggregationTransport::UC, mode));
        }
        AddTestCase(new IncMarkOneOf64Test(IncAggregationTransport::RC, Mode::TREE));
        for (const auto transport : {IncAggregationTransport::UC, IncAggregationTransport::RC})
        {
            AddTestCase(new IncMarkedAggregateTest(transport));
            AddTestCase(new IncDcqcnAggregationTest(transport));
        }
    }
};

static IncAggregationEcnTestSuite g_incAggregationEcnTestSuite; //!< registers the suite
