/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of settings of the fabric that contradict each other: they end the program with one
// sentence.

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-star-topology.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

void
Install(const std::function<void(IncFabricHelper&)>& set)
{
    IncFabricHelper helper;
    set(helper);
    helper.Install(IncStarTopology(4).Build());
}

} // namespace

class IncFabricSettingsDeathTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
    }
};

TEST_F(IncFabricSettingsDeathTest, HeadroomLargerThanTheBuffer)
{
    EXPECT_DEATH(Install([](IncFabricHelper& helper) {
                     helper.EnablePfc("3");
                     helper.SetBufferAttribute("BufferSize", UintegerValue(1000000));
                     helper.SetBufferAttribute("Headroom", UintegerValue(300000));
                 }),
                 "IncSharedBuffer::BufferSize: 1000000 bytes, must hold Headroom 1200000 ");
}

TEST_F(IncFabricSettingsDeathTest, XonAboveXoff)
{
    EXPECT_DEATH(Install([](IncFabricHelper& helper) {
                     helper.EnablePfc("3");
                     helper.SetBufferAttribute("XoffThreshold", UintegerValue(20000));
                     helper.SetBufferAttribute("XonOffset", UintegerValue(30000));
                 }),
                 "IncSharedBuffer::XonOffset: 30000 bytes, must be below XoffThreshold, 20000");
}

TEST_F(IncFabricSettingsDeathTest, EcnThresholdsTheWrongWayRound)
{
    EXPECT_DEATH(Install([](IncFabricHelper& helper) {
                     helper.SetEcnAttribute("MinThreshold", UintegerValue(400000));
                 }),
                 "IncEcnMarker::MinThreshold: 400000 bytes, must not exceed MaxThreshold, 200000");
}

TEST_F(IncFabricSettingsDeathTest, PauseTooShortToBeRefreshed)
{
    EXPECT_DEATH(Install([](IncFabricHelper& helper) {
                     helper.EnablePfc("3");
                     helper.SetBufferAttribute("PauseQuanta", UintegerValue(100));
                 }),
                 "IncSharedBuffer::PauseQuanta: 100, must be at least 292 ");
}

TEST_F(IncFabricSettingsDeathTest, TextsThatMeanNothing)
{
    EXPECT_DEATH(Install([](IncFabricHelper& helper) { helper.EnablePfc("8"); }),
                 "IncSharedBuffer::LosslessPriorities: \"8\", must be priorities from 0 to 7");
    EXPECT_DEATH(Install([](IncFabricHelper& helper) { helper.EnableEcn("three"); }),
                 "IncEcnMarker::Priorities: \"three\", must be priorities from 0 to 7");
    EXPECT_DEATH(Install([](IncFabricHelper& helper) {
                     helper.SetDeviceAttribute("Scheduler", StringValue("1,2,3"));
                 }),
                 "IncNetDevice::Scheduler: \"1,2,3\", must be strict or eight weights");
    EXPECT_DEATH(Install([](IncFabricHelper& helper) {
                     helper.EnablePfc("3");
                     helper.SetWatchdogAttribute("Action", StringValue("bark"));
                 }),
                 "Action");
}
