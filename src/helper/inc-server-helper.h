/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERVER_HELPER_H
#define INC_SERVER_HELPER_H

#include "inc-group-helper.h"

#include "ns3/inc-server-collective.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Installs collectives over servers of several GPUs.
 *
 * A script makes a network with servers, by IncMakeServers() or from a topology file, and installs
 * it with IncFabricHelper. Then Install() connects GPUs of these servers. It finds the servers and
 * the rails that the GPUs own. For `inc` it also installs an aggregation tree on each rail. The
 * trees have consecutive tree ids, which begin with that of the options.
 */
class IncServerHelper
{
  public:
    /** \brief Set the options of the trees. */
    explicit IncServerHelper(const IncGroupOptions& options = IncGroupOptions());

    /** \return the helper by which a script sets attributes of clients and aggregators */
    IncGroupHelper& GetGroupHelper()
    {
        return m_groups;
    }

    /**
     * \brief Connect some GPUs.
     * \param fabric an installed network with servers
     * \param hosts node indices of the GPUs, by rank
     * \param scheme `inc`, or a host algorithm such as `ring`, between servers
     * \param inServer part of the collective inside servers
     * \return the algorithm, ready to start; aborts with `inc` if the servers have no rail in
     * common
     */
    Ptr<IncServerCollective> Install(const IncFabric& fabric,
                                     const std::vector<uint32_t>& hosts,
                                     const std::string& scheme,
                                     IncInServer inServer);

    /**
     * \brief Connect some GPUs whose aggregation trees the caller adds, if there are any.
     * \param fabric an installed network with servers
     * \param hosts node indices of the GPUs, by rank
     * \param layout servers of the ranks, from IncServerLayout::Of()
     * \param inServer part of the collective inside servers
     * \param between algorithm over hosts; null: aggregation trees (IncServerCollective::UseTree())
     */
    static Ptr<IncServerCollective> Connect(const IncFabric& fabric,
                                            const std::vector<uint32_t>& hosts,
                                            const IncServerLayout& layout,
                                            IncInServer inServer,
                                            const IncHostAlgorithm* between);

  private:
    IncGroupOptions m_options; //!< options of the trees; the tree id is that of the next tree
    IncGroupHelper m_groups;
};

} // namespace ns3

#endif // INC_SERVER_HELPER_H
