/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_VERIFIER_H
#define INC_VERIFIER_H

#include "inc-reduction-reference.h"

#include "ns3/inc-reducer.h"
#include "ns3/inc-types.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Checks the results of a reduction against a reference that shares no code with the
 * simulated arithmetic.
 *
 * The operands are asked for again, block by block, so that nothing but the results is stored.
 * With N ranks, x_i their operands of one element and ref the exact result:
 *
 * - Integers: ref modulo 2^bits, or with IncOverflow::SATURATE the nearest value of the type. If
 *   the order of saturating steps matters, every value that some order gives is accepted. For sums
 *   of both signs that exceed the type's range in part, this is anything between the sum of the
 *   negative and the sum of the positive operands, clamped. For products beyond the range, it is
 *   the type's extreme value of the right sign (both -max and -max-1 if negative).
 * - Minimum and maximum: the exact bits of IEEE 754-2019 minimum and maximum (-0 < +0), any NaN
 *   where an operand is one.
 * - Floating-point sums: |x - ref| <= ((1+u)^m - 1) * sum |x_i|. Here u is the unit roundoff of the
 *   type: 2^-11, 2^-8, 2^-24, 2^-53 for float16, bfloat16, float32, float64. The longest chain of
 *   additions that an operand passes has m additions. Sums have no underflow error.
 * - Floating-point products: |x - ref| <= ((1+u)^(N-1) - 1) * |ref| + (N-1) * s * (1+u)^(N-1) *
 *   prod max(1, |x_i|), where s is the smallest subnormal number. Whatever the order of the N-1
 *   multiplications, each rounds the whole product and may lose something to underflow.
 * - Both are widened by the rounding of the reference itself, which is computed in a type of more
 *   digits. A result is NaN if and only if an operand is, or infinities of both signs (or zero and
 *   infinity) meet. If (1+u)^m * sum |x_i|, or (1+u)^(N-1) * prod max(1, |x_i|), exceeds the
 * largest finite number, some order may overflow and everything is accepted: choose operands in
 * range.
 * - With a reduction tree: the exact bits of the fold in that shape, each step rounded to the type
 *   (any NaN for a NaN).
 *
 * Every rank must have the same bits as the first.
 */
class IncVerifier
{
  public:
    /**
     * \brief Supplies operands: writes elements [first, first + count) of a rank to out.
     */
    using Source = std::function<void(uint32_t rank, uint64_t first, uint64_t count, uint8_t* out)>;

    /**
     * \param type the elements' type
     * \param operation the operation; not IncOperation::NONE
     * \param ranks number of contributions, at least 1
     * \param source supplies their operands
     */
    IncVerifier(IncDataType type, IncOperation operation, uint32_t ranks, Source source);

    /**
     * \brief Says what the simulated reduction does beyond the range of an integer type.
     * \param overflow wrap (the default) or saturate
     */
    void SetOverflow(IncOverflow overflow);

    /**
     * \brief Tightens the rounding bound.
     * \param steps the longest chain of additions that any operand passes (m above); by default
     * ranks - 1, which holds for every order. Products are not concerned
     */
    void SetLongestChain(uint32_t steps);

    /**
     * \brief Demands the bits of one order instead of a bound.
     * \param tree the shape; every rank in it exactly once
     */
    void SetReductionTree(IncReductionTree tree);

    /**
     * \brief Compares results with the reference.
     * \param results each rank's result buffer, of count elements; nullptr for a rank that gets
     * none. Need not be aligned
     * \param count number of elements
     * \return the number of wrong elements, over all ranks with a buffer: those that fail the check
     * above, and those that differ in bits from the first buffer's
     */
    uint64_t CountWrong(const std::vector<const uint8_t*>& results, uint64_t count) const;

  private:
    IncDataType m_type;                        //!< the elements' type
    IncOperation m_operation;                  //!< operation of the reduction
    uint32_t m_ranks;                          //!< number of contributions
    Source m_source;                           //!< makes operands again
    IncOverflow m_overflow{IncOverflow::WRAP}; //!< what integers do beyond their range
    uint32_t m_steps;                          //!< the longest chain of operations
    IncReductionTree m_tree;                   //!< the shape of a rank-ordered reduction
    bool m_ordered{false};                     //!< whether m_tree is set
};

} // namespace ns3

#endif // INC_VERIFIER_H
