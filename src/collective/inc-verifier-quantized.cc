/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Reference of sums that were quantised. It shares no arithmetic with IncBlockQuantizer.

#include "inc-verifier.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ns3
{

namespace
{

double
RoundToEven(double x)
{
    const double below = std::floor(x);
    return x - below == 0.5 ? 2 * std::round(x / 2) : std::floor(x + 0.5);
}

/// Return the binary exponent for which all operands are smaller; no smaller one than float has.
int
FindExponent(const std::vector<float>& operands)
{
    int largest = std::numeric_limits<float>::min_exponent;
    for (const float x : operands)
    {
        int exponent = 0;
        std::frexp(x, &exponent);
        largest = x != 0 ? std::max(largest, exponent) : largest;
    }
    return largest;
}

} // namespace

uint64_t
IncVerifier::CountWrongQuantized(const std::vector<const uint8_t*>& results, uint64_t count) const
{
    const int spare = static_cast<int>(std::ceil(std::log2(m_ranks)));
    const int bits = static_cast<int>(8 * IncSizeOf(m_quantizer->type)) - 1 - spare;
    const double limit = std::exp2(bits) - 1;
    uint64_t wrong = 0;
    for (uint64_t begin = 0; begin < count; begin += m_quantizer->block)
    {
        const uint64_t n = std::min(m_quantizer->block, count - begin);
        std::vector<float> operands(m_ranks * n);
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            m_source(rank, begin, n, reinterpret_cast<uint8_t*>(operands.data() + rank * n));
        }
        const double given = m_quantizer->factor;
        const double scale = given > 0 ? given : std::exp2(bits - FindExponent(operands));
        for (uint64_t i = 0; i < n; ++i)
        {
            int64_t integers = 0;
            uint64_t clamped = 0;
            long double exact = 0;
            double bound = m_ranks / scale / 2;
            for (uint64_t at = i; at < operands.size(); at += n)
            {
                const double x = operands[at];
                const double rounded = RoundToEven(x * scale);
                const double kept = std::clamp(rounded, -limit, limit);
                integers += static_cast<int64_t>(kept);
                exact += x;
                if (kept != rounded)
                {
                    ++clamped;
                    bound += (std::fabs(x * scale - kept) - 0.5) / scale;
                }
            }
            const double sum = static_cast<double>(integers) / scale;
            const auto expected = static_cast<float>(sum);
            // float has 24 digits, or for small numbers steps of 2^-149.
            bound += std::ldexp(std::fabs(sum), -24) + std::ldexp(1.0, -150);
            const auto error = static_cast<double>(std::fabs(expected - exact));
            m_errors->Add({error, bound, clamped});
            for (const uint8_t* result : results)
            {
                const uint8_t* found = result + (begin + i) * sizeof(float);
                wrong += result && std::memcmp(found, &expected, sizeof(float)) != 0;
            }
        }
    }
    return wrong;
}

} // namespace ns3
