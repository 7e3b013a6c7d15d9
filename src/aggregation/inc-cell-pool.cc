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
    m_pool.m_users.push_back(this);
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
    m_pool.m_users.erase(std::find(m_pool.m_users.begin(), m_pool.m_users.end(), this));
}

bool
IncCellUser::Acquire(IncSlotRound& round, uint64_t sequence, uint32_t slot)
{
    IncCell* cell = m_pool.Find(*this, sequence, slot);
    if (!cell)
    {
        ++m_refused;
        Count([](auto& counters) { ++counters.collisions; });
        return false;
    }
    if (cell->user)
    {
        const bool isHeld = cell->IsHeld();
        cell->user->Count(
            [isHeld](auto& counters) { ++(isHeld ? counters.evicted : counters.taken); });
        cell->user->CellTaken(*cell->round);
        m_pool.Clear(*cell);
    }
    m_pool.Unlink(*cell);
    cell->priority = m_pool.m_policy->GetPriority(*this);
    cell->order = m_pool.m_order++;
    cell->user = this;
    cell->round = &round;
    round.cell = cell;
    m_pool.SetOf(*cell).m_held.insert(*cell);
    ++m_held;
    m_pool.SetHeld(m_pool.m_held + 1);
    m_refused = 0;
    Count([](auto& counters) { ++counters.acquired; });
    return true;
}

void
IncCellUser::Rest(IncSlotRound& round)
{
    IncCell& cell = *round.cell;
    if (cell.place >= m_pool.m_shared)
    {
        CellTaken(round); // the cell was reserved in the meantime
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
    const uint32_t promised = user.m_held < user.m_share.least ? 0 : GetPromised(user);
    if (promised > 0 && m_held + promised >= m_shared)
    {
        return nullptr;
    }
    const uint64_t number = m_policy->GetHash() == IncCellHash::MESSAGE ? sequence : slot;
    const uint64_t set = sets == 1 ? 0 : IncMix64(IncMix64(user.m_key) ^ number) % sets;
    return m_policy->Choose(m_sets[set], m_policy->GetPriority(user));
}

uint32_t
IncCellPool::GetPromised(const IncCellUser& user) const
{
    uint32_t promised = 0;
    for (const IncCellUser* other : m_users)
    {
        const uint32_t least = other == &user ? 0 : other->m_share.least;
        promised += least - std::min(least, other->m_held);
    }
    return promised;
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
IncCellPool::SetHeld(uint32_t held)
{
    m_held = held;
    m_peak = std::max(m_peak, held);
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
            cell.user->CellTaken(*cell.round);
            Clear(cell);
        } // a held cell leaves the pool when its round ends
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
