/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-reducer.h"

#include <Eigen/Core>
#include <cstring>
#include <limits>
#include <type_traits>

namespace ns3
{

namespace
{

// Sum modulo 2^bits.
struct WrappingSum
{
    template <typename T>
    static T Apply(T a, T b)
    {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
    }
};

struct WrappingProduct
{
    template <typename T>
    static T Apply(T a, T b)
    {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(static_cast<U>(a) * static_cast<U>(b)));
    }
};

struct SaturatingSum
{
    template <typename T>
    static T Apply(T a, T b)
    {
        T result;
        if (!__builtin_add_overflow(a, b, &result))
        {
            return result;
        }
        return b < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    }
};

struct SaturatingProduct
{
    template <typename T>
    static T Apply(T a, T b)
    {
        T result;
        if (!__builtin_mul_overflow(a, b, &result))
        {
            return result;
        }
        return (a < 0) != (b < 0) ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    }
};

// Eigen's half and bfloat16 compute in float32. One sum or product is thus rounded correctly.
struct FloatSum
{
    template <typename T>
    static T Apply(T a, T b)
    {
        return a + b;
    }
};

struct FloatProduct
{
    template <typename T>
    static T Apply(T a, T b)
    {
        return a * b;
    }
};

struct Minimum
{
    template <typename T>
    static T Apply(T a, T b)
    {
        return b < a ? b : a;
    }
};

struct Maximum
{
    template <typename T>
    static T Apply(T a, T b)
    {
        return a < b ? b : a;
    }
};

// Minimum or maximum of floating-point numbers, found by comparing their bit patterns as integers.
// Integers are totally ordered, -0 is below +0, and the compiler can vectorise the comparison.
template <typename Order, typename Signed, Signed INFINITE, Signed QUIET>
struct OrderedBits
{
    static bool IsNan(Signed x)
    {
        return (x & std::numeric_limits<Signed>::max()) > INFINITE;
    }

    // Convert sign and magnitude to two's complement, or back.
    static Signed Key(Signed x)
    {
        constexpr int SIGN_SHIFT = std::numeric_limits<Signed>::digits;
        const auto negative = static_cast<Signed>(x >> SIGN_SHIFT);
        return static_cast<Signed>(x ^ (negative & std::numeric_limits<Signed>::max()));
    }

    template <typename T>
    static T Apply(T a, T b)
    {
        static_assert(std::is_same_v<T, Signed>);
        const Signed chosen = Key(Order::Apply(Key(a), Key(b)));
        const Signed second = IsNan(b) ? static_cast<Signed>(b | QUIET) : chosen;
        return IsNan(a) ? static_cast<Signed>(a | QUIET) : second;
    }
};

template <typename Order>
using Float16Bits = OrderedBits<Order, int16_t, 0x7c00, 0x0200>;
template <typename Order>
using Bfloat16Bits = OrderedBits<Order, int16_t, 0x7f80, 0x0040>;
template <typename Order>
using Float32Bits = OrderedBits<Order, int32_t, 0x7f800000, 0x00400000>;
template <typename Order>
using Float64Bits = OrderedBits<Order, int64_t, 0x7ff0000000000000, 0x0008000000000000>;

// Copy elements, because buffers may be unaligned. In the vectorised loop this costs nothing.
template <typename T, typename Operation>
void
Reduce(uint8_t* __restrict acc, const uint8_t* __restrict in, uint32_t count)
{
    for (std::size_t i = 0; i < count; ++i)
    {
        T a;
        T b;
        std::memcpy(&a, acc + i * sizeof(T), sizeof(T));
        std::memcpy(&b, in + i * sizeof(T), sizeof(T));
        const T result = Operation::Apply(a, b);
        std::memcpy(acc + i * sizeof(T), &result, sizeof(T));
    }
}

template <typename T>
IncReduceFunction
FindForInteger(IncOperation operation, IncOverflow overflow)
{
    const bool wrap = overflow == IncOverflow::WRAP;
    switch (operation)
    {
    case IncOperation::NONE:
        return nullptr;
    case IncOperation::SUM:
        return wrap ? &Reduce<T, WrappingSum> : &Reduce<T, SaturatingSum>;
    case IncOperation::PROD:
        return wrap ? &Reduce<T, WrappingProduct> : &Reduce<T, SaturatingProduct>;
    case IncOperation::MIN:
        return &Reduce<T, Minimum>;
    case IncOperation::MAX:
        return &Reduce<T, Maximum>;
    }
    return nullptr;
}

template <typename T, typename Signed, template <typename> class Bits>
IncReduceFunction
FindForFloat(IncOperation operation)
{
    static_assert(sizeof(T) == sizeof(Signed));
    switch (operation)
    {
    case IncOperation::NONE:
        return nullptr;
    case IncOperation::SUM:
        return &Reduce<T, FloatSum>;
    case IncOperation::PROD:
        return &Reduce<T, FloatProduct>;
    case IncOperation::MIN:
        return &Reduce<Signed, Bits<Minimum>>;
    case IncOperation::MAX:
        return &Reduce<Signed, Bits<Maximum>>;
    }
    return nullptr;
}

} // namespace

IncReduceFunction
IncFindReducer(IncDataType type, IncOperation operation, IncOverflow overflow)
{
    switch (type)
    {
    case IncDataType::FLOAT16:
        return FindForFloat<Eigen::half, int16_t, Float16Bits>(operation);
    case IncDataType::BFLOAT16:
        return FindForFloat<Eigen::bfloat16, int16_t, Bfloat16Bits>(operation);
    case IncDataType::FLOAT32:
        return FindForFloat<float, int32_t, Float32Bits>(operation);
    case IncDataType::FLOAT64:
        return FindForFloat<double, int64_t, Float64Bits>(operation);
    case IncDataType::INT8:
        return FindForInteger<int8_t>(operation, overflow);
    case IncDataType::UINT8:
        return FindForInteger<uint8_t>(operation, overflow);
    case IncDataType::INT32:
        return FindForInteger<int32_t>(operation, overflow);
    case IncDataType::INT64:
        return FindForInteger<int64_t>(operation, overflow);
    case IncDataType::INT16:
        return FindForInteger<int16_t>(operation, overflow);
    }
    return nullptr;
}

} // namespace ns3
