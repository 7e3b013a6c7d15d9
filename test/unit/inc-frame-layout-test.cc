/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-frame.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Return the bytes from the beginning of a frame to the end of one of its fields.
template <typename T>
std::size_t
EndOf(const IncFrame& frame, const T& field)
{
    return reinterpret_cast<const char*>(&field + 1) - reinterpret_cast<const char*>(&frame);
}

} // namespace

TEST(FrameLayout, AFrameIsTwoCacheLines)
{
    EXPECT_EQ(sizeof(IncFrame), 128U);
}

TEST(FrameLayout, WhatEveryHopReadsIsOneCacheLine)
{
    const IncFramePtr frame = IncFrame::Create();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(frame.get()) % 64, 0U);
    EXPECT_LE(EndOf(*frame, frame->bth), 64U);
    EXPECT_LT(EndOf(*frame, frame->ip), EndOf(*frame, frame->marks));
    EXPECT_LT(EndOf(*frame, frame->marks), EndOf(*frame, frame->bth));
}
