/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of congestion control: CNPs, DCQCN and Swift against the equations of their papers, and
// pacing to the picosecond.

#include "inc-transport-pair.h"

#include "ns3/data-rate.h"
#include "ns3/inc-dcqcn.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-swift.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>

using namespace ns3;

namespace
{

const DataRate UNLIMITED_RATE(IncCongestionControl::UNLIMITED);

/// \brief A listener that counts changes and ignores them.
class NobodyListening : public IncCongestionControl::Listener
{
  public:
    void AllowanceChanged() override
    {
        ++changes;
    }

    uint32_t changes{0}; //!< number of changes
};

/// \brief A fixed rate; shows that an algorithm needs no part of the queue pair.
class IncFixedRate : public IncCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IncFixedRateForTest")
                                .SetParent<IncCongestionControl>()
                                .AddConstructor<IncFixedRate>();
        return tid;
    }

    static constexpr uint64_t RATE = 7'300'000'000; //!< bit/s; a byte takes a fraction of ps

  protected:
    void DoStart() override
    {
        Allow(DataRate(RATE), UNLIMITED);
    }
};

NS_OBJECT_ENSURE_REGISTERED(IncFixedRate);

} // namespace

/// Test DCQCN's rates after synthetic CNPs, step by step.
class IncDcqcnEquationsTest : public TestCase
{
  public:
    IncDcqcnEquationsTest()
        : TestCase("DCQCN cuts, recovers and increases as its paper's equations say")
    {
    }

  private:
    void DoRun() override
    {
        constexpr double LINE = 100e9;
        constexpr double G = 1.0 / 256;
        NobodyListening listener;
        auto dcqcn = CreateObject<IncDcqcn>();
        dcqcn->Start(listener, DataRate(LINE), 4096);
        NS_TEST_EXPECT_MSG_EQ(dcqcn->GetRate(), UNLIMITED_RATE, "line rate");

        // The model implements equations 1 to 4 again, with its own timers.
        double rc = LINE;
        double rt = LINE;
        double alpha = 1;
        const auto check = [&](const std::string& when) {
            NS_TEST_EXPECT_MSG_EQ_TOL(dcqcn->GetCurrentRate() / rc, 1.0, 1e-9, when + ": R_C");
            NS_TEST_EXPECT_MSG_EQ_TOL(dcqcn->GetTargetRate() / rt, 1.0, 1e-9, when + ": R_T");
            NS_TEST_EXPECT_MSG_EQ_TOL(dcqcn->GetAlpha() / alpha, 1.0, 1e-9, when + ": alpha");
        };
        const auto cnp = [&]() {
            rt = rc;
            rc *= 1 - alpha / 2;
            alpha = (1 - G) * alpha + G;
        };
        Simulator::Schedule(MicroSeconds(1000), [&]() {
            dcqcn->OnCnp();
            cnp();
            check("first CNP");
            NS_TEST_EXPECT_MSG_EQ(dcqcn->GetRate(), DataRate("50Gb/s"), "half of the line rate");
        });
        Simulator::Schedule(MicroSeconds(1050), [&]() {
            dcqcn->OnCnp(); // before the 55 us timers expire
            cnp();
            check("second CNP");
        });
        // Timer steps at 1105, 1160, ...: four of fast recovery, then additive increase.
        for (int step = 1; step <= 12; ++step)
        {
            Simulator::Schedule(MicroSeconds(1051 + 55 * step), [&, step]() {
                alpha *= 1 - G;
                rt += step >= 5 ? 40e6 : 0;
                rc = (rt + rc) / 2;
                check("timer step " + std::to_string(step));
            });
        }
        // The byte counter raises the rate, too. After five rounds of each comes hyper increase.
        Simulator::Schedule(MicroSeconds(1051 + 55 * 12 + 10), [&]() {
            for (int round = 1; round <= 8; ++round)
            {
                dcqcn->OnSend(9'999'999);
                dcqcn->OnSend(1);
                rt += round > 5 ? 400e6 : 40e6;
                rc = (rt + rc) / 2;
                check("byte counter round " + std::to_string(round));
            }
            dcqcn->OnCnp();
            cnp();
            check("third CNP");
            dcqcn->OnSend(10'000'000);
            rc = (rt + rc) / 2;
            check("fast recovery after it");
        });
        Simulator::Stop(MicroSeconds(1051 + 55 * 12 + 20));
        Simulator::Run();
        // Without CNPs it returns to the rate of the link, and then schedules no more events.
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(dcqcn->GetRate(), UNLIMITED_RATE, "back at line rate");
        NS_TEST_EXPECT_MSG_EQ(Simulator::IsFinished(), true, "no timer is left");
        // The rate never falls below MinRate.
        for (int i = 0; i < 100; ++i)
        {
            dcqcn->OnCnp();
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(dcqcn->GetCurrentRate(), 100e6, 1, "MinRate");
        Simulator::Destroy();
    }
};

/// Test Swift's window after synthetic acknowledgements.
class IncSwiftEquationsTest : public TestCase
{
  public:
    IncSwiftEquationsTest()
        : TestCase("Swift's window and target follow algorithm 1 and the scaling of its paper")
    {
    }

  private:
    void DoRun() override
    {
        NobodyListening listener;
        auto swift = CreateObject<IncSwift>();
        swift->SetAttribute("MaxWindow", DoubleValue(50));
        swift->Start(listener, DataRate("100Gb/s"), 1024);
        // fs_range is 40 us from window 0.1 to 100: alpha = 40/(1/sqrt(0.1) - 1/sqrt(100)).
        const double a = 40e-6 / (1 / std::sqrt(0.1) - 0.1);
        const auto target = [&](double window, int hops) {
            return 10e-6 + 2e-6 * hops + std::clamp(a / std::sqrt(window) - a * 0.1, 0.0, 40e-6);
        };
        const auto ack = [&](double delay) {
            IncAckSample sample;
            sample.bytes = 2 * 1024;
            sample.hops = 3;
            sample.delay = Seconds(delay);
            swift->OnAck(sample);
        };
        // A link that is ten times slower, and a path of 7 us.
        auto slow = CreateObject<IncSwift>();
        slow->SetAttribute("MaxWindow", DoubleValue(50));
        IncPathTimes path;
        path.lifetime = MicroSeconds(7);
        path.rate = 10'000'000'000;
        slow->Start(listener, DataRate("100Gb/s"), 1024, path);
        NS_TEST_EXPECT_MSG_EQ_TOL(slow->GetTarget(3).GetSeconds(),
                                  2 * 7e-6 + 10 * target(50, 3),
                                  2e-9,
                                  "target of a slow link");
        double window = 50;
        Simulator::Schedule(MilliSeconds(1), [&]() {
            NS_TEST_EXPECT_MSG_EQ_TOL(swift->GetTarget(3).GetSeconds(),
                                      target(50, 3),
                                      2e-9,
                                      "target");
            ack(40e-6);
            window *= std::max(1 - 0.8 * (40e-6 - target(50, 3)) / 40e-6, 0.5);
            NS_TEST_EXPECT_MSG_EQ_TOL(swift->GetCongestionWindow(), window, 1e-6, "decrease");
            ack(1);
            NS_TEST_EXPECT_MSG_EQ_TOL(swift->GetCongestionWindow(),
                                      window,
                                      1e-6,
                                      "once a round trip");
            ack(5e-6);
            window += 2 / window;
            NS_TEST_EXPECT_MSG_EQ_TOL(swift->GetCongestionWindow(), window, 1e-6, "increase");
            NS_TEST_EXPECT_MSG_EQ(swift->GetWindow(), uint64_t(window * 1024), "bytes");
            NS_TEST_EXPECT_MSG_EQ(swift->GetRate(), UNLIMITED_RATE, "not paced");
        });
        for (int i = 0; i < 10; ++i)
        {
            Simulator::Schedule(MilliSeconds(2 + i), [&]() {
                swift->OnLoss();
                window /= 2;
                NS_TEST_EXPECT_MSG_EQ_TOL(swift->GetCongestionWindow(), window, 1e-6, "loss");
            });
        }
        Simulator::Schedule(MilliSeconds(20), [&]() {
            NS_TEST_EXPECT_MSG_LT(window, 1, "below a packet");
            NS_TEST_EXPECT_MSG_EQ(swift->GetWindow(), 1024, "one packet");
            NS_TEST_EXPECT_MSG_EQ_TOL(swift->GetRate().GetBitRate() / (8 * 1024 * window / 5e-6),
                                      1.0,
                                      1e-6,
                                      "paced");
            NS_TEST_EXPECT_MSG_EQ_TOL(swift->GetTarget(0).GetSeconds(),
                                      target(window, 0),
                                      2e-9,
                                      "target");
            for (int i = 0; i < 5; ++i)
            {
                swift->OnTimeout();
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(swift->GetCongestionWindow(), 0.001, 1e-9, "MinWindow");
        });
        Simulator::Run();
        Simulator::Destroy();
    }
};

/// Test that a receiver answers CE marks by one CNP per interval and flow.
class IncCnpTest : public TestCase
{
  public:
    IncCnpTest()
        : TestCase("A marked flow gets at most one CNP in an interval, and slows down")
    {
    }

  private:
    /// \brief Mark the frames of the sender's port, as a congested switch would.
    static void Mark(const IncFrame& frame)
    {
        if (frame.ecn == IncFrame::ECT0)
        {
            const_cast<IncFrame&>(frame).ecn = IncFrame::CE;
        }
    }

    template <typename QueuePair>
    void Check(Ptr<QueuePair> a, Ptr<QueuePair> b, const IncTransportPair& pair)
    {
        a->SetAttribute("CongestionControl", StringValue("ns3::IncDcqcn"));
        pair.Connect(a, b);
        std::vector<Time> cnps;
        uint64_t bytes = 0;
        pair.Device(0)->TraceConnectWithoutContext("FrameSent", MakeCallback(&IncCnpTest::Mark));
        pair.Device(1)->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                if (frame.bth.opcode == IncOpcode::CNP)
                {
                    cnps.push_back(Simulator::Now());
                    bytes = frame.GetSize();
                    NS_TEST_EXPECT_MSG_EQ(frame.bth.becn, true, "BECN");
                    NS_TEST_EXPECT_MSG_EQ(frame.bth.destQp, a->GetQpn(), "to the sender");
                }
            }));
        IncWorkRequest request;
        request.length = 8 << 20;
        request.rkey = pair.Nic(1)->RegisterMemory(nullptr, 8 << 20);
        a->PostWrite(request);
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_GT(cnps.size(), 10, "CNPs in 1 ms");
        NS_TEST_EXPECT_MSG_LT(cnps.size(), 21, "CNPs in 1 ms");
        for (std::size_t i = 1; i < cnps.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_GT_OR_EQ(cnps[i] - cnps[i - 1], MicroSeconds(50), "interval");
        }
        // Bytes: Ethernet 14, IPv4 20, UDP 8, BTH 12, reserved 16, ICRC 4, FCS 4.
        NS_TEST_EXPECT_MSG_EQ(bytes, 78, "size of a CNP");
        NS_TEST_EXPECT_MSG_EQ(b->GetCounters().cnpsSent, cnps.size(), "counted by the receiver");
        NS_TEST_EXPECT_MSG_LT(a->GetCongestionControl()->GetRate(), DataRate("2Gb/s"), "slowed");
    }

    void DoRun() override
    {
        {
            IncTransportPair pair;
            Check(pair.Nic(0)->CreateRcQueuePair(), pair.Nic(1)->CreateRcQueuePair(), pair);
        }
        IncTransportPair pair;
        Check(pair.Nic(0)->CreateUcQueuePair(), pair.Nic(1)->CreateUcQueuePair(), pair);
    }
};

/// Test that a limited rate is met exactly, with one event per packet.
class IncPacingTest : public TestCase
{
  public:
    IncPacingTest()
        : TestCase(
              "Pacing meets a rate to the picosecond and adds no event where it changes nothing")
    {
    }

  private:
    static uint64_t Run(const std::string& algorithm, Time& last, uint64_t& wireBytes)
    {
        IncTransportPair pair;
        auto a = pair.Nic(0)->CreateUcQueuePair();
        auto b = pair.Nic(1)->CreateUcQueuePair();
        a->SetAttribute("CongestionControl", StringValue(algorithm));
        pair.Connect(a, b);
        pair.Device(0)->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                last = Simulator::Now();
                wireBytes += frame.GetSize() + IncFrame::PREAMBLE_AND_GAP;
            }));
        IncWorkRequest request;
        request.length = 1 << 20;
        request.rkey = pair.Nic(1)->RegisterMemory(nullptr, 1 << 20);
        a->PostWrite(request);
        const uint64_t before = Simulator::GetEventCount();
        Simulator::Run();
        return Simulator::GetEventCount() - before;
    }

    void DoRun() override
    {
        Time last;
        uint64_t bytes = 0;
        const uint64_t unpaced = Run("", last, bytes);
        const uint64_t full = bytes;
        bytes = 0;
        const uint64_t idle = Run("ns3::IncDcqcn", last, bytes);
        NS_TEST_EXPECT_MSG_EQ(idle, unpaced, "an algorithm at rest costs no event");
        bytes = 0;
        const uint64_t paced = Run("ns3::IncFixedRateForTest", last, bytes);
        NS_TEST_EXPECT_MSG_EQ(bytes, full, "bytes");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(paced, unpaced + 2, "one event a packet, as without pacing");
        // The last packet of 1024 bytes starts when the time of all packets before it is over.
        const double expected = (full - 1024 - 82) * 8.0 / IncFixedRate::RATE;
        NS_TEST_EXPECT_MSG_EQ_TOL(last.GetSeconds(), expected, 1.2e-6, "when the last one leaves");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(expected - 1.22e-6, last.GetSeconds(), "too fast");
    }
};

/// Test changes of the rate while a queue pair waits for its turn, or has it.
class IncRateChangeTest : public TestCase
{
  public:
    IncRateChangeTest()
        : TestCase("A rate that changes at any moment neither stalls a flow nor doubles the wire")
    {
    }

  private:
    /// \brief Run two flows over one port, and slow down the first at a given time.
    void Transfer(Time when, uint64_t byteCounter)
    {
        IncTransportPair pair;
        Ptr<IncUcQueuePair> senders[2];
        uint32_t done = 0;
        const uint32_t key = pair.Nic(1)->RegisterMemory(nullptr, 1 << 20);
        for (auto& sender : senders)
        {
            sender = pair.Nic(0)->CreateUcQueuePair();
            auto receiver = pair.Nic(1)->CreateUcQueuePair();
            sender->SetAttribute("CongestionControl", StringValue("ns3::IncDcqcn"));
            pair.Connect(sender, receiver);
            receiver->PostReceive({});
            receiver->SetReceiveCompletionCallback(
                Callback<void, const IncCompletion&>([&](const IncCompletion& c) { ++done; }));
            sender->GetCongestionControl()->SetAttribute("ByteCounter", UintegerValue(byteCounter));
            IncWorkRequest request;
            request.length = 50 * 1024;
            request.rkey = key;
            request.withImmediate = true;
            sender->PostWrite(request);
        }
        double free = 0;
        uint32_t overlaps = 0;
        pair.Device(0)->TraceConnectWithoutContext(
            "FrameSent",
            Callback<void, const IncFrame&>([&](const IncFrame& frame) {
                // A busy port rounds its events up to the tick, but accounts exact times.
                const double now = Simulator::Now().GetSeconds();
                overlaps += now + 1e-9 < free ? 1 : 0;
                free = std::max(now - 1e-9, free) +
                       (frame.GetSize() + IncFrame::PREAMBLE_AND_GAP) * 8 / 100e9;
            }));
        Simulator::Schedule(when, [&]() { senders[0]->GetCongestionControl()->OnCnp(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(done, 2, "messages, CNP at " << when);
        NS_TEST_EXPECT_MSG_EQ(overlaps, 0, "frames that overlap, CNP at " << when);
    }

    void DoRun() override
    {
        for (int ns = 1; ns < 3000; ns += 37)
        {
            Transfer(NanoSeconds(ns), 10'000'000);
            Transfer(NanoSeconds(ns), 2000);
        }
    }
};

/// Test that Swift keeps RC transfers going at any window.
class IncSwiftTransferTest : public TestCase
{
  public:
    IncSwiftTransferTest()
        : TestCase("RC under Swift completes, under loss too, and its window follows the delay")
    {
    }

  private:
    void Transfer(double loss)
    {
        IncTransportPair pair;
        pair.Impair(1, {loss, 0, 0}, 100);
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        a->SetAttribute("CongestionControl", StringValue("ns3::IncSwift"));
        a->SetAttribute("Window", UintegerValue(4 << 20));
        pair.Connect(a, b);
        uint32_t done = 0;
        a->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& c) { done += c.status == IncCompletionStatus::SUCCESS; }));
        IncWorkRequest request;
        request.length = 16 << 20;
        request.rkey = pair.Nic(1)->RegisterMemory(nullptr, 16 << 20);
        a->PostWrite(request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(done, 1, "completed with loss " << loss);
        if (loss > 0)
        {
            auto swift = DynamicCast<IncSwift>(a->GetCongestionControl());
            NS_TEST_EXPECT_MSG_LT(swift->GetCongestionWindow(), 500, "window after losses");
        }
    }

    void DoRun() override
    {
        Transfer(0);
        Transfer(1e-2);
    }
};

/// Test the convergence of flows into one port that start 5 ms apart. Rate (40 Gb/s) and
/// marking are those of the DCQCN paper.
class IncConvergenceTest : public TestCase
{
  public:
    IncConvergenceTest(const std::string& algorithm, uint32_t flows)
        : TestCase(algorithm.substr(5) + ": " + std::to_string(flows) +
                   " flows share a port fairly 40 ms after the last start"),
          m_algorithm(algorithm),
          m_flows(flows)
    {
    }

  private:
    static constexpr uint64_t LINE = 40'000'000'000; //!< bit/s

    void DoRun() override
    {
        IncStarTopology star(m_flows + 1);
        star.SetLink(LINE, 1'000'000);
        IncFabricHelper helper;
        helper.EnableEcn("0");
        helper.SetDeviceAttribute("QueueSize", UintegerValue(64 << 20));
        const IncFabric fabric = helper.Install(star.Build());
        const auto hosts = fabric.GetTopology().GetHosts();
        const uint32_t target = hosts[m_flows];
        const uint32_t key = fabric.GetNic(target)->RegisterMemory(nullptr, 1U << 31);
        std::vector<Ptr<IncRcQueuePair>> receivers;
        for (uint32_t i = 0; i < m_flows; ++i)
        {
            auto sender = fabric.GetNic(hosts[i])->CreateRcQueuePair();
            auto receiver = fabric.GetNic(target)->CreateRcQueuePair();
            sender->SetAttribute("CongestionControl", StringValue(m_algorithm));
            sender->SetAttribute("Window", UintegerValue(4 << 20)); // too large to limit the flows
            sender->Connect(IncFabric::GetAddress(target), receiver->GetQpn());
            receiver->Connect(IncFabric::GetAddress(hosts[i]), sender->GetQpn());
            receivers.push_back(receiver);
            Simulator::Schedule(MilliSeconds(5 * i), [sender, key]() {
                IncWorkRequest request;
                request.length = 1U << 31; // longer than the test
                request.rkey = key;
                sender->PostWrite(request);
            });
        }
        auto port = fabric.GetDevice(target, 0)->GetPeer();
        const Time begin = MilliSeconds(5 * (m_flows - 1) + 40);
        const Time end = begin + MilliSeconds(10);
        std::vector<uint64_t> before;
        Simulator::Schedule(begin, [&]() {
            for (const auto& qp : receivers)
            {
                before.push_back(qp->GetCounters().bytesReceived);
            }
        });
        double queued = 0;
        constexpr int SAMPLES = 100;
        for (int i = 0; i < SAMPLES; ++i)
        {
            Simulator::Schedule(begin + MicroSeconds(100 * i),
                                [&]() { queued += port->GetQueuedBytes(); });
        }
        Simulator::Stop(end);
        Simulator::Run();
        double sum = 0;
        double squares = 0;
        for (uint32_t i = 0; i < m_flows; ++i)
        {
            const double bytes = receivers[i]->GetCounters().bytesReceived - before[i];
            sum += bytes;
            squares += bytes * bytes;
        }
        const double jain = sum * sum / m_flows / squares;
        const double share = sum * 8 / (end - begin).GetSeconds() / (LINE * 1024.0 / (1024 + 82));
        NS_TEST_EXPECT_MSG_GT_OR_EQ(jain, 0.95, "Jain index");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(share, 0.95, "share of the link's payload bound");
        // Marking holds the queue between Kmin and Kmax.
        NS_TEST_EXPECT_MSG_GT(queued / SAMPLES, 5000, "mean queue");
        NS_TEST_EXPECT_MSG_LT(queued / SAMPLES, 200000, "mean queue");
        for (const auto host : hosts)
        {
            fabric.GetNic(host)->Dispose();
        }
        Simulator::Destroy();
    }

    std::string m_algorithm; //!< TypeId name of the algorithm
    uint32_t m_flows;        //!< number of flows
};

class IncCongestionTestSuite : public TestSuite
{
  public:
    IncCongestionTestSuite()
        : TestSuite("inc-congestion", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncDcqcnEquationsTest);
        AddTestCase(new IncSwiftEquationsTest);
        AddTestCase(new IncCnpTest);
        AddTestCase(new IncPacingTest);
        AddTestCase(new IncRateChangeTest);
        AddTestCase(new IncSwiftTransferTest);
        for (const uint32_t flows : {2, 4, 8, 16})
        {
            AddTestCase(new IncConvergenceTest("ns3::IncDcqcn", flows));
        }
        AddTestCase(new IncConvergenceTest("ns3::IncSwift", 2));
        AddTestCase(new IncConvergenceTest("ns3::IncSwift", 16));
    }
};

static IncCongestionTestSuite g_incCongestionTestSuite; //!< registers the suite
