/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the priorities of ports, of ECN marking, and of the buffers of switches.

#include "inc-test-traffic.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/inc-star-topology.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

using namespace ns3;

namespace
{

/// \brief A star of hosts without a transport, at 100 Gb/s.
struct IncTestStar
{
    IncTestStar(const IncFabricHelper& helper, uint32_t size)
    {
        IncStarTopology star(size);
        star.SetLink(100'000'000'000, 1'000'000);
        fabric = helper.Install(star.Build());
        for (uint32_t i = 0; i < size; ++i)
        {
            hosts.push_back(std::make_unique<IncTestHost>(fabric, i));
        }
    }

    ~IncTestStar()
    {
        Simulator::Destroy();
    }

    IncFabric fabric;                                //!< the network
    std::vector<std::unique_ptr<IncTestHost>> hosts; //!< hosts by node index
};

constexpr uint64_t ENDLESS = UINT64_MAX;

} // namespace

/// Test the shares of two priorities at a full port.
class IncSharesTest : public TestCase
{
  public:
    /**
     * \param scheduler scheduler of all ports
     * \param share expected share of priority 5; priority 2 gets the rest
     * \param oneHost true if one host sends both priorities, so that its NIC decides
     */
    IncSharesTest(const std::string& scheduler, double share, bool oneHost)
        : TestCase("Shares of two priorities, scheduler " + scheduler +
                   (oneHost ? ", at a NIC" : ", at a switch")),
          m_scheduler(scheduler),
          m_share(share),
          m_oneHost(oneHost)
    {
    }

  private:
    void DoRun() override
    {
        IncFabricHelper helper;
        helper.SetDeviceAttribute("Scheduler", StringValue(m_scheduler));
        helper.SetBufferAttribute("BufferSize", UintegerValue(200000));
        IncTestStar star(helper, 3);
        star.hosts[0]->Send(2, 5, 1500, ENDLESS);
        star.hosts[m_oneHost ? 0 : 1]->Send(2, 2, 4000, ENDLESS);
        Simulator::Stop(MicroSeconds(1000));
        Simulator::Run();
        const auto& bytes = star.hosts[2]->receivedBytes;
        const double all = bytes[2] + bytes[5];
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes[5] / all, m_share, 0.005, "share of priority 5");
        // Frames of 1,562 or 4,062 bytes, plus 20 on the wire, fill 998 us.
        NS_TEST_EXPECT_MSG_GT(all, 0.985 * 12500 * 998, "the wire is never idle");
    }

    std::string m_scheduler; //!< scheduler of all ports
    double m_share;          //!< share of priority 5
    bool m_oneHost;          //!< whether one host sends, not two
};

/// Test that exactly the frames that wait are marked, and that the marks arrive.
class IncMarksTest : public TestCase
{
  public:
    IncMarksTest()
        : TestCase("ECN marks of a queue between its thresholds arrive at the receiver")
    {
    }

  private:
    /// \return share of the received frames that carry CE
    double Marked(uint32_t min, uint32_t max, double probability)
    {
        IncFabricHelper helper;
        helper.EnableEcn("3");
        helper.SetEcnAttribute("MinThreshold", UintegerValue(min));
        helper.SetEcnAttribute("MaxThreshold", UintegerValue(max));
        helper.SetEcnAttribute("MaxProbability", DoubleValue(probability));
        // The queue is always full with 100 frames of 1,062 bytes.
        helper.SetDeviceAttribute("QueueSize", UintegerValue(106200));
        IncTestStar star(helper, 3);
        star.hosts[0]->Send(2, 3, 1000, ENDLESS);
        star.hosts[1]->Send(2, 3, 1000, ENDLESS);
        Simulator::Stop(MicroSeconds(2000));
        Simulator::Run();
        const auto& port = *star.fabric.GetSwitch(3)->GetPorts()[2];
        const auto counters = port.GetCounters(3);
        NS_TEST_EXPECT_MSG_EQ(counters.maxQueuedBytes, 106200, "full queue");
        NS_TEST_EXPECT_MSG_GT(counters.drops[static_cast<std::size_t>(IncDropReason::BUFFER_FULL)],
                              0,
                              "and more than full");
        // Some marked frames are still in the queue or on the wire.
        NS_TEST_EXPECT_MSG_EQ_TOL(double(counters.ecnMarked),
                                  double(star.hosts[2]->marked),
                                  113,
                                  "marks");
        NS_TEST_EXPECT_MSG_EQ(port.GetCounters(1).ecnMarked, 0, "other priority");
        return double(star.hosts[2]->marked) / star.hosts[2]->received[3];
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Marked(106200, 106200, 1.0), 0.0, "never above Kmin");
        NS_TEST_EXPECT_MSG_GT(Marked(0, 0, 1.0), 0.99, "always above Kmax");
        // A frame finds 99 others waiting, so that its probability is Pmax (99 - 50) / (150 - 50).
        const double expected = 0.8 * (99 - 50) / (150 - 50);
        NS_TEST_EXPECT_MSG_EQ_TOL(Marked(50 * 1062, 150 * 1062, 0.8), expected, 0.015, "RED");
    }
};

/// Test which frames of a burst are marked at enqueue and at dequeue.
class IncMarksAtDequeueTest : public TestCase
{
  public:
    IncMarksAtDequeueTest()
        : TestCase("Marks at dequeue say what a frame leaves behind, not what it has found")
    {
    }

  private:
    static constexpr uint32_t WAITING = 20; //!< threshold of marking, frames

    /// \return for each frame of the burst, in order of departure, whether it carries CE
    std::vector<bool> Marked(bool atDequeue)
    {
        IncFabricHelper helper;
        helper.EnableEcn("3");
        helper.SetEcnAttribute("MinThreshold", UintegerValue(WAITING * 1062));
        helper.SetEcnAttribute("MaxThreshold", UintegerValue(WAITING * 1062));
        helper.SetEcnAttribute("MaxProbability", DoubleValue(1));
        helper.SetEcnAttribute("AtDequeue", BooleanValue(atDequeue));
        IncTestStar star(helper, 3);
        std::vector<bool> marked;
        star.fabric.GetSwitch(3)->GetPorts()[2]->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>(
                [&](const IncFrame& frame) { marked.push_back(frame.ecn == IncFrame::CE); }));
        star.hosts[0]->Send(2, 3, 1000, 100);
        star.hosts[1]->Send(2, 3, 1000, 100);
        Simulator::Stop(MicroSeconds(100));
        Simulator::Run();
        return marked;
    }

    void DoRun() override
    {
        const auto found = Marked(false);
        const auto left = Marked(true);
        NS_TEST_ASSERT_MSG_EQ(found.size(), 200, "all frames");
        NS_TEST_ASSERT_MSG_EQ(left.size(), 200, "all frames");
        NS_TEST_EXPECT_MSG_EQ(found.back(), true, "the last has found a long queue");
        for (std::size_t behind = 0; behind < 90; ++behind)
        {
            NS_TEST_EXPECT_MSG_EQ(left[199 - behind],
                                  (behind > WAITING),
                                  "of a frame that leaves " << behind << " behind");
        }
        // The queue grows by a frame while one leaves. Both modes begin to mark when it exceeds the
        // threshold: at dequeue the frame that leaves, at enqueue the one that joins at the end.
        const auto first = [](const std::vector<bool>& marked) {
            return std::find(marked.begin(), marked.end(), true) - marked.begin();
        };
        NS_TEST_EXPECT_MSG_EQ_TOL(first(found) - first(left), WAITING, 2, "marks are younger");
    }
};

/// Test that the counters of all priorities of a port add up.
class IncPriorityCountersTest : public TestCase
{
  public:
    IncPriorityCountersTest()
        : TestCase("Counters by priority: what is sent is received or dropped for a reason")
    {
    }

  private:
    void DoRun() override
    {
        IncFabricHelper helper;
        helper.SetBufferAttribute("LocalReserve", UintegerValue(0));
        helper.SetBufferAttribute("Headroom", UintegerValue(40000));
        helper.SetBufferAttribute("XonOffset", UintegerValue(0));
        helper.SetBufferAttribute("LosslessPriorities", StringValue("6"));
        helper.SetBufferAttribute("BufferSize", UintegerValue(200000));
        IncTestStar star(helper, 3);
        constexpr uint64_t FRAMES = 1000;
        for (uint32_t host : {0U, 1U})
        {
            star.hosts[host]->Send(2, 0, 1000, FRAMES);
            star.hosts[host]->Send(2, 4, 2000, FRAMES);
            star.hosts[host]->Send(2, 6, 3000, FRAMES);
        }
        Simulator::Run();
        IncPortCounters total = star.fabric.GetSwitch(3)->GetPorts()[2]->GetCounters();
        uint64_t drops = 0;
        for (uint32_t priority : {0U, 4U, 6U})
        {
            const auto in0 = star.fabric.GetSwitch(3)->GetPorts()[0]->GetCounters(priority);
            const auto in1 = star.fabric.GetSwitch(3)->GetPorts()[1]->GetCounters(priority);
            const auto out = star.fabric.GetSwitch(3)->GetPorts()[2]->GetCounters(priority);
            uint64_t dropped = 0;
            for (uint32_t count : out.drops)
            {
                dropped += count;
            }
            drops += dropped;
            NS_TEST_EXPECT_MSG_EQ(in0.receivedFrames + in1.receivedFrames, 2 * FRAMES, "came in");
            NS_TEST_EXPECT_MSG_EQ(out.sentFrames + dropped, 2 * FRAMES, "went out or ended");
            NS_TEST_EXPECT_MSG_EQ(star.hosts[2]->received[priority], out.sentFrames, "arrived");
            NS_TEST_EXPECT_MSG_EQ(star.hosts[2]->receivedBytes[priority], out.sentBytes, "bytes");
            NS_TEST_EXPECT_MSG_EQ((dropped > 0), (priority != 6), "only lossy priorities drop");
            NS_TEST_EXPECT_MSG_EQ((in0.pausesSent > 0),
                                  (priority == 6),
                                  "only lossless ones pause");
            const auto nic = star.hosts[0]->GetDevice()->GetCounters(priority);
            NS_TEST_EXPECT_MSG_EQ(nic.pausesReceived, in0.pausesSent, "pauses arrive");
            NS_TEST_EXPECT_MSG_EQ((nic.pausedPs > 0), (priority == 6), "and last");
        }
        NS_TEST_EXPECT_MSG_EQ(total.bufferDrops, drops, "sum of drops");
        NS_TEST_EXPECT_MSG_EQ(total.sentFrames + drops, 6 * FRAMES, "sum of frames");
    }
};

class IncPrioritiesTestSuite : public TestSuite
{
  public:
    IncPrioritiesTestSuite()
        : TestSuite("inc-priorities", TestSuite::Type::UNIT)
    {
        for (bool oneHost : {false, true})
        {
            AddTestCase(new IncSharesTest("strict", 1.0, oneHost));
            AddTestCase(new IncSharesTest("1,1,1,1,1,1,1,1", 0.5, oneHost));
            AddTestCase(new IncSharesTest("1,1,2,1,1,6,1,1", 0.75, oneHost));
            AddTestCase(new IncSharesTest("1,1,0,1,1,6,1,1", 0.0, oneHost));
        }
        AddTestCase(new IncMarksAtDequeueTest);
        AddTestCase(new IncMarksTest);
        AddTestCase(new IncPriorityCountersTest);
    }
};

static IncPrioritiesTestSuite g_incPrioritiesTestSuite; //!< registers the suite
