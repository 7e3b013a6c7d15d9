/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-block-quantizer.h"
#include "ns3/inc-verifier.h"

#include <algorithm>
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

constexpr uint32_t SEED = 2027;

using Floats = std::vector<float>;

const uint8_t*
BytesOf(const Floats& x)
{
    return reinterpret_cast<const uint8_t*>(x.data());
}

uint8_t
ExponentOf(const Floats& x)
{
    return IncBlockQuantizer::FindExponent(BytesOf(x), x.size());
}

/// Return the integers of a block, of either type.
std::vector<int64_t>
Quantized(const IncBlockQuantizer& quantizer, const Floats& x, uint8_t exponent)
{
    std::vector<int16_t> few(x.size());
    std::vector<int32_t> many(x.size());
    const bool isShort = quantizer.type == IncDataType::INT16;
    quantizer.Quantize(BytesOf(x),
                       x.size(),
                       exponent,
                       isShort ? reinterpret_cast<uint8_t*>(few.data())
                               : reinterpret_cast<uint8_t*>(many.data()));
    return isShort ? std::vector<int64_t>(few.begin(), few.end())
                   : std::vector<int64_t>(many.begin(), many.end());
}

/// Return the elements of sums, which must be in the range of the type.
Floats
Restored(const IncBlockQuantizer& quantizer, const std::vector<int64_t>& sums, uint8_t exponent)
{
    const std::vector<int16_t> few(sums.begin(), sums.end());
    const std::vector<int32_t> many(sums.begin(), sums.end());
    const bool isShort = quantizer.type == IncDataType::INT16;
    for (std::size_t i = 0; i < sums.size(); ++i)
    {
        EXPECT_EQ(isShort ? few[i] : many[i], sums[i]) << "a sum overflows";
    }
    Floats x(sums.size());
    quantizer.Restore(isShort ? reinterpret_cast<const uint8_t*>(few.data())
                              : reinterpret_cast<const uint8_t*>(many.data()),
                      sums.size(),
                      exponent,
                      reinterpret_cast<uint8_t*>(x.data()));
    return x;
}

/// Draw the operands of a rank in one of several ways; \p huge is the rank with a huge value.
Floats
Draw(std::mt19937& random, const std::string& kind, uint32_t rank, uint32_t huge, std::size_t size)
{
    std::uniform_real_distribution<float> uniform(-1, 1);
    Floats x(size);
    for (std::size_t i = 0; i < size; ++i)
    {
        const float u = uniform(random);
        x[i] = kind == "zeros"         ? (i % 2 == 0 ? 0.0F : -0.0F)
               : kind == "denormals"   ? std::ldexp(u, -127)
               : kind == "huge"        ? (rank == huge && i == 1 ? 3e38F : u)
               : kind == "alternating" ? (rank % 2 == 0 ? 1.0F : -1.0F) * (1 + u / 64)
               : kind == "equal"       ? 1.9999999F
               : kind == "magnitudes"  ? std::ldexp(u, static_cast<int>(random() % 60) - 30)
                                       : u;
    }
    return x;
}

/// Quantise, add and restore operands, and compare with the formulas and with the verifier.
void
TryBlock(IncBlockQuantizer quantizer, const std::vector<Floats>& operands)
{
    const auto ranks = static_cast<uint32_t>(operands.size());
    const std::size_t size = operands.front().size();
    quantizer.ranks = ranks;
    quantizer.block = size;
    uint8_t exponent = 0;
    for (const Floats& x : operands)
    {
        exponent = std::max(exponent, ExponentOf(x));
    }
    const int spare = static_cast<int>(std::ceil(std::log2(ranks)));
    const int bits = (quantizer.type == IncDataType::INT16 ? 15 : 31) - spare;
    const double limit = std::ldexp(1, bits) - 1;
    const double unit = quantizer.factor > 0
                            ? 1 / quantizer.factor
                            : std::ldexp(1, std::max<int>(exponent, 1) - 126 - bits);
    std::vector<int64_t> sums(size);
    std::vector<long double> exact(size);
    std::vector<uint32_t> clamped(size);
    for (const Floats& x : operands)
    {
        const auto integers = Quantized(quantizer, x, exponent);
        for (std::size_t i = 0; i < size; ++i)
        {
            EXPECT_LE(std::abs(integers[i]), limit);
            clamped[i] += std::fabs(x[i]) / unit >= limit + 0.5;
            sums[i] += integers[i];
            exact[i] += x[i];
        }
    }
    const Floats results = Restored(quantizer, sums, exponent);
    double largest = 0;
    uint64_t all = 0;
    for (std::size_t i = 0; i < size; ++i)
    {
        const auto error = static_cast<double>(std::fabs(results[i] - exact[i]));
        const double bound = (ranks + clamped[i]) * unit / 2 +
                             std::ldexp(std::fabs(results[i]), -24) + std::ldexp(1, -150);
        EXPECT_LE(error, bound) << "element " << i;
        largest = std::max(largest, error);
        all += clamped[i];
    }
    IncVerifier verifier(IncDataType::FLOAT32,
                         IncOperation::SUM,
                         ranks,
                         [&operands](uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) {
                             std::memcpy(out, operands[rank].data() + first, count * sizeof(float));
                         });
    IncQuantizationErrors errors;
    verifier.SetQuantizer(quantizer, errors);
    EXPECT_EQ(verifier.CountWrong({BytesOf(results)}, size), 0U);
    EXPECT_LE(errors.largest, errors.bound);
    EXPECT_NEAR(errors.largest, largest, 1e-9 * largest);
    EXPECT_EQ(errors.clamped, all);
}

} // namespace

TEST(IncBlockQuantizer, ExponentIsThatOfTheLargestMagnitude)
{
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(ExponentOf({}), 0);
    EXPECT_EQ(ExponentOf({0.0F, -0.0F}), 0);
    EXPECT_EQ(ExponentOf({0, -std::numeric_limits<float>::denorm_min()}), 1);
    EXPECT_EQ(ExponentOf({std::numeric_limits<float>::min()}), 1);
    EXPECT_EQ(ExponentOf({0.1F, -0.75F, 0.5F}), 126);
    EXPECT_EQ(ExponentOf({1}), 127);
    EXPECT_EQ(ExponentOf({-std::numeric_limits<float>::max(), 1}), 254);
    for (const float x : {infinity, -infinity, std::nanf(""), -std::nanf("")})
    {
        EXPECT_EQ(ExponentOf({1, x}), IncBlockQuantizer::NOT_FINITE);
    }
}

TEST(IncBlockQuantizer, HalvesAreRoundedToEvenAndLargeValuesClamped)
{
    const IncBlockQuantizer one{IncDataType::INT16, 8, 0, 1};
    const float unit = 1.0F / (1 << 14); // 15 bits for values below 2
    const Floats
        halves{1, 0.5F * unit, 1.5F * unit, 2.5F * unit, -2.5F * unit, 1.9999999F, -1.9999999F};
    EXPECT_EQ(Quantized(one, halves, ExponentOf(halves)),
              (std::vector<int64_t>{1 << 14, 0, 2, 2, -2, 32767, -32767}));
    const IncBlockQuantizer fixed{IncDataType::INT32, 8, 1e6, 8};
    EXPECT_EQ(Quantized(fixed, {1, -2.5e-6F, 300, -1e30F}, 0),
              (std::vector<int64_t>{1000000, -2, (1 << 28) - 1, 1 - (1 << 28)}));
    EXPECT_EQ(Restored(fixed, {2500000, -1}, 0), (Floats{2.5F, -1e-6F}));
}

TEST(IncBlockQuantizer, EightBitsAreLeftForAnOperand)
{
    EXPECT_EQ((IncBlockQuantizer{IncDataType::INT16}.GetMaxRanks()), 128U);
    EXPECT_EQ((IncBlockQuantizer{IncDataType::INT32}.GetMaxRanks()), 1U << 23);
    EXPECT_EQ(Quantized({IncDataType::INT16, 8, 0, 128}, {1.99F}, 127)[0], 255);
}

TEST(IncBlockQuantizer, ErrorsAreWithinTheBoundForAllOperands)
{
    SCOPED_TRACE("seed " + std::to_string(SEED));
    std::mt19937 random(SEED);
    for (const IncDataType type : {IncDataType::INT16, IncDataType::INT32})
    {
        for (const uint32_t ranks : {1, 2, 3, 8, 100, 128, 256})
        {
            if (ranks > IncBlockQuantizer{type}.GetMaxRanks())
            {
                continue;
            }
            for (const std::string kind :
                 {"uniform", "zeros", "denormals", "huge", "alternating", "equal", "magnitudes"})
            {
                SCOPED_TRACE(IncName(type) + ", " + std::to_string(ranks) + " ranks, " + kind);
                for (int i = 0; i < 8; ++i)
                {
                    std::vector<Floats> operands;
                    for (uint32_t rank = 0; rank < ranks; ++rank)
                    {
                        operands.push_back(Draw(random, kind, rank, ranks / 2, 1 + i * 9));
                    }
                    TryBlock({type, 1, 0, ranks}, operands);
                }
            }
        }
    }
}

TEST(IncBlockQuantizer, OneFactorClampsLargeOperandsWithinTheVerifiersBound)
{
    SCOPED_TRACE("seed " + std::to_string(SEED));
    std::mt19937 random(SEED);
    const IncBlockQuantizer quantizer{IncDataType::INT32, 16, 1e6, 8};
    std::vector<Floats> operands;
    std::vector<int64_t> sums(16);
    for (uint32_t rank = 0; rank < 8; ++rank)
    {
        operands.push_back(Draw(random, "uniform", rank, 0, 16));
        operands.back()[3] *= 1000; // beyond 268
        const auto integers = Quantized(quantizer, operands.back(), 0);
        std::transform(sums.begin(), sums.end(), integers.begin(), sums.begin(), std::plus<>());
    }
    const Floats results = Restored(quantizer, sums, 0);
    IncVerifier verifier(IncDataType::FLOAT32,
                         IncOperation::SUM,
                         8,
                         [&operands](uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) {
                             std::memcpy(out, operands[rank].data() + first, count * sizeof(float));
                         });
    IncQuantizationErrors errors;
    verifier.SetQuantizer(quantizer, errors);
    EXPECT_EQ(verifier.CountWrong({BytesOf(results), nullptr, BytesOf(results)}, 16), 0U);
    EXPECT_GT(errors.clamped, 0U);
    EXPECT_GT(errors.largest, 1) << "clamped operands cause large errors";
    EXPECT_LE(errors.largest, errors.bound);
    Floats other = results;
    other[5] = std::nextafter(other[5], 2.0F);
    EXPECT_EQ(verifier.CountWrong({BytesOf(results), BytesOf(other)}, 16), 1U);
}
