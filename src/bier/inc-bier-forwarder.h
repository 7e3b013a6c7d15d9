/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_FORWARDER_H
#define INC_BIER_FORWARDER_H

#include "inc-bift.h"

#include "ns3/inc-bier-header.h"
#include "ns3/inc-named-value.h"

#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reason to discard a BIER packet, or some bits of its BitString. Traces print the names of
 * IncBierDropReasonName().
 */
enum class IncBierDropReason : uint8_t
{
    BAD_VERSION,  //!< the BIER header has an unknown version
    UNKNOWN_BIFT, //!< this BFR has no BIFT with this BIFT-id
    BAD_LENGTH,   //!< the BitString and its BIFT-id differ in length
    TTL_EXPIRED,  //!< the TTL is 0, or it is 1 and there are BFERs beyond this BFR
    UNOWNED_BIT,  //!< no BFER has the BFR-id of the bit
    NO_ROUTE,     //!< the underlay has no route to the bit's BFER
    NO_TRANSIT,   //!< the bit of another BFER arrived at a host, which does not forward
    NO_OVERLAY    //!< the BFER has no receiver for the payload
};

/// \ingroup inc
/// Number of values of IncBierDropReason.
constexpr uint32_t INC_BIER_DROP_REASONS = 8;

/// Names of IncBierDropReason.
inline constexpr IncNamedValue<IncBierDropReason> INC_BIER_DROP_REASON_NAMES[] = {
    {"bad-version", IncBierDropReason::BAD_VERSION},
    {"unknown-bift", IncBierDropReason::UNKNOWN_BIFT},
    {"bad-length", IncBierDropReason::BAD_LENGTH},
    {"ttl-expired", IncBierDropReason::TTL_EXPIRED},
    {"unowned-bit", IncBierDropReason::UNOWNED_BIT},
    {"no-route", IncBierDropReason::NO_ROUTE},
    {"no-transit", IncBierDropReason::NO_TRANSIT},
    {"no-overlay", IncBierDropReason::NO_OVERLAY},
};
static_assert(std::size(INC_BIER_DROP_REASON_NAMES) == INC_BIER_DROP_REASONS);

/** \return the name of a reason for a discard, such as "unknown-bift" */
inline const char*
IncBierDropReasonName(IncBierDropReason reason)
{
    return IncFindName(INC_BIER_DROP_REASON_NAMES, reason, "unknown");
}

/// \ingroup inc
/// \brief A copy of a packet that is to be sent.
struct IncBierCopy
{
    uint16_t port;            //!< number of the port by which it leaves
    uint8_t ttl;              //!< TTL of its header
    uint16_t lastHopBfrId;    //!< BFR-id of the next hop if it is the only BFER; else 0
    const IncBitString& bits; //!< BitString of the copy, valid during the call
};

/// \ingroup inc
/// \brief Interface that receives the copies, deliveries and discarded bits of a forwarder.
class IncBierOutput
{
  public:
    virtual ~IncBierOutput() = default;

    /** \param copy copy to send, valid during the call */
    virtual void SendCopy(const IncBierCopy& copy) = 0;

    /** \brief Deliver the packet, because this BFR is a BFER; called after all SendCopy(). */
    virtual void DeliverLocal() = 0;

    /** \brief Discard some or all bits of the packet; `bits` is valid during the call. */
    virtual void Discard(IncBierDropReason reason, const IncBitString& bits) = 0;
};

/**
 * \ingroup inc
 * \brief The forwarding procedure of a BFR (RFC 8279, section 6.5) on the BIFTs of its sub-domains.
 *
 * Every bit of a packet ends in exactly one copy, in DeliverLocal() or in Discard(). Copies of a
 * received packet have a lower TTL, so no packet loops, whatever tables and headers contain. There
 * is no state per flow, and no allocation per packet.
 */
class IncBierForwarder
{
  public:
    /// Tables of a sub-domain. They belong to one BFR, or to all hosts with equal routes.
    struct Tables
    {
        uint32_t firstBiftId;                   //!< BIFT-id of SI 0
        std::vector<std::vector<IncBift>> sets; //!< BIFTs by SI
        std::vector<IncBfrNeighbor> neighbors;  //!< neighbors that the BIRT uses
        std::vector<uint16_t> neighborIds;      //!< BFR-ids of the neighbors, or 0
    };

    /** \param key key that differs between BFRs, to make choices by entropy independent */
    void SetKey(uint64_t key)
    {
        m_key = key;
    }

    /** \param transit false for a host, which forwards nothing for others */
    void SetTransit(bool transit)
    {
        m_transit = transit;
    }

    /** \brief Compute the BIFTs of a sub-domain, at first or after the underlay has changed. */
    void Compute(const IncBierSubDomain& subDomain, const IncBirt& birt, IncBierEcmp ecmp);

    /** \brief Compute tables for SetTables() from a BIRT that is valid for several hosts. */
    static std::shared_ptr<const Tables> MakeTables(const IncBierSubDomain& subDomain,
                                                    const IncBirt& birt,
                                                    IncBierEcmp ecmp);

    /** \brief Set the tables of a sub-domain, in place of older ones; `ownBfrId` may be 0. */
    void SetTables(const IncBierSubDomain& subDomain,
                   uint16_t ownBfrId,
                   std::shared_ptr<const Tables> tables);

    /** \brief Forward a packet of another BFR in copies with a TTL that is one less. The BIFT-id
     * gives the BitString length; the BSL field is ignored. */
    void Forward(const IncBierHeader& header, const IncBitString& bits, IncBierOutput& output);

    /** \brief Send a packet as its BFIR; all copies get the header's TTL. */
    void Originate(const IncBierHeader& header, const IncBitString& bits, IncBierOutput& output);

    /** \return BIFTs of the set: one, or several with deterministic ECMP; nullptr if it is
     * unknown */
    const std::vector<IncBift>* FindBifts(uint32_t biftId) const;

    /** \return BFR-NBRs to which the BIFTs refer by index */
    const std::vector<IncBfrNeighbor>& GetNeighbors(uint32_t biftId) const;

    /** \return BFR-id of this BFR in the sub-domain; 0 if it has none or the BIFT-id is unknown */
    uint16_t GetOwnBfrId(uint32_t biftId) const;

  private:
    /// A sub-domain in which this BFR takes part.
    struct Membership
    {
        uint16_t ownBfrId; //!< BFR-id of this node, or 0
        uint32_t ownSi;
        uint32_t ownBit;                      //!< bit of this node, or 0
        std::shared_ptr<const Tables> tables; //!< tables, which hosts with equal routes share
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

    /// One entry for each sub-domain, of which there are few.
    std::vector<Membership> m_memberships;
    uint64_t m_key{0};
    bool m_transit{true};
    IncBitString m_rest; //!< bits of the packet for which no copy was sent yet
    IncBitString m_copy;
};

} // namespace ns3

#endif // INC_BIER_FORWARDER_H
