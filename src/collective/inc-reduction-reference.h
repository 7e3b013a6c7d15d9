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

    /**
     * \brief Start a block.
     * \param count number of elements of the block
     */
    virtual void Begin(uint32_t count) = 0;

    /**
     * \brief Add the operands of the next rank. Call it once per block and rank, in rank order.
     * \param operands operands for one block, aligned for any type
     */
    virtual void Add(const uint8_t* operands) = 0;

    /**
     * \brief Mark the wrong elements of a result.
     * \param result result of one block, aligned for any type
     * \param wrong set to 1 for each wrong element and to 0 for each correct one
     */
    virtual void Check(const uint8_t* result, uint8_t* wrong) = 0;
};

/**
 * \ingroup inc
 * \brief Make the reference for a reduction in unknown order.
 * \param type the elements' type
 * \param operation the operation; not IncOperation::NONE
 * \param overflow treatment of integers beyond their range
 * \param ranks number of contributions
 * \param steps length of the longest chain of operations
 */
std::unique_ptr<IncReductionReference> IncMakeReductionReference(IncDataType type,
                                                                 IncOperation operation,
                                                                 IncOverflow overflow,
                                                                 uint32_t ranks,
                                                                 uint32_t steps);

/**
 * \ingroup inc
 * \brief Make the reference for a rank-ordered reduction.
 * \param type the elements' type
 * \param operation the operation; not IncOperation::NONE
 * \param overflow treatment of integers beyond their range
 * \param ranks number of contributions
 * \param tree order of the reduction; aborts unless it has every rank exactly once
 */
std::unique_ptr<IncReductionReference> IncMakeOrderedReference(IncDataType type,
                                                               IncOperation operation,
                                                               IncOverflow overflow,
                                                               uint32_t ranks,
                                                               const IncReductionTree& tree);

} // namespace ns3

#endif // INC_REDUCTION_REFERENCE_H
