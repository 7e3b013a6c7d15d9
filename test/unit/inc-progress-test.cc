/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-progress.h"
#include "ns3/inc-resource-usage.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

using namespace ns3;

namespace
{

std::chrono::steady_clock::time_point g_now;

std::chrono::steady_clock::time_point
Now()
{
    return g_now;
}

} // namespace

TEST(IncProgress, PrintsAtMostTwiceASecondOnATerminal)
{
    std::ostringstream text;
    IncProgress progress(text, true, Now);
    progress.Begin("inc", 1000000);
    for (uint64_t done = 0; done <= 1000000; done += 1000)
    {
        g_now += std::chrono::milliseconds(10);
        progress.Update(done);
    }
    const std::string lines = text.str();
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\r'), 20);
    EXPECT_NE(lines.find("inc: 49 %, 0.1 MB/s simulated, 5 s left"), std::string::npos) << lines;
    progress.End();
    EXPECT_EQ(text.str().substr(lines.size()), "\r\033[K");
}

TEST(IncProgress, AlwaysPrintsTheEndWhereLinesStay)
{
    std::ostringstream text;
    IncProgress progress(text, false, Now);
    progress.Begin("ring", 4000000);
    g_now += std::chrono::milliseconds(100);
    progress.Update(4000000);
    EXPECT_EQ(text.str(), "");
    progress.End();
    EXPECT_EQ(text.str(), "ring: 100 %, 40.0 MB/s simulated\n");
}

TEST(IncProgress, CountsWhatIsNotBytes)
{
    std::ostringstream text;
    IncProgress progress(text, false, Now);
    progress.Begin("inc", 40, "layers");
    g_now += std::chrono::seconds(30);
    progress.Update(10);
    EXPECT_EQ(text.str(), "inc: 25 %, 10 of 40 layers, 1:30 left\n");
}

TEST(IncProgress, IsSilentUnlessAsked)
{
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    IncProgress progress;
    progress.Begin("inc", 1);
    progress.Update(1);
    progress.End();
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(IncResourceUsage, SeesMemoryAndTimeThatWereUsed)
{
    const auto before = IncResourceUsage::Now();
    std::vector<char> block(64 << 20, 1);
    const auto after = IncResourceUsage::Now();
    EXPECT_EQ(std::count(block.begin(), block.end(), 1), 64 << 20);
    EXPECT_GT(after.rssBytes, before.rssBytes + (60 << 20));
    EXPECT_GE(after.peakRssBytes + (1 << 20), after.rssBytes);
    EXPECT_GT(after.wallS, before.wallS);
    EXPECT_GE(after.cpuS, before.cpuS);
}
