/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of communicators whose ranks make different calls.

#include "inc-communicator-rig.h"
#include "inc-environment.h"

#include "ns3/inc-collective-shape.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * \brief Test that all ranks fail if one makes another call, while a second communicator of the
 * same hosts continues.
 *
 * The calls differ in collective, order or one argument; all pairs of collectives are tested.
 * Transports and disseminations take turns. If INC_ITERATIONS in the environment is above 1, each
 * pair is tested with all of them.
 */
class IncMismatchedCallsTest : public TestCase
{
  public:
    IncMismatchedCallsTest()
        : TestCase("Different calls end in an error at every rank, and another group goes on")
    {
    }

  private:
    static constexpr uint32_t RANKS = 8;
    static constexpr uint32_t ODD = 6;

    static IncCall Make(IncCollective collective)
    {
        IncCall call;
        call.collective = collective;
        call.count = collective == IncCollective::BARRIER ? 0 : 1000;
        return call;
    }

    /// Return copies of a call in which one argument differs.
    static std::vector<IncCall> VariantsOf(const IncCall& call)
    {
        std::vector<IncCall> variants;
        if (call.collective != IncCollective::BARRIER)
        {
            variants.assign(3, call);
            variants[0].count = 2000;
            variants[1].count = 0;
            variants[2].type = IncDataType::INT32;
        }
        if (IncReduces(call.collective))
        {
            variants.push_back(call);
            variants.back().operation = IncOperation::MAX;
            variants.push_back(call);
            variants.back().average = true;
        }
        if (IncHasRoot(call.collective))
        {
            variants.push_back(call);
            variants.back().root = 3;
        }
        return variants;
    }

    static bool IsThorough()
    {
        return IncFromEnvironment("INC_ITERATIONS", 1) > 1;
    }

    void DoRun() override
    {
        for (int one = 1; one <= 9; ++one)
        {
            const IncCall good = Make(static_cast<IncCollective>(one));
            for (int other = 1; other <= 9; ++other)
            {
                if (other != one)
                {
                    const IncCall odd = Make(static_cast<IncCollective>(other));
                    if (IsThorough() || (one + other) % 2 == 0)
                    {
                        ExpectOverAll({good}, {odd});
                    }
                    if (IsThorough() || (one + other) % 2 == 1)
                    {
                        ExpectOverAll({good, odd}, {odd, good});
                    }
                }
            }
            for (const IncCall& odd : VariantsOf(good))
            {
                ExpectOverAll({good}, {odd});
            }
        }
    }

    void ExpectOverAll(const std::vector<IncCall>& good, const std::vector<IncCall>& odd)
    {
        const uint32_t ways = IsThorough() ? 6 : 1;
        for (uint32_t i = 0; i < ways; ++i)
        {
            Expect(good, odd, m_way++ % 6);
        }
    }

    void Expect(const std::vector<IncCall>& good, const std::vector<IncCall>& odd, uint32_t way)
    {
        IncGroupOptions options;
        options.transport =
            way % 2 == 0 ? IncAggregationTransport::UC : IncAggregationTransport::RC;
        options.dissemination = static_cast<IncDisseminationMode>(way / 2);
        IncCommunicatorRig rig(IncLeafSpineTopology(2, 2, 4).Build(), options);
        const auto group = rig.Install();
        IncCollectiveRequest request;
        request.count = 100;
        IncCommunicatorOperation beside(request, rig.Install(), false, 1);
        uint32_t failed = 0;
        Time last;
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            for (IncCall call : rank == ODD ? odd : good)
            {
                call.done = IncCall::Done([&](const std::string& error) {
                    failed += error.empty() ? 0 : 1;
                    last = Simulator::Now();
                });
                group[rank]->Start(call);
            }
        }
        Simulator::Schedule(MilliSeconds(1), [&beside]() {
            for (uint32_t rank = 0; rank < RANKS; ++rank)
            {
                beside.Start(rank);
            }
        });
        IncCommunicatorRig::Run(Seconds(20));
        const std::string what = IncName(good.front().collective) + " and " +
                                 IncName(odd.front().collective) + ", way " + std::to_string(way);
        NS_TEST_EXPECT_MSG_EQ(failed, RANKS * good.size(), what);
        // doc/inc-collectives.rst promises an error after IncClient::StallTimeout at the latest.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(last, Seconds(11), what);
        NS_TEST_EXPECT_MSG_EQ(beside.IsRight(), true, what);
    }

    uint32_t m_way{0}; //!< index of transport and dissemination for the next pair
};

class IncMismatchedCallsTestSuite : public TestSuite
{
  public:
    IncMismatchedCallsTestSuite()
        : TestSuite("inc-mismatched-calls", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncMismatchedCallsTest);
    }
};

static IncMismatchedCallsTestSuite g_incMismatchedCallsTestSuite; //!< registers the suite
