/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RESOURCE_USAGE_H
#define INC_RESOURCE_USAGE_H

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Resources that this process has used so far; subtract two to get the use in between.
struct IncResourceUsage
{
    double wallS{0};          //!< wall time of a steady clock, s
    double cpuS{0};           //!< CPU time of user and system, s
    uint64_t rssBytes{0};     //!< present resident memory, bytes
    uint64_t peakRssBytes{0}; //!< largest resident memory so far, bytes

    /** \return the present usage */
    static IncResourceUsage Now();
};

} // namespace ns3

#endif // INC_RESOURCE_USAGE_H
