/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_FORWARDER_H
#define INC_BIER_FORWARDER_H

#include "inc-bift.h"

#include "ns3/inc-bier-header.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Why a BIER packet, or some bits of its BitString, went no further; the names are what
 * traces print.
 */
enum class IncBierDropReason : uint8_t
{
    BAD_VERSION,  //!< the BIER header has an unknown version
    UNKNOWN_BIFT, //!< this BFR has no BIFT of that BIFT-id
    BAD_LENGTH,   //!< the BitString is not as long as its BIFT-id says
    TTL_EXPIRED,  //!< the TTL is 0, or it is 1 and there are BFERs further on
    UNOWNED_BIT,  //!< no BFER has the BFR-id of the bit
    NO_ROUTE,     //!< the underlay does not reach the bit's BFER
    NO_TRANSIT,   //!< the bit of another BFER came to a host, which forwards for nobody
    NO_OVERLAY    //!< a BFER whose node does not speak what the packet carries
};

/// \ingroup inc
/// Number of reasons.
constexpr uint32_t INC_BIER_DROP_REASONS = 8;

/**
 * \ingroup inc
 * \param reason a reason
 * \return its name, e.g. "unknown-bift"
 */
constexpr const char*
IncBierDropReasonName(IncBierDropReason reason)
{
    switch (reason)
    {
    case IncBierDropReason::BAD_VERSION:
        return "bad-version";
    case IncBierDropReason::UNKNOWN_BIFT:
        return "unknown-bift";
    case IncBierDropReason::BAD_LENGTH:
        return "bad-length";
    case IncBierDropReason::TTL_EXPIRED:
        return "ttl-expired";
    case IncBierDropReason::UNOWNED_BIT:
        return "unowned-bit";
    case IncBierDropReason::NO_ROUTE:
        return "no-route";
    case IncBierDropReason::NO_TRANSIT:
        return "no-transit";
    case IncBierDropReason::NO_OVERLAY:
        return "no-overlay";
    }
    return "unknown";
}

/**
 * \ingroup inc
 * \brief A copy of a packet on its way out.
 */
struct IncBierCopy
{
    uint16_t port;            //!< where it leaves
    uint8_t ttl;              //!< TTL of its header
    uint16_t lastHopBfrId;    //!< BFR-id of the BFR-NBR if that is its only BFER, or 0
    const IncBitString& bits; //!< BitString of the copy, valid during the call
};

/**
 * \ingroup inc
 * \brief Receiver of the copies that a forwarder makes.
 */
class IncBierOutput
{
  public:
    virtual ~IncBierOutput() = default;

    /** \param copy to send */
    virtual void SendCopy(const IncBierCopy& copy) = 0;

    /** \brief This BFR is one of the packet's BFERs; called after all SendCopy(). */
    virtual void DeliverLocal() = 0;

    /**
     * \brief Some or all of the packet's bits go no further.
     * \param reason why
     * \param bits dropped bits, valid during the call
     */
    virtual void Discard(IncBierDropReason reason, const IncBitString& bits) = 0;
};

/**
 * \ingroup inc
 * \brief The forwarding procedure of a BFR (RFC 8279, section 6.5) on the BIFTs of its sub-domains.
 *
 * Every bit of a packet ends in exactly one copy, in DeliverLocal() or in Discard(), and every copy
 * has a lower TTL than the packet, so that nothing loops whatever tables and packets say. There is
 * no state per flow, and no allocation per packet.
 */
class IncBierForwarder
{
  public:
    /// The tables of a sub-domain: those of a BFR, or of all hosts that have the same routes.
    struct Tables
    {
        uint32_t firstBiftId;                   //!< BIFT-id of SI 0
        std::vector<std::vector<IncBift>> sets; //!< BIFTs by SI
        std::vector<IncBfrNeighbor> neighbors;  //!< neighbors that the BIRT uses
        std::vector<uint16_t> neighborIds;      //!< BFR-ids of the neighbors, or 0
    };

    /** \param key differs from BFR to BFR, so that their choices by entropy are independent */
    void SetKey(uint64_t key);

    /** \param transit false for a host, which forwards nothing of others */
    void SetTransit(bool transit);

    /**
     * \brief Compute the BIFTs of a sub-domain, or compute them anew after the underlay changed.
     * \param subDomain the sub-domain
     * \param birt its routes from here
     * \param ecmp choice among equal-cost paths
     */
    void Compute(const IncBierSubDomain& subDomain, const IncBirt& birt, IncBierEcmp ecmp);

    /**
     * \brief Compute tables that several hosts share.
     * \param subDomain the sub-domain
     * \param birt routes of each of them
     * \param ecmp choice among equal-cost paths
     * \return the tables, for SetTables()
     */
    static std::shared_ptr<const Tables> MakeTables(const IncBierSubDomain& subDomain,
                                                    const IncBirt& birt,
                                                    IncBierEcmp ecmp);

    /**
     * \brief Take the tables of a sub-domain, in the place of older ones.
     * \param subDomain the sub-domain
     * \param ownBfrId own BFR-id, or 0
     * \param tables from MakeTables()
     */
    void SetTables(const IncBierSubDomain& subDomain,
                   uint16_t ownBfrId,
                   std::shared_ptr<const Tables> tables);

    /**
     * \brief Forward a packet of another BFR.
     * \param header its header; the BitString length is that of its BIFT-id, whatever the BSL
     *        field says
     * \param bits its BitString
     * \param output gets the copies, whose TTL is one less
     */
    void Forward(const IncBierHeader& header, const IncBitString& bits, IncBierOutput& output);

    /**
     * \brief Send a packet as its BFIR.
     * \param header its header, whose TTL the copies get
     * \param bits its BitString
     * \param output gets the copies
     */
    void Originate(const IncBierHeader& header, const IncBitString& bits, IncBierOutput& output);

    /**
     * \param biftId as in a header
     * \return its BIFTs, or nullptr if it is unknown: one, or several with deterministic ECMP
     */
    const std::vector<IncBift>* FindBifts(uint32_t biftId) const;

    /**
     * \param biftId known
     * \return the BFR-NBRs that its BIFTs speak of
     */
    const std::vector<IncBfrNeighbor>& GetNeighbors(uint32_t biftId) const;

    /**
     * \param biftId any number
     * \return this BFR's BFR-id in the sub-domain, or 0 if it has none
     */
    uint16_t GetOwnBfrId(uint32_t biftId) const;

  private:
    /// A sub-domain in which this BFR takes part.
    struct Membership
    {
        uint16_t ownBfrId;                    //!< BFR-id of this node, or 0
        uint32_t ownSi;                       //!< set of the own bit
        uint32_t ownBit;                      //!< bit of this node, or 0
        std::shared_ptr<const Tables> tables; //!< shared where others have the same
    };

    const Membership* FindMembership(uint32_t biftId) const;
    void Serve(const IncBierHeader& header,
               const IncBitString& bits,
               bool originated,
               IncBierOutput& output);
    void DiscardUnserved(const IncBift& bift, IncBierOutput& output);
    void Replicate(const Tables& tables,
                   const IncBift& bift,
                   uint32_t si,
                   uint64_t hash,
                   uint8_t copyTtl,
                   IncBierOutput& output);
    uint16_t LastHopBfrId(const Tables& tables,
                          uint16_t neighbor,
                          uint32_t si,
                          uint32_t first) const;

    std::vector<Membership> m_memberships; //!< memberships by sub-domain; few
    uint64_t m_key{0};                     //!< key of the choices by entropy
    bool m_transit{true};                  //!< forwards for others
    IncBitString m_rest;                   //!< bits of the packet still to be served
    IncBitString m_copy;                   //!< bits of one copy
};

} // namespace ns3

#endif // INC_BIER_FORWARDER_H
