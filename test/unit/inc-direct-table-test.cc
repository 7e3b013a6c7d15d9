/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-direct-table.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace
{

using ns3::Create;
using ns3::IncDirectTable;

/// Something with an identity.
class Thing : public ns3::SimpleRefCount<Thing>
{
  public:
    explicit Thing(uint64_t hash)
        : hash(hash)
    {
    }

    const uint64_t hash; //!< that finds it
};

using Table = IncDirectTable<Thing>;

uint64_t
FoundBy(const Table& table, uint64_t hash)
{
    const Thing* found = table.Find(hash);
    return found ? found->hash : 0;
}

TEST(IncDirectTable, FindsNothingWhileEmpty)
{
    Table table;
    EXPECT_EQ(table.Find(7), nullptr);
    table.Put(7, Create<Thing>(7));
    EXPECT_EQ(FoundBy(table, 7), 7U);
    table.Clear();
    EXPECT_EQ(table.Find(7), nullptr);
}

TEST(IncDirectTable, GrowsUntilAllFit)
{
    // All of one place in tables of less than 512.
    Table table;
    table.Put(1, Create<Thing>(1));
    table.Put(257, Create<Thing>(257));
    EXPECT_EQ(FoundBy(table, 1), 1U);
    EXPECT_EQ(FoundBy(table, 257), 257U);
}

TEST(IncDirectTable, LaterValuesTakeThePlaceOfEarlierOnes)
{
    // 4,096 places apart: no table is large enough.
    Table table;
    table.Put(5, Create<Thing>(5));
    table.Put(5 + 4096, Create<Thing>(5 + 4096));
    EXPECT_EQ(FoundBy(table, 5 + 4096), 5U + 4096);
    EXPECT_NE(FoundBy(table, 5), 5U);
    table.Put(5, Create<Thing>(5));
    EXPECT_EQ(FoundBy(table, 5), 5U);
}

TEST(IncDirectTable, ForgetsOnlyWhatLostItsPlace)
{
    constexpr uint32_t SEED = 18;
    std::mt19937 random(SEED);
    Table table;
    std::vector<uint64_t> put;
    for (int i = 0; i < 5000; ++i)
    {
        const uint64_t hash = 1 + random() % 20000;
        table.Put(hash, Create<Thing>(hash));
        put.push_back(hash);
        ASSERT_EQ(FoundBy(table, hash), hash) << "seed " << SEED << ", " << i;
        const uint64_t other = put[random() % put.size()];
        const uint64_t found = FoundBy(table, other);
        ASSERT_NE(found, 0U) << "seed " << SEED << ", " << i << ": its place is taken";
        ASSERT_EQ(found % 8, other % 8) << "seed " << SEED << ", " << i << ": of the same place";
    }
}

} // namespace
