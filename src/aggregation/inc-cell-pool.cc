/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-cell-pool.h"

#include "inc-slot-pool.h"

#include "ns3/abort.h"
#include "ns3/inc-ecmp-hash.h"

#include <algorithm>

namespace ns3
{

IncCellUser::IncCellUser(IncCellPool& pool, const IncCellShare& share, uint64_t key)
    : m_pool(pool),
      m_share(share),
      m_key(key)
{
    m_pool.m_promised += share.least;
}

IncCellUser::~IncCellUser()
{
    for (IncCell& cell : m_pool.m_cells)
    {
        if (cell.user == this)
        {
            m_pool.Clear(cell);
        }
    }
    m_pool.m_promised -= m_share.least;
}

bool
IncCellUser::Acquire(IncSlotRound& round, uint64_t sequence, uint32_t slot)
{
    IncCell* cell = m_pool.Find(*this, sequence, slot);
    if (!cell)
    {
        ++m_refused;
        if (m_pool.m_policy->Rehashes())
        {
            m_lost.resize(std::max<std::size_t>(m_lost.size(), slot + 1));
            ++m_lost[slot];
        }
        Count([](auto& counters) { ++counters.collisions; });
        return false;
    }
    if (cell->user)
    {
        Lose(*cell, false);
    }
    m_pool.Unlink(*cell);
    cell->priority = m_pool.m_policy->GetPriority(*this);
    cell->order = m_pool.m_order++;
    cell->user = this;
    cell->round = &round;
    round.cell = cell;
    m_pool.SetOf(*cell).m_held.insert(*cell);
    m_pool.m_promised -= m_held < m_share.least;
    ++m_held;
    m_pool.SetHeld(m_pool.m_held + 1);
    m_pool.m_peak = std::max(m_pool.m_peak, m_pool.m_held);
    m_refused = 0;
    Count([](auto& counters) { ++counters.acquired; });
    return true;
}

void
IncCellUser::Lose(IncCell& cell, bool isFlushed)
{
    const bool isHeld = cell.IsHeld();
    IncCellUser& user = *cell.user;
    user.Count([isHeld](auto& counters) { ++(isHeld ? counters.evicted : counters.taken); });
    user.CellTaken(*cell.round, isFlushed);
    user.m_pool.Clear(cell);
}

void
IncCellUser::Flush(IncSlotRound& round)
{
    Lose(*round.cell, true);
}

bool
IncCellUser::AsksEachTime() const
{
    return m_pool.m_policy->GetLedger() == IncCellLedger::CELL;
}

void
IncCellUser::Rest(IncSlotRound& round)
{
    IncCell& cell = *round.cell;
    if (cell.place >= m_pool.m_shared)
    {
        CellTaken(round, false); // the cell was reserved by a tree that has its root on this switch
        m_pool.Clear(cell);
        return;
    }
    m_pool.Unlink(cell);
    m_pool.SetOf(cell).m_idle.push_back(cell);
}

void
IncCellUser::Release(IncSlotRound& round)
{
    if (round.cell)
    {
        m_pool.Clear(*round.cell);
    }
}

IncCellPool::IncCellPool(Ptr<const IncPoolPolicy> policy,
                         uint32_t cells,
                         IncAggregatorCounters& counters)
    : m_policy(policy),
      m_counters(counters),
      m_ways(policy->GetWays() == 0 ? cells : policy->GetWays()),
      m_shared(cells),
      m_cells(cells),
      m_sets(cells / m_ways + 1)
{
    for (uint32_t place = 0; place < cells; ++place)
    {
        m_cells[place].place = place;
        SetOf(m_cells[place]).m_empty.push_back(m_cells[place]);
    }
}

IncCellSet&
IncCellPool::SetOf(const IncCell& cell)
{
    return m_sets[cell.place / m_ways];
}

IncCell*
IncCellPool::Find(const IncCellUser& user, uint64_t sequence, uint32_t slot)
{
    const bool choosesAmongAll = m_policy->GetWays() == 0;
    const uint32_t sets = choosesAmongAll ? std::min(m_shared, 1U) : m_shared / m_ways;
    if (sets == 0 || user.m_held >= user.m_share.most)
    {
        return nullptr;
    }
    const bool isPromised = user.m_held < user.m_share.least;
    if (!isPromised && m_promised > 0 && m_held + m_promised >= m_shared)
    {
        return nullptr;
    }
    const uint64_t lost = slot < user.m_lost.size() ? user.m_lost[slot] : 0;
    const uint64_t number =
        m_policy->GetHash() == IncCellHash::MESSAGE ? sequence : lost << 32 | slot;
    const uint64_t set = sets == 1 ? 0 : IncMix64(IncMix64(user.m_key) ^ number) % sets;
    return m_policy->Choose(m_sets[set], m_policy->GetPriority(user));
}

void
IncCellPool::SetHeld(uint32_t held)
{
    m_busy = GetBusyTime();
    m_changed = Simulator::Now();
    m_held = held;
}

void
IncCellPool::Unlink(IncCell& cell)
{
    IncCellSet& set = SetOf(cell);
    if (cell.IsHeld())
    {
        set.m_held.erase(set.m_held.iterator_to(cell));
        --cell.user->m_held;
        SetHeld(m_held - 1);
        m_promised += cell.user->m_held < cell.user->m_share.least;
    }
    else if (cell.boost::intrusive::list_base_hook<>::is_linked())
    {
        auto& list = cell.user ? set.m_idle : set.m_empty;
        list.erase(list.iterator_to(cell));
    }
}

void
IncCellPool::Clear(IncCell& cell)
{
    Unlink(cell);
    cell.round->cell = nullptr;
    cell.round = nullptr;
    cell.user = nullptr;
    if (cell.place < m_shared)
    {
        SetOf(cell).m_empty.push_back(cell);
    }
}

void
IncCellPool::Reserve(uint32_t cells)
{
    NS_ABORT_MSG_IF(cells > m_shared,
                    "IncAggregator::Slots: " << m_shared << " are not reserved, a root needs "
                                             << cells);
    m_shared -= cells;
    for (uint32_t place = m_shared; place < m_shared + cells; ++place)
    {
        IncCell& cell = m_cells[place];
        if (!cell.user)
        {
            Unlink(cell);
        }
        else if (!cell.IsHeld())
        {
            cell.user->CellTaken(*cell.round, false);
            Clear(cell);
        } // a cell in use leaves the pool when its message is finished
    }
}

void
IncCellPool::Return(uint32_t cells)
{
    for (uint32_t place = m_shared; place < m_shared + cells; ++place)
    {
        if (!m_cells[place].user)
        {
            SetOf(m_cells[place]).m_empty.push_back(m_cells[place]);
        }
    }
    m_shared += cells;
}

} // namespace ns3
