/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_CONFIG_H
#define INC_CONTROL_CONFIG_H

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
    bool isManaged{false};   //!< whether a manager sets up groups; false: set up in advance
    std::string host;        //!< host on which the manager runs; empty: a node of its own
    bool fails{false};       //!< whether collectives of a refused group fail; false: hosts run them
    std::string treesAre;    //!< --trees as the user typed it
    Ptr<IncTreeMaker> trees; //!< maker of trees; null: the default

    /// Death of a node or departure of a rank.
    struct Event
    {
        std::string who; //!< name of the node, or the rank
        Time at;         //!< time from the start of the row
    };

    std::string inventory;         //!< file to write, of registered nodes; or empty
    std::string monitor;           //!< file to write, of statistics that the manager gets; or empty
    std::vector<Event> deaths;     //!< deaths of hosts, switches or the manager
    std::vector<Event> departures; //!< departures of ranks
    std::optional<Time> dismantling; //!< when the manager ends the first job's group; or never

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Read the plan of --trees; throw IncError for arguments that have no effect. */
    void Check(const IncArgumentTable& table);

    /** \brief Throw IncError for names of nodes or ranks that do not exist. */
    void CheckNames(const IncArgumentTable& table,
                    const IncTopology& topology,
                    std::size_t workers) const;
};

} // namespace ns3

#endif // INC_CONTROL_CONFIG_H
