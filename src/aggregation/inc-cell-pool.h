/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CELL_POOL_H
#define INC_CELL_POOL_H

#include "inc-aggregator-counters.h"
#include "inc-cell-set.h"
#include "inc-cell-share.h"
#include "inc-pool-policy.h"

#include "ns3/simulator.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class IncCellPool;

/// \ingroup inc
/// \brief A tree that uses cells, the slots that a switch shares among its trees.
class IncCellUser
{
  public:
    /** \brief Use a pool, which must outlive this object. The key identifies the tree and its
     * epoch. */
    IncCellUser(IncCellPool& pool, const IncCellShare& share, uint64_t key);
    virtual ~IncCellUser();

    IncCellUser(const IncCellUser&) = delete;
    IncCellUser& operator=(const IncCellUser&) = delete;

    /** \brief Try to get a cell for a message that has none. */
    bool Acquire(IncSlotRound& round, uint64_t sequence, uint32_t slot);

    /** \brief Take the cell of a message away: send what the cell has to the parent. */
    void Flush(IncSlotRound& round);

    /** \brief Allow other messages to take the cell of a complete message. */
    void Rest(IncSlotRound& round);

    /** \brief Return the cell of a message to the pool, if it has one. */
    void Release(IncSlotRound& round);

    /** \brief Call a function with the counters of the tree, then with those of its switch. */
    template <typename COUNT>
    void Count(COUNT count);

    /** \return how many of the pool's cells the tree may use, and its priority */
    const IncCellShare& GetShare() const
    {
        return m_share;
    }

    /** \return number of cells that the tree holds */
    uint32_t GetHeld() const
    {
        return m_held;
    }

    /** \return number of messages in a row that got no cell */
    uint32_t GetRefused() const
    {
        return m_refused;
    }

    /** \return whether each contribution asks for a cell, not only the first of a message */
    bool AsksEachTime() const;

    /** \return counters of this tree's use of cells */
    const IncCellCounters& GetCellCounters() const
    {
        return m_counters;
    }

  protected:
    /** \brief Continue a message without its cell, because a repetition empties the cell
     * (`isFlushed`) or another message takes it. */
    virtual void CellTaken(IncSlotRound& round, bool isFlushed) = 0;

  private:
    friend class IncCellPool;

    static void Lose(IncCell& cell, bool isFlushed);

    IncCellPool& m_pool;
    const IncCellShare m_share;
    const uint64_t m_key; //!< number that identifies the tree and its epoch
    uint32_t m_held{0};
    uint32_t m_refused{0};        //!< number of messages in a row that got no cell
    std::vector<uint32_t> m_lost; //!< with Rehash: number of messages without a cell, by slot
    IncCellCounters m_counters;
};

/**
 * \ingroup inc
 * \brief The slots of a switch that its trees share, called cells.
 *
 * The pool records which message has which cell. A policy decides which message gets a cell.
 */
class IncCellPool
{
  public:
    /** \brief Make a pool of cells; the policy decides which cell a message gets. */
    IncCellPool(Ptr<const IncPoolPolicy> policy, uint32_t cells, IncAggregatorCounters& counters);

    /** \brief Remove cells from the pool, for a tree that has its root on this switch. */
    void Reserve(uint32_t cells);

    /** \brief Return reserved cells to the pool. */
    void Return(uint32_t cells);

    /** \return number of cells that messages need now */
    uint32_t GetHeld() const
    {
        return m_held;
    }

    /** \return sum of the times for which messages needed cells */
    Time GetBusyTime() const
    {
        return m_busy + m_held * (Simulator::Now() - m_changed);
    }

    /** \return largest number of cells that were held at once */
    uint32_t GetPeak() const
    {
        return m_peak;
    }

  private:
    friend class IncCellUser;

    IncCell* Find(const IncCellUser& user, uint64_t sequence, uint32_t slot);
    void SetHeld(uint32_t held);
    IncCellSet& SetOf(const IncCell& cell);
    void Unlink(IncCell& cell);
    void Clear(IncCell& cell);

    const Ptr<const IncPoolPolicy> m_policy;
    IncAggregatorCounters& m_counters;
    uint32_t m_ways; //!< number of cells among which a message can choose
    uint32_t m_shared;
    uint32_t m_held{0};
    uint32_t m_promised{0}; //!< cells that are promised to trees, but not yet held
    uint32_t m_peak{0};
    Time m_busy; //!< sum of the times for which messages needed cells, up to m_changed
    Time m_changed;
    uint64_t m_order{0}; //!< number of cells handed out so far
    std::vector<IncCell> m_cells;
    std::vector<IncCellSet> m_sets; //!< the cells in sets of m_ways
};

template <typename COUNT>
void
IncCellUser::Count(COUNT count)
{
    count(m_counters);
    count(m_pool.m_counters);
}

} // namespace ns3

#endif // INC_CELL_POOL_H
