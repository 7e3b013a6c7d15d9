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

/**
 * \ingroup inc
 * \brief Errors of quantised sums against sums of the float32 operands.
 */
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
    /**
     * \brief Function that writes elements [first, first + count) of a rank's operands to out.
     */
    using Source = std::function<void(uint32_t rank, uint64_t first, uint64_t count, uint8_t* out)>;

    /**
     * \param type the elements' type
     * \param operation the operation; not IncOperation::NONE
     * \param ranks number of contributions, at least 1
     * \param source supplies the operands
     */
    IncVerifier(IncDataType type, IncOperation operation, uint32_t ranks, Source source);

    /**
     * \brief Set how the simulated reduction treats integers beyond their range.
     * \param overflow wrap (the default) or saturate
     */
    void SetOverflow(IncOverflow overflow)
    {
        m_overflow = overflow;
    }

    /**
     * \brief Tighten the bound on rounding errors.
     * \param steps length of the longest chain of additions that any operand passes (m above). The
     * default, ranks - 1, holds for every order. Products do not depend on it
     */
    void SetLongestChain(uint32_t steps)
    {
        m_steps = steps;
    }

    /**
     * \brief Demand the exact bits of one order of reduction.
     * \param tree shape of the reduction, with every rank exactly once
     */
    void SetReductionTree(IncReductionTree tree);

    /**
     * \brief Demand the results of IncQuantizedCollective; the type is float32.
     * \param quantizer conversion to integers; its number of ranks is not used
     * \param errors gets the errors of all results that are compared; must outlive this
     */
    void SetQuantizer(const IncBlockQuantizer& quantizer, IncQuantizationErrors& errors)
    {
        m_quantizer = quantizer;
        m_errors = &errors;
    }

    /**
     * \brief Compare results with the reference.
     * \param results result buffer of each rank, with count elements, or nullptr for a rank without
     * results; need not be aligned
     * \param count number of elements
     * \return number of wrong elements over all buffers: elements that fail the criteria of the
     * class, or differ from the first buffer's bits
     */
    uint64_t CountWrong(const std::vector<const uint8_t*>& results, uint64_t count) const;

  private:
    uint64_t CountWrongQuantized(const std::vector<const uint8_t*>& results, uint64_t count) const;

    IncDataType m_type;                           //!< the elements' type
    IncOperation m_operation;                     //!< operation of the reduction
    uint32_t m_ranks;                             //!< number of contributions
    Source m_source;                              //!< function that supplies the operands
    IncOverflow m_overflow{IncOverflow::WRAP};    //!< treatment of integers beyond their range
    uint32_t m_steps;                             //!< length of the longest chain of operations
    IncReductionTree m_tree;                      //!< order of a rank-ordered reduction
    bool m_ordered{false};                        //!< true if m_tree is set
    std::optional<IncBlockQuantizer> m_quantizer; //!< conversion to integers, if there is one
    IncQuantizationErrors* m_errors{nullptr};     //!< gets the errors of quantised sums
};

} // namespace ns3

#endif // INC_VERIFIER_H
