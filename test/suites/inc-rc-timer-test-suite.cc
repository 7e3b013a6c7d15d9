/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the retransmission timer of reliable connections.

#include "inc-transport-pair.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-star-topology.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

/// Test that a request posted just before an old timer is due gets the whole timeout.
class IncRcTimerRestartTest : public TestCase
{
  public:
    IncRcTimerRestartTest()
        : TestCase("The timer restarts when the first packet after an idle time is sent")
    {
    }

  private:
    static void Post(Ptr<IncRcQueuePair> qp, uint32_t key, uint32_t length)
    {
        IncWorkRequest request;
        request.length = length;
        request.rkey = key;
        qp->PostWrite(request);
    }

    void DoRun() override
    {
        // The default timeout is 1 ms. The first message starts a timer that is due at 1 ms. The
        // second is posted shortly before that, and its 16 packets need 140 us on this link.
        IncStarTopology star(2);
        star.SetLink(1'000'000'000, 1'000'000);
        const IncFabric fabric = IncFabricHelper().Install(star.Build());
        const uint32_t a = fabric.GetTopology().GetHosts()[0];
        const uint32_t b = fabric.GetTopology().GetHosts()[1];
        auto sender = fabric.GetNic(a)->CreateRcQueuePair();
        auto receiver = fabric.GetNic(b)->CreateRcQueuePair();
        const uint32_t key = fabric.GetNic(b)->RegisterMemory(nullptr, 1 << 20);
        sender->Connect(IncFabric::GetAddress(b), receiver->GetQpn());
        receiver->Connect(IncFabric::GetAddress(a), sender->GetQpn());
        Simulator::Schedule(Seconds(0), &IncRcTimerRestartTest::Post, sender, key, 1U);
        Simulator::Schedule(MicroSeconds(990), &IncRcTimerRestartTest::Post, sender, key, 16384U);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().packetsSent, 17U, "packets");
        NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().timeouts, 0U, "timeouts");
        Simulator::Destroy();
    }
};

namespace
{

/// \brief Error model that passes only the first of several frames in close succession.
class IncOnlyFirstArrives : public ErrorModel
{
  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        const bool isFirst = Simulator::Now() - m_last > MicroSeconds(100);
        m_last = Simulator::Now();
        return !isFirst;
    }

    void DoReset() override
    {
    }

    Time m_last{Seconds(-1)}; //!< arrival of the latest frame
};

} // namespace

/// Test progress if each attempt loses all packets but the first, so that no NAK is sent.
class IncRcLivelockTest : public TestCase
{
  public:
    IncRcLivelockTest(bool selective)
        : TestCase(std::string("Attempts of which one packet arrives each get on, ") +
                   (selective ? "selective repeat" : "go-back-N")),
          m_selective(selective)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t PACKETS = 12; // fewer than AckInterval
        IncTransportPair pair;
        auto sender = pair.Nic(0)->CreateRcQueuePair();
        auto receiver = pair.Nic(1)->CreateRcQueuePair();
        for (const auto& qp : {sender, receiver})
        {
            qp->SetAttribute("SelectiveRepeat", BooleanValue(m_selective));
            qp->SetAttribute("RetryCount", UintegerValue(3));
        }
        pair.Connect(sender, receiver);
        pair.Device(1)->SetAttribute("ReceiveErrorModel",
                                     PointerValue(CreateObject<IncOnlyFirstArrives>()));
        IncCompletionStatus status = IncCompletionStatus::FLUSHED;
        sender->SetSendCompletionCallback(Callback<void, const IncCompletion&>(
            [&](const IncCompletion& completion) { status = completion.status; }));
        IncWorkRequest request;
        request.length = 1024 * PACKETS;
        request.rkey = pair.Nic(1)->RegisterMemory(nullptr, request.length);
        sender->PostWrite(request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(IncCompletionStatusName(status),
                              std::string("success"),
                              "in spite of 3 retries");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(sender->GetCounters().timeouts, PACKETS, "one each");
    }

    bool m_selective;
};

/// Test a rate at which fewer than AckInterval packets leave during a timeout.
class IncRcSlowSenderTest : public TestCase
{
  public:
    IncRcSlowSenderTest()
        : TestCase("A sender that congestion control slows down asks for acknowledgements in time")
    {
    }

  private:
    void DoRun() override
    {
        IncTransportPair pair;
        auto sender = pair.Nic(0)->CreateRcQueuePair();
        auto receiver = pair.Nic(1)->CreateRcQueuePair();
        sender->SetAttribute("CongestionControl", StringValue("ns3::IncDcqcn"));
        pair.Connect(sender, receiver);
        auto dcqcn = sender->GetCongestionControl();
        dcqcn->SetAttribute("MinRate", StringValue("20Mbps")); // 0.44 ms per packet
        dcqcn->SetAttribute("RateIncreaseInterval", StringValue("10s"));
        for (int i = 0; i < 200; ++i)
        {
            dcqcn->OnCnp();
        }
        NS_TEST_ASSERT_MSG_EQ(dcqcn->GetRate(), 20'000'000U, "slow");
        IncWorkRequest request;
        request.length = 1024 * 50;
        request.rkey = pair.Nic(1)->RegisterMemory(nullptr, request.length);
        sender->PostWrite(request);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().packetsSent, 50U, "each once");
        NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().timeouts, 0U, "timeouts");
    }
};

/// Test the timeout that follows from measured round trips.
class IncRcAdaptiveTimerTest : public TestCase
{
  public:
    IncRcAdaptiveTimerTest()
        : TestCase("The timeout follows measured round trips between its floor and its limit")
    {
    }

  private:
    /// \return time from the last progress to the first timeout, us
    double FirstTimeout(const std::string& rate, uint32_t messages, Time least, Time most)
    {
        IncTopology topology;
        const uint32_t between = topology.AddSwitch("s0");
        topology.AddLink(topology.AddHost("h0"), between, 100'000'000'000, 1'000'000);
        topology.AddLink(between, topology.AddHost("h1"), DataRate(rate).GetBitRate(), 1'000'000);
        const IncFabric fabric = IncFabricHelper().Install(topology);
        const auto hosts = fabric.GetTopology().GetHosts();
        auto sender = fabric.GetNic(hosts[0])->CreateRcQueuePair();
        auto receiver = fabric.GetNic(hosts[1])->CreateRcQueuePair();
        sender->SetAttribute("RetransmitTimeout", TimeValue(MilliSeconds(1)));
        sender->SetAttribute("MinRetransmitTimeout", TimeValue(least));
        sender->SetAttribute("MaxRetransmitTimeout", TimeValue(most));
        sender->Connect(IncFabric::GetAddress(hosts[1]), receiver->GetQpn());
        receiver->Connect(IncFabric::GetAddress(hosts[0]), sender->GetQpn());
        IncWorkRequest request;
        request.length = 2 << 20; // fills the window of 256 KiB
        request.rkey = fabric.GetNic(hosts[1])->RegisterMemory(nullptr, request.length);
        for (uint32_t i = 0; i < messages; ++i)
        {
            sender->PostWrite(request);
        }
        const Time start = Seconds(1); // the link is idle by then
        auto deaf = CreateObject<RateErrorModel>();
        deaf->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        deaf->SetRate(1);
        Simulator::Schedule(start, [&]() {
            fabric.GetDevice(hosts[1], 0)->SetAttribute("ReceiveErrorModel", PointerValue(deaf));
            request.length = 1;
            sender->PostWrite(request);
        });
        Time first;
        sender->TraceConnectWithoutContext(
            "Timeouts",
            Callback<void, uint64_t, uint64_t>([&](uint64_t before, uint64_t now) {
                first = now == 1 ? Simulator::Now() - start : first;
            }));
        Simulator::Stop(start + Seconds(1));
        Simulator::Run();
        for (const uint32_t host : hosts)
        {
            fabric.GetNic(host)->Dispose();
        }
        Simulator::Destroy();
        return first.GetSeconds() * 1e6;
    }

    void DoRun() override
    {
        const Time none(0);
        const Time most = MilliSeconds(16);
        // RetransmitTimeout is 1 ms. At 1 Gb/s a window of 256 KiB makes the round trip 2.27 ms. At
        // 100 Gb/s the round trip is some us.
        NS_TEST_EXPECT_MSG_EQ_TOL(FirstTimeout("1Gbps", 0, MicroSeconds(10), most), 1000, 1, "new");
        NS_TEST_EXPECT_MSG_EQ_TOL(FirstTimeout("100Gbps", 1, none, most), 1000, 1, "RTT below");
        const double slow = FirstTimeout("1Gbps", 1, none, most);
        NS_TEST_EXPECT_MSG_GT(slow, 2260, "RTT above");
        NS_TEST_EXPECT_MSG_LT(slow, 4000, "RTT above");
        const double limit = FirstTimeout("1Gbps", 1, none, MilliSeconds(2));
        NS_TEST_EXPECT_MSG_EQ_TOL(limit, 2000, 1, "MaxRetransmitTimeout");
        const double fast = FirstTimeout("100Gbps", 1, MicroSeconds(1), most);
        NS_TEST_EXPECT_MSG_GT(fast, 4, "RTT below, and a lower floor");
        NS_TEST_EXPECT_MSG_LT(fast, 100, "RTT below, and a lower floor");
        const double floor = FirstTimeout("100Gbps", 1, MicroSeconds(200), most);
        NS_TEST_EXPECT_MSG_EQ_TOL(floor, 200, 1, "MinRetransmitTimeout");
    }
};

class IncRcTimerTestSuite : public TestSuite
{
  public:
    IncRcTimerTestSuite()
        : TestSuite("inc-rc-timer", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncRcTimerRestartTest);
        AddTestCase(new IncRcLivelockTest(false));
        AddTestCase(new IncRcLivelockTest(true));
        AddTestCase(new IncRcSlowSenderTest);
        AddTestCase(new IncRcAdaptiveTimerTest);
    }
};

static IncRcTimerTestSuite g_incRcTimerTestSuite; //!< registers the suite
