/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_MEMORY_H
#define INC_HOST_MEMORY_H

#include "inc-rank-agent.h"

#include <cstdint>

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
};

} // namespace ns3

#endif // INC_HOST_MEMORY_H
