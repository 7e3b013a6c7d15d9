/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_PROFILE_H
#define INC_GROUP_PROFILE_H

#include "inc-control-body.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-dissemination.h"
#include "ns3/inc-last-hop.h"
#include "ns3/inc-replay-log.h"
#include "ns3/inc-tree-config.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Parameters of a group, set by a helper or by the manager.
struct IncGroupParameters : IncTreeParameters
{
    uint32_t firstPsn{0}; //!< first PSN of switches' queue pairs, 24 bits; over RC also of clients'
    uint8_t priority{0};  //!< traffic class of contributions, 0 to 7
    uint8_t resultPriority{0}; //!< traffic class of results, 0 to 7; best not used by other frames
    IncDisseminationMode dissemination{IncDisseminationMode::BIER}; //!< how results reach workers
    /// Only with BIER. True: workers' NICs get results as BIER packets and have IncLastHop's table.
    /// False: the switches next to workers have the table. All groups of a network have one value.
    bool lastHopIsHost{false};

    /** \return whether results go from the root straight to the workers */
    bool ResultsPassBy() const
    {
        return dissemination != IncDisseminationMode::TREE;
    }

    /** \return reason why a group with these parameters cannot share cells; empty if it can */
    std::string FindCellFault() const;
};

/// \ingroup inc
/// \brief Parameters that every rank of a group announces when it joins, equal at all ranks.
struct IncGroupProfile : IncGroupParameters
{
    uint32_t tenant{0}; //!< tenant that owns the group
    /// Longest round trip without loss, with all slots in flight; timers wait at least this long.
    Time roundTrip{MicroSeconds(150)};

    /** \brief Add the parameters to a body. */
    void Write(IncControlBody& body) const;

    /** \brief Return the profile in a body; nothing if a value is out of range. */
    static std::optional<IncGroupProfile> Read(const IncControlBody& body);

    /** \return parameters of the tree's RC connections for so many slots, with all timeouts set */
    IncRcParameters GetRc(uint32_t inEffect) const;

    /** \return parameters of the RC connections from the root straight to the workers */
    IncRcParameters GetResultRc(uint32_t inEffect) const;

    /** \return whether the root has a queue pair for each worker, besides those of the tree */
    bool HasResultLinks() const
    {
        return dissemination == IncDisseminationMode::UNICAST ||
               (dissemination == IncDisseminationMode::BIER &&
                transport == IncAggregationTransport::RC);
    }
};

/// \brief Write BFR-ids as runs of consecutive numbers: first and last of each run, 16 bits each.
std::string IncWriteRuns(const IncBitString& bits);

/// \brief Return the BFR-ids that IncWriteRuns() wrote; nothing if one does not fit into `length`
/// bits.
std::optional<IncBitString> IncReadRuns(const std::string& runs, uint32_t length);

/// \brief Write BFR-ids by rank, as runs of consecutive numbers: first and length, 16 bits each.
std::string IncWriteRankBits(const std::vector<uint32_t>& bits);

/// \brief Return the BFR-ids by rank from bytes that IncWriteRankBits() made.
std::vector<uint32_t> IncReadRankBits(const std::string& runs);

/// \brief Write runs of messages, each with the rank that has their results.
std::string IncWriteReplayRuns(const std::vector<IncReplayRun>& runs);

/// \brief Return the runs from bytes that IncWriteReplayRuns() made.
std::vector<IncReplayRun> IncReadReplayRuns(const std::string& bytes);

} // namespace ns3

#endif // INC_GROUP_PROFILE_H
