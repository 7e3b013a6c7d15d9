/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-test-tree.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t MESSAGE = 5;

void
UnderParent(IncTreeConfig& config)
{
    config.firstMessageId = MESSAGE;
}

void
ResultsPassBy(IncTreeConfig& config)
{
    UnderParent(config);
    config.resultsPassBy = true;
}

void
AtTheRoot(IncTreeConfig& config)
{
    ResultsPassBy(config);
    config.parent.reset();
    for (IncTreeChild& child : config.children)
    {
        child.isWorker = false;
    }
}

/// Return the frames that were sent, as in "pending:h1 up request:2"; after the colon stand the
/// P-BMs.
std::string
Said(IncTestTree& tree)
{
    std::string text;
    for (const IncFramePtr& frame : tree.TakeSent())
    {
        text += text.empty() ? "" : " ";
        if (frame->inc.Has(IncHeader::PENDING))
        {
            text += "pending:" + std::to_string(frame->destination - IncTestTree::WORKER + 1);
        }
        else if (frame->inc.Has(IncHeader::ASKING))
        {
            text += "request:";
            const IncBitString& bits = frame->pbm->bits;
            for (uint32_t bit = bits.FindFirst(); bit != 0; bit = bits.FindNext(bit))
            {
                text += std::to_string(bit);
            }
        }
        else
        {
            text += frame->inc.Has(IncHeader::RETRANSMITTED) ? "again" : "up";
        }
    }
    return text;
}

/// Record that a result by BIER leaves for a worker.
void
Leave(IncTestTree& tree, uint32_t worker, uint32_t psn)
{
    IncFramePtr result = IncTestTree::Contribution(worker, MESSAGE, IncHeader::RESULT);
    result->bth.psn = psn;
    tree.Get().recovery.ResultLeaves(*result, static_cast<uint16_t>(worker));
}

/// Let a switch below ask for a worker's result; the PSN names the last result that it knows.
std::optional<IncRefusal>
Request(IncTestTree& tree, uint32_t worker, uint32_t knownPsn)
{
    IncFramePtr request = IncTestTree::Contribution(worker, MESSAGE, IncHeader::ASKING);
    request->immediate = knownPsn;
    return tree.Get().recovery.RequestArrived(worker - 1, *request);
}

} // namespace

TEST(IncTreeRecovery, ACopyThatTheNetworkMadeIsNotAnswered)
{
    IncTestTree tree(UnderParent);
    IncSlotRound& round = tree.Contribute({1}, MESSAGE);
    tree.Repeat(round, 1, 0);
    EXPECT_EQ(Said(tree), "");
    tree.Repeat(round, 1);
    EXPECT_EQ(Said(tree), "pending:1");
    EXPECT_EQ(tree.counters.pendingSent, 1u);
}

TEST(IncTreeRecovery, AnAggregateIsSentUpAgainOnceInTheInterval)
{
    IncTestTree tree(UnderParent);
    tree.parentTimeout = Seconds(1);
    IncSlotRound& round = tree.Contribute({1, 2}, MESSAGE);
    tree.Repeat(round, 1);
    EXPECT_EQ(Said(tree), "pending:1") << "its result may be on its way";
    IncTestTree::Wait(IncTestTree::RoundTrip() / 2);
    tree.Repeat(round, 2);
    EXPECT_EQ(Said(tree), "pending:2 again");
    tree.Repeat(round, 1);
    EXPECT_EQ(Said(tree), "pending:1");
    tree.resend = IncTestTree::RoundTrip() / 10; // this attribute may change at any time
    IncTestTree::Wait(IncTestTree::RoundTrip() / 10);
    tree.Repeat(round, 1);
    EXPECT_EQ(Said(tree), "pending:1 again");
    EXPECT_EQ(tree.counters.resent, 2u);
}

TEST(IncTreeRecovery, WorkersAreNotKeptWaitingForASilentParent)
{
    IncTestTree tree(UnderParent);
    tree.resend = Seconds(100);
    IncSlotRound& round = tree.Contribute({1, 2}, MESSAGE);
    // At least eight round trips, even if the attribute is smaller.
    IncTestTree::Wait(8 * IncTestTree::RoundTrip() - NanoSeconds(1));
    tree.Repeat(round, 1);
    EXPECT_EQ(Said(tree), "pending:1");
    IncTestTree::Wait(NanoSeconds(1));
    tree.Repeat(round, 1);
    EXPECT_EQ(Said(tree), "");
    tree.Get().recovery.PendingArrived(*IncTestTree::Contribution(1, MESSAGE, IncHeader::PENDING));
    tree.Repeat(round, 1);
    EXPECT_EQ(Said(tree), "pending:1") << "the parent has spoken";
}

TEST(IncTreeRecovery, AResultIsSentAgainToWhoRepeatsAContribution)
{
    IncTestTree tree(UnderParent);
    IncSlotRound& round = tree.Contribute({1, 2}, MESSAGE);
    round.state = IncSlotRound::State::DONE;
    tree.Repeat(round, 2);
    EXPECT_EQ(tree.TakeSentAgain(), (std::vector<IncBitString>{{IncTestTree::BITS, {2}}}));
    EXPECT_EQ(Said(tree), "");
    EXPECT_EQ(tree.counters.resent, 1u);
}

TEST(IncTreeRecovery, RepairIsRequestedOfResultsThatHaveLeftForTheWorker)
{
    IncTestTree tree(ResultsPassBy);
    tree.parentTimeout = Seconds(1);
    IncSlotRound& round = tree.Contribute({1, 2}, MESSAGE);
    Leave(tree, 1, 40);
    tree.Repeat(round, 1);
    EXPECT_EQ(Said(tree), "") << "the two have crossed";
    IncTestTree::Wait(IncTestTree::RoundTrip() / 2);
    tree.Repeat(round, 1);
    const auto sent = tree.TakeSent();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_TRUE(sent[0]->inc.Has(IncHeader::ASKING));
    EXPECT_EQ(sent[0]->immediate, 40u) << "the latest result that left";
    EXPECT_EQ(sent[0]->pbm->bits, IncBitString(IncTestTree::BITS, {1}));
    // No result has left for worker 2: either the aggregate or the result is lost, so ask for both.
    tree.Repeat(round, 2);
    EXPECT_EQ(Said(tree), "pending:2 again request:2");
    tree.Repeat(round, 2);
    EXPECT_EQ(Said(tree), "pending:2");
}

TEST(IncTreeRecovery, ARequestThatMayHaveCrossedTheResultWaits)
{
    IncTestTree tree(AtTheRoot);
    IncSlotRound& round = tree.Contribute({1, 2}, MESSAGE);
    round.state = IncSlotRound::State::DONE;
    round.resultPsn = 40;
    EXPECT_EQ(Request(tree, 1, 39), std::nullopt);
    EXPECT_EQ(Request(tree, 1, IncHeader::NO_PSN), std::nullopt);
    EXPECT_TRUE(tree.TakeSentAgain().empty());
    EXPECT_EQ(Request(tree, 1, 40), std::nullopt);
    EXPECT_EQ(tree.TakeSentAgain(), (std::vector<IncBitString>{{IncTestTree::BITS, {1}}}))
        << "later ones came: this one is lost";
    IncTestTree::Wait(IncTestTree::RoundTrip());
    EXPECT_EQ(Request(tree, 2, 39), std::nullopt);
    EXPECT_EQ(tree.TakeSentAgain(), (std::vector<IncBitString>{{IncTestTree::BITS, {2}}}));
    EXPECT_EQ(tree.counters.duplicates, 4u);
}

TEST(IncTreeRecovery, RequestsThatNobodyMaySendAreRefused)
{
    IncTestTree workers(ResultsPassBy);
    workers.Contribute({1, 2}, MESSAGE);
    EXPECT_EQ(Request(workers, 1, 39), IncRefusal::NOT_WAITING) << "workers repeat themselves";
    IncTestTree root(AtTheRoot);
    EXPECT_EQ(Request(root, 1, 39), std::nullopt) << "nothing has come yet";
    EXPECT_EQ(root.TakeSentAgain().size() + root.TakeSent().size(), 0u);
    IncFramePtr beyond = IncTestTree::Contribution(1, MESSAGE + 100, IncHeader::ASKING);
    EXPECT_EQ(root.Get().recovery.RequestArrived(0, *beyond), IncRefusal::BEYOND_WINDOW);
}
