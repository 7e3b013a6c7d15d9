/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_GROUP_PROFILE_H
#define INC_GROUP_PROFILE_H

#include "inc-control-body.h"
#include "inc-group-parameters.h"

#include "ns3/inc-bit-string.h"
#include "ns3/inc-last-hop.h"
#include "ns3/inc-replay-log.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Parameters that every rank of a group announces when it joins. They are equal at all
 * ranks.
 */
struct IncGroupProfile : IncGroupParameters
{
    uint32_t tenant{0}; //!< tenant that owns the group
    /// Longest round trip without loss, with all slots in flight; timers wait at least this long.
    Time roundTrip{MicroSeconds(150)};

    /** \brief Add the parameters to a body. */
    void Write(IncControlBody& body) const;

    /** \brief Return the profile in a body; nothing if a value is out of range. */
    static std::optional<IncGroupProfile> Read(const IncControlBody& body);

    /**
     * \param inEffect number of slots of the group
     * \return parameters of the tree's RC connections, with all timeouts filled in
     */
    IncRcParameters GetRc(uint32_t inEffect) const;

    /**
     * \param inEffect number of slots of the group
     * \return parameters of the RC connections from the root straight to the workers
     */
    IncRcParameters GetResultRc(uint32_t inEffect) const;

    /** \return whether the root has a queue pair for each worker, besides those of the tree */
    bool HasResultLinks() const
    {
        return dissemination == IncDisseminationMode::UNICAST ||
               (dissemination == IncDisseminationMode::BIER &&
                transport == IncAggregationTransport::RC);
    }
};

/**
 * \ingroup inc
 * \brief Write BFR-ids as runs of consecutive numbers: first and last of each run, 16 bits each.
 */
std::string IncWriteRuns(const IncBitString& bits);

/**
 * \ingroup inc
 * \param runs bytes that IncWriteRuns() made
 * \param length length of the bit string, bits
 * \return the BFR-ids; nothing if they do not fit into the bit string
 */
std::optional<IncBitString> IncReadRuns(const std::string& runs, uint32_t length);

/**
 * \ingroup inc
 * \brief Write BFR-ids by rank, as runs of consecutive numbers: first and length, 16 bits each.
 */
std::string IncWriteRankBits(const std::vector<uint32_t>& bits);

/**
 * \ingroup inc
 * \brief Return the BFR-ids by rank from bytes that IncWriteRankBits() made.
 */
std::vector<uint32_t> IncReadRankBits(const std::string& runs);

/**
 * \ingroup inc
 * \brief Write runs of messages, each with the rank that has their results.
 */
std::string IncWriteReplayRuns(const std::vector<IncReplayRun>& runs);

/**
 * \ingroup inc
 * \brief Return the runs from bytes that IncWriteReplayRuns() made.
 */
std::vector<IncReplayRun> IncReadReplayRuns(const std::string& bytes);

} // namespace ns3

#endif // INC_GROUP_PROFILE_H
