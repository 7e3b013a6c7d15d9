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
 * \brief The shape of a rank-ordered reduction: who reduces whom.
 *
 * A node's value is the left fold of its own contribution (if it has a rank) and its children's
 * values, in the order of the lowest rank that each of these contains.
 */
struct IncReductionTree
{
    int rank{-1}; //!< the rank that contributes here, -1 for a switch
    std::vector<IncReductionTree>
        children; //!< subtrees whose results are reduced here, in any order
};

/**
 * \ingroup inc
 * \brief Expected result of a block of elements; IncVerifier states the criteria.
 *
 * A block holds up to BLOCK elements. Its arithmetic is its own: it never calls IncFindReducer.
 */
class IncReductionReference
{
  public:
    static constexpr uint32_t BLOCK = 1024; //!< elements of a block

    virtual ~IncReductionReference() = default;

    /**
     * \brief Starts a block.
     * \param count its number of elements
     */
    virtual void Begin(uint32_t count) = 0;

    /**
     * \brief Takes the operands of the next rank; every rank once per block, in order.
     * \param operands one block, aligned for any type
     */
    virtual void Add(const uint8_t* operands) = 0;

    /**
     * \brief Marks the wrong elements of a result.
     * \param result one block, aligned for any type
     * \param wrong set to 1 for a wrong element and to 0 for a right one
     */
    virtual void Check(const uint8_t* result, uint8_t* wrong) = 0;
};

/**
 * \ingroup inc
 * \param type the elements' type
 * \param operation the operation; not IncOperation::NONE
 * \param overflow what integers do beyond their range
 * \param ranks number of contributions
 * \param steps the longest chain of operations
 * \return the reference for a reduction in unknown order
 */
std::unique_ptr<IncReductionReference> IncMakeReductionReference(IncDataType type,
                                                                 IncOperation operation,
                                                                 IncOverflow overflow,
                                                                 uint32_t ranks,
                                                                 uint32_t steps);

/**
 * \ingroup inc
 * \param type the elements' type
 * \param operation the operation; not IncOperation::NONE
 * \param overflow what integers do beyond their range
 * \param ranks number of contributions
 * \param tree the order; aborts unless it has every rank exactly once
 * \return the reference for a rank-ordered reduction
 */
std::unique_ptr<IncReductionReference> IncMakeOrderedReference(IncDataType type,
                                                               IncOperation operation,
                                                               IncOverflow overflow,
                                                               uint32_t ranks,
                                                               const IncReductionTree& tree);

} // namespace ns3

#endif // INC_REDUCTION_REFERENCE_H
