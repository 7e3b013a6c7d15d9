/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-block-quantizer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ns3
{

namespace
{

template <typename From, typename To, typename Function>
void
Convert(const uint8_t* from, uint64_t count, uint8_t* to, Function function)
{
    for (uint64_t i = 0; i < count; ++i)
    {
        From x;
        std::memcpy(&x, from + i * sizeof(From), sizeof(From));
        const auto y = static_cast<To>(function(x));
        std::memcpy(to + i * sizeof(To), &y, sizeof(To));
    }
}

} // namespace

uint8_t
IncBlockQuantizer::FindExponent(const uint8_t* x, uint64_t count)
{
    uint32_t largest = 0; // the bits of magnitudes have the order of the magnitudes
    for (uint64_t i = 0; i < count; ++i)
    {
        uint32_t bits;
        std::memcpy(&bits, x + i * sizeof(bits), sizeof(bits));
        largest = std::max(largest, bits & 0x7fffffff);
    }
    return static_cast<uint8_t>(largest == 0 ? 0 : std::max(largest >> 23, 1U));
}

int
IncBlockQuantizer::GetBits() const
{
    int bits = static_cast<int>(8 * IncSizeOf(type)) - 1;
    for (uint64_t sum = 1; sum < ranks; sum *= 2)
    {
        --bits;
    }
    return bits;
}

double
IncBlockQuantizer::GetScale(uint8_t exponent) const
{
    // Any scale is right for a block of zeros, which has the exponent 0.
    return factor > 0 ? factor : std::ldexp(1.0, GetBits() - (exponent - 126));
}

void
IncBlockQuantizer::Quantize(const uint8_t* x,
                            uint64_t count,
                            uint8_t exponent,
                            uint8_t* integers) const
{
    const double limit = std::ldexp(1.0, GetBits()) - 1;
    const auto quantize = [scale = GetScale(exponent), limit](float value) {
        return std::clamp(std::nearbyint(value * scale), -limit, limit);
    };
    type == IncDataType::INT16 ? Convert<float, int16_t>(x, count, integers, quantize)
                               : Convert<float, int32_t>(x, count, integers, quantize);
}

void
IncBlockQuantizer::Restore(const uint8_t* sums, uint64_t count, uint8_t exponent, uint8_t* x) const
{
    const auto restore = [scale = GetScale(exponent)](int32_t sum) { return sum / scale; };
    type == IncDataType::INT16 ? Convert<int16_t, float>(sums, count, x, restore)
                               : Convert<int32_t, float>(sums, count, x, restore);
}

} // namespace ns3
