/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of the additions of NIC firmware to the equations of DCQCN's paper.

#include "ns3/boolean.h"
#include "ns3/inc-dcqcn.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>

using namespace ns3;

namespace
{

/// \brief A listener that ignores all changes.
class NobodyPaced : public IncCongestionControl::Listener
{
  public:
    void AllowanceChanged() override
    {
    }
};

constexpr double LINE = 40e9;

} // namespace

/// Test a target rate that is not clamped.
class IncDcqcnTargetTest : public TestCase
{
  public:
    IncDcqcnTargetTest()
        : TestCase("Without ClampTargetRate only a CNP after a timer step lowers the target rate")
    {
    }

  private:
    void DoRun() override
    {
        NobodyPaced listener;
        auto dcqcn = CreateObject<IncDcqcn>();
        dcqcn->SetAttribute("ClampTargetRate", BooleanValue(false));
        dcqcn->Start(listener, LINE, 4096);
        dcqcn->OnCnp();
        dcqcn->OnCnp();
        dcqcn->OnSend(10'000'000); // a step of the byte counter, not of the timer
        dcqcn->OnCnp();
        NS_TEST_EXPECT_MSG_EQ(dcqcn->GetTargetRate(), LINE, "as before the first CNP");
        NS_TEST_EXPECT_MSG_LT(dcqcn->GetCurrentRate(), LINE / 3, "and cut three times");
        Simulator::Schedule(MicroSeconds(56), [&]() {
            const double raised = dcqcn->GetCurrentRate();
            NS_TEST_EXPECT_MSG_GT(raised, LINE / 2, "half the way back after one step");
            dcqcn->OnCnp();
            NS_TEST_EXPECT_MSG_EQ(dcqcn->GetTargetRate(), raised, "clamped");
            dcqcn->OnCnp();
            NS_TEST_EXPECT_MSG_EQ(dcqcn->GetTargetRate(), raised, "once");
        });
        Simulator::Stop(MicroSeconds(60));
        Simulator::Run();
        dcqcn->Dispose();
        Simulator::Destroy();
    }
};

/// Test that the rate is cut at most once per interval.
class IncDcqcnReduceTest : public TestCase
{
  public:
    IncDcqcnReduceTest()
        : TestCase("Within RateReduceInterval CNPs raise alpha and cut nothing")
    {
    }

  private:
    void DoRun() override
    {
        NobodyPaced listener;
        auto dcqcn = CreateObject<IncDcqcn>();
        dcqcn->SetAttribute("RateReduceInterval", TimeValue(MicroSeconds(4)));
        dcqcn->SetAttribute("AlphaUpdateInterval", TimeValue(MicroSeconds(1)));
        dcqcn->Start(listener, LINE, 4096);
        double alpha = 1;
        double rate = LINE;
        for (int us = 0; us < 40; ++us)
        {
            Simulator::Schedule(MicroSeconds(us), [&, us]() {
                constexpr double G = 1.0 / 256;
                alpha *= us == 0 ? 1 : 1 - G;
                rate *= us % 4 == 0 ? 1 - alpha / 2 : 1;
                alpha = (1 - G) * alpha + G;
                dcqcn->OnCnp();
                NS_TEST_EXPECT_MSG_EQ_TOL(dcqcn->GetAlpha() / alpha, 1.0, 1e-9, "alpha at " << us);
                const double least = std::max(rate, 100e6);
                NS_TEST_EXPECT_MSG_EQ_TOL(dcqcn->GetCurrentRate() / least, 1, 1e-9, "at " << us);
            });
        }
        Simulator::Stop(MicroSeconds(41));
        Simulator::Run();
        dcqcn->Dispose();
        Simulator::Destroy();
    }
};

class IncDcqcnFirmwareTestSuite : public TestSuite
{
  public:
    IncDcqcnFirmwareTestSuite()
        : TestSuite("inc-dcqcn-firmware", TestSuite::Type::UNIT)
    {
        AddTestCase(new IncDcqcnTargetTest);
        AddTestCase(new IncDcqcnReduceTest);
    }
};

static IncDcqcnFirmwareTestSuite g_incDcqcnFirmwareTestSuite; //!< registers the suite
