/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-balance.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Return a balance with one object of each kind, in the middle of its work.
IncBalance
MakeBusy()
{
    IncBalance balance;
    balance.links.push_back({"a->b", 10, 1000, 7, 700, 2, 300, 300, false, false});
    balance.buffers.push_back({"s", 200, 1000, 100, 300});
    balance.trees.push_back({"s, tree 1", 3, 4, 8});
    balance.pairs.push_back({"a QP 16 -> b QP 17", 10, 7});
    return balance;
}

/// Return that balance when no work is under way.
IncBalance
MakeQuiet()
{
    IncBalance balance = MakeBusy();
    balance.links[0] = {"a->b", 10, 1000, 8, 800, 2, 0, 0, false, false};
    balance.buffers[0] = {"s", 0, 1000, 0, 0};
    balance.trees[0].busy = 0;
    return balance;
}

using Change = std::function<void(IncBalance&)>;

} // namespace

TEST(IncBalance, FindsEveryNumberThatContradictsAnother)
{
    EXPECT_EQ(MakeBusy().FindFault(), "");
    const std::vector<std::pair<Change, std::string>> faults{
        {[](auto& b) { b.links[0].receivedFrames = 9; },
         "a->b: 11 frames received or lost, and 10 sent"},
        {[](auto& b) { b.links[0].lostFrames = 4; },
         "a->b: 11 frames received or lost, and 10 sent"},
        {[](auto& b) { b.links[0].sentFrames = 8; }, "a->b: 9 frames received or lost, and 8 sent"},
        {[](auto& b) { b.links[0].receivedBytes = 1001; },
         "a->b: 1001 bytes received, and 1000 sent"},
        {[](auto& b) { b.links[0].queuedBytes = 301; },
         "a->b: 301 bytes wait, and 300 by priority"},
        {[](auto& b) { b.links[0].byPriority = 301; }, "a->b: 301 bytes by priority, and 300 wait"},
        {[](auto& b) { b.buffers[0].used = 1001; },
         "s: 1001 bytes of the pool in use, and 1000 in all"},
        {[](auto& b) { b.buffers[0].headroom = 101; },
         "s: 301 bytes of the buffer in use, and 300 wait"},
        {[](auto& b) { b.buffers[0].queuedBytes = 0; },
         "s: 300 bytes of the buffer in use, and 0 wait"},
        {[](auto& b) { b.trees[0].busy = 5; }, "s, tree 1: 5 busy slots, and 4 at most"},
        {[](auto& b) { b.trees[0].peak = 9; }, "s, tree 1: 9 slots busy at once, and 8 in all"},
        {[](auto& b) { b.pairs[0].received = 11; },
         "a QP 16 -> b QP 17: 11 data packets received, and 10 sent"}};
    for (const auto& [change, words] : faults)
    {
        IncBalance balance = MakeBusy();
        change(balance);
        EXPECT_EQ(balance.FindFault(), words);
    }
}

TEST(IncBalance, LetsLinksThatDuplicateDeliverMoreThanWasSent)
{
    IncBalance balance = MakeBusy();
    balance.links[0].duplicates = true;
    balance.links[0].receivedFrames = 12;
    balance.links[0].receivedBytes = 1200;
    balance.pairs[0].received = 12;
    EXPECT_EQ(balance.FindFault(), "");
}

TEST(IncBalance, FindsWhatIsLeftWhenNothingIsUnderWay)
{
    EXPECT_EQ(MakeQuiet().FindRest(), "");
    const std::vector<std::pair<Change, std::string>> left{
        {[](auto& b) { b.links[0].queuedBytes = 1; }, "a->b: 1 bytes wait, and 0 should"},
        {[](auto& b) { b.links[0].receivedFrames = 7; },
         "a->b: 10 frames sent, and 9 received or lost"},
        {[](auto& b) { b.buffers[0].used = 1; }, "s: 1 bytes in use, and 0 should be"},
        {[](auto& b) { b.buffers[0].headroom = 1; }, "s: 1 bytes in use, and 0 should be"},
        {[](auto& b) { b.trees[0].busy = 1; }, "s, tree 1: 1 busy slots, and 0 should be"}};
    for (const auto& [change, words] : left)
    {
        IncBalance balance = MakeQuiet();
        change(balance);
        EXPECT_EQ(balance.FindRest(), words);
    }
    IncBalance balance = MakeQuiet();
    balance.links[0].hasFailed = true;
    balance.links[0].receivedFrames = 7;
    EXPECT_EQ(balance.FindRest(), "") << "what is on a failed link is lost";
}
