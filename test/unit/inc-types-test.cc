/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-types.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(IncTypes, EveryNameParsesBackToItsValue)
{
    for (uint8_t v = 1; v <= 9; ++v)
    {
        auto type = static_cast<IncDataType>(v);
        EXPECT_EQ(IncParseDataType(IncName(type)), type);
        EXPECT_GT(IncSizeOf(type), 0u);
    }
    for (uint8_t v = 0; v <= 4; ++v)
    {
        auto op = static_cast<IncOperation>(v);
        EXPECT_EQ(IncParseOperation(IncName(op)), op);
    }
    for (uint8_t v = 1; v <= 9; ++v)
    {
        auto collective = static_cast<IncCollective>(v);
        EXPECT_EQ(IncParseCollective(IncName(collective)), collective);
    }
    EXPECT_FALSE(IncParseDataType("float31").has_value());
}
