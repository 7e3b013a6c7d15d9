/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_DIRECT_TABLE_H
#define INC_DIRECT_TABLE_H

#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A memory of what was computed: one place for a hash, so that what comes later may push out
 * what came before, and is computed again when it is wanted. As large as what is in it asks for,
 * within a limit.
 *
 * \tparam T reference counted
 */
template <typename T>
class IncDirectTable
{
  public:
    /**
     * \param hash of what is sought
     * \return what has its place, maybe something else, or nullptr
     */
    T* Find(uint64_t hash) const
    {
        return m_entries.empty() ? nullptr : PeekPointer(m_entries[PlaceOf(hash)].value);
    }

    /**
     * \param hash of the value
     * \param value not null
     */
    void Put(uint64_t hash, Ptr<T> value)
    {
        while (m_entries.empty() || (IsTaken(hash) && m_entries.size() < MOST))
        {
            Grow();
        }
        m_entries[PlaceOf(hash)] = {hash, std::move(value)};
    }

    /** \brief Forget everything. */
    void Clear()
    {
        m_entries.clear();
    }

  private:
    static constexpr std::size_t LEAST = 8;   //!< entries of the first table
    static constexpr std::size_t MOST = 1024; //!< entries of the largest

    /// A place.
    struct Entry
    {
        uint64_t hash; //!< of the value
        Ptr<T> value;  //!< null: there is none
    };

    std::size_t PlaceOf(uint64_t hash) const
    {
        return hash & (m_entries.size() - 1);
    }

    /// By something that another hash finds.
    bool IsTaken(uint64_t hash) const
    {
        const Entry& entry = m_entries[PlaceOf(hash)];
        return entry.value && entry.hash != hash;
    }

    void Grow()
    {
        std::vector<Entry> old = std::exchange(m_entries, {});
        m_entries.resize(old.empty() ? LEAST : 2 * old.size());
        for (Entry& entry : old)
        {
            if (entry.value)
            {
                m_entries[PlaceOf(entry.hash)] = std::move(entry);
            }
        }
    }

    std::vector<Entry> m_entries; //!< none, or a power of two
};

} // namespace ns3

#endif // INC_DIRECT_TABLE_H
