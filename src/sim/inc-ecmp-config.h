/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_CONFIG_H
#define INC_ECMP_CONFIG_H

#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-link-failure.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief The arguments of inc-sim about equal-cost paths and failing links.
 */
struct IncEcmpConfig
{
    std::string scheme{"per-flow"};           //!< IncSwitch::Ecmp
    std::string hash{"mixer"};                //!< IncSwitch::EcmpHash
    std::string spray{"random"};              //!< IncSwitch::EcmpSpray
    std::string location{"egress"};           //!< IncSwitch::EcmpLocation
    uint32_t interfaces{4};                   //!< of a computed group
    std::optional<uint32_t> egressInterfaces; //!< of a computed egress group; as interfaces
    uint32_t subType{0};                      //!< of the communities
    std::string groupsFile;                   //!< groups by hand; empty: computed
    std::vector<IncLinkFailure> failures;     //!< of links
    bool restore{true};                       //!< IncSwitch::RestoreFlows
    Time convergence{MilliSeconds(1)};        //!< IncRouteOracle::ConvergenceDelay

    /** \param table where to; this must outlive it */
    void AddArguments(IncArgumentTable& table);

    /**
     * \brief Refuse arguments without effect.
     * \param table parsed
     */
    void Check(const IncArgumentTable& table) const;

    /** \return names of all arguments */
    static std::vector<std::string> Names();

    /**
     * \brief Set schemes and groups.
     * \param topology the network
     * \param helper that will install it
     * \return its fabric; IncFileError or IncEcmpError for bad groups
     */
    IncFabric Install(const IncTopology& topology, IncFabricHelper& helper) const;

    /**
     * \param fabric installed
     * \return what a user may not expect of the scheme on this network; empty: nothing
     */
    std::string GetNote(const IncFabric& fabric) const;

  private:
    /// Those of all switches; refuses a file of groups that cannot be read.
    std::set<std::string> Schemes(const IncArgumentTable& table) const;
};

} // namespace ns3

#endif // INC_ECMP_CONFIG_H
