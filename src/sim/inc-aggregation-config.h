/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AGGREGATION_CONFIG_H
#define INC_AGGREGATION_CONFIG_H

#include "inc-pool-config.h"

#include "ns3/inc-aggregator-selection.h"
#include "ns3/inc-dissemination.h"
#include "ns3/inc-tree-config.h"

#include <cstdint>
#include <string>

namespace ns3
{

class IncArgumentTable;

/** \ingroup inc \brief Arguments of inc-sim about aggregation in the network. */
struct IncAggregationConfig
{
    bool bitmaps{true}; //!< whether bitmaps name the senders; false: tree id and queue pair do
    /// VAT node that takes a packet, if there are bitmaps.
    IncVatAddressing vatAddressing{IncVatAddressing::NEXT};
    IncDisseminationMode dissemination{IncDisseminationMode::BIER}; //!< how results travel
    bool lastHopIsHost{false};     //!< whether the worker's NIC removes the BIER header
    uint32_t bitStringLength{256}; //!< longest BitString, bits
    /// RDMA service of aggregation.
    IncAggregationTransport transport{IncAggregationTransport::UC};
    uint32_t slots{256};                                     //!< slots per tree and switch
    IncSlotMode slotMode{IncSlotMode::SHADOW};               //!< data that a slot keeps
    IncReductionOrder reduction{IncReductionOrder::ARRIVAL}; //!< order of arithmetic
    IncPoolConfig pool;                                      //!< slots that jobs share
    IncAggregatorSelection aggregators;                      //!< switches that can aggregate
    std::string aggregatorsAre{"all"};                       //!< value of --aggregators as typed
    std::string root; //!< name of the aggregation tree's root; empty: chosen

    /**
     * \param table table that gets the arguments; this object must outlive it
     * \param rootRank receives the rank if --root is a rank; must outlive the table
     */
    void AddArguments(IncArgumentTable& table, uint32_t& rootRank);

    /** \return arguments of aggregation alone, except --reduction and --root */
    static std::vector<std::string> Names();
};

} // namespace ns3

#endif // INC_AGGREGATION_CONFIG_H
