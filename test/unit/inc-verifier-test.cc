/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-reducer.h"
#include "ns3/inc-test-data.h"
#include "ns3/inc-verifier.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t SEED = 99;

const IncOperation OPERATIONS[] = {IncOperation::SUM,
                                   IncOperation::PROD,
                                   IncOperation::MIN,
                                   IncOperation::MAX};

using Bytes = std::vector<uint8_t>;

IncVerifier::Source
SourceOf(const IncTestData& data)
{
    return [data](uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) {
        data.Fill(rank, first, count, out);
    };
}

// A source of operands that are given one by one: operands[rank][element].
template <typename T>
IncVerifier::Source
SourceOf(const std::vector<std::vector<T>>& operands)
{
    return [operands](uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) {
        std::memcpy(out, operands[rank].data() + first, count * sizeof(T));
    };
}

Bytes
Operands(const IncTestData& data, uint32_t rank, uint64_t count)
{
    Bytes bytes(count * IncSizeOf(data.GetDataType()));
    data.Fill(rank, 0, count, bytes.data());
    return bytes;
}

// Reduce the ranks in a given order.
Bytes
Fold(const IncTestData& data,
     const std::vector<uint32_t>& order,
     uint64_t count,
     IncOverflow overflow)
{
    const auto reduce = IncFindReducer(data.GetDataType(), data.GetOperation(), overflow);
    Bytes acc = Operands(data, order[0], count);
    for (std::size_t i = 1; i < order.size(); ++i)
    {
        reduce(acc.data(), Operands(data, order[i], count).data(), count);
    }
    return acc;
}

std::vector<const uint8_t*>
Everywhere(const Bytes& result, uint32_t ranks)
{
    return std::vector<const uint8_t*>(ranks, result.data());
}

template <typename T>
uint64_t
CountWrong(const IncVerifier& verifier, const std::vector<T>& result)
{
    return verifier.CountWrong({reinterpret_cast<const uint8_t*>(result.data())}, result.size());
}

} // namespace

TEST(IncVerifier, AcceptsEveryOrderOfEveryTypeAndOperation)
{
    SCOPED_TRACE("seed " + std::to_string(SEED));
    const uint32_t ranks = 13;
    const uint64_t count = 2500; // more than two blocks, and a part of one
    std::mt19937 random(SEED);
    for (uint8_t t = 1; t <= 9; ++t)
    {
        for (auto operation : OPERATIONS)
        {
            for (auto overflow : {IncOverflow::WRAP, IncOverflow::SATURATE})
            {
                const IncTestData data(SEED, static_cast<IncDataType>(t), operation);
                IncVerifier verifier(data.GetDataType(), operation, ranks, SourceOf(data));
                verifier.SetOverflow(overflow);
                std::vector<uint32_t> order(ranks);
                std::iota(order.begin(), order.end(), 0);
                std::shuffle(order.begin(), order.end(), random);
                const Bytes result = Fold(data, order, count, overflow);
                EXPECT_EQ(verifier.CountWrong(Everywhere(result, ranks), count), 0u)
                    << IncName(data.GetDataType()) << " " << IncName(operation);
            }
        }
    }
}

TEST(IncVerifier, CountsAMissingOrRepeatedContribution)
{
    const uint32_t ranks = 5;
    const uint64_t count = 1500;
    for (uint8_t t = 1; t <= 9; ++t)
    {
        for (auto operation : {IncOperation::SUM, IncOperation::PROD})
        {
            const IncTestData data(SEED, static_cast<IncDataType>(t), operation);
            const IncVerifier verifier(data.GetDataType(), operation, ranks, SourceOf(data));
            for (const std::vector<uint32_t>& order :
                 {std::vector<uint32_t>{0, 1, 2, 3}, std::vector<uint32_t>{0, 1, 2, 3, 4, 2}})
            {
                const Bytes result = Fold(data, order, count, IncOverflow::WRAP);
                // A damaged operand often stays right: a factor of float16 or bfloat16 may be 1,
                // and a summand of int8 may be 0.
                EXPECT_GT(verifier.CountWrong({result.data()}, count), count * 3 / 10)
                    << IncName(data.GetDataType()) << " " << IncName(operation);
            }
        }
    }
}

TEST(IncVerifier, CountsOneChangedBitOfExactResults)
{
    const uint32_t ranks = 3;
    const uint64_t count = 1025;
    for (auto [type, operation] : {std::pair{IncDataType::INT8, IncOperation::SUM},
                                   std::pair{IncDataType::INT64, IncOperation::PROD},
                                   std::pair{IncDataType::FLOAT16, IncOperation::MIN},
                                   std::pair{IncDataType::FLOAT64, IncOperation::MAX}})
    {
        const IncTestData data(SEED, type, operation);
        const IncVerifier verifier(type, operation, ranks, SourceOf(data));
        Bytes result = Fold(data, {2, 1, 0}, count, IncOverflow::WRAP);
        result[(count - 1) * IncSizeOf(type)] ^= 1;
        EXPECT_EQ(verifier.CountWrong(Everywhere(result, ranks), count), ranks);
    }
}

TEST(IncVerifier, CountsElementsThatDifferFromTheFirstRanks)
{
    const uint32_t ranks = 4;
    const uint64_t count = 3000;
    const IncTestData data(SEED, IncDataType::FLOAT32, IncOperation::SUM);
    const IncVerifier verifier(IncDataType::FLOAT32, IncOperation::SUM, ranks, SourceOf(data));
    const Bytes good = Fold(data, {0, 1, 2, 3}, count, IncOverflow::WRAP);
    Bytes other = good;
    other[0] ^= 1; // within the bound, but not the same bits
    other[4 * 2999] ^= 1;
    EXPECT_EQ(verifier.CountWrong({other.data()}, count), 0u);
    EXPECT_EQ(verifier.CountWrong({good.data(), nullptr, other.data(), good.data()}, count), 2u);
    EXPECT_EQ(verifier.CountWrong({nullptr, nullptr}, count), 0u);
}

TEST(IncVerifier, FloatBoundGrowsWithTheChain)
{
    // The sum is 1 + 2^-24 + 2^-24. If each step is rounded it stays 1, half a last digit from the
    // exact value.
    const float tiny = 0x1p-24F;
    const std::vector<std::vector<float>> operands = {{1}, {tiny}, {tiny}};
    IncVerifier verifier(IncDataType::FLOAT32, IncOperation::SUM, 3, SourceOf(operands));
    EXPECT_EQ(CountWrong<float>(verifier, {1}), 0u);
    EXPECT_EQ(CountWrong<float>(verifier, {std::nextafter(1.0F, 2.0F)}), 0u);
    EXPECT_EQ(CountWrong<float>(verifier, {1 + 0x1p-21F}), 1u);
    verifier.SetLongestChain(1);
    EXPECT_EQ(CountWrong<float>(verifier, {std::nextafter(1.0F, 0.0F)}), 1u);
}

TEST(IncVerifier, AProductTakesTheRoundingOfAllMultiplicationsWhateverTheirShape)
{
    IncVerifier verifier(IncDataType::FLOAT32,
                         IncOperation::PROD,
                         5,
                         SourceOf(std::vector<std::vector<float>>(5, {1.0F})));
    verifier.SetLongestChain(1);
    EXPECT_EQ(CountWrong<float>(verifier, {1 + 0x1p-22F}), 0u); // 4 u
    EXPECT_EQ(CountWrong<float>(verifier, {1 + 0x1.8p-22F}), 1u);
}

TEST(IncVerifier, NanInfinityAndZerosAreChecked)
{
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<std::vector<double>> operands = {{nan, infinity, infinity, 0.0, 1e-320},
                                                       {1.0, -infinity, 2.0, -0.0, 0.5}};
    const auto wrong = [&operands](IncOperation operation, std::vector<double> result) {
        return CountWrong(IncVerifier(IncDataType::FLOAT64, operation, 2, SourceOf(operands)),
                          result);
    };
    EXPECT_EQ(wrong(IncOperation::SUM, {nan, nan, infinity, 0.0, 0.5}), 0u);
    EXPECT_EQ(wrong(IncOperation::SUM, {1.0, infinity, nan, 1e-300, nan}), 5u);
    EXPECT_EQ(wrong(IncOperation::PROD, {nan, -infinity, infinity, -0.0, 5e-321}), 0u);
    EXPECT_EQ(wrong(IncOperation::PROD, {infinity, infinity, 1.0, nan, 1e-320}), 5u);
    EXPECT_EQ(wrong(IncOperation::MIN, {nan, -infinity, 2.0, -0.0, 1e-320}), 0u);
    EXPECT_EQ(wrong(IncOperation::MIN, {1.0, infinity, infinity, 0.0, 0.5}), 5u);
    EXPECT_EQ(wrong(IncOperation::MAX, {nan, infinity, infinity, 0.0, 0.5}), 0u);
    EXPECT_EQ(wrong(IncOperation::MAX, {1.0, -infinity, 2.0, -0.0, 1e-320}), 5u);
}

TEST(IncVerifier, SaturatingResultsMustBeReachable)
{
    const auto wrong = [](IncOperation operation,
                          const std::vector<std::vector<int8_t>>& operands,
                          std::vector<int8_t> result) {
        IncVerifier verifier(IncDataType::INT8, operation, operands.size(), SourceOf(operands));
        verifier.SetOverflow(IncOverflow::SATURATE);
        return CountWrong(verifier, result);
    };
    // With one sign there is one result; with both signs and no overflow too. With both signs and
    // overflow there is a range.
    const std::vector<std::vector<int8_t>> summands = {{100, -100, 50}, {100, -100, -60}};
    EXPECT_EQ(wrong(IncOperation::SUM, summands, {127, -128, -10}), 0u);
    EXPECT_EQ(wrong(IncOperation::SUM, summands, {-56, 56, -11}), 3u);
    const std::vector<std::vector<int8_t>> mixed = {{100}, {100}, {-100}};
    EXPECT_EQ(wrong(IncOperation::SUM, mixed, {27}), 0u);
    EXPECT_EQ(wrong(IncOperation::SUM, mixed, {100}), 0u);
    EXPECT_EQ(wrong(IncOperation::SUM, mixed, {-101}), 1u);
    const std::vector<std::vector<int8_t>> factors = {{64, 64, -8, 0},
                                                      {2, -2, -9, -128},
                                                      {1, 1, 1, 2}};
    EXPECT_EQ(wrong(IncOperation::PROD, factors, {127, -128, 72, 0}), 0u);
    EXPECT_EQ(wrong(IncOperation::PROD, factors, {127, -127, 72, 0}), 0u);
    EXPECT_EQ(wrong(IncOperation::PROD, factors, {-128, 127, 71, 1}), 4u);
}

TEST(IncVerifier, RankOrderDemandsTheBitsOfItsTree)
{
    const uint32_t ranks = 7;
    const uint64_t count = 2100;
    // Two switches are below the root. Rank 6 is connected to the root, and is given out of order.
    const IncReductionTree leaf1{-1, {{3, {}}, {0, {}}, {2, {}}}};
    const IncReductionTree leaf2{-1, {{1, {}}, {4, {}}, {5, {}}}};
    const IncReductionTree tree{-1, {{6, {}}, leaf2, leaf1}};
    for (uint8_t t = 1; t <= 9; ++t)
    {
        for (auto operation : OPERATIONS)
        {
            const IncTestData data(SEED, static_cast<IncDataType>(t), operation);
            const auto reduce = IncFindReducer(data.GetDataType(), operation);
            IncVerifier verifier(data.GetDataType(), operation, ranks, SourceOf(data));
            verifier.SetReductionTree(tree);
            Bytes result = Fold(data, {0, 2, 3}, count, IncOverflow::WRAP);
            reduce(result.data(), Fold(data, {1, 4, 5}, count, IncOverflow::WRAP).data(), count);
            reduce(result.data(), Operands(data, 6, count).data(), count);
            EXPECT_EQ(verifier.CountWrong(Everywhere(result, ranks), count), 0u)
                << IncName(data.GetDataType()) << " " << IncName(operation);
            const Bytes flat = Fold(data, {0, 1, 2, 3, 4, 5, 6}, count, IncOverflow::WRAP);
            const bool orderMatters =
                IncIsFloat(data.GetDataType()) &&
                (operation == IncOperation::SUM || operation == IncOperation::PROD);
            EXPECT_EQ(verifier.CountWrong({flat.data()}, count) > 0, orderMatters);
        }
    }
}

TEST(IncVerifier, OneRankAndNoElementsAreRight)
{
    const IncTestData data(SEED, IncDataType::BFLOAT16, IncOperation::SUM);
    const IncVerifier verifier(IncDataType::BFLOAT16, IncOperation::SUM, 1, SourceOf(data));
    Bytes copy = Operands(data, 0, 77);
    EXPECT_EQ(verifier.CountWrong({copy.data()}, 77), 0u);
    EXPECT_EQ(verifier.CountWrong({copy.data()}, 0), 0u);
    copy[2 * 76] ^= 1;
    EXPECT_EQ(verifier.CountWrong({copy.data()}, 77), 1u);
}
