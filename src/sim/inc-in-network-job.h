/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_IN_NETWORK_JOB_H
#define INC_IN_NETWORK_JOB_H

#include "inc-scenario-job.h"

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-group-helper.h"
#include "ns3/inc-reduction-reference.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/** \return options of the job's group */
IncGroupOptions IncMakeGroupOptions(const IncJobSetting& setting);

/** \return helper that installs the job's group */
IncGroupHelper IncMakeGroupHelper(const IncJobSetting& setting);

/** \brief Add the counters of a group's clients and switches. */
void IncAddGroupCounters(const IncGroup& group, IncJobCounters& counters);

/**
 * \ingroup inc
 * \param topology the network
 * \param tree tree in the network
 * \param row row that gets the tree: pairs of child and parent switch
 */
void IncDescribeTree(const IncTopology& topology,
                     const IncAggregationTree& tree,
                     IncResultRow& row);

/**
 * \ingroup inc
 * \brief Return the order in which a tree reduces: children of each switch by their lowest rank.
 * \param tree an aggregation tree
 * \param vatNode node of the tree at which the returned part begins; 0 for the root
 * \return the order, as a tree of ranks
 */
IncReductionTree IncShapeOf(const IncAggregationTree& tree, uint32_t vatNode);

/** \ingroup inc \brief A job that aggregates in one tree, which derived classes set up. */
class IncInNetworkJob : public IncScenarioJob
{
  public:
    using IncScenarioJob::IncScenarioJob;

    std::optional<double> GetBound(IncCollective collective, uint64_t count) const override;
    std::string GetRootName() const override;
    void AddLoad(IncTrafficLoad& load, uint64_t count) const override;
    void StartMeasuring() override;
    void Describe(IncResultRow& row) const override;
    void Describe(IncVerifier& verifier) const override;
    IncJobCounters GetCounters() const override;

    /** \return the group */
    const IncGroup& GetGroup() const
    {
        return m_group;
    }

  protected:
    /** \brief Set the group that runs the job's collectives. */
    void Use(const IncAggregationTree& tree, const IncGroup& group);

    /**
     * \brief Note that the group now has another tree.
     * \param tree tree of the group
     * \param group the group, with the switches of the new tree
     */
    void Follow(const IncAggregationTree& tree, const IncGroup& group)
    {
        m_tree = tree;
        m_group = group;
        m_before.clear();
    }

  private:
    /// Return whether the switches still have m_tree; a manager may be building another tree.
    bool HasTrees() const;
    void AddTraffic(IncTrafficLoad& load, uint64_t count, IncTrafficWindow* window) const;
    /// Return the counters of shared cells, by VAT node.
    std::vector<IncCellCounters> GetCells() const;
    /// Return the frames per message that each VAT node has sent up since StartMeasuring().
    std::vector<double> CountFramesUp() const;

    std::optional<IncAggregationTree> m_tree; //!< aggregation tree of the group
    IncGroup m_group;                         //!< the installed group
    std::vector<IncCellCounters> m_before;    //!< value of GetCells() at StartMeasuring()
};

} // namespace ns3

#endif // INC_IN_NETWORK_JOB_H
