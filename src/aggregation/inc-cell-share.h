/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CELL_SHARE_H
#define INC_CELL_SHARE_H

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief How long a message keeps its cell, the slot that it has borrowed from a shared pool.
enum class IncCellHold : uint8_t
{
    SENT,  //!< the message keeps its cell until its sum was sent to the parent
    CACHE, //!< the message keeps its cell until another message wants it; the cell counts as free
           //!< once the sum was sent
    RESULT //!< the message keeps its cell until its result comes, as in ATP (NSDI 2021)
};

/**
 * \ingroup inc
 * \brief A group's claim to slots that the groups of a switch share, called cells.
 *
 * A cell holds the sum of one message in a switch. If cells are shared, a group owns none of them
 * below its root. A message asks for a cell when its first contribution arrives, or with each
 * contribution (IncCellLedger). Contributions without a cell go to the parent as they are.
 */
struct IncCellShare
{
    bool isShared{false};      //!< false: each slot of the group has memory of its own
    uint8_t priority{0};       //!< a group with a higher priority may take cells of this group
    uint32_t least{0};         //!< number of cells that each switch keeps for the group
    uint32_t most{UINT32_MAX}; //!< largest number of cells of the group on a switch
    IncCellHold hold{IncCellHold::SENT}; //!< how long a message keeps its cell
};

} // namespace ns3

#endif // INC_CELL_SHARE_H
