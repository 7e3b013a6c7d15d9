/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SIM_CONTROL_H
#define INC_SIM_CONTROL_H

#include "inc-control-config.h"

#include "ns3/inc-manager-helper.h"
#include "ns3/inc-owned-events.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

class IncArgumentTable;
struct IncAggregationConfig;
struct IncJobShare;

/**
 * \ingroup inc
 * \brief The control plane of a scenario. It begins with a row that needs it and ends with that
 * row, so that no row depends on those before.
 */
class IncSimControl
{
  public:
    static constexpr uint32_t TENANT = 0; //!< tenant of all groups

    /**
     * \brief Find the manager's node; IncError where it cannot be.
     * \param config arguments about the manager
     * \param table checked
     * \param topology to which a node is added, unless the manager is to run on a host
     * \return its node index
     */
    static uint32_t PlaceManager(const IncControlConfig& config,
                                 const IncArgumentTable& table,
                                 IncTopology& topology);

    /**
     * \brief Install manager and agents.
     * \param config arguments about the manager; must outlive this
     * \param aggregation what all groups have in common
     * \param fabric the network; must outlive this
     * \param manager node index of the manager
     */
    IncSimControl(const IncControlConfig& config,
                  const IncAggregationConfig& aggregation,
                  const IncFabric& fabric,
                  uint32_t manager);

    /** \return manager and agents */
    const IncControlPlane& GetPlane() const
    {
        return m_plane;
    }

    /** \brief Start all nodes, unless they run, and simulate until they have registered. */
    void Begin();

    /** \return what the manager wrote down since Begin() */
    std::vector<IncManagerLogEntry> GetLog() const;

    /** \return what it says of links that went down or came back */
    std::vector<IncManagerLogEntry> GetLinkChanges() const;

    /**
     * \brief Let the manager ask the nodes of the first job's group how they do, and simulate until
     * they have answered.
     * \return what they have answered; nothing where there is no such group
     */
    std::optional<IncGroupStatistics> Query() const;

    /** \return whether Begin() was called in the present row */
    bool IsRunning() const
    {
        return m_runs;
    }

    /** \brief Stop all nodes, and forget deaths and departures that have not come. */
    void End();

    /**
     * \brief Nodes die and ranks leave in the present row, from now.
     * \param share of the first job: workers by rank, and the name of its group
     */
    void ScheduleEvents(const IncJobShare& share);

    /** \return whether a node has died or a rank has left in the present row */
    bool HasLosses() const
    {
        return !m_dead.empty() || !m_left.empty();
    }

    /**
     * \param node index
     * \return whether it has died in the present row
     */
    bool IsDead(uint32_t node) const
    {
        return m_dead.count(node) > 0;
    }

    /**
     * \param host node index
     * \param group name of a group
     * \return whether the host's rank has left it in the present row
     */
    bool HasLeft(uint32_t host, uint32_t group) const
    {
        return m_left.count({host, group}) > 0;
    }

    /**
     * \param who listens
     * \param listener told when a node has died or a rank leaves; null: no longer
     */
    void SetListener(const void* who, std::function<void()> listener);

  private:
    bool IsComplete() const;
    void Kill(uint32_t node);
    void Leave(uint32_t host, uint32_t group);
    void Tell() const;

    const IncControlConfig& m_config;               //!< arguments about the manager
    const IncFabric& m_fabric;                      //!< the network
    IncControlPlane m_plane;                        //!< manager and agents
    bool m_runs{false};                             //!< Begin() was called
    uint32_t m_group{1};                            //!< name of the first job's group
    uint64_t m_logged{0};                           //!< entries of the manager's log before that
    IncOwnedEvents m_events;                        //!< deaths and departures of the present row
    std::set<uint32_t> m_dead;                      //!< nodes that have died
    std::set<std::pair<uint32_t, uint32_t>> m_left; //!< hosts, and groups that their ranks left
    std::map<const void*, std::function<void()>> m_listeners; //!< see SetListener()
};

} // namespace ns3

#endif // INC_SIM_CONTROL_H
