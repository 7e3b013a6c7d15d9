/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_CONFIG_H
#define INC_CONTROL_CONFIG_H

#include "ns3/inc-queue-pair-exchange.h"
#include "ns3/inc-tree-maker.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;
class IncTopology;

/**
 * \ingroup inc
 * \brief The arguments of inc-sim that say how groups come about.
 */
struct IncControlConfig
{
    bool isManaged{false}; //!< by the aggregation manager; false: given before the simulation
    std::string host;      //!< host of the manager; empty: a node of its own
    bool fails{false};     //!< what is refused fails, instead of running on the hosts
    IncQueuePairSetup setup{IncQueuePairSetup::MANAGER}; //!< how queue pairs are set up
    std::string treesAre;                                //!< trees as the user named them
    Ptr<IncTreeMaker> trees;                             //!< how they are found; null: the default

    /// Something that happens to a node or rank while a collective runs.
    struct Event
    {
        std::string who; //!< name of the node, or the rank
        Time at;         //!< from the start of the row
    };

    std::string inventory;           //!< file of what has registered, or empty
    std::string monitor;             //!< file of what the manager hears, or empty
    std::vector<Event> deaths;       //!< hosts, switches or managers that die
    std::vector<Event> departures;   //!< ranks that leave
    std::optional<Time> dismantling; //!< when the manager ends the group of the first job

    /** \param table where to; this must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \param table parsed; refuse arguments without effect, and read the plan of trees */
    void Check(const IncArgumentTable& table);

    /**
     * \brief Refuse names of nodes and ranks that are not there. Throws IncError.
     * \param table checked
     * \param topology the network
     * \param workers of the job
     */
    void CheckNames(const IncArgumentTable& table,
                    const IncTopology& topology,
                    std::size_t workers) const;
};

} // namespace ns3

#endif // INC_CONTROL_CONFIG_H
