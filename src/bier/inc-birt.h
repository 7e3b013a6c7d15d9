/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIRT_H
#define INC_BIRT_H

#include "inc-bier-sub-domain.h"

#include "ns3/inc-forwarding-table.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What BIER asks of the routing underlay of a BFR (RFC 8279, section 4.1).
 */
struct IncBierUnderlay
{
    /// The ports of the equal-cost routes to a BFR-prefix, none if unreachable.
    using Routes = std::function<IncForwardingTable::Group(uint32_t prefix)>;

    uint32_t prefix = 0;         //!< own BFR-prefix
    std::vector<uint32_t> peers; //!< BFR-prefix of the neighbor on each port
    Routes routes;               //!< what it knows
};

/**
 * \ingroup inc
 * \brief A BFR adjacency: a BFR-NBR and the parallel links that lead to it.
 */
struct IncBfrNeighbor
{
    uint32_t prefix;             //!< its BFR-prefix
    std::vector<uint16_t> ports; //!< egress ports, at least one
};

/**
 * \ingroup inc
 * \brief An entry of a BIRT: how to reach a BFER.
 */
struct IncBirtEntry
{
    uint16_t bfrId;  //!< BFR-id of the BFER
    uint16_t list;   //!< index of its list of equal-cost BFR-NBRs
    uint32_t prefix; //!< its BFR-prefix
};

/**
 * \ingroup inc
 * \brief The Bit Index Routing Table of a BFR in a sub-domain (RFC 8279, section 6.3): for every
 * BFR-id the BFER's BFR-prefix and the BFR-NBRs on the underlay's shortest paths to it.
 */
class IncBirt
{
  public:
    /**
     * \param subDomain the BFERs
     * \param underlay routes of the BFR whose table it is; used during construction only. With
     *        prefix 0 it is that of any host that has these routes: none is left out as the own
     */
    IncBirt(const IncBierSubDomain& subDomain, const IncBierUnderlay& underlay);

    /** \return own BFR-id, or 0 for a BFR that is no BFER */
    uint16_t GetOwnBfrId() const;
    /** \return the entries of all other BFERs, by rising BFR-id */
    const std::vector<IncBirtEntry>& GetEntries() const;
    /** \return the lists of BFR-NBRs that entries share, as indices; an empty one: unreachable */
    const std::vector<std::vector<uint16_t>>& GetLists() const;
    /** \return the BFR-NBRs that some entry uses */
    const std::vector<IncBfrNeighbor>& GetNeighbors() const;

  private:
    /// Ports that the underlay gave, and whether each leads there now; see GetLists().
    struct Ports
    {
        std::vector<uint16_t> ports; //!< ports of an equal-cost group
        std::vector<uint8_t> usable; //!< by port; empty: all
    };

    uint16_t ListBehind(const IncForwardingTable::Group& group, const std::vector<uint32_t>& peers);
    std::vector<uint16_t> NeighborsBehind(const IncForwardingTable::Group& group,
                                          const std::vector<uint32_t>& peers);

    uint16_t m_ownBfrId;                        //!< own BFR-id, or 0
    std::vector<IncBirtEntry> m_entries;        //!< by rising BFR-id
    std::vector<Ports> m_ports;                 //!< behind which the lists are
    std::vector<std::vector<uint16_t>> m_lists; //!< see GetLists()
    std::vector<IncBfrNeighbor> m_neighbors;    //!< in the order of their first use
};

} // namespace ns3

#endif // INC_BIRT_H
