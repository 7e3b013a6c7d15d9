/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_FILE_H
#define INC_ECMP_FILE_H

#include "ns3/inc-fabric-helper.h"

#include <map>
#include <set>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A file of schema "inc-ecmp/1", which sets groups of interfaces and schemes of single
 * switches.
 *
 * {"schema":"inc-ecmp/1","switches":{"leaf0":{"scheme":"ingress","ingress":[[0,1],[2,3]],
 * "egress":[[0,1],[2,3]],"subgroups":[[4,5],[6,7]],"router_id":1,"mapping":[{"router_id":2,
 * "group":1,"subgroup":2}]},…}}. Interfaces are port numbers, counted from 0. Missing values of a
 * switch are computed. Errors are IncError.
 */
class IncEcmpFile
{
  public:
    struct Switch
    {
        std::string scheme; //!< scheme; empty: that of the other switches
        std::map<std::string, IncEcmpGroups::Groups> groups; //!< interfaces by kind of group
        uint32_t routerId{0};                     //!< router id; 0: use the address of the switch
        decltype(IncEcmpGroups::mapping) mapping; //!< mapping's rows (figure 8 of the draft)
    };

    explicit IncEcmpFile(const std::string& fileName);

    std::set<std::string> GetSchemes() const;

    /** \brief Refuse groups that no scheme uses.
     * \param scheme scheme of switches for which the file names none
     * \param location IncSwitch::EcmpLocation: egress or ingress */
    void CheckUse(const std::string& scheme, const std::string& location) const;

    /** \brief Set the groups of switches; compute groups that the file does not give. */
    void Configure(const IncTopology& topology,
                   IncFabricHelper& helper,
                   uint32_t interfaces,
                   uint32_t egressInterfaces) const;

    /** \brief Set the schemes and router ids of single switches. */
    void SetSchemes(const IncFabric& fabric) const;

  private:
    std::map<std::string, Switch> m_switches;
};

} // namespace ns3

#endif // INC_ECMP_FILE_H
