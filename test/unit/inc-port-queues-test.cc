/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/callback.h"
#include "ns3/inc-port-queues.h"
#include "ns3/inc-queue-pair-counters.h"

#include <array>
#include <deque>
#include <gtest/gtest.h>
#include <random>

using namespace ns3;

TEST(PortQueues, EveryPriorityIsAQueueOfItsOwnWhicheverCameFirst)
{
    for (uint32_t seed = 1; seed <= 50; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const uint32_t priorities = 1 + random() % INC_PRIORITIES;
        IncPortQueues queues;
        std::array<std::deque<uint32_t>, INC_PRIORITIES> model; // bth.psn of the waiting frames
        std::array<uint64_t, INC_PRIORITIES> counted{};
        uint32_t size = 0; // size of each frame
        for (uint32_t i = 0; i < 500; ++i)
        {
            const auto priority =
                static_cast<uint8_t>((seed + random() % priorities) % INC_PRIORITIES);
            ASSERT_EQ(queues.GetWaiting() >> priority & 1, model[priority].empty() ? 0 : 1);
            if (random() % 2 == 0 || model[priority].empty())
            {
                IncFramePtr frame = IncFrame::Create();
                frame->priority = priority;
                frame->bth.psn = i;
                frame->UpdateSize();
                size = frame->GetSize();
                queues.Push(std::move(frame));
                model[priority].push_back(i);
                ++queues.GetTraffic(priority).sentFrames;
                ++counted[priority];
            }
            else
            {
                ASSERT_EQ(queues.Pop(priority)->bth.psn, model[priority].front());
                model[priority].pop_front();
            }
        }
        const IncPortQueues& seen = queues;
        uint64_t all = 0;
        uint64_t waiting = 0;
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            EXPECT_EQ(seen.GetTraffic(priority).sentFrames, counted[priority]);
            EXPECT_EQ(seen.GetBytes(priority), model[priority].size() * size);
            EXPECT_EQ(seen.GetMaxBytes(priority) == 0, counted[priority] == 0);
            EXPECT_EQ(seen.GetFrames(priority).IsEmpty(), model[priority].empty());
            all += counted[priority];
            waiting += model[priority].size() * size;
        }
        EXPECT_EQ(seen.GetTraffic().sentFrames, all);
        EXPECT_EQ(seen.GetBytes(), waiting);
    }
}

TEST(TracedCounter, TellsWhoIsConnectedOfEachChange)
{
    static uint64_t told;
    told = 0;
    const auto listener = Callback<void, uint64_t, uint64_t>(
        [](uint64_t before, uint64_t now) { told = told * 100 + before * 10 + now; });
    IncTracedCounter counter(1);
    ++counter;
    counter.ConnectWithoutContext(listener);
    counter += 2;
    counter = 4; // assigning an equal value calls no listener
    ++counter;
    counter.DisconnectWithoutContext(listener);
    ++counter;
    EXPECT_EQ(told, 2445U);
    EXPECT_EQ(counter.Get(), 6U);
}
