/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FORWARDING_TABLE_H
#define INC_FORWARDING_TABLE_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Flat table from a destination to the ports of its equal-cost routes.
 *
 * Destinations are node indices (IncAddressPlan); many share one group of ports. A lookup is two
 * array reads.
 */
class IncForwardingTable
{
  public:
    /// The ports of one group of equal-cost routes.
    struct Group
    {
        const uint16_t* ports; //!< egress ports in their order
        uint32_t size;         //!< how many; 0: no route
    };

    /**
     * \brief Set all routes at once.
     * \param groups the distinct groups of egress ports
     * \param groupOf for each destination node an index into groups; any other number
     *                means that there is no route
     */
    void SetRoutes(const std::vector<std::vector<uint16_t>>& groups,
                   const std::vector<uint16_t>& groupOf);

    /**
     * \param destination node index
     * \return the ports towards it; of size 0 where there is no route
     */
    Group Lookup(uint32_t destination) const
    {
        if (destination >= m_groupOf.size())
        {
            return {nullptr, 0};
        }
        const Span span = m_spans[m_groupOf[destination]];
        return {m_ports.data() + span.first, span.size};
    }

  private:
    /// Where a group's ports stand in m_ports.
    struct Span
    {
        uint32_t first; //!< index of the first port
        uint32_t size;  //!< number of ports
    };

    std::vector<uint16_t> m_groupOf; //!< group of each destination
    std::vector<Span> m_spans;       //!< groups
    std::vector<uint16_t> m_ports;   //!< ports of all groups
};

} // namespace ns3

#endif // INC_FORWARDING_TABLE_H
