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
 * \brief Parameters that every rank of a group announces when it joins, the same at all.
 */
struct IncGroupProfile : IncGroupParameters
{
    uint32_t tenant{0}; //!< tenant that the group counts for
    /// The longest round trip without loss, all slots in flight: what timers wait for at least.
    Time roundTrip{MicroSeconds(150)};

    /** \param body where the fields are added */
    void Write(IncControlBody& body) const;

    /**
     * \param body with such fields
     * \return the profile; nothing where a value is beyond what it may be
     */
    static std::optional<IncGroupProfile> Read(const IncControlBody& body);

    /**
     * \param inEffect slots of the group
     * \return parameters of the tree's RC connections, with all times
     */
    IncRcParameters GetRc(uint32_t inEffect) const;

    /**
     * \param inEffect slots of the group
     * \return parameters of the RC connections from the root straight to the workers
     */
    IncRcParameters GetResultRc(uint32_t inEffect) const;

    /** \return whether the root has a queue pair for each worker, beside those of the tree */
    bool HasResultLinks() const
    {
        return dissemination == IncDisseminationMode::UNICAST ||
               (dissemination == IncDisseminationMode::BIER &&
                transport == IncAggregationTransport::RC);
    }
};

/**
 * \ingroup inc
 * \brief Write BFR-ids as runs: the first and the last of each, 16 bits each.
 * \param bits the BFR-ids
 * \return the bytes of a field
 */
std::string IncWriteRuns(const IncBitString& bits);

/**
 * \ingroup inc
 * \param runs as IncWriteRuns() makes them
 * \param length of the bit string, bits
 * \return the BFR-ids; nothing where they do not fit
 */
std::optional<IncBitString> IncReadRuns(const std::string& runs, uint32_t length);

/**
 * \ingroup inc
 * \brief Write BFR-ids by rank, in runs that rise by 1: the first and how many, 16 bits each.
 * \param bits by rank
 * \return the bytes of a field
 */
std::string IncWriteRankBits(const std::vector<uint32_t>& bits);

/**
 * \ingroup inc
 * \param runs as IncWriteRankBits() makes them
 * \return BFR-ids by rank
 */
std::vector<uint32_t> IncReadRankBits(const std::string& runs);

/**
 * \ingroup inc
 * \param runs of messages whose results ranks have
 * \return the bytes of a field
 */
std::string IncWriteReplayRuns(const std::vector<IncReplayRun>& runs);

/**
 * \ingroup inc
 * \param bytes as IncWriteReplayRuns() makes them
 * \return the runs
 */
std::vector<IncReplayRun> IncReadReplayRuns(const std::string& bytes);

} // namespace ns3

#endif // INC_GROUP_PROFILE_H
