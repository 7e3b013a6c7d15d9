/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_VERIFIER_H
#define INC_VERIFIER_H

#include "inc-block-quantizer.h"
#include "inc-reduction-reference.h"

#include "ns3/inc-reducer.h"
#include "ns3/inc-types.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Errors of quantised sums against sums of the float32 operands.
struct IncQuantizationErrors
{
    double largest{0};   //!< largest error of an element
    double bound{0};     //!< largest bound of an element's error
    uint64_t clamped{0}; //!< number of operands beyond the largest integer

    /** \brief Add the errors of other elements. */
    void Add(const IncQuantizationErrors& others)
    {
        largest = std::max(largest, others.largest);
        bound = std::max(bound, others.bound);
        clamped += others.clamped;
    }
};

/**
 * \ingroup inc
 * \brief Checks the results of a reduction against a reference that shares no code with the
 * simulated arithmetic.
 *
 * The verifier generates the operands again, block by block, so that only results need memory. With
 * N ranks, operands x_i of one element and the exact result ref:
 *
 * - Integers: ref modulo 2^bits, or with IncOverflow::SATURATE the nearest value of the type. If
 *   the order of saturating steps matters, every value that some order gives is accepted. For sums
 *   with operands of both signs, the negative and the positive operands are added apart and
 *   clamped. If one of these two sums is outside the range, any result between both is accepted. A
 *   product beyond the range is the extreme value of the right sign (-max or -max-1 if negative).
 * - Minimum and maximum: the exact bits of IEEE 754-2019 minimum and maximum (-0 < +0), any NaN if
 *   an operand is one.
 * - Floating-point sums: |x - ref| <= ((1+u)^m - 1) * sum |x_i|. Here u is the unit roundoff of the
 *   type: 2^-11, 2^-8, 2^-24, 2^-53 for float16, bfloat16, float32, float64. The longest chain of
 *   additions that an operand passes has m additions. Sums have no underflow error.
 * - Floating-point products: |x - ref| <= ((1+u)^(N-1) - 1) * |ref| + (N-1) * s * (1+u)^(N-1) *
 *   prod max(1, |x_i|). Here s is the smallest subnormal number. In any order, each of the N-1
 *   multiplications rounds the whole product and may underflow.
 * - Both bounds also include the rounding of the reference itself, which is computed in a type of
 *   more digits. A result is NaN if and only if an operand is, or infinities of both signs (or zero
 *   and infinity) meet. If (1+u)^m * sum |x_i|, or (1+u)^(N-1) * prod max(1, |x_i|), exceeds the
 *   largest finite number, some order may overflow. Every result is accepted then, so choose
 *   operands in range.
 * - With a quantizer: the exact bits of the sum of integers, computed in 64 bits.
 * - With a reduction tree: the exact bits of the reduction in its order, each step rounded to the
 *   type (any NaN for a NaN).
 *
 * Every rank must have the same bits as the first one.
 */
class IncVerifier
{
  public:
    /// Function that writes elements [first, first + count) of a rank's operands to out.
    using Source = std::function<void(uint32_t rank, uint64_t first, uint64_t count, uint8_t* out)>;

    /** \brief Check reductions over at least one rank by any operation but NONE. */
    IncVerifier(IncDataType type, IncOperation operation, uint32_t ranks, Source source);

    /** \brief Set how the simulated reduction treats integers beyond their range. The default is
     * WRAP. */
    void SetOverflow(IncOverflow overflow)
    {
        m_overflow = overflow;
    }

    /** \brief Tighten the bound on rounding errors: `steps` is the length of the longest chain of
     * additions that any operand passes (m above). The default, ranks - 1, holds for every order.
     * Products do not depend on it. */
    void SetLongestChain(uint32_t steps)
    {
        m_steps = steps;
    }

    /** \brief Demand the exact bits of one order of reduction; the tree has every rank once. */
    void SetReductionTree(IncReductionTree tree);

    /** \brief Demand the results of IncQuantizedCollective for float32. The errors of all results
     * are added to `errors`, which must outlive this object. The quantizer's number of ranks is not
     * used. */
    void SetQuantizer(const IncBlockQuantizer& quantizer, IncQuantizationErrors& errors)
    {
        m_quantizer = quantizer;
        m_errors = &errors;
    }

    /** \brief Return the number of elements over all ranks' buffers that fail the criteria of the
     * class, or differ from the first buffer's bits. Buffers need not be aligned; nullptr: no
     * results. */
    uint64_t CountWrong(const std::vector<const uint8_t*>& results, uint64_t count) const;

  private:
    uint64_t CountWrongQuantized(const std::vector<const uint8_t*>& results, uint64_t count) const;

    IncDataType m_type;
    IncOperation m_operation;
    uint32_t m_ranks;
    Source m_source;
    IncOverflow m_overflow{IncOverflow::WRAP};
    uint32_t m_steps;
    IncReductionTree m_tree;
    bool m_ordered{false};
    std::optional<IncBlockQuantizer> m_quantizer;
    IncQuantizationErrors* m_errors{nullptr};
};

} // namespace ns3

#endif // INC_VERIFIER_H
