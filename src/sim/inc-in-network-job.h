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

namespace ns3
{

/**
 * \ingroup inc
 * \param config of a scenario
 * \param network of it
 * \param share of a job
 * \param number of the row: the epoch
 * \return how the job's group is to work
 */
IncGroupOptions IncMakeGroupOptions(const IncScenarioConfig& config,
                                    const IncScenarioNetwork& network,
                                    const IncJobShare& share,
                                    uint16_t number);

/**
 * \ingroup inc
 * \param config of a scenario
 * \return what installs its groups
 */
IncGroupHelper IncMakeGroupHelper(const IncScenarioConfig& config);

/**
 * \ingroup inc
 * \param group installed
 * \param counters to which what its clients and switches counted is added
 */
void IncAddGroupCounters(const IncGroup& group, IncJobCounters& counters);

/**
 * \ingroup inc
 * \param topology of the network
 * \param tree over it
 * \param row to which child and parent of each of its switches are added
 */
void IncDescribeTree(const IncTopology& topology,
                     const IncAggregationTree& tree,
                     IncResultRow& row);

/**
 * \ingroup inc
 * \brief The shape in which a VAT node reduces: children in the order of their lowest rank.
 * \param tree an aggregation tree
 * \param vatNode one of its nodes, 0 for the root
 * \return the shape
 */
IncReductionTree IncShapeOf(const IncAggregationTree& tree, uint32_t vatNode);

/**
 * \ingroup inc
 * \brief Over the aggregation tree of the job's share.
 * \param config of the scenario
 * \param network to run on
 * \param share of the job
 * \param number of the row
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakeInNetworkJob(const IncScenarioConfig& config,
                                                    IncScenarioNetwork& network,
                                                    const IncJobShare& share,
                                                    uint16_t number);

/**
 * \ingroup inc
 * \brief Over the trees of the network's plan.
 * \param config of the scenario
 * \param network to run on
 * \param share of the job
 * \param number of the row
 * \return the job
 */
std::unique_ptr<IncScenarioJob> IncMakePlannedJob(const IncScenarioConfig& config,
                                                  IncScenarioNetwork& network,
                                                  const IncJobShare& share,
                                                  uint16_t number);

} // namespace ns3

#endif // INC_IN_NETWORK_JOB_H
