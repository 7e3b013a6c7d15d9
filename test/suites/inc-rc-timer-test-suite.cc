/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// When the retransmission timer of a reliable connection runs.

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-rc-queue-pair.h"
#include "ns3/inc-star-topology.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * \ingroup inc-tests
 * \brief Work that is posted just before an old timer is due gets the whole timeout.
 */
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
        // The default timeout is 1 ms. The first message starts a timer that is due at 1 ms; the
        // second is posted shortly before, and its 16 packets need 140 us on this link.
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

/**
 * \ingroup inc-tests
 * \brief Timers of reliable connections.
 */
class IncRcTimerTestSuite : public TestSuite
{
  public:
    IncRcTimerTestSuite()
        : TestSuite("inc-rc-timer", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncRcTimerRestartTest);
    }
};

static IncRcTimerTestSuite g_incRcTimerTestSuite; //!< registers the suite
