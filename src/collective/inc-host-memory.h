/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_MEMORY_H
#define INC_HOST_MEMORY_H

#include "inc-rank-agent.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Where a rank's operands and results are in the memory that its program uses
/// (IncHostCall), in elements.
struct IncHostMemory
{
    uint64_t operands{0}; //!< index of the first operand
    uint64_t sent{0};     //!< number of operands
    uint64_t results{0};  //!< index of the first result
    uint64_t received{0}; //!< number of results
    uint64_t room{0};     //!< size of the memory

    /** \return the memory of a rank among `ranks` for a task */
    static IncHostMemory Of(const IncRankTask& task, uint32_t rank, uint32_t ranks);

    /** \return the memory with its operands, of at least `room` elements; empty if elements are
     * virtual */
    static std::vector<uint8_t> Load(const IncRankTask& task,
                                     uint32_t rank,
                                     uint32_t ranks,
                                     uint64_t room);

    /** \brief Copy the results from the memory to the task's buffer, if it has one. */
    static void Store(const IncRankTask& task,
                      uint32_t rank,
                      uint32_t ranks,
                      const std::vector<uint8_t>& work);
};

} // namespace ns3

#endif // INC_HOST_MEMORY_H
