/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inc-series-rows.h"

#include <gtest/gtest.h>
#include <random>
#include <string>

using namespace ns3;

namespace
{

/// Return a number of millionths as text, digit by digit, without trailing zeros.
std::string
Decimal(uint64_t millionths)
{
    std::string digits = std::to_string(millionths % 1'000'000);
    digits.insert(0, 6 - digits.size(), '0');
    digits.erase(digits.find_last_not_of('0') + 1);
    return std::to_string(millionths / 1'000'000) + (digits.empty() ? "" : "." + digits);
}

} // namespace

TEST(IncSeriesRows, RowsAreWhatANaiveWriterWrites)
{
    constexpr IncSeriesMetric WHOLE("fifteen_letters");
    constexpr IncSeriesMetric SHARE("x", true);
    constexpr uint64_t SEED = 7;
    std::mt19937_64 random(SEED);
    IncSeriesRows rows;
    std::string expected = "t_us,object,metric,value\n";
    EXPECT_EQ(rows.GetText(), expected);
    for (uint32_t i = 0; i < 20'000; ++i)
    {
        // Lengths of names are below, at and above the size that is copied at once, and once above
        // a block.
        const std::string name(i == 9'999 ? 10'000 : random() % 70, 'n');
        const IncSeriesObject object(name);
        EXPECT_EQ(object.GetName(), name);
        const uint64_t ps = random() >> (1 + random() % 60);
        const uint64_t number = random() >> random() % 64;
        // Numbers with few digits, so that some have trailing zeros.
        const uint64_t share = random() % 1100 * (random() % 2 ? 1 : 1'000);
        rows.SetTime(static_cast<int64_t>(ps));
        const std::string begin = Decimal(ps) + "," + name + ",";
        EXPECT_EQ(rows.Add(object, WHOLE, number), std::to_string(number));
        EXPECT_EQ(rows.Add(object, SHARE, share), Decimal(share));
        EXPECT_EQ(rows.Add(object, SHARE, IncSeriesRows::INFINITE), "inf");
        expected += begin + "fifteen_letters," + std::to_string(number) + "\n";
        expected += begin + "x," + Decimal(share) + "\n" + begin + "x,inf\n";
    }
    EXPECT_EQ(rows.GetText(), expected) << "seed " << SEED;
}
