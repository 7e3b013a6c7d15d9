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

/**
 * \ingroup inc
 * \brief What a round's hash is made of, where a round can choose among a few cells only.
 */
enum class IncCellHash : uint8_t
{
    MESSAGE, //!< tree, epoch and MessageID: two rounds that collide once do not collide again
    PLACE    //!< tree and place in the window: the same places collide for ever, as in ATP
};

/**
 * \ingroup inc
 * \brief Decides which cell of a switch a round gets, and whether another round loses it.
 *
 * Only performance depends on the decision. Results are right with any policy, because a round
 * without a cell sends its contributions on to the parent. Derive a class whose name ends in
 * PoolPolicy, and register it: inc-sim --pool finds it by its name. One object serves all switches,
 * so it must not remember cells.
 */
class IncPoolPolicy : public Object
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \brief Choose a cell for a round that begins.
     * \param cells cells among which the round can choose
     * \param priority value of GetPriority() for the round's tree
     * \return a cell; if it has a round, that round loses it. Null: the round gets no cell
     */
    virtual IncCell* Choose(IncCellSet& cells, uint8_t priority) const = 0;

    /** \return priority of a tree's next round */
    virtual uint8_t GetPriority(const IncCellUser& user) const;

    /** \return number of cells among which a round can choose; 0: all of the switch */
    uint32_t GetWays() const
    {
        return m_ways;
    }

    /** \return what a round's hash is made of */
    IncCellHash GetHash() const
    {
        return m_hash;
    }

  private:
    uint32_t m_ways{0};                       //!< attribute Ways
    IncCellHash m_hash{IncCellHash::MESSAGE}; //!< attribute Hash
};

} // namespace ns3

#endif // INC_POOL_POLICY_H
