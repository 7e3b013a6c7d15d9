/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_BUILDER_H
#define INC_GROUP_BUILDER_H

#include "inc-group-helper.h"
#include "inc-result-paths.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-client.h"

#include <functional>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Sets up one group: makes and connects all queue pairs, and installs the tree.
 */
class IncGroupBuilder
{
  public:
    /// Function that makes a client.
    using ClientMaker = std::function<Ptr<IncClient>()>;

    /**
     * \brief Begin to set up a group; throws IncGroupError if it is impossible.
     * \param fabric the network
     * \param tree aggregation tree of the group
     * \param options options of the group
     */
    IncGroupBuilder(const IncFabric& fabric,
                    const IncAggregationTree& tree,
                    const IncGroupOptions& options);

    /**
     * \param aggregators aggregators of the tree's VAT nodes, in their order
     * \param makeClient function that makes the client of a worker
     * \return the group
     */
    IncGroup Build(const std::vector<Ptr<IncAggregator>>& aggregators,
                   const ClientMaker& makeClient);

    /**
     * \brief Throw IncGroupError if the switches in their present state cannot serve the group.
     */
    void Check() const;

    /** \return the group without clients and aggregators, for a payload in bytes */
    IncGroup Describe(uint32_t payload) const;

  private:
    void CheckAddressing() const;
    void CheckSlots() const;
    void SizeWindow(IncGroup& group, uint32_t payload) const;
    IncTreeConfig MakeConfig(uint32_t vatNode) const;
    IncTreeChild MakeChild(uint32_t vatNode, uint32_t rank, uint32_t peer) const;
    void AddWorker(uint32_t vatNode, const IncAggregationInput& input);
    void AddSwitch(uint32_t vatNode, const IncAggregationInput& input);
    IncClientConfig MakeClientConfig(const IncTreeChild& child) const;
    void AddressRoot();
    void InstallTrees();

    const IncFabric& m_fabric;                    //!< network of the group
    const IncAggregationTree& m_tree;             //!< aggregation tree of the group
    const IncGroupOptions& m_options;             //!< options of the group
    IncResultPaths m_paths;                       //!< preparation of the network for results
    IncGroup m_group;                             //!< group that is set up
    std::vector<IncTreeConfig> m_configs;         //!< configuration of each VAT node
    std::vector<IncClientConfig> m_clientConfigs; //!< configuration of each client, by rank
    std::vector<IncResultReceiver>
        m_receivers; //!< description of each worker as a receiver, by rank
    std::shared_ptr<const std::vector<uint32_t>> m_bits; //!< number of each worker's bit, by rank
};

} // namespace ns3

#endif // INC_GROUP_BUILDER_H
