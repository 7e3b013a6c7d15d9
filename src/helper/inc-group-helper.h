/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_HELPER_H
#define INC_GROUP_HELPER_H

#include "inc-fabric-helper.h"

#include "ns3/inc-aggregation-tree.h"
#include "ns3/inc-aggregator.h"
#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-client.h"
#include "ns3/inc-error.h"
#include "ns3/inc-group-profile.h"
#include "ns3/inc-last-hop.h"
#include "ns3/inc-tree-config.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Error about a group that cannot be installed; what() is one line with the reason.
class IncGroupError : public IncError
{
  public:
    using IncError::IncError;
};

/// \ingroup inc
/// \brief Options of a group that IncGroupHelper installs. If a switch has fewer slots than the
/// options ask for, the group has only as many slots as this switch.
struct IncGroupOptions : IncGroupParameters
{
    uint16_t treeId{1};     //!< number of the aggregation tree
    uint16_t epoch{0};      //!< generation of the tree
    bool fitsBuffers{true}; //!< true to use fewer slots if ports cannot buffer a full window; false
                            //!< if ports will get enough buffer for any window
    uint32_t groups{1}; //!< number of groups on the same links; slots and timers allow for them all

    /// Longest BitString of P-BMs and results, 64 to 4096 bits (RFC 8279, section 3, demands 256).
    /// Groups use the shortest length for all hosts, or several set identifiers if the limit is
    /// shorter.
    uint32_t bitStringLength{256};
    /// Sub-domain of the hosts; its length replaces bitStringLength. Null:
    /// IncBierHelper::MakeHostSubDomain() makes one.
    std::shared_ptr<const IncBierSubDomain> subDomain;
    /// NIC of every worker, if hosts have several; with BIER each NIC has a sub-domain of its own.
    /// Nothing for the nearest NIC.
    std::optional<uint32_t> rail;
};

/// \ingroup inc
/// \brief An installed group: its clients, aggregators, windows and sizes of headers.
struct IncGroup
{
    uint16_t treeId{0};                          //!< number of the aggregation tree
    std::vector<uint32_t> hosts;                 //!< node indices of the workers, by rank
    std::vector<Ptr<IncClient>> clients;         //!< clients by rank
    std::vector<Ptr<IncAggregator>> aggregators; //!< aggregators by VAT node, the root first
    uint32_t slots{0};                           //!< number of messages that a client has in flight
    Time roundTrip;     //!< longest time from a message to its result, all slots in flight, no loss
    IncRcParameters rc; //!< RC parameters of all hops, with computed times
    IncDisseminationMode dissemination{IncDisseminationMode::BIER}; //!< way in which results travel
    std::vector<Ptr<IncLastHop>> lastHops; //!< BIER: last-hop tables with the group's workers
    IncConnection resultStream;            //!< BIER: connection from the root to all workers
    /// Sub-domain whose BFR-ids are the bits of P-BMs.
    std::shared_ptr<const IncBierSubDomain> subDomain;
    uint32_t overhead{0};        //!< H of a contribution: bytes on the wire without the payload
    uint32_t resultOverhead{0};  //!< H of a result at its worker, bytes
    uint32_t resultHeader{0};    //!< size of BIER's header on results between switches, bytes
    uint32_t bitStringLength{0}; //!< length of P-BMs and results, bits
};

/**
 * \ingroup inc
 * \brief Installs a group: queue pairs, slots and bitmaps on the switches of its aggregation tree,
 * and a client on every worker.
 *
 * The helper sets a group up by function calls, before the simulation. A manager sets groups up by
 * packets (draft-liu-nfsv4-rocev2, section 5.1 (3)). Install() takes a fabric, options, and a tree
 * from IncTreeBuilder or the script. It returns an IncGroup; post a tensor to each of its clients
 * to run an AllReduce. Several groups may share a fabric if each has its own tree id. The helper
 * keeps no groups. Remove() takes the tree of an IncGroup from the switches.
 */
class IncGroupHelper
{
  public:
    IncGroupHelper();

    /** \brief Set an attribute of every client. */
    void SetClientAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Set an attribute of every aggregator that this helper makes. */
    void SetAggregatorAttribute(const std::string& name, const AttributeValue& value);

    /** \brief Throw IncGroupError if Install() would; make nothing. */
    void Check(const IncFabric& fabric,
               const IncAggregationTree& tree,
               const IncGroupOptions& options) const;

    /** \return a new client with the attributes of this helper */
    Ptr<IncClient> MakeClient() const;

    /** \brief Return the group that Install() would make, without clients and aggregators: window,
     * times and sizes of headers. Throw IncGroupError if the group is impossible. */
    IncGroup Describe(const IncFabric& fabric,
                      const IncAggregationTree& tree,
                      const IncGroupOptions& options) const;

    /** \brief Make the profile that ranks tell the manager when they join; equal at all ranks. */
    static IncGroupProfile MakeProfile(const IncGroupOptions& options, const IncGroup& described);

    /** \brief Install a group; throw IncGroupError if it cannot work. */
    IncGroup Install(const IncFabric& fabric,
                     const IncAggregationTree& tree,
                     const IncGroupOptions& options) const;

    /// Random stream of the first node's aggregator, unless AssignStreams() sets another one.
    static constexpr int64_t FIRST_STREAM = int64_t{1} << 32;

    /** \brief Assign random streams to all existing aggregators, and restart the streams. Each node
     * has one stream, from `stream` on. Return the number of streams. */
    static int64_t AssignStreams(const IncFabric& fabric, int64_t stream);

    /** \brief Remove a group's tree from its switches. */
    static void Remove(const IncGroup& group, uint16_t treeId);

    /** \return aggregator of a switch, or of a host that is the root of trees; made if there is
     * none */
    Ptr<IncAggregator> GetAggregator(const IncFabric& fabric, uint32_t node) const;

  private:
    void CheckClients(const IncGroupOptions& options) const;
    ObjectFactory m_clientFactory;
    ObjectFactory m_aggregatorFactory;
};

} // namespace ns3

#endif // INC_GROUP_HELPER_H
