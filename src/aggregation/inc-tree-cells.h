/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_CELLS_H
#define INC_TREE_CELLS_H

#include "inc-cell-pool.h"

#include <cstdint>

namespace ns3
{

class IncBitString;
class IncFrame;
struct IncSlotRound;
struct IncTree;

/**
 * \ingroup inc
 * \brief The shared cells of one tree on a switch below the root.
 *
 * With IncCellLedger::ROUND, a message asks for a cell at its first contribution, and the decision
 * is final. Without a cell, the switch then forwards all contributions of the message, even if
 * cells become free. So the switch never holds a part that it cannot complete. If a message loses
 * its cell, the switch first sends the partial sum. The parent adds a contribution if its sum has
 * none of the workers yet, so every worker counts once.
 */
class IncTreeCells : public IncCellUser
{
  public:
    /** \brief Let the messages of a tree use the cells of its switch. */
    IncTreeCells(IncTree& tree, IncCellPool& pool);

    /** \brief Forward a contribution to the parent, because its message has no cell. */
    void PassOn(IncSlotRound& round, const IncBitString& bits, const IncFrame& frame);

    /** \brief Free or keep the cell of a message, because the sum was sent to the parent. */
    void AggregateSent(IncSlotRound& round);

    /** \brief Forward a repeated contribution if its message is complete and can lose its cell.
     * Return whether the contribution was forwarded. */
    bool GiveUp(IncSlotRound& round, const IncBitString& bits, const IncFrame& frame);

    /** \brief Free the cell of a message if it was kept until the result came down. */
    void ResultSent(IncSlotRound& round);

    /** \brief Send the result of a message without a cell to the children; if it was sent before,
     * only to those that asked. Remove the result. Return the number of copies. */
    uint32_t Relay(IncSlotRound& round);

  private:
    void CellTaken(IncSlotRound& round, bool isFlushed) override;

    IncTree& m_tree;
};

} // namespace ns3

#endif // INC_TREE_CELLS_H
