/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JOB_SHARE_H
#define INC_JOB_SHARE_H

#include "inc-sim-network.h"

#include "ns3/inc-aggregation-tree.h"

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
    uint32_t rail{0};                       //!< NIC of every host that it uses
    uint32_t ofRails{1};                    //!< over which the job is striped
    std::vector<IncJobShare> rails;         //!< each one's share; empty where there is one
    uint32_t slots{0};                      //!< slots on every switch of the tree
    std::optional<IncAggregationTree> tree; //!< where something is aggregated in the network

    /**
     * \brief Deal workers, servers, trees and slots to the jobs of a scenario.
     *
     * Jobs are served in turn. Each gets the best tree; among equally good trees, the tree whose
     * root and ways are least used by earlier jobs. A switch with a limited number of slots shares
     * them out evenly among the trees on it. If no host is left to be a job's server, the host of
     * its rank 0 is. A job over several rails has a tree on each. Throws IncError if jobs do not
     * get what they need.
     * \param arguments of the run
     * \param network to run on
     * \return by job
     */
    static std::vector<IncJobShare> Deal(const IncSimArguments& arguments,
                                         const IncSimNetwork& network);

    /**
     * \brief Deal servers, trees and slots to groups of workers, which may overlap.
     * \param arguments of the run
     * \param network to run on
     * \param groups node indices of the workers, by group and rank
     * \param argument that says how many groups there are, for what is refused
     * \return by group
     */
    static std::vector<IncJobShare> DealTo(const IncSimArguments& arguments,
                                           const IncSimNetwork& network,
                                           std::vector<std::vector<uint32_t>> groups,
                                           const std::string& argument);
};

/**
 * \ingroup inc
 * \brief Refuses a scenario with a collective whose values this machine's memory does not hold: the
 * kernel would promise it, and end the program, or another, when it is used.
 * \param arguments of the run
 * \param shares of its jobs, or of the groups of its traces
 */
void IncRefuseDataBeyondMemory(const IncSimArguments& arguments,
                               const std::vector<IncJobShare>& shares);

} // namespace ns3

#endif // INC_JOB_SHARE_H
