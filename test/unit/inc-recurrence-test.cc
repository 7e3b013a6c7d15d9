/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-interval-period.h"
#include "ns3/inc-state-record.h"

#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t TREE = 7;
constexpr int64_t PERIOD_PS = 2'325'000;
constexpr uint64_t ROUNDS = 25;

/// A class with one field of each kind, and slots that rounds use in turn.
struct Model
{
    uint32_t value{3};
    int64_t time{100};
    int64_t past{50};
    int64_t never{0};
    uint32_t number{UINT32_MAX - 5};
    uint32_t psn{0xfffff0};
    uint64_t count{1000};
    uint64_t place{7}; //!< place from 0 to 9, cyclic
    uint64_t index{0}; //!< up to 50,000
    uint32_t ready{0};
    std::vector<uint64_t> slots = std::vector<uint64_t>(4);

    /// Return the state after some rounds in some time; computed directly, not by VisitState().
    static Model After(uint64_t rounds, int64_t ps)
    {
        Model model;
        model.time += ps;
        model.past += ps + static_cast<int64_t>(rounds % 2);
        model.number += static_cast<uint32_t>(rounds);
        model.psn = (model.psn + 2 * rounds) % (1U << 24);
        model.count += 3 * rounds;
        model.place = (model.place + 4 * rounds) % 10;
        model.index += 2 * rounds;
        model.ready = rounds % 4;
        for (uint64_t i = 0; i < 4; ++i)
        {
            model.slots[(rounds + i) % 4] = rounds + i;
        }
        return model;
    }

    void VisitState(IncStateVisitor& visitor)
    {
        visitor.UseTree(TREE);
        visitor.Value("value", value);
        visitor.Time("time", time);
        visitor.Shifted("past", past);
        visitor.Time("never", never);
        visitor.Sequence("number", number);
        visitor.Count("psn", psn, 24);
        visitor.Count("count", count);
        visitor.Cyclic("place", place, 10);
        visitor.Bounded("index", index, 50000);
        visitor.Slot("ready", ready, slots.size());
        visitor.Ring(slots, [&](uint64_t& slot) { visitor.Sequence("slot", slot); });
    }
};

/// A class with a table of fields of each kind.
struct Tabled
{
    struct Part
    {
        uint32_t psn{0xfffff0};
        uint64_t lost{2};
        INC_FIELDS(Tabled::Part, INC_PSN(psn) + INC_FIELD(lost, UNCHANGED))
    };

    uint64_t sent{7};
    uint64_t peak{5};
    int64_t startPs{100};
    int64_t pastPs{50};
    uint32_t number{UINT32_MAX - 5};
    bool isPaused : 1;
    std::array<uint32_t, 2> drops{3, 4};
    std::vector<std::unique_ptr<Part>> parts;
    int rank{9};
    INC_FIELDS(Tabled,
               INC_COUNT(sent) + INC_FIELD(peak, PEAK) + INC_TIME(startPs) +
                   INC_FIELD(pastPs, SHIFTED) + INC_FIELD(number, SEQUENCE) + INC_BIT(isPaused) +
                   INC_COUNT(drops) + INC_PART(parts) + INC_UNVISITED(rank))

    Tabled()
        : isPaused(true)
    {
        parts.push_back(std::make_unique<Part>());
        parts.push_back(nullptr);
    }

    void VisitByHand(IncStateVisitor& visitor)
    {
        visitor.Count("sent", sent);
        visitor.Value("peak", peak);
        visitor.Time("startPs", startPs);
        visitor.Shifted("pastPs", pastPs);
        visitor.Sequence("number", number);
        visitor.Value("isPaused", isPaused);
        visitor.Count("drops", drops[0]);
        visitor.Count("drops", drops[1]);
        visitor.Count("psn", parts[0]->psn, 24);
        visitor.Value("lost", parts[0]->lost);
    }
};

IncState
Write(Model& model, uint64_t rounds, int64_t ps)
{
    IncStateWriter writer(ps);
    writer.SetRounds(TREE, {rounds, 0});
    writer.Enter("model");
    model.VisitState(writer);
    return writer.GetState();
}

} // namespace

TEST(IncRecurrence, StateComesAgainThoughTimesNumbersAndCountersGoOn)
{
    Model before = Model::After(0, 0);
    Model after = Model::After(ROUNDS, PERIOD_PS);
    const IncState first = Write(before, 0, 0);
    const IncState second = Write(after, ROUNDS, PERIOD_PS);
    EXPECT_EQ(first.settled, second.settled);
    ASSERT_EQ(first.counts.size(), 4U);
    const auto growth = first.GrowthTo(second);
    EXPECT_EQ(growth[1], 3 * ROUNDS);
    EXPECT_EQ(growth[2], 4 * ROUNDS % 10);
    EXPECT_EQ(growth[3], 2 * ROUNDS);
    EXPECT_EQ(second.GetRoom(growth), (50000 - 2 * ROUNDS) / (2 * ROUNDS));
}

TEST(IncRecurrence, EveryFieldThatIsNotAsItWasIsSeen)
{
    Model model = Model::After(0, 0);
    const IncState first = Write(model, 0, 0);
    const auto differs = [&](auto change) {
        Model other = Model::After(ROUNDS, PERIOD_PS);
        change(other);
        return Write(other, ROUNDS, PERIOD_PS).settled != first.settled;
    };
    EXPECT_FALSE(differs([](Model& /* other */) {}));
    EXPECT_TRUE(differs([](Model& other) { ++other.value; }));
    EXPECT_TRUE(differs([](Model& other) { ++other.time; }));
    EXPECT_TRUE(differs([](Model& other) { ++other.number; }));
    EXPECT_TRUE(differs([](Model& other) { other.ready = (other.ready + 1) % 4; }));
    EXPECT_TRUE(differs([](Model& other) { ++other.slots[2]; }));
    EXPECT_TRUE(differs([](Model& other) { other.never = 5; }));
    EXPECT_FALSE(differs([](Model& other) { ++other.past; }));
}

TEST(IncRecurrence, AdvancedStateIsThatOfSoManyPeriodsLater)
{
    for (const uint64_t times : {1, 2, 7, 1000})
    {
        Model model = Model::After(ROUNDS, PERIOD_PS);
        Model next = Model::After(2 * ROUNDS, 2 * PERIOD_PS);
        const IncState now = Write(model, ROUNDS, PERIOD_PS);
        const auto growth =
            now.Multiply(now.GrowthTo(Write(next, 2 * ROUNDS, 2 * PERIOD_PS)), times);
        const int64_t byPs = static_cast<int64_t>(times) * PERIOD_PS;
        IncStateAdvance advance(PERIOD_PS, byPs, growth);
        advance.SetRounds(TREE, {ROUNDS, times * ROUNDS});
        model.VisitState(advance);
        const Model later = Model::After((times + 1) * ROUNDS, PERIOD_PS + byPs);
        EXPECT_EQ(model.time, later.time);
        EXPECT_EQ(model.never, 0);
        EXPECT_EQ(model.number, later.number);
        EXPECT_EQ(model.psn, later.psn);
        EXPECT_EQ(model.count, later.count);
        EXPECT_EQ(model.place, later.place);
        EXPECT_EQ(model.index, later.index);
        EXPECT_EQ(model.ready, later.ready);
        EXPECT_EQ(model.slots, later.slots);
    }
}

TEST(IncRecurrence, AcknowledgementsComeAgainRelativeToWhatIsAwaited)
{
    constexpr uint64_t CONNECTION = 5;
    const auto write = [](uint32_t acknowledged, uint32_t awaited, uint64_t of) {
        IncStateWriter writer(0);
        writer.Awaited("psn", CONNECTION, acknowledged); // first seen in a frame on a wire
        writer.Await(of, awaited);
        writer.Finish();
        return writer.GetState();
    };
    const IncState first = write(0xfffff0, 0xffffe0, CONNECTION);
    const IncState second = write(9, 0xfffff9, CONNECTION);
    EXPECT_EQ(first.settled, second.settled);
    EXPECT_EQ(first.GrowthTo(second), std::vector<uint64_t>{25});
    EXPECT_NE(first.settled, write(9, 0xfffffa, CONNECTION).settled);
    // Numbers that nobody awaits do not recur.
    EXPECT_NE(write(9, 0, CONNECTION + 1).settled, write(10, 1, CONNECTION + 1).settled);
}

TEST(IncRecurrence, GlanceSeesTheOldestSlotAndKnowsHowLongTheStateIs)
{
    const auto glance = [](Model& model, uint64_t rounds, int64_t ps) {
        IncStateWriter writer(ps, true, true);
        writer.SetRounds(TREE, {rounds, 0});
        model.VisitState(writer);
        return writer;
    };
    Model before = Model::After(0, 0);
    Model after = Model::After(ROUNDS, PERIOD_PS);
    IncStateWriter first = glance(before, 0, 0);
    const auto seen = [&]() { return glance(after, ROUNDS, PERIOD_PS).GetState().settled; };
    EXPECT_EQ(first.GetState().settled, seen());
    const IncState whole = Write(before, 0, 0);
    EXPECT_EQ(first.GetState().settled.size(), whole.settled.size() - 3);
    EXPECT_EQ(first.GetWords(), whole.settled.size() + whole.counts.size() + 1); // "past"
    ++after.slots[(ROUNDS + 1) % 4];
    EXPECT_EQ(first.GetState().settled, seen());
    ++after.slots[ROUNDS % 4];
    EXPECT_NE(first.GetState().settled, seen());
}

TEST(IncRecurrence, PlaceOfADifferenceHasItsName)
{
    Model model;
    IncStateLocator locator(0, false, 2);
    locator.Enter("model");
    model.VisitState(locator);
    EXPECT_EQ(locator.GetName(), "model, never");
    IncStateLocator counts(0, true, 1);
    counts.Enter("model");
    model.VisitState(counts);
    EXPECT_EQ(counts.GetName(), "model, count");
    EXPECT_EQ(counts.GetFields().size(), 11U);
}

TEST(IncRecurrence, ShortestPeriodOfIntervalsIsFoundOnceTheyRepeat)
{
    std::mt19937 random(1);
    for (const std::size_t period : {1, 2, 25, 64, 1000})
    {
        std::vector<uint64_t> intervals(period);
        for (uint64_t& interval : intervals)
        {
            interval = 92 + random() % 2;
        }
        intervals.back() = 698; // now the shortest interval
        IncIntervalPeriod found;
        uint64_t tick = 0;
        for (int i = 0; i < 100; ++i)
        {
            found.Add(tick += random() % 1000);
        }
        EXPECT_EQ(found.Find(), std::nullopt);
        for (std::size_t i = 0; i < 3 * period + 100; ++i)
        {
            found.Add(tick += intervals[i % period]);
        }
        EXPECT_EQ(found.Find(), period);
        EXPECT_EQ(found.GetRounds(), 3 * period + 200);
        found.Restart();
        EXPECT_EQ(found.Find(), std::nullopt);
    }
}

TEST(IncRecurrence, NoPeriodIsFoundWhereThereIsNone)
{
    std::mt19937 random(2);
    IncIntervalPeriod found;
    uint64_t tick = 0;
    for (int i = 0; i < 30000; ++i)
    {
        found.Add(tick += 92 + random() % 2);
    }
    EXPECT_EQ(found.Find(), std::nullopt);
}

TEST(IncStateFields, AWalkOverATableVisitsWhatOneByHandDoes)
{
    Tabled tabled;
    IncStateWriter byTable(1000);
    IncStateWriter byHand(1000);
    for (IncStateWriter* writer : {&byTable, &byHand})
    {
        writer->SetRounds(TREE, {3, 0});
        writer->UseTree(TREE);
    }
    byTable.Fields(tabled);
    tabled.VisitByHand(byHand);
    EXPECT_EQ(byTable.GetState().settled, byHand.GetState().settled);
    EXPECT_EQ(byTable.GetState().counts, byHand.GetState().counts);
    EXPECT_EQ(byTable.GetState().moduli, byHand.GetState().moduli);
    EXPECT_EQ(byTable.GetState().counts.size(), 4u);
}

TEST(IncStateFields, AnAdvanceOverATableMovesEachFieldByItsKind)
{
    Tabled tabled;
    IncStateAdvance advance(1000, 30, {10, 20, 21, 0x20});
    advance.SetRounds(TREE, {3, 8});
    advance.UseTree(TREE);
    advance.Fields(tabled);
    EXPECT_EQ(tabled.sent, 17u);
    EXPECT_EQ(tabled.peak, 5u);
    EXPECT_EQ(tabled.startPs, 130);
    EXPECT_EQ(tabled.pastPs, 80);
    EXPECT_EQ(tabled.number, 2u);
    EXPECT_EQ(tabled.drops, (std::array<uint32_t, 2>{23, 25}));
    EXPECT_EQ(tabled.parts[0]->psn, 0x10u);
    EXPECT_EQ(tabled.parts[0]->lost, 2u);
    EXPECT_EQ(tabled.rank, 9);
}

TEST(IncStateFields, ALocatorNamesClassAndMember)
{
    Tabled tabled;
    IncStateLocator locator(1000, true, 3);
    locator.Enter("node 1");
    locator.Fields(tabled);
    EXPECT_EQ(locator.GetName(), "node 1, Tabled::Part::psn");
}

TEST(IncStateFields, CountersAreAddedOneByOne)
{
    Tabled sum;
    Tabled more;
    more.sent = 3;
    more.peak = 6;
    IncAddCounters(sum, more);
    EXPECT_EQ(sum.sent, 10u);
    EXPECT_EQ(sum.peak, 6u);
    EXPECT_EQ(sum.startPs, 100);
}
