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

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

class IncCellPool;

/**
 * \ingroup inc
 * \brief A tree as a user of the cells that its switch shares among trees.
 */
class IncCellUser
{
  public:
    /**
     * \param pool cells of the switch; must outlive this
     * \param share the tree's claim
     * \param key number that tells the tree and its epoch from others
     */
    IncCellUser(IncCellPool& pool, const IncCellShare& share, uint64_t key);
    virtual ~IncCellUser();

    IncCellUser(const IncCellUser&) = delete;
    IncCellUser& operator=(const IncCellUser&) = delete;

    /**
     * \brief Get a cell for a round that begins.
     * \param round has no cell yet
     * \param sequence number of its message
     * \param slot place of the message in the window
     * \return false if there is none
     */
    bool Acquire(IncSlotRound& round, uint64_t sequence, uint32_t slot);

    /** \brief Let other rounds take the cell of a round that is complete. */
    void Rest(IncSlotRound& round);

    /** \brief Give the cell of a round back, if it has one. */
    void Release(IncSlotRound& round);

    /**
     * \brief Count an event of this tree and of its switch.
     * \param count function that increases a counter; it is called with the counters of each
     */
    template <typename COUNT>
    void Count(COUNT count);

    /** \return the tree's claim */
    const IncCellShare& GetShare() const
    {
        return m_share;
    }

    /** \return cells that the tree holds */
    uint32_t GetHeld() const
    {
        return m_held;
    }

    /** \return number of rounds without a cell since the latest one with a cell */
    uint32_t GetRefused() const
    {
        return m_refused;
    }

    /** \return counters of the tree */
    const IncCellCounters& GetCellCounters() const
    {
        return m_counters;
    }

  protected:
    /** \brief Go on without the cell of a round, because another round gets it. */
    virtual void CellTaken(IncSlotRound& round) = 0;

  private:
    friend class IncCellPool;

    IncCellPool& m_pool;        //!< cells of the switch
    const IncCellShare m_share; //!< the tree's claim
    const uint64_t m_key;       //!< tells the tree and its epoch from others
    uint32_t m_held{0};         //!< cells that the tree holds
    uint32_t m_refused{0};      //!< rounds without a cell since the latest one with a cell
    IncCellCounters m_counters; //!< counters of the tree
};

/**
 * \ingroup inc
 * \brief The cells of a switch that its trees share.
 *
 * It keeps account of who has which cell. A policy decides who gets one.
 */
class IncCellPool
{
  public:
    /**
     * \param policy decides which cell a round gets
     * \param cells number of cells of the switch
     * \param counters counters of the switch
     */
    IncCellPool(Ptr<const IncPoolPolicy> policy, uint32_t cells, IncAggregatorCounters& counters);

    /** \brief Take cells out of the pool, for a tree that has its root here. */
    void Reserve(uint32_t cells);

    /** \brief Return reserved cells to the pool. */
    void Return(uint32_t cells);

    /** \return cells that are not reserved */
    uint32_t GetShared() const
    {
        return m_shared;
    }

    /** \return cells that rounds hold now */
    uint32_t GetHeld() const
    {
        return m_held;
    }

    /** \return largest number of cells held at once */
    uint32_t GetPeak() const
    {
        return m_peak;
    }

  private:
    friend class IncCellUser;

    IncCell* Find(const IncCellUser& user, uint64_t sequence, uint32_t slot);
    IncCellSet& SetOf(const IncCell& cell);
    /// Take a cell out of the list in which it is.
    void Unlink(IncCell& cell);
    /// Make a cell empty.
    void Clear(IncCell& cell);

    const Ptr<const IncPoolPolicy> m_policy; //!< decides which cell a round gets
    IncAggregatorCounters& m_counters;       //!< counters of the switch
    uint32_t m_ways;                         //!< cells of a set
    uint32_t m_shared;                       //!< cells that are not reserved
    uint32_t m_held{0};                      //!< cells that rounds hold now
    uint32_t m_promised{0};         //!< cells that trees do not hold yet, but must always find
    uint32_t m_peak{0};             //!< largest value of m_held
    uint64_t m_order{0};            //!< number of cells handed out
    std::vector<IncCell> m_cells;   //!< all cells
    std::vector<IncCellSet> m_sets; //!< sets of m_ways cells
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
