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
    /**
     * \param pool pool of the switch; must outlive this object
     * \param share what the tree may claim of the pool
     * \param key number that identifies the tree and its epoch
     */
    IncCellUser(IncCellPool& pool, const IncCellShare& share, uint64_t key);
    virtual ~IncCellUser();

    IncCellUser(const IncCellUser&) = delete;
    IncCellUser& operator=(const IncCellUser&) = delete;

    /**
     * \brief Get a cell for a message whose first contribution has arrived.
     * \param round state of the message, still without a cell
     * \param sequence sequence number of the message
     * \param slot number of the message's slot
     * \return whether the message got a cell
     */
    bool Acquire(IncSlotRound& round, uint64_t sequence, uint32_t slot);

    /** \brief Take the cell of a message away: send what the cell has to the parent. */
    void Flush(IncSlotRound& round);

    /** \brief Allow other messages to take the cell of a complete message. */
    void Rest(IncSlotRound& round);

    /** \brief Return the cell of a message to the pool, if it has one. */
    void Release(IncSlotRound& round);

    /**
     * \brief Count an event for this tree and for its switch.
     * \param count function that increases a counter; it is called with the counters of the tree
     * and of the switch
     */
    template <typename COUNT>
    void Count(COUNT count);

    /** \return what the tree may claim of the pool */
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
    /**
     * \brief Continue a message without its cell.
     * \param round state of the message
     * \param isFlushed whether a repetition empties the cell; false: another message takes it
     */
    virtual void CellTaken(IncSlotRound& round, bool isFlushed) = 0;

  private:
    friend class IncCellPool;

    /// Take a cell away from its message.
    static void Lose(IncCell& cell, bool isFlushed);

    IncCellPool& m_pool;          //!< pool of the switch
    const IncCellShare m_share;   //!< what the tree may claim of the pool
    const uint64_t m_key;         //!< number that identifies the tree and its epoch
    uint32_t m_held{0};           //!< number of cells that the tree holds
    uint32_t m_refused{0};        //!< number of messages in a row that got no cell
    std::vector<uint32_t> m_lost; //!< with Rehash: by slot, number of messages without a cell
    IncCellCounters m_counters;   //!< counters of this tree's use of cells
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
    /**
     * \param policy policy that decides which cell a message gets
     * \param cells number of cells of the switch
     * \param counters counters of the switch's aggregator
     */
    IncCellPool(Ptr<const IncPoolPolicy> policy, uint32_t cells, IncAggregatorCounters& counters);

    /** \brief Remove cells from the pool, for a tree that has its root on this switch. */
    void Reserve(uint32_t cells);

    /** \brief Return reserved cells to the pool. */
    void Return(uint32_t cells);

    /** \return number of cells that are not reserved for roots */
    uint32_t GetShared() const
    {
        return m_shared;
    }

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
    /// Remove a cell from its list of empty, idle or held cells.
    void Unlink(IncCell& cell);
    /// Detach a cell from its message, so that the cell is empty.
    void Clear(IncCell& cell);

    const Ptr<const IncPoolPolicy> m_policy; //!< policy that decides which cell a message gets
    IncAggregatorCounters& m_counters;       //!< counters of the switch's aggregator
    uint32_t m_ways;                         //!< number of cells among which a message can choose
    uint32_t m_shared;                       //!< number of cells that are not reserved for roots
    uint32_t m_held{0};                      //!< number of cells that messages need now
    uint32_t m_promised{0};                  //!< cells that are promised to trees, but not yet held
    uint32_t m_peak{0};                      //!< largest value of m_held
    Time m_busy;                             //!< integral of m_held up to m_changed
    Time m_changed;                          //!< time when m_held has changed
    uint64_t m_order{0};                     //!< number of cells handed out so far
    std::vector<IncCell> m_cells;            //!< all cells of the switch
    std::vector<IncCellSet> m_sets;          //!< the cells in sets of m_ways
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
