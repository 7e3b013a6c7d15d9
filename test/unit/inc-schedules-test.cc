/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Tests of real switches under every schedule of a small group. They check in the code the
// properties that test/model/inc-slots.pml checks in the protocol.

#include "inc-schedule-world.h"

#include <array>
#include <deque>
#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// Outcome of a search through all schedules.
struct Search
{
    std::size_t states{0}; //!< number of reachable states
    std::string fault;     //!< first error, or empty
};

Search
VisitAll(const IncScheduleParameters& parameters)
{
    IncScheduleWorld world(parameters);
    std::deque<IncScheduleWorld::State> open;
    std::unordered_set<std::string> known;
    open.push_back(world.Begin());
    known.insert(IncScheduleWorld::Describe(open.front()));
    while (!open.empty() && world.GetFault().empty())
    {
        IncScheduleWorld::State state = std::move(open.front());
        open.pop_front();
        for (IncScheduleWorld::FrameId frame : state.frames)
        {
            IncScheduleWorld::State next = IncScheduleWorld::Copy(state);
            world.Deliver(next, frame);
            if (known.insert(IncScheduleWorld::Describe(next)).second)
            {
                open.push_back(std::move(next));
            }
        }
        if (world.GetFault().empty() && !world.Recovers(state))
        {
            return {known.size(), "a dead end"};
        }
    }
    return {known.size(), world.GetFault()};
}

} // namespace

TEST(IncSchedules, NoScheduleMakesAWrongSumOrADeadEnd)
{
    const std::vector<std::array<uint32_t, 4>> worlds{{2, 1, 1, 6},
                                                      {3, 1, 1, 4},
                                                      {2, 1, 2, 3},
                                                      {2, 2, 1, 3},
                                                      {3, 2, 1, 2}};
    for (const auto& [workers, levels, slots, messages] : worlds)
    {
        IncScheduleParameters parameters;
        parameters.workers = workers;
        parameters.levels = levels;
        parameters.slots = slots;
        parameters.messages = messages;
        const Search search = VisitAll(parameters);
        const std::string world = std::to_string(workers) + " workers, " + std::to_string(levels) +
                                  " levels, " + std::to_string(slots) + " slots, " +
                                  std::to_string(messages) + " messages";
        EXPECT_EQ(search.fault, "") << world;
        EXPECT_GT(search.states, 20U) << world;
        std::cout << world << ": " << search.states << " states\n";
    }
}

TEST(IncSchedules, LiteralSlotsHaveADeadEnd)
{
    for (uint32_t levels : {1, 2})
    {
        IncScheduleParameters parameters;
        parameters.mode = IncSlotMode::LITERAL;
        parameters.levels = levels;
        EXPECT_EQ(VisitAll(parameters).fault, "a dead end");
    }
}

TEST(IncSchedules, ASwitchThatAddsWithoutLookingAtItsBitmapIsFound)
{
    IncScheduleParameters parameters;
    parameters.damage = [](IncTreeState& tree, IncFrame& frame) {
        IncSlotPool::Match match;
        IncSlotRound* round = tree.GetSlots().Find(frame.inc.messageId, match);
        if (match == IncSlotPool::Match::CURRENT && round->state == IncSlotRound::State::COLLECTING)
        {
            round->seen = tree.SeenOf(*round);
            round->seen -= frame.pbm->bits;
            round->split = true;
        }
    };
    EXPECT_EQ(VisitAll(parameters).fault, "sum of message 0");
}

TEST(IncSchedules, ASwitchThatComparesSlotsInsteadOfMessageIdsIsFound)
{
    IncScheduleParameters parameters;
    parameters.damage = [](IncTreeState& tree, IncFrame& frame) {
        IncSlotPool::Match match;
        IncSlotRound* round = tree.GetSlots().Find(frame.inc.messageId, match);
        if (match == IncSlotPool::Match::OLD && round &&
            round->state == IncSlotRound::State::COLLECTING)
        {
            frame.inc.messageId = tree.GetSlots().GetMessageId(*round);
        }
    };
    EXPECT_NE(VisitAll(parameters).fault, "");
}

TEST(IncSchedules, ASwitchThatDoesNotAnswerRepetitionsIsFound)
{
    IncScheduleParameters parameters;
    parameters.damage = [](IncTreeState&, IncFrame& frame) {
        frame.inc.flags &= ~IncHeader::RETRANSMITTED;
    };
    EXPECT_EQ(VisitAll(parameters).fault, "a dead end");
}
