/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-test-data.h"

#include "inc-reference-numerics.h"
#include "inc-with-type.h"

#include "ns3/inc-ecmp-hash.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

// Marks a function that is compiled for several instruction sets, which all give equal bits.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__SANITIZE_ADDRESS__)
#define INC_FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define INC_FOR_EACH_PROCESSOR
#endif

namespace ns3
{

namespace
{

// Return a keyed hash of 32 bits, from multiply and xor-shift rounds that the compiler vectorises.
inline uint32_t
Hash32(uint32_t index, uint32_t before, uint32_t between)
{
    uint32_t x = index ^ before;
    x = (x ^ (x >> 16)) * 0x7feb352d;
    x += between;
    x = (x ^ (x >> 15)) * 0x846ca68b;
    return x ^ (x >> 16);
}

inline uint32_t
Word(uint64_t key, uint32_t index)
{
    return Hash32(index, static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32));
}

inline uint64_t
DoubleWord(uint64_t key, uint32_t index)
{
    return uint64_t{Word(key, index)} << 32 | Word(~key, index);
}

template <typename T>
inline std::make_unsigned_t<T>
IntegerBits(uint64_t key, uint32_t index)
{
    if constexpr (sizeof(T) == 8)
    {
        return DoubleWord(key, index);
    }
    else
    {
        return static_cast<std::make_unsigned_t<T>>(Word(key, index));
    }
}

// Return a uniform random number in [-1, 1] with more digits than the elements have.
template <typename T>
inline auto
Uniform(uint64_t key, uint32_t index)
{
    constexpr double UNIT = 1.0 / 2147483648.0; // 2^-31
    if constexpr (std::is_same_v<T, double>)
    {
        return static_cast<int32_t>(Word(key, index)) * UNIT +
               static_cast<int32_t>(Word(~key, index)) * (UNIT * UNIT);
    }
    else
    {
        return static_cast<float>(static_cast<int32_t>(Word(key, index))) *
               static_cast<float>(UNIT);
    }
}

template <typename T>
struct IntegerSummand
{
    static T Make(uint64_t key, uint64_t signKey, uint32_t index)
    {
        using U = std::make_unsigned_t<T>;
        U value = IntegerBits<T>(key, index);
        if constexpr (std::is_signed_v<T>)
        {
            constexpr U SIGN = U{1} << std::numeric_limits<T>::digits;
            value = (value & static_cast<U>(~SIGN)) | (IntegerBits<T>(signKey, index) & SIGN);
        }
        return static_cast<T>(value);
    }
};

template <typename T>
struct IntegerFactor
{
    static T Make(uint64_t key, uint64_t, uint32_t index)
    {
        return static_cast<T>(IntegerBits<T>(key, index) | 1);
    }
};

template <typename T>
struct AnyInteger
{
    static T Make(uint64_t key, uint64_t, uint32_t index)
    {
        return static_cast<T>(IntegerBits<T>(key, index));
    }
};

template <typename T>
struct FloatSummand
{
    static T Make(uint64_t key, uint64_t, uint32_t index)
    {
        return static_cast<T>(Uniform<T>(key, index));
    }
};

template <typename T>
struct FloatFactor
{
    static T Make(uint64_t key, uint64_t, uint32_t index)
    {
        constexpr bool NARROW = std::is_same_v<T, Eigen::half>;
        const auto u = Uniform<T>(key, index);
        using F = std::remove_const_t<decltype(u)>;
        const F magnitude = F{1} + u * F{NARROW ? 1.0 / 32 : 1.0 / 8};
        // The sign is the hash's lowest bit, which has hardly any effect on the magnitude.
        const F sign = (Word(key, index) & 1) ? F{-1} : F{1};
        return static_cast<T>(magnitude * sign);
    }
};

// Generator of random finite bit patterns: infinities and NaNs lose their highest exponent bit.
template <typename T>
struct AnyFiniteFloat
{
    using Bits = std::conditional_t<sizeof(T) == 2,
                                    uint16_t,
                                    std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;

    static Bits Make(uint64_t key, uint64_t, uint32_t index)
    {
        constexpr Bits FRACTION = (Bits{1} << (increference::Format<T>::DIGITS - 1)) - 1;
        constexpr Bits EXPONENT = std::numeric_limits<Bits>::max() / 2 - FRACTION;
        constexpr Bits HIGHEST = EXPONENT & static_cast<Bits>(~(EXPONENT >> 1));
        const auto bits = static_cast<Bits>(IntegerBits<std::make_signed_t<Bits>>(key, index));
        return static_cast<Bits>(bits ^ ((bits & EXPONENT) == EXPONENT ? HIGHEST : Bits{0}));
    }
};

template <typename Generator>
INC_FOR_EACH_PROCESSOR void
Generate(uint64_t key, uint64_t signKey, uint32_t first, uint64_t count, uint8_t* out)
{
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto value = Generator::Make(key, signKey, first + static_cast<uint32_t>(i));
        std::memcpy(out + i * sizeof(value), &value, sizeof(value));
    }
}

using Generator = void (*)(uint64_t, uint64_t, uint32_t, uint64_t, uint8_t*);

template <typename Summand, typename Factor, typename Any>
Generator
Choose(IncOperation operation)
{
    switch (operation)
    {
    case IncOperation::SUM:
        return &Generate<Summand>;
    case IncOperation::PROD:
        return &Generate<Factor>;
    default:
        return &Generate<Any>;
    }
}

template <typename T>
Generator
ChooseFor(IncOperation operation)
{
    if constexpr (std::is_integral_v<T>)
    {
        return Choose<IntegerSummand<T>, IntegerFactor<T>, AnyInteger<T>>(operation);
    }
    else
    {
        return Choose<FloatSummand<T>, FloatFactor<T>, AnyFiniteFloat<T>>(operation);
    }
}

} // namespace

IncTestData::IncTestData(uint64_t seed, IncDataType type, IncOperation operation)
    : m_seed(seed),
      m_type(type),
      m_operation(operation),
      m_fill(IncWithType(type, [=](auto zero) { return ChooseFor<decltype(zero)>(operation); }))
{
}

void
IncTestData::Fill(uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) const
{
    const auto kind = static_cast<uint64_t>(m_type) << 8 | static_cast<uint64_t>(m_operation);
    while (count > 0)
    {
        // The hash uses the lower 32 bits of the index; the keys contain the upper 32 bits.
        const uint64_t upper = first >> 32;
        const uint64_t room = ((upper + 1) << 32) - first;
        const uint64_t part = std::min(count, room);
        const uint64_t signKey = IncMix64(IncMix64(m_seed ^ kind << 48) + upper);
        const uint64_t key = IncMix64(signKey + rank);
        m_fill(key, signKey, static_cast<uint32_t>(first), part, out);
        first += part;
        count -= part;
        out += part * IncSizeOf(m_type);
    }
}

} // namespace ns3
