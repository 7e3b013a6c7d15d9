/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_HELPER_H
#define INC_GROUP_HELPER_H

#include "inc-fabric-helper.h"
#include "inc-group-options.h"

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-client.h"
#include "ns3/inc-group-profile.h"
#include "ns3/inc-last-hop.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief An installed group.
 */
struct IncGroup
{
    uint16_t treeId{0};                          //!< number of the aggregation tree
    std::vector<uint32_t> hosts;                 //!< node indices of the workers, by rank
    std::vector<Ptr<IncClient>> clients;         //!< clients by rank
    std::vector<Ptr<IncAggregator>> aggregators; //!< aggregators by VAT node, the root first
    uint32_t slots{0};                           //!< window of the clients
    Time roundTrip;                              //!< the longest without loss, all slots in flight
    IncRcParameters rc;                          //!< RC: of all hops, times complete
    IncDisseminationMode dissemination{IncDisseminationMode::BIER}; //!< how results travel
    std::vector<Ptr<IncLastHop>> lastHops; //!< BIER: tables with the group's workers
    IncConnection resultStream;            //!< BIER: from the root to all workers
    std::shared_ptr<const IncBierSubDomain>
        subDomain;               //!< sub-domain whose BFR-ids are the bits of P-BMs
    uint32_t overhead{0};        //!< H of a contribution: bytes on the wire beside its payload
    uint32_t resultOverhead{0};  //!< H of a result at its worker
    uint32_t resultHeader{0};    //!< bytes that BIER adds to a result between switches
    uint32_t bitStringLength{0}; //!< length of P-BMs and results, bits
};

/**
 * \ingroup inc
 * \brief Installs an aggregation tree: queue pairs, slots and bitmaps on its switches, and a client
 * on every worker.
 *
 * It does at once, and before the simulation, what a manager does by packets
 * (draft-liu-nfsv4-rocev2, section 5.1 (3)). Install() takes a fabric, a tree from IncTreeBuilder
 * or by hand, and options. It returns an IncGroup; post a tensor to each of its clients to run an
 * AllReduce. Several groups may share a fabric if each has its own tree id. The helper keeps no
 * group: IncGroup does, and Remove() takes its tree from the switches.
 */
class IncGroupHelper
{
  public:
    IncGroupHelper();

    /**
     * \brief Set an attribute of every client.
     * \param name of an IncClient attribute
     * \param value its value
     */
    void SetClientAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Set an attribute of every aggregator that is made.
     * \param name of an IncAggregator attribute
     * \param value its value
     */
    void SetAggregatorAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \brief Find out whether Install() would succeed; nothing is made.
     * \param fabric an installed network
     * \param tree over that network
     * \param options how the group is to work; IncGroupError where it cannot
     */
    void Check(const IncFabric& fabric,
               const IncAggregationTree& tree,
               const IncGroupOptions& options) const;

    /** \return a client as every worker has it */
    Ptr<IncClient> MakeClient() const;

    /**
     * \brief What Install() would make of a group, without clients and aggregators: its window and
     * times, and what its frames have beside data. Nothing is made.
     * \param fabric an installed network
     * \param tree over that network
     * \param options how the group is to work
     * \return the group; IncGroupError where there can be no such group
     */
    IncGroup Describe(const IncFabric& fabric,
                      const IncAggregationTree& tree,
                      const IncGroupOptions& options) const;

    /**
     * \brief How a group is to work, as its ranks tell the aggregation manager when they join.
     * \param options of the group
     * \param described what Describe() says of it
     * \return the same at all ranks
     */
    static IncGroupProfile MakeProfile(const IncGroupOptions& options, const IncGroup& described);

    /**
     * \brief Install a group.
     * \param fabric an installed network
     * \param tree over that network
     * \param options how the group is to work
     * \return its clients and aggregators; IncGroupError where it cannot work
     */
    IncGroup Install(const IncFabric& fabric,
                     const IncAggregationTree& tree,
                     const IncGroupOptions& options) const;

    /// First random stream of the aggregators, by node, unless AssignStreams() gives them others.
    static constexpr int64_t FIRST_STREAM = int64_t{1} << 32;

    /**
     * \brief Pin the random streams of the aggregators that are there; they begin anew.
     * \param fabric an installed network
     * \param stream of the first node; each node has one
     * \return how many streams were used
     */
    static int64_t AssignStreams(const IncFabric& fabric, int64_t stream);

    /**
     * \brief Remove a group's tree from its switches.
     * \param group an installed group
     * \param treeId its tree
     */
    static void Remove(const IncGroup& group, uint16_t treeId);

    /**
     * \param fabric an installed network
     * \param node index of a switch, or of a host that is the root of trees
     * \return its aggregator, which is made if there is none
     */
    Ptr<IncAggregator> GetAggregator(const IncFabric& fabric, uint32_t node) const;

  private:
    /// Throw IncGroupError where clients cannot do what their attributes say.
    void CheckClients(const IncGroupOptions& options) const;
    ObjectFactory m_clientFactory;     //!< makes clients
    ObjectFactory m_aggregatorFactory; //!< makes aggregators
};

} // namespace ns3

#endif // INC_GROUP_HELPER_H
