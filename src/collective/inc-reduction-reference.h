/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REDUCTION_REFERENCE_H
#define INC_REDUCTION_REFERENCE_H

#include "ns3/inc-reducer.h"
#include "ns3/inc-types.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Shape of a rank-ordered reduction.
 *
 * A node's value is the left fold of its own contribution, if it has a rank, and its children's
 * values. Values are folded in the order of the lowest rank that each contains.
 */
struct IncReductionTree
{
    int rank{-1};                           //!< rank that contributes at this node; -1 for a switch
    std::vector<IncReductionTree> children; //!< subtrees below this node, in any order
};

/**
 * \ingroup inc
 * \brief Expected result of a block of elements; IncVerifier states the criteria of correctness.
 *
 * A block holds up to BLOCK elements. The arithmetic is independent of the simulated one: it never
 * calls IncFindReducer.
 */
class IncReductionReference
{
  public:
    static constexpr uint32_t BLOCK = 1024; //!< largest number of elements of a block

    virtual ~IncReductionReference() = default;

    /** \brief Start a block of `count` elements. */
    virtual void Begin(uint32_t count) = 0;

    /** \brief Add the operands of the next rank, aligned for any type. Call it once per block and
     * rank, in rank order. */
    virtual void Add(const uint8_t* operands) = 0;

    /** \brief Set `wrong` to 1 for each wrong element of a block's result, which is aligned for any
     * type, and to 0 for each correct one. */
    virtual void Check(const uint8_t* result, uint8_t* wrong) = 0;
};

/// \brief Make the reference for a reduction in unknown order by any operation but NONE. `steps` is
/// the length of the longest chain of operations.
std::unique_ptr<IncReductionReference> IncMakeReductionReference(IncDataType type,
                                                                 IncOperation operation,
                                                                 IncOverflow overflow,
                                                                 uint32_t ranks,
                                                                 uint32_t steps);

/// \brief Make the reference for a rank-ordered reduction by any operation but NONE. Aborts unless
/// the tree has every rank exactly once.
std::unique_ptr<IncReductionReference> IncMakeOrderedReference(IncDataType type,
                                                               IncOperation operation,
                                                               IncOverflow overflow,
                                                               uint32_t ranks,
                                                               const IncReductionTree& tree);

} // namespace ns3

#endif // INC_REDUCTION_REFERENCE_H
