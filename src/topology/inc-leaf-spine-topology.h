/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LEAF_SPINE_TOPOLOGY_H
#define INC_LEAF_SPINE_TOPOLOGY_H

#include "inc-topology-builder.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief Shape of two tiers: leaf switches with hosts, and spine switches.
 *
 * Every leaf has one link to every spine. Two hosts on different leaves therefore have as many
 * paths of equal cost as there are spines. Leaves with more hosts than spines are oversubscribed.
 *
 * \verbatim
      spine0     spine1        every leaf to every spine
       |   \   /   |
       |    \ /    |
      leaf0      leaf1         ports of a leaf: hosts first, then spine 0, 1, …
      /  \       /  \
     h0  h1     h2  h3         ports of a spine: leaf 0, 1, …
   \endverbatim
 */
class IncLeafSpineTopology : public IncRegularTopology
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncLeafSpineTopology();

    /** \brief Make leaves, spines, and hosts on each leaf; at least 1 of each. */
    IncLeafSpineTopology(uint32_t leaves, uint32_t spines, uint32_t hostsPerLeaf);

    void Check() const override;
    uint64_t CountHosts() const override;

    bool HasRails() const override
    {
        return true;
    }

    IncTopology Build() const override;

  private:
    uint32_t m_leaves{4};
    uint32_t m_spines{4};
    uint32_t m_hostsPerLeaf{8};
};

} // namespace ns3

#endif // INC_LEAF_SPINE_TOPOLOGY_H
