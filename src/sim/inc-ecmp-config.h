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

/** \ingroup inc \brief Arguments of inc-sim about equal-cost paths and failures of links. */
struct IncEcmpConfig
{
    std::string scheme{"per-flow"}; //!< value of IncSwitch::Ecmp
    std::string location{"egress"}; //!< value of IncSwitch::EcmpLocation
    uint32_t interfaces{4};         //!< number of interfaces in a computed group
    /// Number of interfaces in a computed egress group; nothing: equal to `interfaces`.
    std::optional<uint32_t> egressInterfaces;
    std::string groupsFile;               //!< file of groups; empty: computed groups
    bool isAdvertised{false};             //!< whether routers tell each other their routes
    std::vector<IncLinkFailure> failures; //!< links that fail

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Set scheme and location from the attributes, and refuse arguments without effect. */
    void Check(const IncArgumentTable& table);

    /** \brief Enter into the table the values of arguments that the user did not give. */
    void Decide(IncArgumentTable& table) const;

    /** \return whether any node on the way has several ports to choose from */
    static bool HasChoice(const IncFabric& fabric, uint32_t from, uint32_t to);

    static std::vector<std::string> Names();

    IncFabric Install(const IncTopology& topology, IncFabricHelper& helper) const;

    /** \return a note if the scheme has the same effect as per-flow on this network, or empty */
    std::string GetNote(const IncFabric& fabric) const;

  private:
    /// Return the schemes that any switch uses; refuse a file of groups that cannot be read.
    std::set<std::string> Schemes(const IncArgumentTable& table) const;
};

} // namespace ns3

#endif // INC_ECMP_CONFIG_H
