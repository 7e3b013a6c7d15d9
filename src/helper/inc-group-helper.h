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
#include "ns3/inc-client.h"
#include "ns3/inc-tree-config.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A group that cannot be installed; what() is one line that says why.
 */
class IncGroupError : public std::invalid_argument
{
  public:
    using std::invalid_argument::invalid_argument;
};

/**
 * \ingroup inc
 * \brief How a group is to work.
 */
struct IncGroupOptions
{
    uint16_t treeId{1};         //!< aggregation tree
    uint16_t epoch{0};          //!< generation of the tree
    uint32_t slots{256};        //!< per switch; a switch's own limit wins
    uint32_t firstMessageId{0}; //!< MessageID of the first message
    uint32_t firstPsn{0};       //!< of the switches' queue pairs, 24 bits; over
                                //!< RC of the clients' as well
    IncAggregationTransport transport{IncAggregationTransport::UC}; //!< of all hops
    IncRcParameters rc{IncAggregationRcParameters()};               //!< RC: of all hops
    uint8_t priority{0};                                            //!< of contributions, 0 to 7
    uint8_t resultPriority{0};                           //!< of results: best one of their own
    bool bitmaps{true};                                  //!< VAT; false: tree id and QPs alone
    IncSlotMode slotMode{IncSlotMode::SHADOW};           //!< see there
    IncReductionOrder order{IncReductionOrder::ARRIVAL}; //!< see there
    IncVatAddressing addressing{IncVatAddressing::NEXT}; //!< see there
    IncOverflow overflow{IncOverflow::WRAP};             //!< see there
};

/**
 * \ingroup inc
 * \brief An installed group.
 */
struct IncGroup
{
    std::vector<Ptr<IncClient>> clients;         //!< by rank
    std::vector<Ptr<IncAggregator>> aggregators; //!< by VAT node, the root first
    uint32_t slots{0};                           //!< window of the clients
    uint32_t overhead{0}; //!< H of a contribution: bytes on the wire beside its payload
};

/**
 * \ingroup inc
 * \brief Installs an aggregation tree: queue pairs, slots and bitmaps on its switches, a client
 * on every worker (draft-liu-nfsv4-rocev2, section 5.1 (3): allocation by the manager).
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
     * \brief Install a group.
     * \param fabric an installed network
     * \param tree over that network
     * \param options how the group is to work
     * \return its clients and aggregators; IncGroupError where it cannot work
     */
    IncGroup Install(const IncFabric& fabric,
                     const IncAggregationTree& tree,
                     const IncGroupOptions& options) const;

    /**
     * \brief Remove a group's tree from its switches.
     * \param group an installed group
     * \param treeId its tree
     */
    static void Remove(const IncGroup& group, uint16_t treeId);

  private:
    Ptr<IncAggregator> GetAggregator(const IncFabric& fabric, uint32_t node) const;

    ObjectFactory m_clientFactory;     //!< makes clients
    ObjectFactory m_aggregatorFactory; //!< makes aggregators
};

} // namespace ns3

#endif // INC_GROUP_HELPER_H
