/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of ranks that live but are late, and of the reports that the manager gets.

#include "inc-manager-rig.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/inc-leaf-spine-topology.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

/// Test when clients report N timeouts of a message, although switches answer "pending".
class IncLateRankTest : public TestCase
{
  public:
    IncLateRankTest()
        : TestCase("N timeouts of a message reach the manager once StragglerTimeout is over")
    {
    }

  private:
    static constexpr uint32_t N = 10;
    static constexpr int64_t STALL_MS = 200;

    /// \brief Run four ranks, of which the last one lives but never posts.
    void Check(Time straggler, Time least, Time most, const std::string& said)
    {
        IncLeafSpineTopology builder(2, 1, 2);
        builder.SetLink(IncManagerRig::RATE, IncManagerRig::DELAY);
        IncManagerRig rig(builder.Build());
        rig.helper.SetManagerAttribute("Rebuild", BooleanValue(false));
        Config::SetDefault("ns3::IncClient::StragglerTimeout", TimeValue(straggler));
        Config::SetDefault("ns3::IncClient::MaxRetries", UintegerValue(N));
        Config::SetDefault("ns3::IncClient::MaxRetransmitTimeout", TimeValue(MilliSeconds(2)));
        Config::SetDefault("ns3::IncClient::StallTimeout", TimeValue(MilliSeconds(STALL_MS)));
        rig.Start();
        rig.RunFor(REGISTRATION);
        auto& job = rig.Join(1, rig.fabric.GetTopology().GetHosts());
        rig.RunFor(MilliSeconds(10));
        const Time posted = Simulator::Now();
        for (uint32_t rank = 0; rank < 3; ++rank)
        {
            IncManagerRig::Post(job, job.ranks[rank], 100);
        }
        rig.RunFor(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(job.AllAre(IncMembership::FAILED), true, "the manager ends it");
        for (const auto& rank : job.ranks)
        {
            NS_TEST_EXPECT_MSG_NE(rank.reason.find(said), std::string::npos, rank.reason);
        }
        NS_TEST_EXPECT_MSG_EQ((job.Last() - posted > least && job.Last() - posted < most),
                              true,
                              (job.Last() - posted).As(Time::MS));
        Config::Reset();
    }

    void DoRun() override
    {
        const std::string timeouts = "10 timeouts without progress";
        const Time counting = MilliSeconds(2 * N); // N of the longest timeouts
        // Without StragglerTimeout, only the result resets the count of timeouts.
        Check(Time(0), Time(0), counting, timeouts);
        const Time straggler = MilliSeconds(100);
        Check(straggler, straggler, straggler + counting + MilliSeconds(2), timeouts);
        // Timeouts do not count while switches answer, so that StallTimeout ends the wait.
        const Time stall = MilliSeconds(STALL_MS);
        Check(Seconds(1), stall, 2 * stall, "StallTimeout");
    }
};

class IncLateRanksTestSuite : public TestSuite
{
  public:
    IncLateRanksTestSuite()
        : TestSuite("inc-late-ranks", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncLateRankTest);
    }
};

static IncLateRanksTestSuite g_incLateRanksTestSuite; //!< registers itself
