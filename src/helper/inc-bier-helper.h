/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_HELPER_H
#define INC_BIER_HELPER_H

#include "inc-fabric-helper.h"

#include "ns3/inc-bfr.h"
#include "ns3/object-factory.h"

#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The BFRs of a fabric, by node index.
 */
class IncBierDomain
{
  public:
    /**
     * \param node node index
     * \return its BFR
     */
    Ptr<IncBfr> GetBfr(uint32_t node) const
    {
        return m_bfrs.at(node);
    }

    /** \return all BFRs, by node index */
    const std::vector<Ptr<IncBfr>>& GetBfrs() const
    {
        return m_bfrs;
    }

    /** \brief The routes of the fabric changed: every BFR computes its BIFTs anew. */
    void Recompute() const;

  private:
    std::vector<Ptr<IncBfr>> m_bfrs; //!< BFRs by node index

    friend class IncBierHelper;
};

/**
 * \ingroup inc
 * \brief Makes every node of a fabric a BFR, for multicast by BIER.
 *
 * Describe the receivers by a sub-domain, often that of MakeHostSubDomain(), add it, and call
 * Install(). Then send with an IncBierSocket. Groups whose results travel by BIER install their
 * BFRs themselves.
 */
class IncBierHelper
{
  public:
    IncBierHelper();

    /**
     * \brief Set an attribute of every BFR.
     * \param name of an IncBfr attribute
     * \param value its value
     */
    void SetBfrAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Add a sub-domain in which all BFRs take part.
     * \param subDomain the BFERs; BFR-prefixes are IncFabric::GetAddress()
     * \param ecmp how BIFTs use equal-cost paths
     */
    void AddSubDomain(std::shared_ptr<const IncBierSubDomain> subDomain,
                      IncBierEcmp ecmp = IncBierEcmp::NON_DETERMINISTIC);

    /**
     * \brief A sub-domain whose BFERs are the hosts of a topology, with BFR-ids from 1 in their
     * order. The 65,536th host, if there is one, gets none: BFR-ids have 16 bits.
     * \param topology the hosts
     * \param length BitString length, or 0 for the shortest that holds all in one set
     * \param id sub-domain-id
     */
    static std::shared_ptr<IncBierSubDomain> MakeHostSubDomain(const IncTopology& topology,
                                                               uint32_t length = 0,
                                                               uint8_t id = 0);

    /**
     * \brief Put a BFR on each node that has none, and add a sub-domain to those without it.
     * \param fabric an installed network
     * \param subDomain in which all BFRs take part
     * \param rail NIC by which every host is to be reached (IncRailPort()), as long as it is up;
     *        none: whichever is nearest
     */
    static void InstallMissing(const IncFabric& fabric,
                               const std::shared_ptr<const IncBierSubDomain>& subDomain,
                               std::optional<uint32_t> rail = std::nullopt);

    /**
     * \brief Put a BFR on each node and compute its BIFTs from its routes.
     * \param fabric an installed network
     * \return its BFRs
     */
    IncBierDomain Install(const IncFabric& fabric) const;

  private:
    /// A sub-domain and how it is routed.
    struct Membership
    {
        std::shared_ptr<const IncBierSubDomain> subDomain; //!< sub-domain of the BFRs
        IncBierEcmp ecmp;                                  //!< choice among equal-cost paths
    };

    ObjectFactory m_factory;               //!< factory of BFRs
    std::vector<Membership> m_memberships; //!< sub-domains of every BFR
};

} // namespace ns3

#endif // INC_BIER_HELPER_H
