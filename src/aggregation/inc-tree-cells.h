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
 * A round asks for a cell when its first contribution arrives, and keeps the answer: without a cell
 * it passes all its contributions on, also when cells become free. So a switch never has a part of
 * a message that it cannot complete. Where a cell is lost, the switch first sends on what it has.
 * The parent adds what it gets if none of the workers is in its sum yet, so that every worker
 * counts once.
 */
class IncTreeCells : public IncCellUser
{
  public:
    /**
     * \param tree its rounds use the cells
     * \param pool cells of the switch
     */
    IncTreeCells(IncTree& tree, IncCellPool& pool);

    /**
     * \brief Send a contribution on to the parent.
     * \param round passing round of the contribution
     * \param bits workers of the contribution
     * \param frame the contribution
     */
    void PassOn(IncSlotRound& round, const IncBitString& bits, const IncFrame& frame);

    /** \brief React to the aggregate of a round having left for the parent. */
    void AggregateSent(IncSlotRound& round);

    /**
     * \brief Send a repetition on if its round gives up its cell.
     * \param round round that has the contribution
     * \param bits workers of the contribution
     * \param frame the contribution
     * \return whether it was sent on
     */
    bool GiveUp(IncSlotRound& round, const IncBitString& bits, const IncFrame& frame);

    /** \brief React to a result of the tree having been sent to the children. */
    void ResultSent(IncSlotRound& round);

    /**
     * \brief Send the result of a passing round to the children; only to those that asked if all
     * have got it before.
     * \param round has the result, and loses it
     * \return number of copies
     */
    uint32_t Relay(IncSlotRound& round);

  private:
    void CellTaken(IncSlotRound& round) override;

    IncTree& m_tree; //!< its rounds use the cells
};

} // namespace ns3

#endif // INC_TREE_CELLS_H
