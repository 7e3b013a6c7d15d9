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

/**
 * \ingroup inc
 * \brief Makes cluster instances; the defaults are the settings of ATRO, section IV-A.
 *
 * In a reconfigurable cluster the first switches are the aggregators, so more aggregators keep the
 * previous ones. In a fixed topology the aggregators are drawn at random from all switches, and the
 * workers and parameter servers from all places for hosts. The own capacity of a pair is drawn from
 * 0.1, 0.25, 0.4, 2 and 4 times the default.
 */
struct IncClusterGenerator
{
    std::string topology{"reconfigurable"}; //!< "reconfigurable", "leaf-spine" or "fat-tree"
    uint32_t switches{20};                  //!< switches of a reconfigurable cluster
    uint32_t ports{24};
    uint32_t aggregators{4};
    uint32_t workers{90};
    uint32_t parameterServers{1};
    double capacity{100}; //!< capacity of each link, Gb/s
    uint32_t layers{5};
    /// Number of pairs of switches that get their own capacity.
    uint32_t ownCapacities{0};
    uint32_t leaves{10};
    uint32_t spines{10};
    uint32_t hostsPerLeaf{14};
    uint32_t k{4}; //!< parameter k of a fat-tree
    uint32_t hostsPerEdge{12};
    uint64_t seed{1};

    /** \return the instance; throws IncError with the impossible value */
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
