/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of lossless Ethernet: PFC, headroom, the shared buffer and the watchdog.

#include "inc-aggregation-rig.h"
#include "inc-test-traffic.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inc-pfc-frame.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-route-computation.h"
#include "ns3/inc-star-topology.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <memory>
#include <random>
#include <set>
#include <sstream>

using namespace ns3;

/// Test an incast: 64 hosts write 1 MiB each to one, over RC at 100 Gb/s.
class IncIncastTest : public TestCase
{
  public:
    explicit IncIncastTest(bool pfc)
        : TestCase(pfc ? "64-to-1 incast with PFC: no drop, 95 % of the payload bound"
                       : "64-to-1 incast without PFC: drops, all complete all the same"),
          m_pfc(pfc)
    {
    }

  private:
    static constexpr uint32_t SENDERS = 64;
    static constexpr uint32_t SIZE = 1 << 20;
    static constexpr uint32_t PAYLOAD = 4096;

    void Completed(const IncCompletion& completion)
    {
        m_completed += completion.status == IncCompletionStatus::SUCCESS;
        m_end = Simulator::Now();
    }

    void Post(const IncFabric& fabric, uint32_t from, uint32_t to)
    {
        auto sender = fabric.GetNic(from)->CreateRcQueuePair();
        auto receiver = fabric.GetNic(to)->CreateRcQueuePair();
        for (const auto& qp : {sender, receiver})
        {
            qp->SetAttribute("PathMtu", UintegerValue(PAYLOAD));
            // 4 MiB may be in flight, which take 0.4 ms at the bottleneck.
            qp->SetAttribute("Window", UintegerValue(65536));
            qp->SetAttribute("AckInterval", UintegerValue(1));
        }
        sender->Connect(IncFabric::GetAddress(to), receiver->GetQpn());
        receiver->Connect(IncFabric::GetAddress(from), sender->GetQpn());
        sender->SetSendCompletionCallback(MakeCallback(&IncIncastTest::Completed, this));
        IncWorkRequest request;
        request.length = SIZE;
        request.rkey = fabric.GetNic(to)->RegisterMemory(nullptr, SIZE);
        sender->PostWrite(request);
        m_senders.push_back(sender);
    }

    void DoRun() override
    {
        IncStarTopology star(SENDERS + 1);
        star.SetLink(100'000'000'000, 1'000'000);
        IncFabricHelper helper;
        if (m_pfc)
        {
            helper.EnablePfc("0");
            helper.SetBufferAttribute("MaxFrameSize", UintegerValue(4200));
            helper.SetBufferAttribute("BufferSize", UintegerValue(6 << 20));
        }
        else
        {
            helper.SetBufferAttribute("BufferSize", UintegerValue(1 << 20));
        }
        const IncFabric fabric = helper.Install(star.Build());
        const auto& hosts = fabric.GetTopology().GetHosts();
        for (uint32_t i = 0; i < SENDERS; ++i)
        {
            Post(fabric, hosts[i], hosts[SENDERS]);
        }
        Simulator::Stop(Seconds(2));
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ(m_completed, SENDERS, "writes completed");
        uint64_t sent = 0;
        for (const auto& sender : m_senders)
        {
            sent += sender->GetCounters().packetsSent;
        }
        if (m_pfc)
        {
            NS_TEST_EXPECT_MSG_EQ(IncBufferDrops(fabric), 0, "drops");
            NS_TEST_EXPECT_MSG_EQ(sent, SENDERS * SIZE / PAYLOAD, "nothing is sent twice");
            // Bytes: Eth 14, IP 20, UDP 8, BTH 12, ICRC 4, FCS 4, preamble and gap 20; few RETHs.
            const double bound = 100e9 * PAYLOAD / (PAYLOAD + 82.0);
            const double goodput = 8.0 * SENDERS * SIZE / m_end.GetSeconds();
            NS_TEST_EXPECT_MSG_GT(goodput, 0.95 * bound, "goodput, bit/s");
            NS_TEST_EXPECT_MSG_LT(goodput, bound, "goodput, bit/s");
            NS_TEST_EXPECT_MSG_GT(fabric.GetDevice(hosts[0], 0)->GetCounters(0).pausesReceived,
                                  0,
                                  "pauses");
            NS_TEST_EXPECT_MSG_EQ(fabric.GetWatchdog()->GetDeadlocks().size(), 0, "deadlocks");
        }
        else
        {
            NS_TEST_EXPECT_MSG_GT(IncBufferDrops(fabric), 0, "drops");
            NS_TEST_EXPECT_MSG_GT(sent, SENDERS * SIZE / PAYLOAD, "some are sent twice");
        }
        m_senders.clear();
        Simulator::Destroy();
    }

    bool m_pfc;                                 //!< true with PFC
    uint32_t m_completed{0};                    //!< number of writes that succeeded
    Time m_end;                                 //!< time of the latest completion
    std::vector<Ptr<IncRcQueuePair>> m_senders; //!< sending queue pairs
};

/**
 * \brief Test the headroom formula with the worst possible traffic.
 *
 * Of three hosts at a switch, two send to the third at full rate. All send in the other direction,
 * too, so that pause frames of the switch wait behind its data frames.
 */
class IncHeadroomTest : public TestCase
{
  public:
    IncHeadroomTest()
        : TestCase("The headroom of the formula is enough, whatever rate, delay and frame size")
    {
    }

  private:
    static constexpr uint64_t FRAMES = 2000; //!< number of frames of each flow

    /// \brief Counts of a run with one headroom.
    struct Outcome
    {
        uint64_t drops;     //!< number of drops in the lossless priority
        uint64_t pauses;    //!< number of pauses that the switch asked for
        uint64_t headroom;  //!< size of the headroom, bytes
        uint64_t delivered; //!< number of delivered frames
    };

    /// \brief Parameters of a network.
    struct Setting
    {
        uint64_t rate;    //!< rate of each link, bit/s
        int64_t delayPs;  //!< delay of each link, ps
        uint32_t payload; //!< payload of a frame, bytes
    };

    static Outcome Try(const Setting& setting, uint32_t headroom)
    {
        IncStarTopology star(3);
        star.SetLink(setting.rate, setting.delayPs);
        const uint32_t frameSize = 14 + 20 + 8 + 12 + setting.payload + 4 + 4;
        IncFabricHelper helper;
        helper.EnablePfc("3");
        helper.SetBufferAttribute("MaxFrameSize", UintegerValue(frameSize));
        helper.SetBufferAttribute("Headroom", UintegerValue(headroom));
        helper.SetBufferAttribute("XoffThreshold", UintegerValue(3 * frameSize));
        helper.SetBufferAttribute("XonOffset", UintegerValue(frameSize));
        helper.SetDeviceAttribute("Scheduler", StringValue("1,1,1,0,1,1,1,1"));
        const IncFabric fabric = helper.Install(star.Build());
        const auto& nodes = fabric.GetTopology().GetHosts();
        std::vector<std::unique_ptr<IncTestHost>> hosts;
        for (uint32_t node : nodes)
        {
            hosts.push_back(std::make_unique<IncTestHost>(fabric, node));
        }
        hosts[0]->Send(nodes[2], 3, setting.payload, FRAMES);
        hosts[1]->Send(nodes[2], 3, setting.payload, FRAMES);
        // In the other direction large and small frames alternate, so that pauses meet all phases.
        for (uint32_t node : {0U, 1U})
        {
            hosts[2]->Send(nodes[node], static_cast<uint8_t>(node), setting.payload, FRAMES);
            hosts[node]->Send(nodes[1 - node], 0, setting.payload / 7, 7 * FRAMES);
            hosts[node]->Send(nodes[1 - node], 1, setting.payload, FRAMES);
        }
        // The third host sometimes pauses the switch's output, so that the buffer does not drain.
        std::mt19937 random(setting.payload);
        const int64_t framePs = (frameSize + 20) * 8'000'000'000'000 / setting.rate;
        const int64_t restPs = 4 * setting.delayPs + 20 * framePs;
        Ptr<IncNetDevice> third = hosts[2]->GetDevice();
        int64_t atPs = 0;
        for (int i = 0; i < 40; ++i)
        {
            atPs += restPs + random() % (2 * framePs);
            Simulator::Schedule(IncClock::FromPs(atPs),
                                &IncNetDevice::AskPeer,
                                third,
                                3,
                                i % 2 == 0,
                                65535);
        }
        Simulator::Run();
        const auto device = fabric.GetSwitch(3);
        Outcome outcome{0, 0, device->GetBuffer()->GetHeadroom(0), hosts[2]->received[3]};
        for (const auto* port : device->GetPorts())
        {
            for (uint32_t drops : port->GetCounters(3).drops)
            {
                outcome.drops += drops;
            }
            outcome.pauses += port->GetCounters(3).pausesSent;
        }
        Simulator::Destroy();
        return outcome;
    }

    void DoRun() override
    {
        constexpr uint32_t seed = 20260803;
        std::mt19937 random(seed);
        const uint64_t rates[] = {10'000'000'000, 25'000'000'000, 100'000'000'000, 400'000'000'000};
        uint32_t tight = 0;
        constexpr uint32_t ROUNDS = 24;
        for (uint32_t round = 0; round < ROUNDS; ++round)
        {
            Setting setting;
            setting.rate = rates[random() % 4];
            setting.delayPs = random() % 4'000'000;
            setting.payload = 1024 + random() % 8000;
            std::ostringstream what;
            what << "seed " << seed << " round " << round << ": rate " << setting.rate << " delay "
                 << setting.delayPs << " ps payload " << setting.payload;
            const Outcome enough = Try(setting, 0);
            NS_TEST_EXPECT_MSG_EQ(enough.drops, 0, what.str());
            NS_TEST_EXPECT_MSG_GT(enough.pauses, 10, what.str());
            NS_TEST_EXPECT_MSG_EQ(enough.delivered, 2 * FRAMES, what.str());
            const uint32_t less = enough.headroom - 2 * setting.payload;
            tight += Try(setting, less).drops > 0;
        }
        // The headroom is not much too large: with two frames less, frames are lost.
        NS_TEST_EXPECT_MSG_GT(tight, ROUNDS * 3 / 4, "rounds with drops where two frames less fit");
    }
};

/// Test a PFC deadlock: a ring of switches in which every link waits for the next.
class IncPfcDeadlockTest : public TestCase
{
  public:
    explicit IncPfcDeadlockTest(const std::string& action)
        : TestCase("A deadlock of PFC is reported with its cycle; action " + action),
          m_action(action)
    {
    }

  private:
    static constexpr uint32_t RING = 4;

    /// Return a ring of switches with a host each; RouteClockwise() gives it its routes.
    static IncTopology Ring()
    {
        IncTopology topology;
        for (uint32_t i = 0; i < RING; ++i)
        {
            topology.AddSwitch("s" + std::to_string(i));
        }
        for (uint32_t i = 0; i < RING; ++i)
        {
            topology.AddLink(i,
                             topology.AddHost("h" + std::to_string(i)),
                             100'000'000'000,
                             500'000);
        }
        for (uint32_t i = 0; i < RING; ++i)
        {
            topology.AddLink(i, (i + 1) % RING, 100'000'000'000, 500'000);
        }
        return topology;
    }

    static void RouteClockwise(const IncFabric& fabric)
    {
        const auto& topology = fabric.GetTopology();
        for (uint32_t i = 0; i < RING; ++i)
        {
            uint16_t clockwise = 0;
            for (uint16_t port = 0; port < topology.GetPorts(i).size(); ++port)
            {
                if (topology.GetPorts(i)[port].peer == (i + 1) % RING)
                {
                    clockwise = port;
                }
            }
            IncNodeRoutes routes;
            routes.groups = {{0}, {clockwise}};
            routes.groupOf.assign(2 * RING, 1);
            routes.groupOf[RING + i] = 0; // the host at port 0
            fabric.GetSwitch(i)->SetRoutes(routes, {});
        }
    }

    void Found(const IncPfcDeadlock& deadlock)
    {
        ++m_found;
        NS_TEST_EXPECT_MSG_EQ(+deadlock.priority, 3, "priority");
        const std::set<std::string> links(deadlock.links.begin(), deadlock.links.end());
        const std::set<std::string> ring{"s0->s1", "s1->s2", "s2->s3", "s3->s0"};
        NS_TEST_EXPECT_MSG_EQ((links == ring), true, deadlock.ToString());
        for (std::size_t i = 0; i < deadlock.links.size(); ++i)
        {
            // The link "sB->sC" must follow "sA->sB".
            const std::string& next = deadlock.links[(i + 1) % deadlock.links.size()];
            NS_TEST_EXPECT_MSG_EQ(deadlock.links[i].substr(4), next.substr(0, 2), "order");
        }
    }

    void DoRun() override
    {
        IncFabricHelper helper;
        helper.EnablePfc("3");
        helper.SetBufferAttribute("XoffThreshold", UintegerValue(20000));
        helper.SetBufferAttribute("XonOffset", UintegerValue(5000));
        helper.SetWatchdogAttribute("Interval", TimeValue(MicroSeconds(100)));
        helper.SetWatchdogAttribute("Action", StringValue(m_action));
        const IncFabric fabric = helper.Install(Ring());
        RouteClockwise(fabric);
        Config::ConnectWithoutContext("/$ns3::IncPfcWatchdog/Deadlock",
                                      MakeCallback(&IncPfcDeadlockTest::Found, this));
        std::vector<std::unique_ptr<IncTestHost>> hosts;
        for (uint32_t i = 0; i < RING; ++i)
        {
            hosts.push_back(std::make_unique<IncTestHost>(fabric, RING + i));
        }
        constexpr uint64_t FRAMES = 1000;
        for (uint32_t i = 0; i < RING; ++i)
        {
            hosts[i]->Send(RING + (i + 3) % RING, 3, 4096, FRAMES); // three hops around the ring
        }
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();

        NS_TEST_EXPECT_MSG_GT(m_found, 0, "deadlocks found");
        uint64_t delivered = 0;
        uint64_t dropped = 0;
        for (uint32_t i = 0; i < RING; ++i)
        {
            delivered += hosts[i]->received[3];
            for (const auto* port : fabric.GetSwitch(i)->GetPorts())
            {
                dropped += port->GetCounters(3)
                               .drops[static_cast<std::size_t>(IncDropReason::PFC_DEADLOCK)];
            }
        }
        NS_TEST_EXPECT_MSG_EQ(IncBufferDrops(fabric), 0, "drops for want of room");
        if (m_action == "stop")
        {
            NS_TEST_EXPECT_MSG_LT(Simulator::Now(), MilliSeconds(2), "stopped at once");
            NS_TEST_EXPECT_MSG_LT(delivered, RING * FRAMES, "stuck");
            NS_TEST_EXPECT_MSG_EQ(m_found, 1, "reported once");
        }
        else if (m_action == "drop")
        {
            NS_TEST_EXPECT_MSG_EQ(delivered + dropped, RING * FRAMES, "all else was delivered");
            NS_TEST_EXPECT_MSG_GT(dropped, 0, "dropped to break the cycle");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(m_found, 1, "reported once");
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MilliSeconds(50), "time goes on");
        }
        Simulator::Destroy();
    }

    std::string m_action; //!< action of the watchdog
    uint32_t m_found{0};  //!< number of reports
};

/// Test an in-network AllReduce beside an incast into one worker, with tiny buffers.
class IncResultPriorityTest : public TestCase
{
  public:
    IncResultPriorityTest()
        : TestCase("Results in their own priority lose nothing beside an incast, with tiny buffers")
    {
    }

  private:
    /// \brief Outcome of the AllReduce.
    struct Outcome
    {
        Time end;       //!< time at which all ranks have the result
        uint64_t drops; //!< number of frames dropped for lack of buffer
    };

    Outcome Try(uint8_t resultPriority)
    {
        constexpr uint32_t WORKERS = 8;
        constexpr uint32_t OTHERS = 3;
        IncStarTopology star(WORKERS + OTHERS);
        star.SetLink(100'000'000'000, 1'000'000);
        IncTopology topology = star.Build();
        topology.SetWorkers({0, 1, 2, 3, 4, 5, 6, 7});
        IncFabricHelper helper;
        helper.EnablePfc("0,5");
        helper.SetBufferAttribute("MaxFrameSize", UintegerValue(4200));
        helper.SetBufferAttribute("Headroom", UintegerValue(38000));
        helper.SetBufferAttribute("LocalReserve", UintegerValue(100000));
        helper.SetBufferAttribute("BufferSize", UintegerValue(22 * 38000 + 200000 + 40000));
        IncAggregationRig rig(topology, helper);
        rig.options.slots = 64;
        rig.options.resultPriority = resultPriority;
        rig.Setup();
        rig.Start(IncDataType::INT32, IncOperation::SUM, 1 << 18);
        std::vector<std::unique_ptr<IncTestHost>> others;
        for (uint32_t i = WORKERS; i < WORKERS + OTHERS; ++i)
        {
            others.push_back(std::make_unique<IncTestHost>(rig.fabric, i));
            others.back()->Send(0, 0, 4096, 2000);
        }
        Outcome outcome{};
        NS_TEST_EXPECT_MSG_EQ(rig.Run(), true, "all ranks complete");
        outcome.end = Simulator::Now();
        IncAggregationRig::RunFor(MilliSeconds(5));
        NS_TEST_EXPECT_MSG_EQ(rig.CountWrong(), 0, "wrong elements");
        outcome.drops = IncBufferDrops(rig.fabric);
        return outcome;
    }

    void DoRun() override
    {
        const Outcome own = Try(5);
        NS_TEST_EXPECT_MSG_EQ(own.drops, 0, "drops");
        // 1 MiB with 112 bytes of overhead per 1024 takes 93 us at 100 Gb/s, plus a round trip.
        NS_TEST_EXPECT_MSG_LT(own.end, MicroSeconds(110), "as if there were no incast");
        const Outcome shared = Try(0);
        NS_TEST_EXPECT_MSG_GT(shared.end, own.end, "behind the incast it takes longer");
    }
};

/// Test that a paused priority rests for exactly its time, while other priorities continue.
class IncPauseTimeTest : public TestCase
{
  public:
    IncPauseTimeTest()
        : TestCase("A pause holds one priority for its quanta of 512 bit times, or until resumed")
    {
    }

  private:
    void Sent(const IncFrame& frame)
    {
        const bool paused = !m_pausedAt.IsZero() && m_resumedAt.IsZero();
        if (paused && frame.priority == 3 && Simulator::Now() > m_pausedAt)
        {
            m_resumedAt = Simulator::Now();
        }
        m_others += paused && frame.priority == 1;
    }

    void Asked(const IncPfcFrame& frame)
    {
        m_pausedAt = m_pausedAt.IsZero() ? Simulator::Now() : m_pausedAt;
    }

    static void Ask(IncNetDevice* port, uint16_t quanta)
    {
        IncPfcFrame pfc;
        pfc.source = port->GetOctets();
        pfc.enabled = 1 << 3;
        pfc.pause[3] = quanta;
        IncFramePtr frame = IncFrame::Create();
        frame->kind = IncFrame::Kind::PFC;
        frame->payload = IncPayload::Create(IncPfcFrame::SIZE);
        pfc.Write(frame->payload->GetData());
        frame->UpdateSize();
        port->Enqueue(std::move(frame));
    }

    /// \return duration of the pause of priority 3 at a 10 Gb/s NIC
    Time Rest(uint16_t quanta, Time resumeAfter)
    {
        m_pausedAt = m_resumedAt = Time(0);
        m_others = 0;
        IncStarTopology star(2);
        star.SetLink(10'000'000'000, 1'000'000);
        const IncFabric fabric = IncFabricHelper().Install(star.Build());
        IncTestHost a(fabric, 0);
        IncTestHost b(fabric, 1);
        auto device = a.GetDevice();
        device->SetAttribute("Scheduler", StringValue("1,1,1,1,1,1,1,1"));
        device->TraceConnectWithoutContext("FrameSent",
                                           MakeCallback(&IncPauseTimeTest::Sent, this));
        device->TraceConnectWithoutContext("PfcReceived",
                                           MakeCallback(&IncPauseTimeTest::Asked, this));
        a.Send(1, 3, 1000, 1000);
        a.Send(1, 1, 1000, 1000);
        IncNetDevice* port = fabric.GetSwitch(2)->GetPorts()[0];
        Simulator::Schedule(MicroSeconds(20), &IncPauseTimeTest::Ask, port, quanta);
        if (!resumeAfter.IsZero())
        {
            Simulator::Schedule(MicroSeconds(20) + resumeAfter, &IncPauseTimeTest::Ask, port, 0);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(b.received[3], 1000, "nothing is lost");
        const auto counters = device->GetCounters(3);
        NS_TEST_EXPECT_MSG_EQ(counters.pausesReceived, 1, "pauses counted");
        const Time expected = resumeAfter.IsZero() ? NanoSeconds(quanta * 512 / 10) : resumeAfter;
        NS_TEST_EXPECT_MSG_EQ_TOL(counters.pausedPs / 1000,
                                  expected.GetNanoSeconds(),
                                  2,
                                  "paused ns");
        Simulator::Destroy();
        return m_resumedAt - m_pausedAt;
    }

    void DoRun() override
    {
        const double frame = (1000 + 82) * 8 / 10; // ns; the wire may be busy at the end
        const double expired = Rest(1000, Time(0)).GetNanoSeconds();
        NS_TEST_EXPECT_MSG_GT(expired, 51200 - 1, "1000 quanta at 10 Gb/s, ns");
        NS_TEST_EXPECT_MSG_LT(expired, 51200 + 2 * frame, "1000 quanta at 10 Gb/s, ns");
        NS_TEST_EXPECT_MSG_GT(m_others, 51200 / frame - 3, "the other priority has the wire");
        const double resumed = Rest(65535, MicroSeconds(30)).GetNanoSeconds();
        NS_TEST_EXPECT_MSG_GT(resumed, 30000 - 1, "until asked to resume, ns");
        NS_TEST_EXPECT_MSG_LT(resumed, 30000 + 2 * frame, "until asked to resume, ns");
    }

    Time m_pausedAt;      //!< arrival of the pause frame
    Time m_resumedAt;     //!< time of the first frame of the priority after the pause
    uint32_t m_others{0}; //!< number of frames of the other priority during the pause
};

class IncLosslessTestSuite : public TestSuite
{
  public:
    IncLosslessTestSuite()
        : TestSuite("inc-lossless", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncIncastTest(true));
        AddTestCase(new IncIncastTest(false));
        AddTestCase(new IncHeadroomTest);
        AddTestCase(new IncPfcDeadlockTest("stop"));
        AddTestCase(new IncPfcDeadlockTest("drop"));
        AddTestCase(new IncPfcDeadlockTest("report"));
        AddTestCase(new IncResultPriorityTest);
        AddTestCase(new IncPauseTimeTest);
    }
};

static IncLosslessTestSuite g_incLosslessTestSuite; //!< registers the suite
