/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-bier-memory.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace
{

using ns3::Create;
using ns3::IncBierEncapsulation;
using ns3::IncBierHeader;
using ns3::IncBierMemory;
using ns3::IncBierReplicas;
using ns3::IncBitString;
using ns3::Ptr;

Ptr<IncBierReplicas>
MakeReplicas(std::size_t copies)
{
    auto replicas = Create<IncBierReplicas>();
    replicas->packet = IncBierEncapsulation::Create();
    replicas->copies.resize(copies);
    return replicas;
}

TEST(IncBierMemory, KnowsAllThatThereIsRoomFor)
{
    IncBierMemory memory;
    std::vector<Ptr<IncBierReplicas>> all;
    EXPECT_EQ(memory.Find(nullptr), nullptr);
    for (std::size_t i = 0; i < IncBierMemory::MOST; ++i)
    {
        all.push_back(MakeReplicas(1));
        EXPECT_EQ(memory.Find(PeekPointer(all.back()->packet)), nullptr);
        memory.Add(all.back());
    }
    for (const auto& replicas : all)
    {
        EXPECT_EQ(memory.Find(PeekPointer(replicas->packet)), replicas);
    }
}

TEST(IncBierMemory, KeepsWithinItsLimitAndKnowsTheLatest)
{
    constexpr uint32_t SEED = 8279;
    std::mt19937 random(SEED);
    IncBierMemory memory;
    for (int i = 0; i < 5000; ++i)
    {
        const auto replicas = MakeReplicas(1 + random() % 40);
        memory.Add(replicas);
        ASSERT_LE(memory.GetCopies(), IncBierMemory::MOST) << "seed " << SEED << ", " << i;
        ASSERT_EQ(memory.Find(PeekPointer(replicas->packet)), replicas) << "seed " << SEED;
    }
}

TEST(IncBierMemory, ForgetsWhenTheTablesHaveChanged)
{
    IncBierMemory memory;
    const auto replicas = MakeReplicas(3);
    memory.Add(replicas);
    EXPECT_EQ(memory.GetCopies(), 3U);
    memory.Clear();
    EXPECT_EQ(memory.GetCopies(), 0U);
    EXPECT_EQ(memory.Find(PeekPointer(replicas->packet)), nullptr);
}

TEST(IncBierMemory, OwnPacketsShareAnEncapsulationThatHasWhatTheyHave)
{
    constexpr uint32_t SEED = 8296;
    std::mt19937 random(SEED);
    IncBierMemory memory;
    std::map<const IncBierEncapsulation*, Ptr<const IncBierEncapsulation>> kept;
    for (int i = 0; i < 5000; ++i)
    {
        IncBierHeader header;
        header.biftId = random() % 2;
        header.entropy = random() % 3;
        header.ttl = 60 + random() % 2;
        IncBitString bits(64U << random() % 2);
        bits.Set(1 + random() % 3);
        bits.Set(1 + random() % 5);
        const auto made = memory.Encapsulate(header, bits);
        ASSERT_TRUE(made->header == header) << "seed " << SEED << ", " << i;
        ASSERT_EQ(made->bits.GetLength(), bits.GetLength()) << "seed " << SEED << ", " << i;
        ASSERT_EQ(made->bits, bits) << "seed " << SEED << ", " << i;
        kept[PeekPointer(made)] = made;
        ASSERT_EQ(memory.Encapsulate(header, bits), made) << "seed " << SEED << ", " << i;
    }
    EXPECT_LE(kept.size(), 2U * 3 * 2 * 2 * 12) << "no more than there are different ones";
}

} // namespace
