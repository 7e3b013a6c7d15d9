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

IncGroupOptions IncMakeGroupOptions(const IncJobSetting& setting);

IncGroupHelper IncMakeGroupHelper(const IncJobSetting& setting);

/** \brief Add the counters of a group's clients and switches. */
void IncAddGroupCounters(const IncGroup& group, IncJobCounters& counters);

/** \brief Enter the tree into the row: pairs of child and parent switch. */
void IncDescribeTree(const IncTopology& topology,
                     const IncAggregationTree& tree,
                     IncResultRow& row);

/** \brief Return the order in which a tree reduces: children of each switch by their lowest rank.
 * The order begins at `vatNode`; 0: the root. */
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

    std::vector<const IncGroup*> GetGroups() const override
    {
        return {&m_group};
    }

    /** \return the group */
    const IncGroup& GetGroup() const
    {
        return m_group;
    }

  protected:
    /** \brief Set the group that runs the job's collectives. */
    void Use(const IncAggregationTree& tree, const IncGroup& group);

    /** \brief Note that the group now has another tree, with other switches. */
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

    std::optional<IncAggregationTree> m_tree;
    IncGroup m_group;
    std::vector<IncCellCounters> m_before; //!< value of GetCells() at StartMeasuring()
};

} // namespace ns3

#endif // INC_IN_NETWORK_JOB_H
