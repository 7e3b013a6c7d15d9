/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_STAR_TOPOLOGY_H
#define INC_STAR_TOPOLOGY_H

#include "inc-topology-builder.h"

namespace ns3
{

/// \ingroup inc
/// \brief Shape of hosts h0, h1, … around one switch, s0: the smallest network, for first tests.
class IncStarTopology : public IncRegularTopology
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncStarTopology();

    /** \param hosts number of hosts, at least 1 */
    explicit IncStarTopology(uint32_t hosts);

    void Check() const override;
    uint64_t CountHosts() const override;

    bool HasEqualCostPaths() const override
    {
        return false;
    }

    IncTopology Build() const override;

  private:
    uint32_t m_hosts{8};
};

} // namespace ns3

#endif // INC_STAR_TOPOLOGY_H
