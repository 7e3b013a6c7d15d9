/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RAIL_ONLY_TOPOLOGY_H
#define INC_RAIL_ONLY_TOPOLOGY_H

#include "inc-topology-builder.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Shape of one leaf switch for each rail, without spine switches.
 *
 * NIC i of every host is on leaf i, and no link joins the leaves. Data for another rail change it
 * inside a server. The shape is that of the paper "Rail-only" (Wang et al.).
 *
 * \verbatim
      leaf0      leaf1         two rails: NIC 0 of every host on leaf 0, NIC 1 on leaf 1
       | \       / |
       |  `-----|-.|           ports of a leaf: host 0, 1, …
       |  .-----'  |
       h0         h1           ports of a host: rail 0, 1, …
   \endverbatim
 */
class IncRailOnlyTopology : public IncRegularTopology
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncRailOnlyTopology();

    /** \brief Make leaves with this number of hosts; at least 1. */
    explicit IncRailOnlyTopology(uint32_t hosts);

    void Check() const override;
    uint64_t CountHosts() const override;

    bool HasRails() const override
    {
        return true;
    }

    bool HasEqualCostPaths() const override
    {
        return GetRails() > 1; // between two hosts without servers
    }

    IncTopology Build() const override;

  private:
    uint32_t m_hosts{8};
};

} // namespace ns3

#endif // INC_RAIL_ONLY_TOPOLOGY_H
