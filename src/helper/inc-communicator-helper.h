/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COMMUNICATOR_HELPER_H
#define INC_COMMUNICATOR_HELPER_H

#include "inc-manager-helper.h"

#include "ns3/inc-communicator.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Makes communicators: groups of hosts with aggregation trees and queue pairs.
 *
 * Install() returns one communicator for each rank; Split() divides a group as MPI_Comm_split does,
 * and Shrink() leaves dead ranks out. What ranks must know of each other is exchanged at this
 * moment, as over a bootstrap network. Each communicator has two tree ids of the fabric. A helper
 * gives these out in turn, so one helper serves one fabric.
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

    /// Told how the trees of a rank's communicator stand: READY, or HOST or FAILED and why.
    using Ready = std::function<void(uint32_t rank, IncMembership, const std::string& reason)>;

    /**
     * \brief Make the communicator of some hosts, over trees that the aggregation manager sets up
     * and builds anew where they fail. It may be used at a rank that has been told READY.
     * \param fabric an installed network
     * \param hosts node indices, by rank; they join now
     * \param plane control plane of the network, which has been started
     * \param ready told once for each rank, or as soon as it is not so any more
     * \return one for each rank
     */
    Communicators Install(const IncFabric& fabric,
                          const std::vector<uint32_t>& hosts,
                          const IncControlPlane& plane,
                          Ready ready);

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
    Communicators Make(const IncFabric& fabric,
                       const std::vector<uint32_t>& hosts,
                       const IncGroup& reducing,
                       const IncGroup& gathering) const;
    IncGroup Join(const IncFabric& fabric,
                  const std::vector<uint32_t>& hosts,
                  const IncControlPlane& plane,
                  const Ready& status);
    IncGroup InstallTree(const IncFabric& fabric, const std::vector<uint32_t>& hosts);

    IncGroupOptions m_options;    //!< options of the trees; its tree id is that of the next tree
    IncGroupHelper m_installer;   //!< installs the trees
    std::vector<uint32_t> m_load; //!< by node: trees through it, for the next one to go elsewhere
};

} // namespace ns3

#endif // INC_COMMUNICATOR_HELPER_H
