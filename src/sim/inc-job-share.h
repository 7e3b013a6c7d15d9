/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOB_SHARE_H
#define INC_JOB_SHARE_H

#include "inc-sim-network.h"

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-cell-share.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncSimArguments;

/**
 * \ingroup inc
 * \brief Share of one job of a scenario in the network.
 */
struct IncJobShare
{
    std::vector<uint32_t> workers;          //!< node indices by rank
    uint32_t server{0};                     //!< node index of the parameter server
    uint16_t treeId{1};                     //!< number that names the aggregation tree
    uint32_t rail{0};                       //!< NIC of each host that the job uses
    uint32_t ofRails{1};                    //!< number of rails over which the job is striped
    std::vector<IncJobShare> rails;         //!< share of each rail; empty if there is one rail
    uint32_t slots{0};                      //!< slots on every switch of the tree
    uint32_t poolSlots{0};                  //!< slots of a switch that jobs share; 0: none
    IncCellShare cells;                     //!< claim to these slots
    std::optional<IncAggregationTree> tree; //!< aggregation tree; nothing without aggregation

    /**
     * \brief Assign workers, servers, trees and slots to the jobs of a scenario.
     *
     * Jobs are served in turn. Each gets the best tree. Among equally good trees it is the one with
     * the root and links that earlier jobs use least. A switch with a limited number of slots
     * divides them equally among its trees. If no host is free to be a job's server, the host of
     * its rank 0 is the server. A job over several rails has a tree on each. Throws IncError if a
     * job does not get what it needs.
     * \param arguments arguments of the run
     * \param network network of the run
     * \return shares by job
     */
    static std::vector<IncJobShare> Divide(const IncSimArguments& arguments,
                                           const IncSimNetwork& network);

    /**
     * \brief Assign servers, trees and slots to groups of workers, which may overlap.
     * \param arguments arguments of the run
     * \param network network of the run
     * \param groups node indices of the workers, by group and rank
     * \param argument argument that decides the number of groups, for errors
     * \return shares by group
     */
    static std::vector<IncJobShare> DealTo(const IncSimArguments& arguments,
                                           const IncSimNetwork& network,
                                           std::vector<std::vector<uint32_t>> groups,
                                           const std::string& argument);
};

/**
 * \ingroup inc
 * \brief Refuse a scenario if its values exceed this machine's memory. The kernel would promise the
 * memory, and kill this program or another one on its use.
 * \param arguments arguments of the run
 * \param shares shares of all jobs, or of all groups of the traces
 * \return bytes of the values of the largest row; 0 if there are none
 */
double IncRefuseDataBeyondMemory(const IncSimArguments& arguments,
                                 const std::vector<IncJobShare>& shares);

} // namespace ns3

#endif // INC_JOB_SHARE_H
