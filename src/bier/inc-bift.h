/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIFT_H
#define INC_BIFT_H

#include "inc-bier-sub-domain.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-forwarding-table.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Interface of a BFR to its routing underlay (RFC 8279, section 4.1).
struct IncBierUnderlay
{
    /// Function for the ports of the equal-cost routes to a BFR-prefix; none if unreachable.
    using Routes = std::function<IncForwardingTable::Group(uint32_t prefix)>;

    uint32_t prefix = 0;         //!< BFR-prefix of this node
    std::vector<uint32_t> peers; //!< BFR-prefix of the neighbor on each port
    Routes routes;               //!< routes of the underlay
};

/// \ingroup inc
/// \brief A BFR adjacency: a BFR-NBR and the parallel links that lead to it.
struct IncBfrNeighbor
{
    uint32_t prefix;             //!< BFR-prefix of the other BFR
    std::vector<uint16_t> ports; //!< egress ports, at least one
};

/// \ingroup inc
/// \brief An entry of a BIRT: the route to a BFER.
struct IncBirtEntry
{
    uint16_t bfrId;  //!< BFR-id of the BFER
    uint16_t list;   //!< index of its list of equal-cost BFR-NBRs
    uint32_t prefix; //!< BFR-prefix of the BFER
};

/**
 * \ingroup inc
 * \brief The Bit Index Routing Table of a BFR in a sub-domain (RFC 8279, section 6.3): for every
 * BFR-id the BFER's BFR-prefix and the BFR-NBRs on the underlay's shortest paths to it.
 */
class IncBirt
{
  public:
    /** \brief Compute the table from the routes of `underlay`. If the underlay's prefix is 0, the
     * table is valid for all hosts with these routes, and has entries for all BFERs. */
    IncBirt(const IncBierSubDomain& subDomain, const IncBierUnderlay& underlay);

    /** \return own BFR-id, or 0 for a BFR that is no BFER */
    uint16_t GetOwnBfrId() const
    {
        return m_ownBfrId;
    }

    /** \return the entries of all other BFERs, by rising BFR-id */
    const std::vector<IncBirtEntry>& GetEntries() const
    {
        return m_entries;
    }

    /** \return lists of equal-cost BFR-NBRs, to which entries refer by index; empty: unreachable */
    const std::vector<std::vector<uint16_t>>& GetLists() const
    {
        return m_lists;
    }

    /** \return BFR-NBRs that some entry uses */
    const std::vector<IncBfrNeighbor>& GetNeighbors() const
    {
        return m_neighbors;
    }

  private:
    /// Equal-cost ports from the underlay, which determine one list of m_lists.
    struct Ports
    {
        std::vector<uint16_t> ports; //!< ports of an equal-cost group
        std::vector<uint8_t> usable; //!< whether each port is usable now; empty: all are
    };

    uint16_t ListBehind(const IncForwardingTable::Group& group, const std::vector<uint32_t>& peers);
    std::vector<uint16_t> NeighborsBehind(const IncForwardingTable::Group& group,
                                          const std::vector<uint32_t>& peers);

    uint16_t m_ownBfrId;                 //!< BFR-id of this node, or 0
    std::vector<IncBirtEntry> m_entries; //!< entries by rising BFR-id
    std::vector<Ports> m_ports;          //!< ports of each list of BFR-NBRs
    std::vector<std::vector<uint16_t>> m_lists;
    std::vector<IncBfrNeighbor> m_neighbors; //!< neighbors, in the order of their first use
};

/// \ingroup inc
/// \brief Use of the underlay's equal-cost paths (RFC 8279, section 6.7).
enum class IncBierEcmp : uint8_t
{
    NONE,              //!< the first BFR-NBR of each BFER is used
    NON_DETERMINISTIC, //!< a BFR-NBR by entropy, preferably one that also leads to other BFERs:
                       //!< fewest copies (RFC 8279, section 6.7.1)
    DETERMINISTIC //!< a BFR-NBR by entropy alone: may need more copies (RFC 8279, section 6.7.2)
};

/**
 * \ingroup inc
 * \brief A Bit Index Forwarding Table (RFC 8279, section 6.4) of one sub-domain, BitString length
 * and set. For each bit it has one BFR-NBR, or several to choose from (section 6.7.1).
 *
 * Each BFR-NBR has an F-BM, the bits of all BFERs for which it is used. BFR-NBRs that are used for
 * equal BFERs, such as all uplinks, share one F-BM. Bits share lists of BFR-NBRs, as destinations
 * share ECMP groups.
 */
class IncBift
{
  public:
    /// BFR-NBRs of one bit.
    struct Choices
    {
        const uint16_t* neighbors; //!< indices into the BIRT's neighbors
        uint32_t size;             //!< number of BFR-NBRs
    };

    /** \brief Make an empty table for a BitString length in bits and a number of BFR-NBRs. */
    IncBift(uint32_t length, std::size_t neighbors);

    /** \param bit bit of this BFR itself, which has no BFR-NBR */
    void AddOwn(uint32_t bit);

    /** \brief Add bits and the BFR-NBRs that lead to their BFERs; no BFR-NBR: unreachable. */
    void Add(const IncBitString& bits, const std::vector<uint16_t>& neighbors);

    /** \return BitString length, bits */
    uint32_t GetLength() const
    {
        return m_length;
    }

    /** \return the bits of this BFR and of the BFERs that it reaches */
    const IncBitString& GetServed() const
    {
        return m_served;
    }

    /** \return the bits of the BFERs to which the underlay has no route */
    const IncBitString& GetUnreachable() const
    {
        return m_unreachable;
    }

    /** \return BFR-NBRs of the bit of a reachable BFER */
    Choices Lookup(uint32_t bit) const
    {
        const Span span = m_spans[m_spanOf[bit]];
        return {m_members.data() + span.first, span.size};
    }

    /** \return F-BM of a BFR-NBR from Lookup() */
    const IncBitString& GetForwardingBitMask(uint16_t neighbor) const
    {
        return m_masks[m_maskOf[neighbor]];
    }

  private:
    uint16_t FindSpan(const std::vector<uint16_t>& neighbors);
    void AddToMasks(const IncBitString& bits, const std::vector<uint16_t>& neighbors);

    /// Range of m_members with the BFR-NBRs of some bits.
    struct Span
    {
        uint32_t first;
        uint32_t size; //!< number of members
    };

    uint32_t m_length;
    IncBitString m_served;      //!< bits of this BFR and of the BFERs that it reaches
    IncBitString m_unreachable; //!< bits of BFERs without a route
    std::vector<uint16_t> m_spanOf;
    std::vector<Span> m_spans;         //!< different lists of BFR-NBRs; the first is empty
    std::vector<uint16_t> m_members;   //!< BFR-NBRs of all spans
    std::vector<uint16_t> m_maskOf;    //!< index of the F-BM of each BFR-NBR
    std::vector<IncBitString> m_masks; //!< F-BMs; the first is empty, for unused BFR-NBRs
};

/** \brief Compute the BIFTs of one set from a BIRT (RFC 8279, section 6.4). DETERMINISTIC makes as
 * many BIFTs as the longest list has BFR-NBRs (section 6.7.2); otherwise there is one. */
std::vector<IncBift> IncComputeBifts(const IncBirt& birt,
                                     const IncBierSubDomain& subDomain,
                                     uint32_t si,
                                     IncBierEcmp ecmp);

} // namespace ns3

#endif // INC_BIFT_H
