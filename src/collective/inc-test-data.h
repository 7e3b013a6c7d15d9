/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TEST_DATA_H
#define INC_TEST_DATA_H

#include "ns3/inc-types.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Seeded operands for verified runs.
 *
 * Element i of rank r is a pure function of (seed, r, i, type, operation). Therefore any part of a
 * buffer can be generated without the rest. With these values, a wrong, lost or repeated
 * contribution changes the result of up to 4,096 ranks:
 * - Floating-point sums: uniform in [-1, 1], random mantissas.
 * - Floating-point products: both signs, magnitude uniform in 1 ± 1/8 (float16: 1 ± 1/32), so that
 *   products stay in range.
 * - Floating-point minimum, maximum, or no operation: random bit patterns of both signs and all
 *   finite exponents.
 * - Integer products: odd numbers in the full range, so that products wrap but never become 0.
 * - Other integers: full range, so that sums wrap.
 *
 * The sign of an integer summand depends on the element and not on the rank. A saturating sum
 * therefore has one value in any order.
 */
class IncTestData
{
  public:
    /** \brief Make data for an operation on a type from a seed. */
    IncTestData(uint64_t seed, IncDataType type, IncOperation operation);

    /** \brief Write elements [first, first + count) of a rank; memory need not be aligned. */
    void Fill(uint32_t rank, uint64_t first, uint64_t count, uint8_t* out) const;

    /** \return the elements' type */
    IncDataType GetDataType() const
    {
        return m_type;
    }

    /** \return the operation that the data is for */
    IncOperation GetOperation() const
    {
        return m_operation;
    }

  private:
    /// Writes elements; the upper 32 bits of their indices must be equal.
    using FillFunction =
        void (*)(uint64_t key, uint64_t signKey, uint32_t first, uint64_t count, uint8_t* out);

    uint64_t m_seed;
    IncDataType m_type;
    IncOperation m_operation;
    FillFunction m_fill;
};

} // namespace ns3

#endif // INC_TEST_DATA_H
