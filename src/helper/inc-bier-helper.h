/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_HELPER_H
#define INC_BIER_HELPER_H

#include "inc-fabric-helper.h"

#include "ns3/inc-bfr.h"
#include "ns3/inc-last-hop.h"
#include "ns3/object-factory.h"

#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief All BFRs of a fabric, by node index.
class IncBierDomain
{
  public:
    /** \return BFR of a node */
    Ptr<IncBfr> GetBfr(uint32_t node) const
    {
        return m_bfrs.at(node);
    }

    /** \return all BFRs, by node index */
    const std::vector<Ptr<IncBfr>>& GetBfrs() const
    {
        return m_bfrs;
    }

    /** \brief Let every BFR compute its BIFTs again after routes have changed. */
    void Recompute() const;

  private:
    std::vector<Ptr<IncBfr>> m_bfrs;

    friend class IncBierHelper;
};

/**
 * \ingroup inc
 * \brief Makes every node of a fabric a BFR, for multicast by BIER.
 *
 * Describe the receivers by a sub-domain, such as that of MakeHostSubDomain(), add it, and call
 * Install(). Then send with an IncBierSocket. Groups whose results travel by BIER install their
 * BFRs themselves.
 */
class IncBierHelper
{
  public:
    IncBierHelper();

    /** \brief Set an attribute of every BFR. */
    void SetBfrAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Add a sub-domain in which all BFRs take part; BFR-prefixes are
     * IncFabric::GetAddress(). */
    void AddSubDomain(std::shared_ptr<const IncBierSubDomain> subDomain,
                      IncBierEcmp ecmp = IncBierEcmp::NON_DETERMINISTIC);

    /** \brief Make a sub-domain of BitStrings of `length` bits; 0: the shortest length that holds
     * all BFERs, which are the hosts of IncBfersOf(), on a rail if one is given.
     * Hosts after the 65,535th get none, because BFR-ids have 16 bits. */
    static std::shared_ptr<IncBierSubDomain> MakeHostSubDomain(
        const IncTopology& topology,
        uint32_t length = 0,
        uint8_t id = 0,
        std::optional<uint32_t> rail = std::nullopt);

    /** \brief Put a BFR on each node that has none, and add a sub-domain to all BFRs without it.
     * While its link is up, a host is reached over the NIC of `rail` (IncRailPort()); nothing
     * stands for the nearest NIC. */
    static void InstallMissing(const IncFabric& fabric,
                               const std::shared_ptr<const IncBierSubDomain>& subDomain,
                               std::optional<uint32_t> rail = std::nullopt);

    /** \return last-hop table of a switch next to workers or of a worker, both with a BFR; made on
     * the first call */
    static Ptr<IncLastHop> GetLastHop(Ptr<Node> node);

    /** \brief Put a BFR on each node, and compute its BIFTs from its routes. */
    IncBierDomain Install(const IncFabric& fabric) const;

  private:
    struct Membership
    {
        std::shared_ptr<const IncBierSubDomain> subDomain;
        IncBierEcmp ecmp;
    };

    ObjectFactory m_factory;
    std::vector<Membership> m_memberships;
};

} // namespace ns3

#endif // INC_BIER_HELPER_H
