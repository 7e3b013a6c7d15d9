/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CELL_SET_H
#define INC_CELL_SET_H

#include "inc-cell-share.h"

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <cstdint>

namespace ns3
{

class IncCellUser;
struct IncSlotRound;

/// \ingroup inc
/// \brief A cell of a switch: memory for the sum of one message.
struct IncCell : boost::intrusive::list_base_hook<>, boost::intrusive::set_base_hook<>
{
    IncCellUser* user{nullptr};   //!< tree that has the cell; null: it is empty
    IncSlotRound* round{nullptr}; //!< message that has the cell
    uint64_t order{0};            //!< number of the assignment; lower is older
    uint32_t place{0};            //!< number of the cell in its pool
    uint8_t priority{0};          //!< priority of the message when it got the cell

    /** \return whether only a higher priority can take the cell */
    bool IsHeld() const
    {
        return boost::intrusive::set_base_hook<>::is_linked();
    }

    /** \brief Order held cells by priority, then by age. */
    bool operator<(const IncCell& other) const
    {
        return priority != other.priority ? priority < other.priority : order < other.order;
    }
};

/// \ingroup inc
/// \brief The cells among which a message can choose: all of a switch, or a few chosen by a hash.
class IncCellSet
{
  public:
    /** \return an empty cell, or the cell that has been complete for the longest time, or null */
    IncCell* FindFree()
    {
        if (!m_empty.empty())
        {
            return &m_empty.front();
        }
        return m_idle.empty() ? nullptr : &m_idle.front();
    }

    /** \return the oldest held cell of the lowest priority, or null */
    IncCell* FindLowest()
    {
        return m_held.empty() ? nullptr : &*m_held.begin();
    }

  private:
    friend class IncCellPool;
    friend class IncCellUser;

    boost::intrusive::list<IncCell> m_empty;
    boost::intrusive::list<IncCell> m_idle;     //!< cells of complete messages, oldest first
    boost::intrusive::multiset<IncCell> m_held; //!< cells of messages that still need them
};

} // namespace ns3

#endif // INC_CELL_SET_H
