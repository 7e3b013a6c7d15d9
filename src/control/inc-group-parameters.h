/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_PARAMETERS_H
#define INC_GROUP_PARAMETERS_H

#include "ns3/inc-dissemination.h"
#include "ns3/inc-tree-config.h"

#include <cstdint>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief Parameters of a group, set by a helper or by the manager.
struct IncGroupParameters : IncTreeParameters
{
    uint32_t firstPsn{0}; //!< first PSN of switches' queue pairs, 24 bits; over RC also of clients'
    uint8_t priority{0};  //!< traffic class of contributions, 0 to 7
    uint8_t resultPriority{0}; //!< traffic class of results, 0 to 7; best not used by other frames
    IncDisseminationMode dissemination{IncDisseminationMode::BIER}; //!< how results reach workers
    /// Only with BIER. True: workers' NICs get results as BIER packets and have IncLastHop's table.
    /// False: the switches next to workers have the table. All groups of a network have one value.
    bool lastHopIsHost{false};

    /** \return whether results go from the root straight to the workers */
    bool ResultsPassBy() const
    {
        return dissemination != IncDisseminationMode::TREE;
    }

    /** \return reason why a group with these parameters cannot share cells; empty if it can */
    std::string FindCellFault() const;
};

} // namespace ns3

#endif // INC_GROUP_PARAMETERS_H
