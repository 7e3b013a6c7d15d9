/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-wheel-scheduler.h"
#include "ns3/map-scheduler.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

Scheduler::Event
MakeAt(uint64_t time, uint32_t uid)
{
    Scheduler::Event event{};
    event.key = {time, uid, 0};
    return event;
}

bool
Same(const Scheduler::Event& a, const Scheduler::Event& b)
{
    return a.key.m_ts == b.key.m_ts && a.key.m_uid == b.key.m_uid;
}

/// Runs IncWheelScheduler beside ns-3's MapScheduler. After equal calls both must return equal
/// events.
class Pair
{
  public:
    explicit Pair(uint32_t seed)
        : m_random(seed)
    {
    }

    uint64_t Draw(uint64_t low, uint64_t high)
    {
        return std::uniform_int_distribution<uint64_t>(low, high)(m_random);
    }

    void Insert(uint64_t time, uint32_t uid)
    {
        const auto event = MakeAt(time, uid);
        m_wheels->Insert(event);
        m_map->Insert(event);
        m_pending.push_back(event);
    }

    void InsertSoon(uint64_t time)
    {
        Insert(time, m_nextUid++);
    }

    void RemoveSome()
    {
        const auto index = Draw(0, m_pending.size() - 1);
        m_wheels->Remove(m_pending[index]);
        m_map->Remove(m_pending[index]);
        m_pending.erase(m_pending.begin() + static_cast<std::ptrdiff_t>(index));
    }

    /// Take the next event of both, and set the time to it.
    void Next()
    {
        const auto peeked = m_wheels->PeekNext();
        const auto expected = m_map->RemoveNext();
        const auto taken = m_wheels->RemoveNext();
        ASSERT_TRUE(Same(peeked, expected)) << peeked.key.m_ts << " " << expected.key.m_ts;
        ASSERT_TRUE(Same(taken, expected)) << taken.key.m_ts << " " << expected.key.m_ts;
        m_pending.erase(std::find_if(m_pending.begin(), m_pending.end(), [&](const auto& event) {
            return Same(event, taken);
        }));
        m_now = taken.key.m_ts;
    }

    bool IsEmpty() const
    {
        EXPECT_EQ(m_wheels->IsEmpty(), m_map->IsEmpty());
        return m_map->IsEmpty();
    }

    uint64_t Now() const
    {
        return m_now;
    }

  private:
    std::mt19937_64 m_random;
    Ptr<Scheduler> m_wheels{CreateObject<IncWheelScheduler>()};
    Ptr<Scheduler> m_map{CreateObject<MapScheduler>()};
    std::vector<Scheduler::Event> m_pending;
    uint32_t m_nextUid{4};
    uint64_t m_now{0};
};

/// Mix dense events of a fabric with timers of every length.
class WheelSchedulerRandom : public testing::TestWithParam<uint32_t>
{
};

TEST_P(WheelSchedulerRandom, OrderIsThatOfTheMapScheduler)
{
    Pair pair(GetParam());
    for (int step = 0; step < 20000 && !testing::Test::HasFatalFailure(); ++step)
    {
        const auto action = pair.Draw(0, 99);
        if (action < 52)
        {
            // Delays of 2^shift ticks include ties, a fabric's microseconds, and timers of days.
            const uint64_t shift = pair.Draw(0, 9) < 8 ? pair.Draw(0, 11) : pair.Draw(12, 48);
            pair.InsertSoon(pair.Now() + pair.Draw(0, uint64_t{1} << shift));
        }
        else if (pair.IsEmpty())
        {
            continue;
        }
        else if (action < 97)
        {
            pair.Next();
        }
        else
        {
            pair.RemoveSome();
        }
    }
    while (!pair.IsEmpty() && !testing::Test::HasFatalFailure())
    {
        pair.Next();
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, WheelSchedulerRandom, testing::Range(1U, 9U));

TEST(WheelScheduler, EqualTimesGoByUidEvenIfInsertedOutOfOrder)
{
    Pair pair(1);
    for (const uint32_t uid : {7U, 5U, 9U, 6U, 8U, 4U})
    {
        pair.Insert(0, uid);
        pair.Insert(5000, 100 + uid);
    }
    while (!pair.IsEmpty() && !testing::Test::HasFatalFailure())
    {
        pair.Next();
    }
}

TEST(WheelScheduler, WhatWasFarAwayComesBeforeWhatWasScheduledForItsTickLater)
{
    Pair pair(1);
    pair.InsertSoon(9000);
    for (uint32_t i = 0; i < 1000; ++i)
    {
        pair.InsertSoon(10000 + i % 3); // far
    }
    pair.Next();
    for (uint32_t i = 0; i < 1000; ++i)
    {
        pair.InsertSoon(10000 + i % 3); // near
    }
    for (uint32_t i = 0; i < 100; ++i)
    {
        pair.RemoveSome();
    }
    while (!pair.IsEmpty() && !testing::Test::HasFatalFailure())
    {
        pair.Next();
        if (!pair.IsEmpty() && pair.Draw(0, 9) == 0)
        {
            pair.RemoveSome();
        }
    }
}

TEST(WheelScheduler, LastTimesOfAll)
{
    Pair pair(1);
    pair.InsertSoon(UINT64_MAX);
    pair.InsertSoon(UINT64_MAX - 1);
    pair.InsertSoon(uint64_t{1} << 63);
    pair.InsertSoon(0);
    pair.InsertSoon(UINT64_MAX);
    while (!pair.IsEmpty() && !testing::Test::HasFatalFailure())
    {
        pair.Next();
    }
}

TEST(WheelScheduler, PeekingDoesNotMoveThePresent)
{
    // A distributed simulator looks at the next event and may then receive an earlier one.
    Ptr<Scheduler> wheels = CreateObject<IncWheelScheduler>();
    wheels->Insert(MakeAt(5'000'000, 4));
    wheels->Insert(MakeAt(5'000'001, 5));
    EXPECT_EQ(wheels->PeekNext().key.m_ts, 5'000'000U);
    wheels->Insert(MakeAt(3, 6));
    EXPECT_EQ(wheels->RemoveNext().key.m_ts, 3U);
    EXPECT_EQ(wheels->RemoveNext().key.m_ts, 5'000'000U);
    EXPECT_EQ(wheels->RemoveNext().key.m_ts, 5'000'001U);
    EXPECT_TRUE(wheels->IsEmpty());
}

TEST(WheelSchedulerDeathTest, EventsOfThePastAreRefused)
{
    Ptr<Scheduler> wheels = CreateObject<IncWheelScheduler>();
    wheels->Insert(MakeAt(1000, 4));
    wheels->RemoveNext();
    wheels->Insert(MakeAt(1000, 5));
    EXPECT_DEATH(wheels->Insert(MakeAt(999, 6)), "event at 999, before the present 1000");
}

} // namespace
