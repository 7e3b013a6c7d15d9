/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../suites/inc-environment.h"

#include "ns3/inc-message-layout.h"
#include "ns3/inc-tree-state.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

using Outcome = IncTreeState::Outcome;

constexpr uint32_t WORKERS = 6;
constexpr uint32_t SLOTS = 3;

IncTreeConfig
Config(IncReductionOrder order)
{
    IncBitString all(64);
    IncTreeConfig config;
    config.slots = SLOTS;
    config.order = order;
    for (uint32_t worker = 1; worker <= WORKERS; ++worker)
    {
        IncTreeChild child;
        child.bits = Create<IncSharedBitString>(IncBitString(64, {worker}));
        child.rank = static_cast<uint16_t>(worker - 1);
        config.children.push_back(child);
        all.Set(worker);
    }
    config.abm = Create<IncSharedBitString>(all);
    return config;
}

/// Return a contribution of some workers; its value has the digit 1 at each of them.
IncFramePtr
Contribution(uint32_t message, const std::set<uint32_t>& workers)
{
    int64_t value = 0;
    for (uint32_t worker : workers)
    {
        value += int64_t{1} << (8 * worker);
    }
    IncFramePtr frame = IncFrame::Create();
    frame->hasInc = true;
    frame->inc.messageId = message;
    frame->inc.dataType = IncDataType::INT64;
    frame->inc.count = 1;
    frame->payloadSize = sizeof(value);
    frame->payload = IncPayload::Create(sizeof(value));
    std::memcpy(frame->payload->GetData(), &value, sizeof(value));
    return frame;
}

IncBitString
Bits(const std::set<uint32_t>& workers)
{
    IncBitString bits(64);
    for (uint32_t worker : workers)
    {
        bits.Set(worker);
    }
    return bits;
}

/// A model of the slots that keeps sets of workers.
class Model
{
  public:
    Outcome Contribute(uint32_t message, const std::set<uint32_t>& workers)
    {
        auto& held = m_held[message];
        const bool subset = std::includes(held.begin(), held.end(), workers.begin(), workers.end());
        std::vector<uint32_t> common;
        std::set_intersection(held.begin(),
                              held.end(),
                              workers.begin(),
                              workers.end(),
                              std::back_inserter(common));
        if (subset)
        {
            return Outcome::DUPLICATE;
        }
        if (!common.empty())
        {
            return Outcome::OVERLAP;
        }
        held.insert(workers.begin(), workers.end());
        return held.size() == WORKERS ? Outcome::COMPLETED : Outcome::ADDED;
    }

    bool IsComplete(uint32_t message)
    {
        return m_held[message].size() == WORKERS;
    }

  private:
    std::map<uint32_t, std::set<uint32_t>> m_held;
};

int64_t
Sum()
{
    int64_t sum = 0;
    for (uint32_t worker = 1; worker <= WORKERS; ++worker)
    {
        sum += int64_t{1} << (8 * worker);
    }
    return sum;
}

/// Add random contributions of a few workers to a tree, and compare each outcome with the model.
void
ContributeAtRandom(uint32_t seed, uint32_t contributions, std::map<Outcome, uint32_t>& seen)
{
    std::mt19937 random(seed);
    IncTreeState state(Config(IncReductionOrder::ARRIVAL));
    Model model;
    uint32_t oldest = 0; // message of the oldest unfinished round
    for (uint32_t i = 0; i < contributions; ++i)
    {
        // Draw messages of the current rounds and of those just before; slots are independent.
        const uint32_t message = oldest + random() % SLOTS;
        std::set<uint32_t> workers;
        const uint32_t size = 1 + random() % 3;
        while (workers.size() < size)
        {
            workers.insert(1 + random() % WORKERS);
        }
        IncSlotRound* round = nullptr;
        const auto expected = model.Contribute(message, workers);
        const auto outcome = state.Contribute(*Contribution(message, workers),
                                              Bits(workers),
                                              *workers.begin() - 1,
                                              round);
        ASSERT_EQ(outcome, expected) << "contribution " << i;
        ++seen[outcome];
        if (outcome == Outcome::COMPLETED)
        {
            int64_t value;
            std::memcpy(&value, round->data->GetData(), sizeof(value));
            ASSERT_EQ(value, Sum()) << "contribution " << i;
            state.GetSlots().Deliver(*round, 0);
            while (model.IsComplete(oldest))
            {
                ++oldest;
            }
        }
    }
}

} // namespace

TEST(IncTreeState, APartialOverlapIsNeverAdded)
{
    IncTreeState state(Config(IncReductionOrder::ARRIVAL));
    IncSlotRound* round;
    // The OR of {1,2} and {2,...} would be the A-BM, with worker 2 counted twice.
    EXPECT_EQ(state.Contribute(*Contribution(0, {1, 2}), Bits({1, 2}), 0, round), Outcome::ADDED);
    EXPECT_EQ(state.Contribute(*Contribution(0, {2, 3, 4, 5, 6}), Bits({2, 3, 4, 5, 6}), 1, round),
              Outcome::OVERLAP);
    EXPECT_EQ(state.Contribute(*Contribution(0, {2}), Bits({2}), 1, round), Outcome::DUPLICATE);
    EXPECT_EQ(state.Contribute(*Contribution(0, {3, 4, 5, 6}), Bits({3, 4, 5, 6}), 2, round),
              Outcome::COMPLETED);
    int64_t value;
    std::memcpy(&value, round->data->GetData(), sizeof(value));
    EXPECT_EQ(value, Sum());
}

TEST(IncTreeState, FollowsASetBasedModelUnderRandomBitmaps)
{
    const uint32_t runs = IncFromEnvironment("INC_ITERATIONS", 1000);
    const uint32_t first = IncFromEnvironment("INC_SEED", 41);
    std::map<Outcome, uint32_t> seen;
    for (uint32_t seed = first; seed < first + runs; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        ASSERT_NO_FATAL_FAILURE(ContributeAtRandom(seed, 200, seen));
    }
    for (Outcome outcome :
         {Outcome::ADDED, Outcome::COMPLETED, Outcome::DUPLICATE, Outcome::OVERLAP})
    {
        EXPECT_GE(seen[outcome], 5 * runs);
    }
}

TEST(IncTreeState, KeepsTheLastRoundAndNoneBefore)
{
    IncTreeState state(Config(IncReductionOrder::ARRIVAL));
    IncSlotRound* round;
    const std::set<uint32_t> all{1, 2, 3, 4, 5, 6};
    for (uint32_t message = 0; message < 5 * SLOTS; ++message)
    {
        ASSERT_EQ(state.Contribute(*Contribution(message, all), Bits(all), 0, round),
                  Outcome::COMPLETED);
        state.GetSlots().Deliver(*round, 0);
        for (uint32_t back = 0; back <= message; ++back)
        {
            const auto outcome =
                state.Contribute(*Contribution(message - back, {1}), Bits({1}), 0, round);
            EXPECT_EQ(outcome, back < 2 * SLOTS ? Outcome::DUPLICATE : Outcome::OLD)
                << message << " and " << back << " messages before";
        }
        // When two versions of a slot are full, its third round can begin, but not its fourth.
        EXPECT_EQ(
            state.Contribute(*Contribution(message + 2 * SLOTS + 1, {1}), Bits({1}), 0, round),
            Outcome::BEYOND);
    }
}

TEST(IncTreeState, RefusesWhatDoesNotDescribeItsData)
{
    IncTreeState state(Config(IncReductionOrder::ARRIVAL));
    IncSlotRound* round;
    const auto refuse = [&](const std::function<void(IncFrame&)>& damage) {
        auto frame = Contribution(0, {1});
        damage(*frame);
        EXPECT_EQ(state.Contribute(*frame, Bits({1}), 0, round), Outcome::MISMATCH);
        EXPECT_EQ(state.GetSlots().GetBusy(), 0U);
    };
    refuse([](IncFrame& f) { f.inc.count = 2; });
    refuse([](IncFrame& f) { f.payloadSize = 4; });
    refuse([](IncFrame& f) { f.inc.operation = IncOperation::NONE; });
    refuse([](IncFrame& f) { f.inc.operation = static_cast<IncOperation>(9); });
    refuse([](IncFrame& f) { f.inc.dataType = static_cast<IncDataType>(15); });
    refuse([](IncFrame& f) {
        f.inc.dataType = static_cast<IncDataType>(0);
        f.payloadSize = 0;
    });
}

namespace
{

/// Return all contributions to a message of a Reduce to worker 1; its result may wait if `mayWait`
/// is true.
IncFramePtr
Reduced(uint32_t message, bool mayWait)
{
    auto frame = Contribution(message, {1, 2, 3, 4, 5, 6});
    frame->inc.collective = IncCollective::REDUCE;
    frame->inc.flags = mayWait ? IncHeader::UP_TO : 0;
    frame->immediate = 1;
    return frame;
}

/// Complete a message, and return which workers must get its result.
IncResultScope
Complete(IncTreeState& state, uint32_t message, bool mayWait)
{
    IncSlotRound* round;
    EXPECT_EQ(state.Contribute(*Reduced(message, mayWait), Bits({1, 2, 3, 4, 5, 6}), 0, round),
              Outcome::COMPLETED);
    const IncResultScope scope = state.GetScope(*round);
    state.GetSlots().Deliver(*round, 0);
    return scope;
}

} // namespace

TEST(IncTreeState, LetsResultsWaitForLaterOnesWhileTheyAreInOrder)
{
    IncTreeConfig config = Config(IncReductionOrder::ARRIVAL);
    config.slots = 4;
    IncTreeState state(config);
    EXPECT_EQ(Complete(state, 0, true), IncResultScope::ROOT);
    EXPECT_EQ(Complete(state, 1, false), IncResultScope::UP_TO) << "it stands for the one before";
    EXPECT_EQ(Complete(state, 3, true), IncResultScope::ITSELF) << "one before is missing";
    EXPECT_EQ(Complete(state, 2, true), IncResultScope::UP_TO) << "nobody must wait any longer";
    EXPECT_EQ(Complete(state, 4, true), IncResultScope::ROOT) << "in order again";

    config.slotMode = IncSlotMode::LITERAL;
    IncTreeState literal(config);
    EXPECT_EQ(Complete(literal, 0, true), IncResultScope::ITSELF);
    config.slotMode = IncSlotMode::SHADOW;
    config.transport = IncAggregationTransport::RC;
    IncTreeState reliable(config);
    EXPECT_EQ(Complete(reliable, 0, true), IncResultScope::ITSELF);
}

TEST(IncTreeState, LearnsWhoseElementsTheyAreFromWhoBringsThem)
{
    for (const bool dataFirst : {false, true})
    {
        IncTreeConfig config = Config(IncReductionOrder::ARRIVAL);
        config.checksCalls = true;
        IncTreeState state(config);
        IncSlotRound* round;
        const uint64_t tag = uint64_t{7} << INC_CALL_TAG_SHIFT;
        auto data = Contribution(0, {1});
        data->inc.collective = IncCollective::BROADCAST;
        data->immediate = 1;
        data->reth.virtualAddress = tag | 1000;
        // The other contributions stand for several messages, so their root and offset differ from
        // this message's.
        auto run = Contribution(0, {2, 3, 4, 5, 6});
        run->inc.collective = IncCollective::BROADCAST;
        run->inc.flags = IncHeader::UP_TO | IncHeader::EMPTY;
        run->immediate = 2;
        run->reth.virtualAddress = tag | 2000;
        run->payload = nullptr;
        run->payloadSize = 0;
        auto other = run->Copy();
        other->reth.virtualAddress = tag + tag;
        const auto contribute = [&](IncFrame& frame, const std::set<uint32_t>& workers) {
            return state.Contribute(frame, Bits(workers), *workers.begin() - 1, round);
        };
        if (dataFirst)
        {
            EXPECT_EQ(contribute(*data, {1}), Outcome::ADDED);
            EXPECT_EQ(contribute(*other, {2, 3, 4, 5, 6}), Outcome::MISMATCH) << "another call";
            EXPECT_EQ(contribute(*run, {2, 3, 4, 5, 6}), Outcome::COMPLETED);
        }
        else
        {
            EXPECT_EQ(contribute(*run, {2, 3, 4, 5, 6}), Outcome::ADDED);
            EXPECT_EQ(round->root, IncSlotRound::OUTSIDE_SUBTREE);
            EXPECT_FALSE(round->TakesDataOf(Bits({2, 3, 4, 5, 6})));
            EXPECT_TRUE(round->GivesDataTo(Bits({2, 3, 4, 5, 6})));
            EXPECT_EQ(contribute(*data, {1}), Outcome::COMPLETED);
        }
        EXPECT_EQ(round->root, 1U);
        EXPECT_EQ(round->reth.virtualAddress, tag | 1000);
        EXPECT_FALSE(round->header.Has(IncHeader::UP_TO));
        ASSERT_NE(round->data, nullptr);
        EXPECT_EQ(round->payloadSize, sizeof(int64_t));
    }
}
