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

/**
 * \ingroup inc
 * \brief Interface of a BFR to its routing underlay (RFC 8279, section 4.1).
 */
struct IncBierUnderlay
{
    /// The ports of the equal-cost routes to a BFR-prefix, none if unreachable.
    using Routes = std::function<IncForwardingTable::Group(uint32_t prefix)>;

    uint32_t prefix = 0;         //!< BFR-prefix of this node
    std::vector<uint32_t> peers; //!< BFR-prefix of the neighbor on each port
    Routes routes;               //!< routes of the underlay
};

/**
 * \ingroup inc
 * \brief A BFR adjacency: a BFR-NBR and the parallel links that lead to it.
 */
struct IncBfrNeighbor
{
    uint32_t prefix;             //!< BFR-prefix of the other BFR
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
    uint32_t prefix; //!< BFR-prefix of the other BFR
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

    uint16_t m_ownBfrId;                 //!< BFR-id of this node, or 0
    std::vector<IncBirtEntry> m_entries; //!< entries by rising BFR-id
    std::vector<Ports> m_ports;          //!< behind which the lists are
    std::vector<std::vector<uint16_t>> m_lists;
    std::vector<IncBfrNeighbor> m_neighbors; //!< neighbors, in the order of their first use
};

/**
 * \ingroup inc
 * \brief Choice among the underlay's equal-cost paths (RFC 8279, section 6.7).
 */
enum class IncBierEcmp : uint8_t
{
    NONE,              //!< each BFER is reached by the path over the first BFR-NBR
    NON_DETERMINISTIC, //!< section 6.7.1: by entropy and by the other BFERs; fewest copies
    DETERMINISTIC      //!< section 6.7.2: by entropy alone; may need more copies
};

/**
 * \ingroup inc
 * \brief A Bit Index Forwarding Table (RFC 8279, section 6.4), of one sub-domain, BitString length
 * and set: for each bit the BFR-NBR and its F-BM, or several to choose from (section 6.7.1).
 *
 * An F-BM has the bits of all BFERs that the BFR-NBR is used for, so it belongs to the BFR-NBR;
 * those that are used for the same ones, such as all uplinks, share it. Bits share lists of
 * BFR-NBRs, as destinations share ECMP groups.
 */
class IncBift
{
  public:
    /// The BFR-NBRs of one bit.
    struct Choices
    {
        const uint16_t* neighbors; //!< indices into the BIRT's neighbors
        uint32_t size;             //!< number of members
    };

    /**
     * \param length BitString length
     * \param neighbors how many BFR-NBRs the BFR has
     */
    IncBift(uint32_t length, std::size_t neighbors);

    /** \param bit of this BFR itself, which has no BFR-NBR */
    void AddOwn(uint32_t bit);

    /**
     * \param bits of BFERs
     * \param neighbors their BFR-NBRs; none: unreachable
     */
    void Add(const IncBitString& bits, const std::vector<uint16_t>& neighbors);

    /** \return BitString length */
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

    /**
     * \param bit of a reachable BFER
     * \return its BFR-NBRs
     */
    Choices Lookup(uint32_t bit) const
    {
        const Span span = m_spans[m_spanOf[bit]];
        return {m_members.data() + span.first, span.size};
    }

    /**
     * \param neighbor index of a BFR-NBR that Lookup() gave
     * \return its F-BM
     */
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
        uint32_t first; //!< index of the first one
        uint32_t size;  //!< number of members
    };

    uint32_t m_length;                 //!< length of its BitStrings, bits
    IncBitString m_served;             //!< bits of this BFR and of those that it reaches
    IncBitString m_unreachable;        //!< bits of BFERs without a route
    std::vector<uint16_t> m_spanOf;    //!< span of each bit; the first one is unused
    std::vector<Span> m_spans;         //!< different lists of BFR-NBRs, the first one empty
    std::vector<uint16_t> m_members;   //!< members of all lists
    std::vector<uint16_t> m_maskOf;    //!< F-BM of each BFR-NBR
    std::vector<IncBitString> m_masks; //!< F-BMs, the first one that of the unused ones, empty
};

/**
 * \ingroup inc
 * \brief Compute the BIFTs of one set from a BIRT (RFC 8279, section 6.4).
 * \param birt routes
 * \param subDomain of the BIRT
 * \param si the set
 * \param ecmp with DETERMINISTIC there are as many BIFTs as the widest choice of BFR-NBRs (section
 *        6.7.2), otherwise one
 * \return the BIFTs, at least one
 */
std::vector<IncBift> IncComputeBifts(const IncBirt& birt,
                                     const IncBierSubDomain& subDomain,
                                     uint32_t si,
                                     IncBierEcmp ecmp);

} // namespace ns3

#endif // INC_BIFT_H
