/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-priority.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(IncPriorityTest, ReadsAndWritesSets)
{
    EXPECT_EQ(IncParsePriorities(""), 0);
    EXPECT_EQ(IncParsePriorities("3"), 0x08);
    EXPECT_EQ(IncParsePriorities("6,3,0"), 0x49);
    EXPECT_EQ(IncFormatPriorities(0x49), "0,3,6");
    EXPECT_EQ(IncFormatPriorities(0), "");
    for (uint32_t set = 0; set < 256; ++set)
    {
        EXPECT_EQ(IncParsePriorities(IncFormatPriorities(set)), set);
    }
}

TEST(IncPriorityTest, RefusesWhatIsNoSet)
{
    for (const char* text : {"8", "-1", "3,", ",3", "3,,4", "3 4", "3.0", "a", "3;4", "4294967299"})
    {
        EXPECT_FALSE(IncParsePriorities(text)) << text;
    }
}

TEST(IncPriorityTest, ReadsAndWritesWeights)
{
    const IncPriorityWeights weights{1, 2, 0, 1000, 5, 6, 7, 8};
    EXPECT_EQ(IncParseWeights("1,2,0,1000,5,6,7,8"), weights);
    EXPECT_EQ(IncFormatWeights(weights), "1,2,0,1000,5,6,7,8");
    for (const char* text : {"", "1", "1,2,3,4,5,6,7", "1,2,3,4,5,6,7,8,9", "1,2,3,4,5,6,7,1001"})
    {
        EXPECT_FALSE(IncParseWeights(text)) << text;
    }
}

TEST(IncPriorityTest, MapsToTheClassSelectorsOfRfc2474)
{
    // RFC 2474, 4.2.2.1: xxx000; RFC 4594 lists CS0 = 0, CS1 = 8, ..., CS7 = 56.
    const uint8_t codePoints[] = {0, 8, 16, 24, 32, 40, 48, 56};
    for (uint8_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        EXPECT_EQ(IncDscpOf(priority), codePoints[priority]);
        EXPECT_EQ(IncPriorityOf(codePoints[priority]), priority);
    }
    EXPECT_EQ(IncPriorityOf(26), 3); // AF31, in class 3
}
