/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_OPTIONS_H
#define INC_GROUP_OPTIONS_H

#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-error.h"
#include "ns3/inc-group-parameters.h"
#include "ns3/inc-tree-config.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Error about a group that cannot be installed; what() is one line with the reason.
 */
class IncGroupError : public IncError
{
  public:
    using IncError::IncError;
};

/**
 * \ingroup inc
 * \brief Options of a group that IncGroupHelper installs. If a switch has fewer slots than the
 * options ask for, the number of the switch counts.
 */
struct IncGroupOptions : IncGroupParameters
{
    uint16_t treeId{1};     //!< number of the aggregation tree
    uint16_t epoch{0};      //!< generation of the tree
    bool fitsBuffers{true}; //!< true: use fewer slots if ports cannot buffer a full window; false:
                            //!< ports will get enough buffer for any window
    uint32_t groups{1};     //!< groups that use the same links at one time; timers allow for it

    /// Longest BitString of P-BMs and results, 64 to 4096 (RFC 8279, section 3, demands support of
    /// 256). The shortest one that holds the network's hosts is used, or this one with several set
    /// identifiers.
    uint32_t bitStringLength{256};
    /// Sub-domain with the BFR-ids of the hosts; its own length replaces bitStringLength. Null for
    /// IncBierHelper::MakeHostSubDomain() of that length.
    std::shared_ptr<const IncBierSubDomain> subDomain;
    /// NIC over which every worker sends and receives, if hosts have several; with BIER each NIC
    /// has a sub-domain of its own. Nothing for the nearest NIC.
    std::optional<uint32_t> rail;
};

} // namespace ns3

#endif // INC_GROUP_OPTIONS_H
