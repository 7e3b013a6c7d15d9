/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REFERENCE_NUMERICS_H
#define INC_REFERENCE_NUMERICS_H

#include "inc-reduction-reference.h"

#include "ns3/inc-types.h"

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ns3
{

/// Formats and comparisons of the reference results, independent of simulated arithmetic.
namespace increference
{

__extension__ using Int128 = __int128;

inline constexpr uint32_t BLOCK = IncReductionReference::BLOCK;

// Holds a sum of many Ts, or a product of two, without overflow.
template <typename T>
using Wide = std::conditional_t<sizeof(T) == 8, Int128, int64_t>;

template <typename T>
inline constexpr bool IS_INTEGER = std::is_integral_v<T>;

// Floating-point type of the reference, with more digits than T.
template <typename T>
using Precise = std::conditional_t<std::is_same_v<T, double>, long double, double>;

template <typename T>
Precise<T>
ToPrecise(T x)
{
    if constexpr (sizeof(T) == 2)
    {
        return static_cast<float>(x);
    }
    else
    {
        return x;
    }
}

// Limits of a format: digits of the significand, and smallest subnormal number 2^SMALLEST.
template <typename T>
struct Format;

template <>
struct Format<Eigen::half>
{
    static constexpr int DIGITS = 11;
    static constexpr int SMALLEST = -24;
    static constexpr int LARGEST = 16; // finite numbers are below 2^LARGEST
};

template <>
struct Format<Eigen::bfloat16>
{
    static constexpr int DIGITS = 8;
    static constexpr int SMALLEST = -133;
    static constexpr int LARGEST = 128;
};

template <>
struct Format<float>
{
    static constexpr int DIGITS = 24;
    static constexpr int SMALLEST = -149;
    static constexpr int LARGEST = 128;
};

template <>
struct Format<double>
{
    static constexpr int DIGITS = 53;
    static constexpr int SMALLEST = -1074;
    static constexpr int LARGEST = 1024;
};

template <typename T>
T
Load(const uint8_t* block, uint32_t i)
{
    T value;
    std::memcpy(&value, block + i * sizeof(T), sizeof(T));
    return value;
}

template <typename T>
bool
SameBits(T a, T b)
{
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <typename T>
bool
IsNan(T x)
{
    if constexpr (IS_INTEGER<T>)
    {
        return false;
    }
    else
    {
        return std::isnan(ToPrecise(x));
    }
}

// Return true if a < b, where -0 < +0; neither a nor b may be a NaN.
template <typename T>
bool
IsLess(T a, T b)
{
    if constexpr (IS_INTEGER<T>)
    {
        return a < b;
    }
    else
    {
        const auto x = ToPrecise(a);
        const auto y = ToPrecise(b);
        return x < y || (x == y && std::signbit(x) && !std::signbit(y));
    }
}

// Return the minimum or maximum of IEEE 754-2019, section 9.6.
template <typename T>
T
ChooseExtreme(T a, T b, bool maximum)
{
    if (IsNan(a) || IsNan(b))
    {
        return IsNan(a) ? a : b;
    }
    return (maximum ? IsLess(a, b) : IsLess(b, a)) ? b : a;
}

// Base of references that check each element independently.
template <typename T>
class BlockReference : public IncReductionReference
{
  public:
    void Begin(uint32_t count) override
    {
        m_count = count;
        Clear();
    }

    void Check(const uint8_t* result, uint8_t* wrong) override
    {
        for (uint32_t i = 0; i < m_count; ++i)
        {
            wrong[i] = !IsRight(Load<T>(result, i), i);
        }
    }

  protected:
    virtual void Clear() = 0;
    virtual bool IsRight(T x, uint32_t i) const = 0;

    uint32_t m_count{0};
};

} // namespace increference

} // namespace ns3

#endif // INC_REFERENCE_NUMERICS_H
