/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_TABLE_H
#define INC_FLOW_TABLE_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Routes of single flows, as a planner lays them: what goes to a queue pair of an address
 * leaves by the port given here, whatever the forwarding table says.
 *
 * An open hash table; looking up costs no allocation.
 */
class IncFlowTable
{
  public:
    static constexpr uint32_t NO_PORT = UINT32_MAX; //!< the flow has no route of its own

    /**
     * \brief Set the route of a flow, or change it.
     * \param destination IPv4 address, host order
     * \param qpn queue pair there, 24 bits
     * \param port where its frames leave
     */
    void Set(uint32_t destination, uint32_t qpn, uint32_t port);

    /** \brief Forget all routes. */
    void Clear();

    /** \return true without any route */
    bool IsEmpty() const
    {
        return m_used == 0;
    }

    /**
     * \param destination IPv4 address, host order
     * \param qpn queue pair there
     * \return the port, or NO_PORT
     */
    uint32_t Find(uint32_t destination, uint32_t qpn) const
    {
        return m_entries.empty() ? NO_PORT : m_entries[Place(KeyOf(destination, qpn))].port;
    }

  private:
    /// A place of the table.
    struct Entry
    {
        uint64_t key{0};        //!< destination and queue pair
        uint32_t port{NO_PORT}; //!< output port; NO_PORT: the entry is free
    };

    static uint64_t KeyOf(uint32_t destination, uint32_t qpn)
    {
        return uint64_t{destination} << 32 | qpn;
    }

    /// Where a key is, or would go.
    std::size_t Place(uint64_t key) const
    {
        const std::size_t mask = m_entries.size() - 1;
        std::size_t place = (key * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & mask;
        while (m_entries[place].port != NO_PORT && m_entries[place].key != key)
        {
            place = (place + 1) & mask;
        }
        return place;
    }

    void Grow();

    std::vector<Entry> m_entries; //!< a power of two, at most half of them used
    std::size_t m_used{0};        //!< routes
};

} // namespace ns3

#endif // INC_FLOW_TABLE_H
