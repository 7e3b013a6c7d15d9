/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-reducer.h"
#include "ns3/inc-test-data.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t SEED = 7;

const IncOperation OPERATIONS[] = {IncOperation::SUM,
                                   IncOperation::PROD,
                                   IncOperation::MIN,
                                   IncOperation::MAX};

std::vector<uint8_t>
Bytes(const IncTestData& data, uint32_t rank, uint64_t first, uint64_t count)
{
    std::vector<uint8_t> bytes(count * IncSizeOf(data.GetDataType()));
    data.Fill(rank, first, count, bytes.data());
    return bytes;
}

template <typename T>
std::vector<T>
Values(const IncTestData& data, uint32_t rank, uint64_t first, uint64_t count)
{
    std::vector<T> values(count);
    data.Fill(rank, first, count, reinterpret_cast<uint8_t*>(values.data()));
    return values;
}

} // namespace

TEST(IncTestData, AnElementDoesNotDependOnThePartThatIsAskedFor)
{
    for (uint8_t t = 1; t <= 9; ++t)
    {
        for (auto operation : OPERATIONS)
        {
            const IncTestData data(SEED, static_cast<IncDataType>(t), operation);
            for (uint64_t first : {uint64_t{0}, (uint64_t{1} << 32) - 100})
            {
                auto whole = Bytes(data, 3, first, 200);
                auto parts = Bytes(data, 3, first, 101);
                const auto rest = Bytes(data, 3, first + 101, 99);
                parts.insert(parts.end(), rest.begin(), rest.end());
                EXPECT_EQ(whole, parts);
            }
        }
    }
}

TEST(IncTestData, SeedsRanksAndDistantElementsDiffer)
{
    std::set<std::vector<uint8_t>> seen;
    for (uint8_t t = 1; t <= 9; ++t)
    {
        for (auto operation : OPERATIONS)
        {
            const auto type = static_cast<IncDataType>(t);
            const uint64_t count = 64;
            seen.insert(Bytes({SEED, type, operation}, 0, 0, count));
            seen.insert(Bytes({SEED, type, operation}, 1, 0, count));
            seen.insert(Bytes({SEED + 1, type, operation}, 0, 0, count));
            seen.insert(Bytes({SEED, type, operation}, 0, count, count));
            seen.insert(Bytes({SEED, type, operation}, 0, uint64_t{1} << 32, count));
        }
    }
    EXPECT_EQ(seen.size(), 9u * 4u * 5u);
}

TEST(IncTestData, SummandsFillTheRangeEvenly)
{
    const uint64_t count = 100000;
    const auto values = Values<float>({SEED, IncDataType::FLOAT32, IncOperation::SUM}, 5, 0, count);
    double sum = 0;
    double squares = 0;
    uint64_t lastDigits = 0;
    for (float x : values)
    {
        ASSERT_LE(std::fabs(x), 1);
        sum += x;
        squares += double{x} * x;
        uint32_t bits;
        std::memcpy(&bits, &x, 4);
        lastDigits += bits & 1;
    }
    EXPECT_NEAR(sum / count, 0, 0.01);
    EXPECT_NEAR(squares / count, 1.0 / 3, 0.01);
    // The last digits of the mantissa are random too.
    EXPECT_NEAR(double(lastDigits) / count, 0.5, 0.02);
}

TEST(IncTestData, ProductsOf4096RanksStayInRange)
{
    for (auto type : {IncDataType::FLOAT16,
                      IncDataType::BFLOAT16,
                      IncDataType::FLOAT32,
                      IncDataType::FLOAT64,
                      IncDataType::INT8,
                      IncDataType::INT64})
    {
        const IncTestData data(SEED, type, IncOperation::PROD);
        const auto reduce = IncFindReducer(type, IncOperation::PROD);
        const uint32_t count = 500;
        auto acc = Bytes(data, 0, 0, count);
        for (uint32_t rank = 1; rank < 4096; ++rank)
        {
            reduce(acc.data(), Bytes(data, rank, 0, count).data(), count);
        }
        const uint32_t size = IncSizeOf(type);
        std::set<std::vector<uint8_t>> distinct;
        for (uint32_t i = 0; i < count; ++i)
        {
            const std::vector<uint8_t> bytes(acc.begin() + i * size, acc.begin() + (i + 1) * size);
            distinct.insert(bytes);
            const bool zero = bytes == std::vector<uint8_t>(size, 0);
            EXPECT_FALSE(zero) << IncName(type);
            // An infinity or NaN has an exponent with all bits set.
            const uint32_t top = bytes[size - 1] << 8 | (size > 1 ? bytes[size - 2] : 0);
            const uint32_t mask = type == IncDataType::FLOAT16   ? 0x7c00
                                  : type == IncDataType::FLOAT64 ? 0x7ff0
                                                                 : 0x7f80;
            EXPECT_FALSE(IncIsFloat(type) && (top & mask) == mask) << IncName(type);
        }
        EXPECT_GT(distinct.size(), 100u) << IncName(type);
    }
}

TEST(IncTestData, ExtremesAreOfFiniteValuesOverAWideRange)
{
    const auto values =
        Values<float>({SEED, IncDataType::FLOAT32, IncOperation::MIN}, 0, 0, 100000);
    float smallest = 1;
    float largest = 1;
    for (float x : values)
    {
        ASSERT_TRUE(std::isfinite(x));
        smallest = std::min(smallest, std::fabs(x));
        largest = std::max(largest, std::fabs(x));
    }
    EXPECT_LT(smallest, 1e-37);
    EXPECT_GT(largest, 1e37);
    const IncTestData half(SEED, IncDataType::FLOAT16, IncOperation::MAX);
    for (uint16_t bits : Values<uint16_t>(half, 0, 0, 100000))
    {
        ASSERT_NE(bits & 0x7c00, 0x7c00);
    }
}
