/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of selective repeat with a tolerance of reordering: late packets are not reported as lost.

#include "inc-transport-pair.h"

#include "ns3/boolean.h"
#include "ns3/test.h"

#include <set>

using namespace ns3;

/// Test one message over a link that delays some packets, or loses chosen ones.
class IncReorderingTest : public TestCase
{
  public:
    /**
     * \param name name of the case
     * \param tolerance IncRcQueuePair::ReorderTolerance
     * \param reorder probability that a packet is late
     * \param lost numbers of the packets to lose once
     * \param reported true if the receiver must report early packets
     */
    IncReorderingTest(const std::string& name,
                      uint32_t tolerance,
                      double reorder,
                      const std::set<uint32_t>& lost,
                      bool reported)
        : TestCase(name),
          m_tolerance(tolerance),
          m_reorder(reorder),
          m_lost(lost),
          m_reported(reported)
    {
    }

  private:
    static constexpr uint32_t MTU = 1024;
    static constexpr uint32_t PACKETS = 500;

    void DoRun() override
    {
        IncTransportPair pair;
        pair.Impair(1, {0, 0, m_reorder}, 77);
        auto a = pair.Nic(0)->CreateRcQueuePair();
        auto b = pair.Nic(1)->CreateRcQueuePair();
        for (const auto& qp : {a, b})
        {
            qp->SetAttribute("PathMtu", UintegerValue(MTU));
            qp->SetAttribute("SelectiveRepeat", BooleanValue(true));
            qp->SetAttribute("ReorderTolerance", UintegerValue(m_tolerance));
            qp->SetAttribute("InitialPsn", UintegerValue(0));
        }
        pair.Connect(a, b);
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList({m_lost.begin(), m_lost.end()});
        if (!m_lost.empty())
        {
            pair.Device(1)->SetAttribute("ReceiveErrorModel", PointerValue(model));
        }
        const auto sent = IncPattern(PACKETS * MTU, 5);
        std::vector<uint8_t> received(sent.size());
        IncWorkRequest request;
        request.data = sent.data();
        request.length = sent.size();
        request.rkey = pair.Nic(1)->RegisterMemory(received.data(), received.size());
        a->PostWrite(request);
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ((sent == received), true, "bytes");
        NS_TEST_EXPECT_MSG_EQ(a->GetCounters().timeouts, 0U, "timeouts");
        const uint64_t early = b->GetCounters().outOfOrder;
        const uint64_t naks = b->GetCounters().naksSent;
        NS_TEST_EXPECT_MSG_GT(early, 20U, "packets that overtook others");
        const uint64_t reports = m_reported ? early : 0;
        NS_TEST_EXPECT_MSG_EQ(naks, reports, "reports, one for each at most");
        if (m_tolerance > 0)
        {
            NS_TEST_EXPECT_MSG_EQ(a->GetCounters().retransmissions, m_lost.size(), "sent again");
        }
    }

    uint32_t m_tolerance;      //!< tolerance of reordering, packets
    double m_reorder;          //!< probability that a packet is late
    std::set<uint32_t> m_lost; //!< numbers of the packets to lose once
    bool m_reported;           //!< true if the receiver must report early packets
};

class IncReorderingTestSuite : public TestSuite
{
  public:
    IncReorderingTestSuite()
        : TestSuite("inc-reordering", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncReorderingTest("Without tolerance each early packet is reported",
                                          0,
                                          0.1,
                                          {},
                                          true));
        AddTestCase(new IncReorderingTest("What is late within the tolerance is not reported",
                                          200,
                                          0.1,
                                          {},
                                          false));
        AddTestCase(new IncReorderingTest("Beyond the tolerance all early packets are reported "
                                          "once, and only what is lost is sent again",
                                          16,
                                          0,
                                          {100, 105, 300},
                                          true));
    }
};

static IncReorderingTestSuite g_incReorderingTestSuite; //!< registers the suite
