/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-serial.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

template <typename Serial>
class IncSerialTest : public testing::Test
{
};

using Widths = testing::Types<IncPsn, IncMessageId>;
TYPED_TEST_SUITE(IncSerialTest, Widths);

TYPED_TEST(IncSerialTest, CountsOnAcrossTheWrapAround)
{
    constexpr uint32_t start = TypeParam::MASK - 1; // 2^k - 2
    const uint32_t expected[] = {TypeParam::MASK - 1, TypeParam::MASK, 0, 1, 2};
    for (int i = 0; i < 5; ++i)
    {
        const auto number = TypeParam::Add(start, i);
        EXPECT_EQ(number, expected[i]);
        EXPECT_EQ(TypeParam::Add(number, -i), start);
        EXPECT_EQ(TypeParam::Diff(number, start), i);
        EXPECT_EQ(TypeParam::Diff(start, number), -i);
        EXPECT_EQ(TypeParam::Before(start, number), i != 0);
        EXPECT_FALSE(TypeParam::Before(number, start));
    }
}

TYPED_TEST(IncSerialTest, OrdersNumbersLessThanHalfTheSpaceApart)
{
    constexpr uint32_t half = TypeParam::MASK / 2;
    for (uint32_t number : {0u, 1u, half, half + 1, TypeParam::MASK})
    {
        const auto far = TypeParam::Add(number, half);
        EXPECT_EQ(TypeParam::Diff(far, number), static_cast<int32_t>(half));
        EXPECT_TRUE(TypeParam::Before(number, far));
        EXPECT_FALSE(TypeParam::Before(far, number));
    }
}

TEST(IncSerial, HasTheWidthsOfTheWire)
{
    EXPECT_EQ(IncPsn::MASK, 0xffffffu);
    EXPECT_EQ(IncMessageId::MASK, 0xffffffffu);
}
