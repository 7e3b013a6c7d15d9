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

/**
 * \ingroup inc
 * \brief How long a round keeps a shared cell.
 */
enum class IncCellHold : uint8_t
{
    SENT,  //!< until its aggregate was sent to the parent
    CACHE, //!< until another round wants it; from its aggregate on it counts as free
    RESULT //!< until its result passes the switch down the tree, as in ATP (NSDI 2021)
};

/**
 * \ingroup inc
 * \brief A group's claim to the cells that its switches share.
 *
 * A cell is the accumulator of one message in a switch. Where cells are shared, a group owns none
 * of them below its root: a round asks for a cell when its first contribution arrives. A round
 * without a cell sends all its contributions on to the parent.
 */
struct IncCellShare
{
    bool isShared{false};                //!< false: the group has a cell for each of its slots
    uint8_t priority{0};                 //!< a larger one may take cells of a smaller one
    uint32_t least{0};                   //!< cells that a switch keeps for the group
    uint32_t most{UINT32_MAX};           //!< most cells that the group can hold on a switch
    IncCellHold hold{IncCellHold::SENT}; //!< time for which a round keeps its cell
};

} // namespace ns3

#endif // INC_CELL_SHARE_H
