/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_POOL_POLICY_H
#define INC_POOL_POLICY_H

#include "inc-cell-set.h"

#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief Input of the hash that selects the few cells among which a message can choose.
enum class IncCellHash : uint8_t
{
    MESSAGE, //!< tree, epoch and MessageID: two messages that collide once do not collide again
    PLACE //!< tree and slot number: messages that collide once collide in every window, as in ATP
};

/// \ingroup inc
/// \brief When a message asks for a cell.
enum class IncCellLedger : uint8_t
{
    ROUND, //!< once, at its first contribution
    CELL   //!< at each contribution that finds no cell, as in ATP; a repetition empties the cell
};

/**
 * \ingroup inc
 * \brief Decision which shared slot (cell) a message gets, and whether another message loses it.
 *
 * The decision affects only performance. Results are right with any policy, because a switch
 * forwards contributions if their message has no cell. To add a policy, register a class whose name
 * ends in PoolPolicy; inc-sim --pool finds it by name. One object serves all switches, so a policy
 * must not store cells.
 */
class IncPoolPolicy : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Choose a cell for a message that asks for one; nullptr: none. If another message has
     * the cell, that message loses it. GetPriority() gives the priority. */
    virtual IncCell* Choose(IncCellSet& cells, uint8_t priority) const = 0;

    /** \return priority of the next message of a tree */
    virtual uint8_t GetPriority(const IncCellUser& user) const;

    /** \return number of cells among which a message can choose; 0: all cells of the switch */
    uint32_t GetWays() const
    {
        return m_ways;
    }

    /** \return input of the hash that selects the cells of a message */
    IncCellHash GetHash() const
    {
        return m_hash;
    }

    /** \return when a message asks for a cell */
    IncCellLedger GetLedger() const
    {
        return m_ledger;
    }

    /** \return whether a slot whose message found no cell gets another hash */
    bool Rehashes() const
    {
        return m_rehash;
    }

  private:
    uint32_t m_ways{0};
    IncCellHash m_hash{IncCellHash::MESSAGE};
    IncCellLedger m_ledger{IncCellLedger::ROUND};
    bool m_rehash{false};
};

} // namespace ns3

#endif // INC_POOL_POLICY_H
