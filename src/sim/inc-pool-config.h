/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_POOL_CONFIG_H
#define INC_POOL_CONFIG_H

#include "ns3/inc-cell-share.h"
#include "ns3/inc-dissemination.h"
#include "ns3/inc-pool-policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/** \ingroup inc \brief Arguments of inc-sim about aggregator cells that jobs share. */
struct IncPoolConfig
{
    std::string name{"static"};    //!< value of --pool as typed
    Ptr<IncPoolPolicy> policy;     //!< decides who gets a cell; null: every job has its own slots
    std::optional<uint32_t> slots; //!< cells of a switch; nothing: the windows of all jobs
    uint32_t ways{0};              //!< cells among which a round chooses; 0: all
    IncCellHash hash{IncCellHash::MESSAGE}; //!< what a round's hash is made of
    std::optional<IncCellHold> hold; //!< how long a round keeps its cell; nothing: by dissemination
    uint32_t least{0};               //!< cells that a switch keeps for each job
    std::optional<uint32_t> most;    //!< most cells of a job on a switch; nothing: no limit
    std::vector<uint32_t> priorities; //!< priorities by job; empty: all are 0
    uint32_t aging{0};                //!< refusals in a row that raise a job's priority

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /**
     * \brief Make the policy, and refuse arguments without effect.
     * \param table the parsed arguments
     * \param dissemination how results travel
     * \param jobs number of jobs
     */
    void Check(const IncArgumentTable& table, IncDisseminationMode dissemination, uint32_t jobs);

    /** \return whether jobs share cells */
    bool IsShared() const
    {
        return policy != nullptr;
    }

    /**
     * \brief Return the claim of a job.
     * \param job number of the job
     * \param dissemination how results travel
     */
    IncCellShare MakeShare(std::size_t job, IncDisseminationMode dissemination) const;

    /** \return names of all arguments but --pool */
    static std::vector<std::string> Names();
};

} // namespace ns3

#endif // INC_POOL_CONFIG_H
