/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_OPTIONS_H
#define INC_GROUP_OPTIONS_H

#include "ns3/inc-aggregation-transport.h"
#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-dissemination.h"
#include "ns3/inc-error.h"
#include "ns3/inc-tree-config.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A group that cannot be installed; what() is one line that says why.
 */
class IncGroupError : public IncError
{
  public:
    using IncError::IncError;
};

/**
 * \ingroup inc
 * \brief How a group is to work.
 */
struct IncGroupOptions
{
    uint16_t treeId{1};         //!< aggregation tree
    uint16_t epoch{0};          //!< generation of the tree
    uint32_t slots{256};        //!< per switch; a switch's own limit wins, and what its ports can
                                //!< keep of a full window
    bool fitsBuffers{true};     //!< false: ports will be given room for whatever windows need
    uint32_t groups{1};         //!< that use the same links at the same time: timers allow for it
    uint32_t firstMessageId{0}; //!< MessageID of the first message
    uint32_t firstPsn{0};       //!< of the switches' queue pairs, 24 bits;
                                //!< over RC of the clients' as well
    IncAggregationTransport transport{IncAggregationTransport::UC}; //!< of all hops; RC goes with
                                                                    //!< results by the tree
    IncRcParameters rc{IncAggregationRcParameters()};               //!< RC: of all hops
    uint8_t priority{0};                                            //!< of contributions, 0 to 7
    uint8_t resultPriority{0};                           //!< of results: best one of their own
    bool bitmaps{true};                                  //!< VAT; false: tree id and QPs alone
    IncSlotMode slotMode{IncSlotMode::SHADOW};           //!< see there
    IncReductionOrder order{IncReductionOrder::ARRIVAL}; //!< see there
    IncVatAddressing addressing{IncVatAddressing::NEXT}; //!< see there
    IncOverflow overflow{IncOverflow::WRAP};             //!< see there
    IncDisseminationMode dissemination{IncDisseminationMode::BIER}; //!< see there
    IncOffer offer;              //!< the collectives and operations that switches let in
    bool resultsAreEmpty{false}; //!< reduce to the root: workers are told of a round, but get no
                                 //!< data; goes with results by the tree

    bool checksCalls{false}; //!< messages of calls with different tags are refused

    /// Longest BitString of P-BMs and results, 64 to 4096 (RFC 8279, section 3, asks for 256 at
    /// least to be known). The shortest that holds the network's hosts is used, or this one with
    /// several set identifiers.
    uint32_t bitStringLength{256};
    /// BFR-ids of the hosts; null: IncBierHelper::MakeHostSubDomain() of that length. Its own
    /// length counts then, not bitStringLength.
    std::shared_ptr<const IncBierSubDomain> subDomain;
    /// BIER: the NIC of every worker by which results come, where hosts have several, counted from
    /// 0; each has a sub-domain of its own. None: whichever is nearest.
    std::optional<uint32_t> rail;
};

} // namespace ns3

#endif // INC_GROUP_OPTIONS_H
