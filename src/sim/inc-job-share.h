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

/** \ingroup inc \brief The hosts, tree and slots that one job of a scenario uses. */
struct IncJobShare
{
    std::vector<uint32_t> workers;          //!< node indices by rank
    uint32_t server{0};                     //!< node index of the parameter server
    uint16_t treeId{1};                     //!< id of the aggregation tree
    std::optional<uint32_t> rail;           //!< rail of the network that the job uses; nothing: any
    uint32_t port{0};                       //!< number of each worker's NIC on this rail
    uint32_t ofRails{1};                    //!< number of each worker's NICs, which share its rate
    std::vector<IncJobShare> rails;         //!< share of each rail if there are several; else empty
    uint32_t slots{0};                      //!< number of slots on every switch of the tree
    IncCellShare cells;                     //!< claim to shared cells
    std::optional<IncAggregationTree> tree; //!< aggregation tree, if switches aggregate

    /**
     * \brief Assign workers, servers, trees and slots to the jobs of a scenario. Throws IncError if
     * a job does not get what it needs.
     *
     * The jobs get their trees one after the other. Each job gets the best tree; among equally good
     * trees it gets the tree whose root and links earlier jobs use least. A switch with a limited
     * number of slots divides these equally among its trees. If no host is free to be a job's
     * server, the host of the job's rank 0 is the server. A job over several rails has a tree on
     * each rail.
     */
    static std::vector<IncJobShare> Divide(const IncSimArguments& arguments,
                                           const IncSimNetwork& network);

    /// Workers of a collective.
    struct Group
    {
        IncCollective collective;      //!< what the group runs
        std::vector<uint32_t> workers; //!< node indices by rank
    };

    /** \brief Assign servers, trees and slots to groups, which may have workers in common. Errors
     * name `argument`, which decides the number of groups. */
    static std::vector<IncJobShare> DealTo(const IncSimArguments& arguments,
                                           const IncSimNetwork& network,
                                           std::vector<Group> groups,
                                           const std::string& argument);
};

/** \brief Throw IncError if the values of a scenario need more memory than this machine has. The
 * kernel would grant the memory, and kill this or another program when the memory is used. Return
 * the bytes of the values of the largest row; 0: none. */
double IncRefuseDataBeyondMemory(const IncSimArguments& arguments,
                                 const std::vector<IncJobShare>& shares);

} // namespace ns3

#endif // INC_JOB_SHARE_H
