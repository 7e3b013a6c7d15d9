/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-node-memory.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace
{

struct alignas(64) Lines
{
    std::array<char, 256> bytes;
};

using ns3::IncNodeMemory;

TEST(IncNodeMemory, HasEveryLineOfAnObject)
{
    static Lines object;
    const auto begin = reinterpret_cast<uintptr_t>(&object);
    IncNodeMemory memory;
    memory.Add(object);
    EXPECT_EQ(memory.GetLines(),
              (std::vector<uintptr_t>{begin, begin + 64, begin + 128, begin + 192}));
}

TEST(IncNodeMemory, HasALineOnceAndThoseThatAreTouchedInPart)
{
    static Lines object;
    const auto begin = reinterpret_cast<uintptr_t>(&object);
    IncNodeMemory memory;
    memory.Add(&object.bytes[130], 1);
    memory.Add(&object.bytes[60], 8);
    memory.Add(&object.bytes[70], 58);
    EXPECT_EQ(memory.GetLines(), (std::vector<uintptr_t>{begin, begin + 64, begin + 128}));
}

TEST(IncNodeMemory, OfNothingIsEmpty)
{
    IncNodeMemory memory;
    EXPECT_TRUE(memory.GetLines().empty());
    memory.Add(&memory, 0);
    EXPECT_TRUE(memory.GetLines().empty());
}

} // namespace
