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
 * \brief A group that cannot be installed; what() is one line that says why.
 */
class IncGroupError : public IncError
{
  public:
    using IncError::IncError;
};

/**
 * \ingroup inc
 * \brief How a group is to work that an IncGroupHelper installs. A switch with fewer slots than
 * wanted wins.
 */
struct IncGroupOptions : IncGroupParameters
{
    uint16_t treeId{1};     //!< number of the aggregation tree
    uint16_t epoch{0};      //!< generation of the tree
    bool fitsBuffers{true}; //!< fewer slots where ports cannot keep a full window; false: they will
                            //!< be given room for whatever windows need
    uint32_t groups{1}; //!< groups that use the same links at the same time: timers allow for it

    /// Longest BitString of P-BMs and results, 64 to 4096 (RFC 8279, section 3, asks for 256 at
    /// least to be known). The shortest that holds the network's hosts is used, or this one with
    /// several set identifiers.
    uint32_t bitStringLength{256};
    /// BFR-ids of the hosts; null: IncBierHelper::MakeHostSubDomain() of that length. Its own
    /// length counts then, not bitStringLength.
    std::shared_ptr<const IncBierSubDomain> subDomain;
    /// Number of the NIC by which every worker sends and receives, where hosts have several; with
    /// BIER each is a sub-domain of its own. None: whichever is nearest.
    std::optional<uint32_t> rail;
};

} // namespace ns3

#endif // INC_GROUP_OPTIONS_H
