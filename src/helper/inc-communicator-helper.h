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
 * Install() returns one communicator for each rank. Split() divides a group like MPI_Comm_split,
 * and Shrink() leaves dead ranks out. These functions also exchange the data that ranks need from
 * each other, in place of a bootstrap network. Each communicator uses two tree ids of the fabric.
 * The helper assigns tree ids in ascending order, so use one helper for each fabric.
 */
class IncCommunicatorHelper
{
  public:
    using Communicators = std::vector<Ptr<IncCommunicator>>; //!< communicators by rank

    /** \brief Set the options of the trees, whose ids count up from the tree id in the options. */
    explicit IncCommunicatorHelper(const IncGroupOptions& options = IncGroupOptions());

    /** \return the helper by which a script sets attributes of clients and aggregators */
    IncGroupHelper& GetGroupHelper()
    {
        return m_installer;
    }

    /** \brief Make a communicator of some hosts: node indices, by rank. */
    Communicators Install(const IncFabric& fabric, const std::vector<uint32_t>& hosts);

    /// Callback for the state of a rank's trees: READY, or HOST or FAILED with a reason.
    using Ready = std::function<void(uint32_t rank, IncMembership, const std::string& reason)>;

    /**
     * \brief Make a communicator whose trees the aggregation manager sets up, and builds again
     * after failures. A rank may use it after its callback with READY.
     * \param fabric an installed network
     * \param hosts node indices, by rank; their clients join now
     * \param plane control plane of the network, after its start
     * \param ready called when both trees of a rank are READY, and when one has ended
     * \return communicator of each rank
     */
    Communicators Install(const IncFabric& fabric,
                          const std::vector<uint32_t>& hosts,
                          const IncControlPlane& plane,
                          Ready ready);

    /**
     * \brief Divide a group like MPI_Comm_split.
     * \param fabric network of the group
     * \param hosts node indices of the group, by rank
     * \param colors color of each rank: equal colors form a communicator; negative for none
     * \param keys key of each rank, which sets the new order; equal keys keep the old order
     * \return new communicator of each rank of the group, or nullptr
     */
    Communicators Split(const IncFabric& fabric,
                        const std::vector<uint32_t>& hosts,
                        const std::vector<int32_t>& colors,
                        const std::vector<int32_t>& keys);

    /** \brief Make a communicator of the ranks that are not dead. Return nullptr for dead ranks;
     * `hosts` are the node indices of the group, by rank. */
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

    IncGroupOptions m_options; //!< options of the trees; the tree id is that of the next tree
    IncGroupHelper m_installer;
    /// Number of trees through each node, so that the next tree avoids busy nodes.
    std::vector<uint32_t> m_load;
};

} // namespace ns3

#endif // INC_COMMUNICATOR_HELPER_H
