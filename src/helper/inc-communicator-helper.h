/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COMMUNICATOR_HELPER_H
#define INC_COMMUNICATOR_HELPER_H

#include "inc-group-helper.h"

#include "ns3/inc-communicator.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Makes communicators: groups of hosts with aggregation trees and queue pairs.
 *
 * What ranks must know of each other is exchanged when a group is set up, as by a bootstrap
 * network. Each communicator has two tree identifiers of the fabric; a helper gives them out in
 * turn, so one helper serves one fabric.
 */
class IncCommunicatorHelper
{
  public:
    using Communicators = std::vector<Ptr<IncCommunicator>>; //!< by rank

    /** \param options of the trees; their tree id is that of the first communicator's first */
    explicit IncCommunicatorHelper(const IncGroupOptions& options = IncGroupOptions());

    /** \return what installs the groups, to set attributes of clients and aggregators */
    IncGroupHelper& GetGroupHelper();

    /**
     * \brief Make the communicator of some hosts.
     * \param fabric an installed network
     * \param hosts node indices, by rank
     * \return one for each rank
     */
    Communicators Install(const IncFabric& fabric, const std::vector<uint32_t>& hosts);

    /**
     * \brief Divide a group as MPI_Comm_split does.
     * \param fabric of the group
     * \param hosts of the group, by rank
     * \param colors by rank: who has the same goes together; negative: none
     * \param keys by rank: the new order; of equal keys the old one
     * \return by rank of the group: its new communicator, or nullptr
     */
    Communicators Split(const IncFabric& fabric,
                        const std::vector<uint32_t>& hosts,
                        const std::vector<int32_t>& colors,
                        const std::vector<int32_t>& keys);

    /**
     * \brief Make a communicator of those that are left.
     * \param fabric of the group
     * \param hosts of the group, by rank
     * \param dead ranks to leave out
     * \return by rank of the group: its new communicator, or nullptr
     */
    Communicators Shrink(const IncFabric& fabric,
                         const std::vector<uint32_t>& hosts,
                         const std::vector<uint32_t>& dead);

  private:
    IncGroup InstallTree(const IncFabric& fabric, const std::vector<uint32_t>& hosts);

    IncGroupOptions m_options;    //!< options of the trees; its tree id is that of the next tree
    IncGroupHelper m_installer;   //!< installs the trees
    std::vector<uint32_t> m_load; //!< by node: trees through it, for the next one to go elsewhere
};

} // namespace ns3

#endif // INC_COMMUNICATOR_HELPER_H
