/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLANNED_JOB_H
#define INC_PLANNED_JOB_H

#include "inc-group-helper.h"

#include "ns3/inc-planned-network.h"
#include "ns3/inc-sharded-reduction.h"

#include <optional>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Options of a run of a plan.
struct IncPlannedJobOptions
{
    IncGroupOptions group; //!< options of all trees; the tree id is that of the first tree
    /// Slots of all trees together; by default over eight times the frames that fill the paths.
    std::optional<uint32_t> slots;
    uint32_t payload{1024}; //!< bytes of data in a frame
    /// First retransmission timeout; by default twice the time to send a window, at least 50 us.
    std::optional<Time> timeout;
    bool paced{true}; //!< true: workers send at the plan's rate; false: as fast as they can
};

/**
 * \ingroup inc
 * \brief A plan installed on its network. Each parameter server has an aggregation tree, clients on
 * all workers, and a route for every flow.
 *
 * The destructor removes trees, clients and routes.
 */
class IncPlannedJob
{
  public:
    /**
     * \brief Install a plan.
     * \param fabric network with the nodes of the plan; it may have fewer or more links
     * \param network network of the plan, with the node indices of the fabric; must outlive the job
     * \param helper helper that makes clients and aggregators
     * \param options options of the run; throws IncGroupError if they are impossible
     */
    IncPlannedJob(const IncFabric& fabric,
                  const IncPlannedNetwork& network,
                  IncGroupHelper helper,
                  const IncPlannedJobOptions& options);
    ~IncPlannedJob();

    IncPlannedJob(const IncPlannedJob&) = delete;
    IncPlannedJob& operator=(const IncPlannedJob&) = delete;

    /** \return the collective over all trees */
    Ptr<IncShardedReduction> GetAlgorithm() const
    {
        return m_algorithm;
    }

    /** \return group of each parameter server */
    const std::vector<IncGroup>& GetGroups() const
    {
        return m_groups;
    }

    /** \return aggregation tree of each parameter server */
    const std::vector<IncAggregationTree>& GetTrees() const
    {
        return m_trees;
    }

    /** \return the plan's rate times the payload efficiency P / (P + H), GB/s. The bound is lower
     * if there are too few slots to fill the paths */
    double GetBound() const;

  private:
    void Install(const IncPlannedReduction& reduction,
                 IncGroupHelper& helper,
                 const IncPlannedJobOptions& options);
    void LayRoutes(std::size_t index);
    void LayRoute(const IncPlannedReduction::Path& path, uint32_t qpn) const;
    /// Return the time of a frame from the farthest worker to the server and back, without load, s.
    double RoundTrip(const IncPlannedReduction& reduction, uint32_t bytes) const;
    /// Return the slots of a reduction: its share of the given slots, or enough to fill its paths.
    uint32_t SlotsOf(std::size_t index, const std::optional<uint32_t>& slots) const;
    /// Enlarge buffers so that ports hold all windows and only links lose frames.
    void DeepenBuffers() const;
    static uint8_t ClassOf(std::size_t index);
    std::string MakeWeights() const;
    void SetScheduler(const std::string& weights) const;

    const IncFabric& m_fabric;
    const IncPlannedNetwork& m_network;
    uint32_t m_payload; //!< bytes of data in a frame
    std::vector<IncAggregationTree> m_trees;
    std::vector<IncGroup> m_groups;
    Ptr<IncShardedReduction> m_algorithm;
};

} // namespace ns3

#endif // INC_PLANNED_JOB_H
