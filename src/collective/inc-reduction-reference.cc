/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-reduction-reference.h"

#include "inc-reference-numerics.h"
#include "inc-with-type.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

using namespace increference;

namespace
{

// Reference for integer sums and products modulo 2^bits.
template <typename T>
class WrappingReference : public BlockReference<T>
{
  public:
    explicit WrappingReference(bool product)
        : m_product(product)
    {
    }

    void Add(const uint8_t* operands) override
    {
        for (uint32_t i = 0; i < this->m_count; ++i)
        {
            const auto x = static_cast<uint64_t>(Load<T>(operands, i));
            m_value[i] = m_product ? m_value[i] * x : m_value[i] + x;
        }
    }

  private:
    void Clear() override
    {
        std::fill_n(m_value, BLOCK, m_product ? 1 : 0);
    }

    bool IsRight(T x, uint32_t i) const override
    {
        return x == static_cast<T>(m_value[i]);
    }

    bool m_product;
    uint64_t m_value[BLOCK];
};

template <typename T>
class SaturatingSumReference : public BlockReference<T>
{
  public:
    void Add(const uint8_t* operands) override
    {
        for (uint32_t i = 0; i < this->m_count; ++i)
        {
            const Wide<T> x = Load<T>(operands, i);
            (x < 0 ? m_negative : m_positive)[i] += x;
        }
    }

  private:
    void Clear() override
    {
        std::fill_n(m_negative, BLOCK, 0);
        std::fill_n(m_positive, BLOCK, 0);
    }

    bool IsRight(T x, uint32_t i) const override
    {
        constexpr Wide<T> LOWEST = std::numeric_limits<T>::min();
        constexpr Wide<T> HIGHEST = std::numeric_limits<T>::max();
        const Wide<T> low = std::max(m_negative[i], LOWEST);
        const Wide<T> high = std::min(m_positive[i], HIGHEST);
        if (low == m_negative[i] && high == m_positive[i])
        {
            return x == low + high; // no order of the operands leaves the range
        }
        return low <= x && x <= high && (low != 0 || x == high) && (high != 0 || x == low);
    }

    Wide<T> m_negative[BLOCK];
    Wide<T> m_positive[BLOCK];
};

template <typename T>
class SaturatingProductReference : public BlockReference<T>
{
  public:
    void Add(const uint8_t* operands) override
    {
        for (uint32_t i = 0; i < this->m_count; ++i)
        {
            const Wide<T> x = Load<T>(operands, i);
            const Wide<T> magnitude = x < 0 ? -x : x;
            m_isNegative[i] ^= x < 0;
            m_hasZero[i] |= x == 0;
            m_magnitude[i] = std::min(BEYOND, m_magnitude[i] * std::max<Wide<T>>(magnitude, 1));
        }
    }

  private:
    static constexpr Wide<T> HIGHEST = std::numeric_limits<T>::max();
    static constexpr Wide<T> BEYOND = HIGHEST + 1;

    void Clear() override
    {
        std::fill_n(m_magnitude, BLOCK, 1);
        std::fill_n(m_isNegative, BLOCK, false);
        std::fill_n(m_hasZero, BLOCK, false);
    }

    bool IsRight(T x, uint32_t i) const override
    {
        if (m_hasZero[i])
        {
            return x == 0;
        }
        if (m_magnitude[i] < BEYOND)
        {
            return x == (m_isNegative[i] ? -m_magnitude[i] : m_magnitude[i]);
        }
        return m_isNegative[i] ? x == -HIGHEST || x == -BEYOND : x == HIGHEST;
    }

    Wide<T> m_magnitude[BLOCK];
    bool m_isNegative[BLOCK];
    bool m_hasZero[BLOCK];
};

template <typename T>
class ExtremeReference : public BlockReference<T>
{
  public:
    explicit ExtremeReference(bool maximum)
        : m_maximum(maximum)
    {
    }

    void Add(const uint8_t* operands) override
    {
        for (uint32_t i = 0; i < this->m_count; ++i)
        {
            const T x = Load<T>(operands, i);
            m_value[i] = m_isFirst ? x : ChooseExtreme(m_value[i], x, m_maximum);
        }
        m_isFirst = false;
    }

  private:
    void Clear() override
    {
        m_isFirst = true;
    }

    bool IsRight(T x, uint32_t i) const override
    {
        return IsNan(m_value[i]) ? IsNan(x) : SameBits(x, m_value[i]);
    }

    bool m_maximum;
    bool m_isFirst{true};
    T m_value[BLOCK];
};

// Return a bound on the relative rounding error of a chain of steps and of the reference.
template <typename T>
Precise<T>
RelativeBound(uint32_t ranks, uint32_t steps)
{
    using P = Precise<T>;
    const P unit = std::ldexp(P{1}, -Format<T>::DIGITS);
    return std::expm1(steps * std::log1p(unit)) + 4 * ranks * std::numeric_limits<P>::epsilon();
}

template <typename T>
class FloatSumReference : public BlockReference<T>
{
  public:
    FloatSumReference(uint32_t ranks, uint32_t steps)
        : m_relative(RelativeBound<T>(ranks, steps))
    {
    }

    void Add(const uint8_t* operands) override
    {
        for (uint32_t i = 0; i < this->m_count; ++i)
        {
            const auto x = ToPrecise(Load<T>(operands, i));
            m_sum[i] += x;
            m_magnitude[i] += std::fabs(x);
        }
    }

  private:
    void Clear() override
    {
        std::fill_n(m_sum, BLOCK, 0);
        std::fill_n(m_magnitude, BLOCK, 0);
    }

    bool IsRight(T result, uint32_t i) const override
    {
        const auto x = ToPrecise(result);
        if (!std::isfinite(m_sum[i]))
        {
            return std::isnan(m_sum[i]) ? std::isnan(x) : x == m_sum[i];
        }
        const auto bound = m_relative * m_magnitude[i];
        return m_magnitude[i] + bound >= m_overflow || std::fabs(x - m_sum[i]) <= bound;
    }

    Precise<T> m_relative;
    Precise<T> m_overflow{std::ldexp(Precise<T>{1}, Format<T>::LARGEST)};
    Precise<T> m_sum[BLOCK];
    Precise<T> m_magnitude[BLOCK];
};

template <typename T>
class FloatProductReference : public BlockReference<T>
{
  public:
    // The rounding errors of all multiplications add up, whatever the order of the reduction is.
    explicit FloatProductReference(uint32_t ranks)
        : m_relative(RelativeBound<T>(ranks, ranks - 1)),
          m_underflow((ranks - 1) * std::ldexp(Precise<T>{1}, Format<T>::SMALLEST) *
                      (1 + m_relative))
    {
    }

    void Add(const uint8_t* operands) override
    {
        for (uint32_t i = 0; i < this->m_count; ++i)
        {
            const auto x = ToPrecise(Load<T>(operands, i));
            m_product[i] *= x;
            m_amplification[i] *= std::isfinite(x) ? std::max<Precise<T>>(1, std::fabs(x)) : 1;
        }
    }

  private:
    void Clear() override
    {
        std::fill_n(m_product, BLOCK, 1);
        std::fill_n(m_amplification, BLOCK, 1);
    }

    bool IsRight(T result, uint32_t i) const override
    {
        const auto x = ToPrecise(result);
        if (std::isnan(m_product[i]))
        {
            return std::isnan(x);
        }
        if (m_amplification[i] * (1 + m_relative) >= m_overflow)
        {
            return true;
        }
        if (std::isinf(m_product[i]))
        {
            return x == m_product[i];
        }
        const auto bound = m_relative * std::fabs(m_product[i]) + m_underflow * m_amplification[i];
        return std::fabs(x - m_product[i]) <= bound;
    }

    Precise<T> m_relative;
    Precise<T> m_underflow;
    Precise<T> m_overflow{std::ldexp(Precise<T>{1}, Format<T>::LARGEST)};
    Precise<T> m_product[BLOCK];
    Precise<T> m_amplification[BLOCK];
};

template <typename T>
std::unique_ptr<IncReductionReference>
MakeUnordered(IncOperation operation, IncOverflow overflow, uint32_t ranks, uint32_t steps)
{
    if (operation == IncOperation::MIN || operation == IncOperation::MAX)
    {
        return std::make_unique<ExtremeReference<T>>(operation == IncOperation::MAX);
    }
    const bool product = operation == IncOperation::PROD;
    if constexpr (!IS_INTEGER<T>)
    {
        if (product)
        {
            return std::make_unique<FloatProductReference<T>>(ranks);
        }
        return std::make_unique<FloatSumReference<T>>(ranks, steps);
    }
    else
    {
        if (overflow == IncOverflow::WRAP)
        {
            return std::make_unique<WrappingReference<T>>(product);
        }
        if (product)
        {
            return std::make_unique<SaturatingProductReference<T>>();
        }
        return std::make_unique<SaturatingSumReference<T>>();
    }
}

} // namespace

std::unique_ptr<IncReductionReference>
IncMakeReductionReference(IncDataType type,
                          IncOperation operation,
                          IncOverflow overflow,
                          uint32_t ranks,
                          uint32_t steps)
{
    return IncWithType(type, [&](auto zero) {
        return MakeUnordered<decltype(zero)>(operation, overflow, ranks, steps);
    });
}

} // namespace ns3
