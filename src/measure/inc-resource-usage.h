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

/**
 * \ingroup inc
 * \brief Resources that this process has used so far; two differ by what was used between them.
 */
struct IncResourceUsage
{
    double wallS{0};          //!< seconds of a steady clock
    double cpuS{0};           //!< seconds, user and system
    uint64_t rssBytes{0};     //!< resident memory now
    uint64_t peakRssBytes{0}; //!< largest resident set so far

    /** \return the present usage */
    static IncResourceUsage Now();
};

} // namespace ns3

#endif // INC_RESOURCE_USAGE_H
