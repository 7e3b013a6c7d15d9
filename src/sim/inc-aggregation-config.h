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
    bool bitmaps{true}; //!< whether bitmaps identify senders; false: tree id and queue pair do
    /// Switch (VAT node) to which packets with a bitmap are addressed.
    IncVatAddressing vatAddressing{IncVatAddressing::NEXT};
    /// How results reach the workers.
    IncDisseminationMode dissemination{IncDisseminationMode::BIER};
    bool lastHopIsHost{false}; //!< whether a worker's NIC, not a switch, removes the BIER header
    uint32_t bitStringLength{256}; //!< longest BitString, bits
    /// RDMA transport service (UC, RC) of aggregated messages.
    IncAggregationTransport transport{IncAggregationTransport::UC};
    uint32_t slots{256};                       //!< slots for each tree on each switch
    IncSlotMode slotMode{IncSlotMode::SHADOW}; //!< whether slots keep their last result
    IncReductionOrder reduction{IncReductionOrder::ARRIVAL};
    IncPoolConfig pool;                 //!< arguments about slots that jobs share
    IncAggregatorSelection aggregators; //!< switches that can aggregate
    std::string aggregatorsAre{"all"};  //!< --aggregators as the user typed it
    std::string root; //!< node that is the aggregation tree's root; empty: automatic

    /** \brief Add the arguments. This object and `rootRank`, set by --root, outlive `table`. */
    void AddArguments(IncArgumentTable& table, uint32_t& rootRank);

    /** \return names of the arguments that only aggregation uses, except --reduction and --root */
    static std::vector<std::string> Names();
};

} // namespace ns3

#endif // INC_AGGREGATION_CONFIG_H
