/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the parts of series (watches between events, levels as trace sources), jobs, transfers.

#include "ns3/inc-aggregator.h"
#include "ns3/inc-fat-tree-topology.h"
#include "ns3/inc-job.h"
#include "ns3/inc-series.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-transfer.h"
#include "ns3/inc-watched-scheduler.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// \brief Notes the number of executed events at each multiple of an interval.
class CountingWatch : public IncTimeWatch
{
  public:
    explicit CountingWatch(uint64_t interval)
        : m_interval(interval)
    {
        m_due = interval;
    }

    void Pass(uint64_t tick) override
    {
        for (; m_due < tick; m_due += m_interval)
        {
            seen.emplace_back(m_due, Simulator::GetEventCount());
        }
    }

    std::vector<std::pair<uint64_t, uint64_t>> seen; //!< times and numbers of events

  private:
    uint64_t m_interval; //!< interval, ticks
};

} // namespace

/// Test that the watch of a scheduler sees the events before its times, and is not an event.
class IncWatchTest : public TestCase
{
  public:
    IncWatchTest()
        : TestCase("A watch is told between the events before and after its moments")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<uint64_t> times{0, 5, 10, 10, 11, 37, 400, 400};
        Simulator::Schedule(NanoSeconds(times.front()), []() {}); // before the watch exists
        const auto watch = CreateObject<CountingWatch>(10);
        IncWatchedScheduler::Use(watch);
        std::vector<uint64_t> order;
        for (std::size_t i = 1; i < times.size(); ++i)
        {
            Simulator::Schedule(NanoSeconds(times[i]), [&order, i]() { order.push_back(i); });
        }
        EventId removed = Simulator::Schedule(NanoSeconds(20), []() {});
        Simulator::Remove(removed);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetEventCount(), times.size(), "events");
        NS_TEST_EXPECT_MSG_EQ(std::is_sorted(order.begin(), order.end()), true, "their order");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), NanoSeconds(400), "the end");
        NS_TEST_EXPECT_MSG_EQ(watch->seen.size(), 39, "moments before the last event");
        for (const auto& [moment, events] : watch->seen)
        {
            const auto over = std::count_if(times.begin(), times.end(), [m = moment](uint64_t t) {
                return t <= m;
            });
            NS_TEST_EXPECT_MSG_EQ(events, static_cast<uint64_t>(over), "at " << moment << " ns");
        }
        Simulator::Destroy();
    }
};

/// Test that trace sources of levels begin and end at 0 and report every change.
class IncLevelsTest : public TestCase
{
  public:
    IncLevelsTest()
        : TestCase("Queued bytes and slots in use are traced without a gap")
    {
    }

  private:
    /// \brief State of one level; each change must begin at the value of the previous one.
    struct Level
    {
        uint32_t now{0};     //!< latest value
        uint32_t peak{0};    //!< highest value
        uint32_t changes{0}; //!< number of changes
        bool isWhole{true};  //!< true if no change is missing

        void Change(uint32_t before, uint32_t after)
        {
            isWhole = isWhole && before == now;
            now = after;
            peak = std::max(peak, after);
            ++changes;
        }
    };

    void DoRun() override
    {
        const IncFabric fabric = IncFabricHelper().Install(IncFatTreeTopology(4).Build());
        IncFabricHelper::AssignStreams(fabric, 1);
        std::map<uint32_t, Level> queues;
        std::map<std::pair<uint32_t, uint16_t>, Level> slots;
        for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
        {
            using Told = Callback<void, uint32_t, uint32_t>;
            fabric.GetDevices().Get(i)->TraceConnectWithoutContext(
                "QueuedBytes",
                Told([&queue = queues[i]](uint32_t before, uint32_t now) {
                    queue.Change(before, now);
                }));
        }
        IncJob job(fabric);
        for (uint32_t node = 0; node < fabric.GetNodes().GetN(); ++node)
        {
            const auto aggregator = fabric.GetNodes().Get(node)->GetObject<IncAggregator>();
            using Told = Callback<void, uint16_t, uint32_t, uint32_t>;
            if (aggregator)
            {
                aggregator->TraceConnectWithoutContext(
                    "SlotsInUse",
                    Told([&slots, node](uint16_t tree, uint32_t before, uint32_t now) {
                        slots[{node, tree}].Change(before, now);
                    }));
            }
        }
        const uint64_t call = job.Start(IncCollective::ALLREDUCE, 1 << 16);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(job.GetError(call), "", "the collective");
        uint32_t queued = 0;
        for (const auto& [i, queue] : queues)
        {
            const auto device = DynamicCast<IncNetDevice>(fabric.GetDevices().Get(i));
            NS_TEST_EXPECT_MSG_EQ(queue.isWhole, true, "queue " << i);
            NS_TEST_EXPECT_MSG_EQ(queue.now, 0, "queue " << i << " is empty in the end");
            // Only one priority is used, so that its peak is that of the port.
            NS_TEST_EXPECT_MSG_EQ(queue.peak, device->GetCounters().maxQueuedBytes, "peak " << i);
            queued += queue.changes;
        }
        NS_TEST_EXPECT_MSG_GT(queued, 0, "something waited");
        NS_TEST_EXPECT_MSG_EQ(slots.empty(), false, "slots were used");
        std::map<uint32_t, uint32_t> peaks;
        for (const auto& [key, level] : slots)
        {
            NS_TEST_EXPECT_MSG_EQ(level.isWhole, true, "slots of node " << key.first);
            NS_TEST_EXPECT_MSG_EQ(level.now, 0, "no slot of node " << key.first << " is left");
            peaks[key.first] = std::max(peaks[key.first], level.peak);
        }
        for (const auto& [node, peak] : peaks)
        {
            const auto aggregator = fabric.GetNodes().Get(node)->GetObject<IncAggregator>();
            NS_TEST_EXPECT_MSG_EQ(aggregator->GetSlotPeak(), peak, "peak of node " << node);
            NS_TEST_EXPECT_MSG_EQ(aggregator->GetBusySlots(), 0, "node " << node);
        }
        Simulator::Destroy();
    }
};

/// Test IncJob and IncTransfer, the classes of short scripts.
class IncShortScriptsTest : public TestCase
{
  public:
    IncShortScriptsTest()
        : TestCase("A job adds up in place; a transfer takes the time of its frames")
    {
    }

  private:
    void DoRun() override
    {
        const IncFabric fabric = IncFabricHelper().Install(IncStarTopology(4).Build());
        IncFabricHelper::AssignStreams(fabric, 1);
        IncJob job(fabric, {3, 1, 0});
        NS_TEST_EXPECT_MSG_EQ(job.GetSize(), 3, "ranks");
        std::vector<std::vector<float>> tensors;
        for (uint32_t rank = 0; rank < 3; ++rank)
        {
            tensors.emplace_back(1000, rank + 1.0F);
        }
        const uint64_t first = job.AllReduce(tensors);
        const uint64_t second = job.Start(IncCollective::BROADCAST, 1000, 2);
        Simulator::Run();
        for (const auto& tensor : tensors)
        {
            const auto [least, most] = std::minmax_element(tensor.begin(), tensor.end());
            NS_TEST_EXPECT_MSG_EQ(*least, 6.0F, "the sum");
            NS_TEST_EXPECT_MSG_EQ(*most, 6.0F, "the sum");
        }
        NS_TEST_EXPECT_MSG_GT(job.GetTime(first), MicroSeconds(2), "up one link, down one");
        NS_TEST_EXPECT_MSG_GT(job.GetTime(second), job.GetTime(first), "one after the other");

        const Time start = Simulator::Now();
        const IncTransfer transfer(fabric, 0, 3, 1024, MicroSeconds(7));
        NS_TEST_EXPECT_MSG_EQ(transfer.IsDone(), false, "not yet");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(transfer.IsDone(), true, "in the end");
        NS_TEST_EXPECT_MSG_EQ(transfer.GetSender()->GetCounters().packetsSent, 1U, "one packet");
        // A packet and its ACK cross two links of 1 us and 100 Gb/s. Overhead, bytes: Ethernet 18,
        // IPv4 20, UDP 8, BTH 12, RETH 16 (AETH 4 in the ACK), ICRC 4, preamble and gap 20.
        const double ns = 4000 + 2 * 8 * (1024 + 98 + 86) / 100.0;
        NS_TEST_EXPECT_MSG_EQ_TOL(transfer.GetCompletionTime().GetNanoSeconds(),
                                  ns,
                                  4.0,
                                  "there and back");
        NS_TEST_EXPECT_MSG_EQ_TOL(transfer.GetGoodput().GetBitRate() / 1e9,
                                  8192 / ns,
                                  0.01,
                                  "goodput, Gb/s");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(Simulator::Now(),
                                    start + MicroSeconds(7) + transfer.GetCompletionTime(),
                                    "it began late");
        Simulator::Destroy();
    }
};

/// Test that pauses by calls of a script are in the series, without PFC at any node.
class IncPausedByHandTest : public TestCase
{
  public:
    IncPausedByHandTest()
        : TestCase("Pauses that a script asks for by hand are in the series to the picosecond")
    {
    }

  private:
    void DoRun() override
    {
        const IncFabric fabric = IncFabricHelper().Install(IncStarTopology(2).Build());
        const auto series =
            CreateObject<IncSeries>(fabric, MicroSeconds(1), std::vector<std::string>{});
        IncWatchedScheduler::Use(series);
        series->Begin("row0");
        IncNetDevice* port = fabric.GetSwitch(2)->GetPorts().front();
        Simulator::Schedule(NanoSeconds(2300), &IncNetDevice::AskPeer, port, 0, true, 65535);
        Simulator::Schedule(NanoSeconds(7700), &IncNetDevice::AskPeer, port, 0, false, 65535);
        Simulator::Schedule(MicroSeconds(20), []() {});
        Simulator::Run();
        series->End();
        int64_t paused = 0;
        std::istringstream rows(series->GetText());
        for (std::string row; std::getline(rows, row);)
        {
            const std::string columns = ",h0->s0,paused_us,";
            const auto at = row.find(columns);
            if (at != std::string::npos)
            {
                paused += std::llround(1e6 * std::stod(row.substr(at + columns.size())));
            }
        }
        // The pause frame and the resume frame have equal delays.
        NS_TEST_EXPECT_MSG_EQ(paused, 5400000, "ps");
        NS_TEST_EXPECT_MSG_EQ(paused, fabric.GetDevice(0, 0)->GetCounters(0).pausedPs, "counted");
        Simulator::Destroy();
    }
};

class IncSeriesTestSuite : public TestSuite
{
  public:
    IncSeriesTestSuite()
        : TestSuite("inc-series", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncWatchTest);
        AddTestCase(new IncLevelsTest);
        AddTestCase(new IncPausedByHandTest);
        AddTestCase(new IncShortScriptsTest);
    }
};

static IncSeriesTestSuite g_incSeriesTestSuite; //!< registers the suite
