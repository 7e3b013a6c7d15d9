/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-reducer.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t SEED = 20260;

template <typename T>
std::vector<T>
Reduced(IncDataType type,
        IncOperation operation,
        std::vector<T> acc,
        const std::vector<T>& in,
        IncOverflow overflow = IncOverflow::WRAP)
{
    IncFindReducer(type, operation, overflow)(reinterpret_cast<uint8_t*>(acc.data()),
                                              reinterpret_cast<const uint8_t*>(in.data()),
                                              acc.size());
    return acc;
}

template <typename T>
T
ReducedOne(IncDataType type,
           IncOperation operation,
           T acc,
           T in,
           IncOverflow overflow = IncOverflow::WRAP)
{
    return Reduced<T>(type, operation, {acc}, {in}, overflow)[0];
}

// A scalar model of a 16-bit binary format with a given number of exponent bits, written from its
// definition.
struct SmallFormat
{
    int exponentBits;
    int fractionBits;

    double Decode(uint16_t bits) const
    {
        const int bias = (1 << (exponentBits - 1)) - 1;
        const int exponent = (bits >> fractionBits) & ((1 << exponentBits) - 1);
        const int fraction = bits & ((1 << fractionBits) - 1);
        const double sign = bits & 0x8000 ? -1 : 1;
        if (exponent == (1 << exponentBits) - 1)
        {
            return fraction ? std::nan("") : sign * std::numeric_limits<double>::infinity();
        }
        const double significand = exponent ? fraction + (1 << fractionBits) : fraction;
        return sign * std::ldexp(significand, std::max(exponent, 1) - bias - fractionBits);
    }

    // Return the nearest value by bisection over the bit patterns; ties go to the even pattern.
    uint16_t Encode(double x) const
    {
        const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
        const auto infinity = static_cast<uint16_t>(((1 << exponentBits) - 1) << fractionBits);
        const double magnitude = std::fabs(x);
        const double beyond = std::ldexp(1.0, 1 << (exponentBits - 1)); // the next power of two
        uint16_t low = 0;
        uint16_t high = infinity;
        while (high - low > 1)
        {
            const uint16_t middle = (low + high) / 2;
            (Decode(middle) <= magnitude ? low : high) = middle;
        }
        const double above = high == infinity ? beyond : Decode(high);
        const double toLow = magnitude - Decode(low);
        const double toHigh = above - magnitude;
        const bool up = toHigh < toLow || (toHigh == toLow && high % 2 == 0);
        return sign | (up ? high : low);
    }
};

constexpr SmallFormat HALF{5, 10};
constexpr SmallFormat BFLOAT{8, 7};

template <typename T>
class IncReducerIntegers : public ::testing::Test
{
};

template <typename T>
IncDataType TypeOf();

template <>
IncDataType
TypeOf<int8_t>()
{
    return IncDataType::INT8;
}

template <>
IncDataType
TypeOf<uint8_t>()
{
    return IncDataType::UINT8;
}

template <>
IncDataType
TypeOf<int32_t>()
{
    return IncDataType::INT32;
}

template <>
IncDataType
TypeOf<int64_t>()
{
    return IncDataType::INT64;
}

template <>
IncDataType
TypeOf<int16_t>()
{
    return IncDataType::INT16;
}

using Integers = ::testing::Types<int8_t, uint8_t, int16_t, int32_t, int64_t>;
TYPED_TEST_SUITE(IncReducerIntegers, Integers);

__extension__ using Int128 = __int128;

} // namespace

TYPED_TEST(IncReducerIntegers, AgreesWithArithmeticOnWideIntegers)
{
    SCOPED_TRACE("seed " + std::to_string(SEED));
    using T = TypeParam;
    using Limits = std::numeric_limits<T>;
    std::mt19937_64 random(SEED);
    std::vector<T> a = {Limits::max(), Limits::min(), Limits::min(), Limits::max(), 0, 1};
    std::vector<T> b = {1, static_cast<T>(-1), Limits::min(), Limits::max(), Limits::min(), 0};
    while (a.size() < 1001)
    {
        // Return values of every magnitude, so that some pairs overflow and others do not.
        a.push_back(static_cast<T>(static_cast<int64_t>(random()) >> (random() % 64)));
        b.push_back(static_cast<T>(static_cast<int64_t>(random()) >> (random() % 64)));
    }
    const auto clamp = [](Int128 x) {
        return static_cast<T>(std::min<Int128>(std::max<Int128>(x, Limits::min()), Limits::max()));
    };
    const auto type = TypeOf<T>();
    const auto sum = Reduced(type, IncOperation::SUM, a, b);
    const auto product = Reduced(type, IncOperation::PROD, a, b);
    const auto clampedSum = Reduced(type, IncOperation::SUM, a, b, IncOverflow::SATURATE);
    const auto clampedProduct = Reduced(type, IncOperation::PROD, a, b, IncOverflow::SATURATE);
    const auto minimum = Reduced(type, IncOperation::MIN, a, b);
    const auto maximum = Reduced(type, IncOperation::MAX, a, b);
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        SCOPED_TRACE(std::to_string(a[i]) + ", " + std::to_string(b[i]));
        const Int128 x = a[i];
        const Int128 y = b[i];
        EXPECT_EQ(sum[i], static_cast<T>(x + y));
        EXPECT_EQ(product[i], static_cast<T>(x * y));
        EXPECT_EQ(clampedSum[i], clamp(x + y));
        EXPECT_EQ(clampedProduct[i], clamp(x * y));
        EXPECT_EQ(minimum[i], x < y ? a[i] : b[i]);
        EXPECT_EQ(maximum[i], x > y ? a[i] : b[i]);
    }
}

TEST(IncReducer, SixteenBitFloatsAreRoundedToNearestEvenAfterEveryStep)
{
    SCOPED_TRACE("seed " + std::to_string(SEED));
    std::mt19937 random(SEED);
    for (const auto& [type, format] :
         {std::pair{IncDataType::FLOAT16, HALF}, std::pair{IncDataType::BFLOAT16, BFLOAT}})
    {
        std::vector<uint16_t> a;
        std::vector<uint16_t> b;
        while (a.size() < 20001)
        {
            a.push_back(random());
            // Half of the pairs have similar magnitudes, for which rounding meets ties.
            b.push_back(a.size() % 2 ? random() : a.back() ^ (random() & 0x83ff));
        }
        const auto sum = Reduced(type, IncOperation::SUM, a, b);
        const auto product = Reduced(type, IncOperation::PROD, a, b);
        for (std::size_t i = 0; i < a.size(); ++i)
        {
            const double x = format.Decode(a[i]);
            const double y = format.Decode(b[i]);
            SCOPED_TRACE(IncName(type) + " " + std::to_string(x) + ", " + std::to_string(y));
            for (const auto& [exact, got] :
                 {std::pair{x + y, sum[i]}, std::pair{x * y, product[i]}})
            {
                if (std::isnan(exact))
                {
                    EXPECT_TRUE(std::isnan(format.Decode(got)));
                }
                else if (std::isinf(exact))
                {
                    EXPECT_EQ(format.Decode(got), exact);
                }
                else if (type == IncDataType::FLOAT16 || std::fabs(exact) == 0 ||
                         std::fabs(exact) >= 0x1p-126)
                {
                    EXPECT_EQ(got, format.Encode(exact));
                }
                else // bfloat16 products below float32's normal range are rounded twice
                {
                    EXPECT_NEAR(format.Decode(got), exact, 0x1p-133);
                }
            }
        }
    }
}

TEST(IncReducer, FloatsAreTheHostsArithmetic)
{
    SCOPED_TRACE("seed " + std::to_string(SEED));
    std::mt19937 random(SEED);
    std::normal_distribution<double> normal;
    std::vector<double> a;
    std::vector<double> b;
    while (a.size() < 333)
    {
        a.push_back(normal(random));
        b.push_back(normal(random));
    }
    const std::vector<float> x(a.begin(), a.end());
    const std::vector<float> y(b.begin(), b.end());
    const auto sum = Reduced(IncDataType::FLOAT64, IncOperation::SUM, a, b);
    const auto product = Reduced(IncDataType::FLOAT32, IncOperation::PROD, x, y);
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        EXPECT_EQ(sum[i], a[i] + b[i]);
        EXPECT_EQ(product[i], x[i] * y[i]);
    }
}

TEST(IncReducer, MinimumAndMaximumPropagateNanAndOrderTheZeros)
{
    struct Patterns
    {
        IncDataType type;
        uint64_t sign, infinity, quiet, one;
    };

    for (const auto& p : {Patterns{IncDataType::FLOAT16, 1 << 15, 0x7c00, 0x0200, 0x3c00},
                          Patterns{IncDataType::BFLOAT16, 1 << 15, 0x7f80, 0x0040, 0x3f80},
                          Patterns{IncDataType::FLOAT32, 1U << 31, 0x7f800000, 1 << 22, 0x3f800000},
                          Patterns{IncDataType::FLOAT64,
                                   uint64_t{1} << 63,
                                   0x7ff0000000000000,
                                   uint64_t{1} << 51,
                                   0x3ff0000000000000}})
    {
        SCOPED_TRACE(IncName(p.type));
        const auto reduce = [&p](IncOperation operation, uint64_t a, uint64_t b) {
            uint8_t acc[8];
            uint8_t in[8];
            std::memcpy(acc, &a, 8);
            std::memcpy(in, &b, 8);
            IncFindReducer(p.type, operation)(acc, in, 1);
            uint64_t result = 0;
            std::memcpy(&result, acc, IncSizeOf(p.type));
            return result;
        };
        const auto isOrdered = [&reduce](uint64_t low, uint64_t high) {
            return reduce(IncOperation::MIN, low, high) == low &&
                   reduce(IncOperation::MIN, high, low) == low &&
                   reduce(IncOperation::MAX, low, high) == high &&
                   reduce(IncOperation::MAX, high, low) == high;
        };
        EXPECT_TRUE(isOrdered(p.sign, 0)) << "-0 < +0";
        EXPECT_TRUE(isOrdered(p.sign | p.one, p.sign)) << "-1 < -0";
        EXPECT_TRUE(isOrdered(0, 1)) << "0 < smallest subnormal";
        EXPECT_TRUE(isOrdered(p.sign | 2, p.sign | 1)) << "negative subnormals";
        EXPECT_TRUE(isOrdered(p.sign | p.infinity, p.sign | p.one)) << "-inf < -1";
        EXPECT_TRUE(isOrdered(p.one, p.infinity)) << "1 < inf";
        const uint64_t signalling = p.infinity | 1;
        for (auto operation : {IncOperation::MIN, IncOperation::MAX})
        {
            for (uint64_t nan : {signalling, p.sign | signalling, p.infinity | p.quiet})
            {
                for (uint64_t number : {uint64_t{0}, p.one, p.infinity, p.sign | p.infinity})
                {
                    EXPECT_EQ(reduce(operation, nan, number), nan | p.quiet);
                    EXPECT_EQ(reduce(operation, number, nan), nan | p.quiet);
                }
            }
            EXPECT_EQ(reduce(operation, signalling, signalling + 1), signalling | p.quiet);
        }
    }
}

TEST(IncReducer, SumsAndProductsFollowIeeeOnNanAndInfinity)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const auto reduce = [](IncOperation operation, float a, float b) {
        return ReducedOne(IncDataType::FLOAT32, operation, a, b);
    };
    EXPECT_TRUE(std::isnan(reduce(IncOperation::SUM, infinity, -infinity)));
    EXPECT_TRUE(std::isnan(reduce(IncOperation::SUM, std::nanf(""), 1)));
    EXPECT_TRUE(std::isnan(reduce(IncOperation::PROD, 0, infinity)));
    EXPECT_EQ(reduce(IncOperation::SUM, infinity, 1), infinity);
    EXPECT_EQ(reduce(IncOperation::PROD, -2, infinity), -infinity);
    EXPECT_TRUE(std::signbit(reduce(IncOperation::SUM, -0.0F, -0.0F)));
    EXPECT_FALSE(std::signbit(reduce(IncOperation::SUM, 0.0F, -0.0F)));
}

TEST(IncReducer, AnyCountAndAlignmentTouchesItsElementsOnly)
{
    SCOPED_TRACE("seed " + std::to_string(SEED));
    std::mt19937 random(SEED);
    for (uint8_t t = 1; t <= 9; ++t)
    {
        const auto type = static_cast<IncDataType>(t);
        const uint32_t size = IncSizeOf(type);
        for (auto operation :
             {IncOperation::SUM, IncOperation::PROD, IncOperation::MIN, IncOperation::MAX})
        {
            const auto reduce = IncFindReducer(type, operation);
            for (uint32_t count : {0, 1, 2, 3, 7, 15, 16, 17, 33, 63, 65, 257})
            {
                const uint32_t bytes = count * size;
                const uint32_t accOffset = random() % 16;
                const uint32_t inOffset = random() % 16;
                std::vector<uint8_t> acc(bytes + 32);
                std::vector<uint8_t> in(bytes + 32);
                for (uint32_t i = 0; i < acc.size(); ++i)
                {
                    acc[i] = random() & 0x3f; // not a NaN, because NaN bits are not compared here
                    in[i] = random() & 0x3f;
                }
                // The model reduces one element at a time, aligned.
                auto expected = acc;
                for (uint32_t i = 0; i < count; ++i)
                {
                    alignas(8) uint8_t x[8];
                    alignas(8) uint8_t y[8];
                    std::memcpy(x, &acc[accOffset + i * size], size);
                    std::memcpy(y, &in[inOffset + i * size], size);
                    reduce(x, y, 1);
                    std::memcpy(&expected[accOffset + i * size], x, size);
                }
                const auto untouched = in;
                reduce(&acc[accOffset], &in[inOffset], count);
                EXPECT_EQ(acc, expected) << IncName(type) << " " << IncName(operation) << " "
                                         << count << " at " << accOffset << ", " << inOffset;
                EXPECT_EQ(in, untouched);
            }
        }
    }
}

TEST(IncReducer, NothingToReduceHasNoFunction)
{
    for (uint8_t t = 1; t <= 9; ++t)
    {
        EXPECT_EQ(IncFindReducer(static_cast<IncDataType>(t), IncOperation::NONE), nullptr);
    }
}
