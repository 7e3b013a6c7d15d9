/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FAT_TREE_TOPOLOGY_H
#define INC_FAT_TREE_TOPOLOGY_H

#include "inc-topology-builder.h"

#include <optional>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Shape of the k-ary fat-tree of Al-Fares et al. (SIGCOMM 2008).
 *
 * A fat-tree is built from equal switches of k ports. It has k pods, each of k/2 edge and k/2
 * aggregation switches, and k²/4 core switches. An edge switch has k/2 hosts by default. Then there
 * are k³/4 hosts, and the cores have room for all of them to send at line rate.
 *
 * \verbatim
     core0 … core(k²/4−1)      aggregation switch j of every pod to cores j·k/2 … j·k/2+k/2−1
     agg0 …  agg(k²/2−1)       every aggregation switch to every edge switch of its pod
     edge0 … edge(k²/2−1)
     h0 …    h(k³/4−1)
   \endverbatim
 *
 * An edge switch has ports to hosts, then to aggregation switches. An aggregation switch has ports
 * to edge switches, then to cores. A core has a port to each pod. Ports of each kind are in order
 * from left to right.
 */
class IncFatTreeTopology : public IncRegularTopology
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncFatTreeTopology();

    /** \brief Make a tree of switches with k ports, even, 2 to 64. Each edge switch has
     * `hostsPerEdge` hosts; 0 or nothing: k/2. */
    explicit IncFatTreeTopology(uint32_t k, std::optional<uint32_t> hostsPerEdge = std::nullopt);

    void Check() const override;
    uint64_t CountHosts() const override;

    bool HasRails() const override
    {
        return true;
    }

    IncTopology Build() const override;

  private:
    void SetHostsPerEdge(uint32_t hosts)
    {
        m_hostsPerEdge = hosts;
    }

    uint32_t HostsPerEdge() const;

    uint32_t m_k{4};
    uint32_t m_hostsPerEdge{0}; //!< hosts at each edge switch; 0: k/2
};

} // namespace ns3

#endif // INC_FAT_TREE_TOPOLOGY_H
