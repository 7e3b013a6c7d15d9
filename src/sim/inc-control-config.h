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

/** \ingroup inc \brief Arguments of inc-sim about the set-up of groups. */
struct IncControlConfig
{
    bool isManaged{false}; //!< whether the manager sets groups up; false: before the simulation
    std::string host;      //!< host of the manager; empty: a node of its own
    bool fails{false};     //!< whether a refused group fails; false: hosts run it
    IncQueuePairSetup setup{IncQueuePairSetup::MANAGER}; //!< how queue pairs are set up
    std::string treesAre;                                //!< value of --trees as typed
    Ptr<IncTreeMaker> trees;                             //!< tree maker; null: the default

    /// Event of a node or rank while a collective runs.
    struct Event
    {
        std::string who; //!< name of the node, or the rank
        Time at;         //!< time from the start of the row
    };

    std::string inventory;           //!< file of the registered nodes, or empty
    std::string monitor;             //!< file of statistics that the manager gets, or empty
    std::vector<Event> deaths;       //!< hosts, switches or managers that die
    std::vector<Event> departures;   //!< ranks that leave
    std::optional<Time> dismantling; //!< time when the manager ends the first job's group

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Refuse arguments without effect in the parsed table, and read the plan of trees. */
    void Check(const IncArgumentTable& table);

    /**
     * \brief Throw IncError for names of nodes or ranks that do not exist.
     * \param table the checked arguments
     * \param topology the network
     * \param workers number of workers
     */
    void CheckNames(const IncArgumentTable& table,
                    const IncTopology& topology,
                    std::size_t workers) const;
};

} // namespace ns3

#endif // INC_CONTROL_CONFIG_H
