/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLUSTER_GENERATOR_H
#define INC_CLUSTER_GENERATOR_H

#include "inc-cluster.h"

#include <cstdint>
#include <string>

namespace ns3
{

/** \ingroup inc \brief Makes clusters to plan for. The defaults are the settings of ATRO, section
 * IV-A.
 *
 * In a reconfigurable cluster the first switches are the aggregators, so a larger number adds
 * aggregators and changes none. In a fixed topology the aggregators are drawn at random from all
 * switches. Workers and parameter servers are drawn from all places for hosts. If a pair of
 * switches has its own capacity, this is 0.1, 0.25, 0.4, 2 or 4 times the default. */
struct IncClusterGenerator
{
    std::string topology{"reconfigurable"}; //!< "reconfigurable", "leaf-spine" or "fat-tree"
    uint32_t switches{20};                  //!< number of switches of a reconfigurable cluster
    uint32_t ports{24};
    uint32_t aggregators{4};
    uint32_t workers{90};
    uint32_t parameterServers{1};
    double capacity{100}; //!< capacity of each link, Gb/s
    uint32_t layers{5};
    uint32_t ownCapacities{0};
    uint32_t leaves{10};
    uint32_t spines{10};
    uint32_t hostsPerLeaf{14};
    uint32_t k{4}; //!< parameter k of a fat-tree
    uint32_t hostsPerEdge{12};
    uint64_t seed{1};

    /** \return the cluster; throws IncError that names an impossible value */
    IncCluster Make() const;

  private:
    void AddSwitches(IncCluster& cluster,
                     const std::string& tier,
                     uint32_t count,
                     uint32_t hosts) const;
    void LeafSpine(IncCluster& cluster) const;
    void FatTree(IncCluster& cluster) const;
    void Draw(IncCluster& cluster) const;
    void DrawCapacities(IncCluster& cluster) const;
    void CheckPorts(const IncCluster& cluster) const;
};

} // namespace ns3

#endif // INC_CLUSTER_GENERATOR_H
