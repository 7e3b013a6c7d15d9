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

/**
 * \ingroup inc
 * \brief Options of a run of a plan.
 */
struct IncPlannedJobOptions
{
    IncGroupOptions group;         //!< options of all trees; tree ids count from this one's
    std::optional<uint32_t> slots; //!< slots of all trees together; by default what the paths hold
    uint32_t payload{1024};        //!< bytes of data in a frame
    std::optional<Time> timeout;   //!< first retransmission time; by default what windows need
    bool paced{true};              //!< workers send at the plan's rate, not as fast as they can
};

/**
 * \ingroup inc
 * \brief A plan's reductions installed on its network: for each parameter server an aggregation
 * tree, clients on all workers, and a route for every flow.
 *
 * Ends with its trees, clients and routes removed.
 */
class IncPlannedJob
{
  public:
    /**
     * \brief Install.
     * \param fabric with the nodes of the planned network; its links may be fewer or more
     * \param network the plan's, must outlive the job; its topology numbers nodes as the fabric
     * \param helper makes clients and aggregators
     * \param options how to run it; IncGroupError where that cannot be
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

    /** \return by parameter server */
    const std::vector<IncGroup>& GetGroups() const
    {
        return m_groups;
    }

    /** \return by parameter server */
    const std::vector<IncAggregationTree>& GetTrees() const
    {
        return m_trees;
    }

    /**
     * \brief The plan's rate times the payload efficiency P / (P + H), or what the slots allow
     * where they are fewer than the paths hold.
     * \return GB/s
     */
    double GetBound() const;

  private:
    void Install(const IncPlannedReduction& reduction,
                 IncGroupHelper& helper,
                 const IncPlannedJobOptions& options);
    void LayRoutes(std::size_t index);
    void LayRoute(const IncPlannedReduction::Path& path, uint32_t qpn) const;
    /// Unloaded time of a frame from the farthest worker to the server and back, s.
    double RoundTrip(const IncPlannedReduction& reduction, uint32_t bytes) const;
    /// Messages of a reduction in flight that keep its paths full, or its part of those given.
    uint32_t SlotsOf(std::size_t index, const std::optional<uint32_t>& slots) const;
    /// Let the ports hold all windows, so that what is lost was lost on links.
    void DeepenBuffers() const;
    /// Traffic class of a reduction, where there are several.
    static uint8_t ClassOf(std::size_t index);
    /// Return the scheduler weights of all classes, in proportion to the rates.
    std::string MakeWeights() const;
    void SetScheduler(const std::string& weights) const;

    const IncFabric& m_fabric;               //!< carries the flows
    const IncPlannedNetwork& m_network;      //!< network of the plan
    uint32_t m_payload;                      //!< bytes of data in a frame
    std::vector<IncAggregationTree> m_trees; //!< trees by parameter server
    std::vector<IncGroup> m_groups;          //!< groups by parameter server
    Ptr<IncShardedReduction> m_algorithm;    //!< over all trees
};

} // namespace ns3

#endif // INC_PLANNED_JOB_H
