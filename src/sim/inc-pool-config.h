/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_POOL_CONFIG_H
#define INC_POOL_CONFIG_H

#include "ns3/inc-aggregation-transport.h"
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
class IncGroupHelper;

/** \ingroup inc \brief Arguments of inc-sim about slots of switches that jobs share (cells). */
struct IncPoolConfig
{
    std::string name{"static"};       //!< --pool as the user typed it
    Ptr<IncPoolPolicy> policy;        //!< decides which round gets a cell; null: nothing is shared
    std::optional<uint32_t> slots;    //!< cells of a switch; Check() sets the default
    uint32_t ways{0};                 //!< number of cells that a round can choose from; 0: all
    bool rehash{false};               //!< whether a place without a cell gets another hash
    std::optional<IncCellHold> hold;  //!< how long a round keeps a cell; nothing: by dissemination
    uint32_t least{0};                //!< cells of a switch that are reserved for each job
    std::optional<uint32_t> most;     //!< most cells of a job on a switch, if limited
    std::vector<uint32_t> priorities; //!< priorities by job; empty: all are 0
    uint32_t aging{0};                //!< number of successive refusals that raise a job's priority

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Make `policy`, and refuse arguments that would have no effect. `windows`, the sum
     * over all jobs, is the default number of cells. */
    void Check(const IncArgumentTable& table,
               IncDisseminationMode dissemination,
               IncAggregationTransport transport,
               uint32_t jobs,
               uint32_t windows);

    bool IsShared() const
    {
        return policy != nullptr;
    }

    /** \return the claim of a job to shared cells */
    IncCellShare MakeShare(std::size_t job, IncDisseminationMode dissemination) const;

    /** \brief Let the aggregators that a helper makes share their slots, if jobs share them. */
    void SetUp(IncGroupHelper& helper) const;

    /** \return names of all arguments but --pool */
    static std::vector<std::string> Names();
};

} // namespace ns3

#endif // INC_POOL_CONFIG_H
