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
    std::string scheme{"per-flow"}; //!< value of IncSwitch::Ecmp
    std::string location{"egress"}; //!< value of IncSwitch::EcmpLocation
    uint32_t interfaces{4};         //!< interfaces in a computed group
    /// Interfaces in a computed egress group; by default as many.
    std::optional<uint32_t> egressInterfaces;
    std::string groupsFile;               //!< groups by hand; empty: computed
    bool isAdvertised{false};             //!< routes travel in messages
    std::vector<IncLinkFailure> failures; //!< links that fail

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /**
     * \brief Read what attributes hold, and refuse arguments without effect.
     * \param table parsed
     */
    void Check(const IncArgumentTable& table);

    /**
     * \brief Say what is in effect where the user gave nothing.
     * \param table checked
     */
    void Decide(IncArgumentTable& table) const;

    /**
     * \param fabric installed
     * \param from a node
     * \param to another one
     * \return whether a switch on the way has several ports to choose from
     */
    static bool HasChoice(const IncFabric& fabric, uint32_t from, uint32_t to);

    /** \return names of all arguments */
    static std::vector<std::string> Names();

    /**
     * \brief Set schemes and groups.
     * \param topology the network
     * \param helper that will install it
     * \return its fabric; IncError or IncError for bad groups
     */
    IncFabric Install(const IncTopology& topology, IncFabricHelper& helper) const;

    /**
     * \param fabric installed
     * \return what a user may not expect of the scheme on this network; empty: nothing
     */
    std::string GetNote(const IncFabric& fabric) const;

  private:
    /// Return the schemes of all switches; refuse a file of groups that cannot be read.
    std::set<std::string> Schemes(const IncArgumentTable& table) const;
};

} // namespace ns3

#endif // INC_ECMP_CONFIG_H
