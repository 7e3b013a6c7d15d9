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
 * \brief Runs the control plane of a scenario: manager, agents, deaths of nodes, departures of
 * ranks.
 *
 * Manager and agents start in each row that needs them and stop at its end, so that no row depends
 * on earlier rows.
 */
class IncSimControl
{
  public:
    static constexpr uint32_t TENANT = 0; //!< tenant of all groups

    /** \brief Find the manager's node; add a node, unless the manager runs on a host. Throws
     * IncError if the topology cannot have a manager. */
    static uint32_t PlaceManager(const IncControlConfig& config,
                                 const IncArgumentTable& table,
                                 IncTopology& topology);

    /** \brief Install manager and agents; `config` and `fabric` must outlive this object. */
    IncSimControl(const IncControlConfig& config,
                  const IncAggregationConfig& aggregation,
                  const IncFabric& fabric,
                  uint32_t manager);

    const IncControlPlane& GetPlane() const
    {
        return m_plane;
    }

    /** \brief Start manager and agents, unless they run; simulate until all have registered. */
    void Begin();

    /** \return entries in the manager's log since Begin() */
    std::vector<IncManagerLogEntry> GetLog() const;

    /** \return log entries since Begin() about links that failed or came back */
    std::vector<IncManagerLogEntry> GetLinkChanges() const;

    /** \brief Let the manager query the nodes of the first job's group, and simulate until they
     * have answered. Return nothing if there is no group or no answer. */
    std::optional<IncGroupStatistics> Query() const;

    /** \return whether Begin() was called in the present row */
    bool IsRunning() const
    {
        return m_runs;
    }

    /** \brief Stop manager and agents, and cancel deaths and departures that have not happened. */
    void End();

    /** \brief Schedule deaths and departures of the present row; their times count from now. */
    void ScheduleEvents(const IncJobShare& share);

    /** \return whether a node has died or a rank has left in the present row */
    bool HasLosses() const
    {
        return !m_dead.empty() || !m_left.empty();
    }

    /** \return whether the node with this index has died in the present row */
    bool IsDead(uint32_t node) const
    {
        return m_dead.count(node) > 0;
    }

    /** \return whether the host's rank has left the group in the present row */
    bool HasLeft(uint32_t host, uint32_t group) const
    {
        return m_left.count({host, group}) > 0;
    }

    /** \brief Set the function that tells the object `who` of deaths and departures; null: none. */
    void SetListener(const void* who, std::function<void()> listener);

  private:
    bool IsComplete() const;
    void Kill(uint32_t node);
    void Leave(uint32_t host, uint32_t group);
    void Tell() const;

    const IncControlConfig& m_config;
    const IncFabric& m_fabric;
    IncControlPlane m_plane;
    bool m_runs{false};                             //!< whether manager and agents run
    uint32_t m_group{1};                            //!< tree id of the first job's group
    uint64_t m_logged{0};                           //!< number of log entries before Begin()
    IncOwnedEvents m_events;                        //!< deaths and departures of the present row
    std::set<uint32_t> m_dead;                      //!< nodes that died in the present row
    std::set<std::pair<uint32_t, uint32_t>> m_left; //!< ranks that left: host and tree id
    std::map<const void*, std::function<void()>> m_listeners;
};

} // namespace ns3

#endif // INC_SIM_CONTROL_H
