/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ROUTE_ATTRIBUTE_H
#define INC_ROUTE_ATTRIBUTE_H

#include "ns3/inc-ecmp-community.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The egress group indices that travel with a route: the octets of extended communities
 * (draft-cheng-rtgwg-enhanced-ecmp, section 4), one for each port of the destination.
 */
class IncRouteAttribute
{
  public:
    /** \param octets as on the wire; none: a route without the attribute */
    explicit IncRouteAttribute(std::string octets = "")
        : m_octets(std::move(octets))
    {
    }

    /** \param community what the egress switch advertises */
    explicit IncRouteAttribute(const IncEcmpCommunity& community)
        : m_octets(IncEcmpCommunity::SIZE, 0)
    {
        community.Write(reinterpret_cast<uint8_t*>(m_octets.data()));
    }

    /** \param other of another path; what is there already is not added */
    void Add(const IncRouteAttribute& other)
    {
        constexpr std::size_t SIZE = IncEcmpCommunity::SIZE;
        for (std::size_t at = 0; at < other.m_octets.size(); at += SIZE)
        {
            const std::string one = other.m_octets.substr(at, SIZE);
            std::size_t i = 0;
            while (i < m_octets.size() && m_octets.compare(i, SIZE, one) != 0)
            {
                i += SIZE;
            }
            m_octets += i < m_octets.size() ? "" : one;
        }
    }

    /** \return whether the octets are the same */
    bool operator==(const IncRouteAttribute& other) const
    {
        return m_octets == other.m_octets;
    }

    /** \return as on the wire */
    const std::string& GetOctets() const
    {
        return m_octets;
    }

    /** \return how many communities */
    std::size_t GetSize() const
    {
        return m_octets.size() / IncEcmpCommunity::SIZE;
    }

    /**
     * \param i which, from 0
     * \return the community, or nothing
     */
    std::optional<IncEcmpCommunity> Get(std::size_t i = 0) const
    {
        return i < GetSize()
                   ? IncEcmpCommunity::Read(reinterpret_cast<const uint8_t*>(m_octets.data()) +
                                            i * IncEcmpCommunity::SIZE)
                   : std::nullopt;
    }

  private:
    std::string m_octets; //!< as on the wire
};

} // namespace ns3

#endif // INC_ROUTE_ATTRIBUTE_H
