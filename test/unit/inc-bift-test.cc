/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-bift.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace ns3;

TEST(Bift, MasksAreTheUnionsOfWhatWasAddedInAnyOrder)
{
    constexpr uint32_t LENGTH = 64;
    constexpr uint16_t NEIGHBORS = 6;
    for (uint32_t seed = 1; seed <= 200; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        IncBift bift(LENGTH, NEIGHBORS);
        // The F-BM of each neighbor; the model never shares one.
        std::map<uint16_t, std::set<uint32_t>> masks;
        for (uint32_t bit = 1; bit <= LENGTH;)
        {
            std::vector<uint16_t> neighbors;
            for (uint16_t neighbor = 0; neighbor < NEIGHBORS; ++neighbor)
            {
                if (random() % 2 == 0)
                {
                    neighbors.push_back(neighbor);
                }
            }
            IncBitString bits(LENGTH);
            for (const uint32_t end = bit + random() % 9; bit <= end && bit <= LENGTH; ++bit)
            {
                bits.Set(bit);
                for (const uint16_t neighbor : neighbors)
                {
                    masks[neighbor].insert(bit);
                }
            }
            bift.Add(bits, neighbors);
        }
        for (uint16_t neighbor = 0; neighbor < NEIGHBORS; ++neighbor)
        {
            for (uint32_t bit = 1; bit <= LENGTH; ++bit)
            {
                ASSERT_EQ(bift.GetForwardingBitMask(neighbor).Test(bit),
                          masks[neighbor].count(bit) > 0)
                    << "neighbor " << neighbor << ", bit " << bit;
            }
        }
    }
}

TEST(Bift, NeighborsOfTheSameBfersShareTheirMask)
{
    IncBift bift(64, 4);
    bift.Add(IncBitString(64, {1, 2}), {0, 1, 2});
    bift.Add(IncBitString(64, {5}), {0, 1, 2});
    bift.Add(IncBitString(64, {7}), {3});
    EXPECT_EQ(&bift.GetForwardingBitMask(0), &bift.GetForwardingBitMask(2));
    EXPECT_NE(&bift.GetForwardingBitMask(0), &bift.GetForwardingBitMask(3));
    bift.Add(IncBitString(64, {9}), {0, 1}); // the F-BM of neighbor 2 now differs from the others
    EXPECT_EQ(&bift.GetForwardingBitMask(0), &bift.GetForwardingBitMask(1));
    EXPECT_EQ(bift.GetForwardingBitMask(0), IncBitString(64, {1, 2, 5, 9}));
    EXPECT_EQ(bift.GetForwardingBitMask(2), IncBitString(64, {1, 2, 5}));
}
