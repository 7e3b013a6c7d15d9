/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-tensor-pool.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(TensorPool, MemoryIsKeptForTheNextTensorOfItsSize)
{
    auto first = IncTakeTensor(12345);
    auto second = IncTakeTensor(12345);
    EXPECT_NE(first.get(), second.get());
    const uint8_t* memory = first.get();
    first = nullptr;
    auto larger = IncTakeTensor(12346);
    EXPECT_NE(larger.get(), memory) << "another size";
    larger = nullptr;
    auto smaller = IncTakeTensor(12);
    smaller = nullptr;
    auto again = IncTakeTensor(12345);
    EXPECT_EQ(IncTakeTensor(12346).get() != again.get(), true);
}

TEST(TensorPool, ReusedMemoryIsThatOfTheLastScheme)
{
    const uint8_t* memory = nullptr;
    for (int scheme = 0; scheme < 3; ++scheme)
    {
        auto tensor = IncTakeTensor(1000003);
        EXPECT_TRUE(!memory || tensor.get() == memory) << "scheme " << scheme;
        memory = tensor.get();
        tensor[0] = 1;
        tensor[1000002] = 1;
    }
}
