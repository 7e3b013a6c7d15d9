/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OUTPUT_CONFIG_H
#define INC_OUTPUT_CONFIG_H

#include "ns3/inc-fast-forward.h"
#include "ns3/nstime.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/// \ingroup inc
/// \brief Whether each node executes its events of a short time together (IncPermitWindows()).
enum class IncWindowMode : uint8_t
{
    AUTO, //!< in networks that are large enough to gain
    OFF,  //!< in no network
    ON    //!< in small networks, too
};

/** \ingroup inc \brief Arguments of inc-sim about result files and the observation of a run. */
struct IncOutputConfig
{
    /// Pairs of an argument's name and the path that the user gave, which may be empty.
    using Files = std::vector<std::pair<std::string, std::string>>;

    std::string repeat;      //!< only for --help, because IncExpandRepetition() removes --repeat
    std::string output;      //!< result file, empty: none
    std::string csv;         //!< CSV file of the result table, empty: none
    std::string pcap;        //!< prefix of the files with packet captures, empty: none
    std::string trace;       //!< file with a trace of events, empty: none
    std::string animation;   //!< NetAnim file, empty: none
    std::string topology;    //!< file to which the topology is written, empty: none
    std::string series;      //!< file of time series, empty: none
    std::string timeline;    //!< file with a timeline (Chrome trace), empty: none
    bool hasCounters{false}; //!< whether the timeline shows sampled metrics
    Time interval{MicroSeconds(10)};    //!< time between two samples of metrics
    std::vector<std::string> selection; //!< patterns of OBJECT/METRIC to be sampled; empty: all
    bool stats{false};                  //!< whether to report all counters
    std::string statsFile;              //!< CSV file of the counters, empty: none
    bool check{false};                  //!< whether to check that related counters agree
    IncFastForwardMode fastForward{IncFastForwardMode::OFF}; //!< mode of --fastForward
    IncWindowMode windows{IncWindowMode::AUTO};              //!< mode of --windows
    bool quiet{false};                                       //!< true to print no table
    bool progress{false}; //!< whether to show progress on standard error

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \brief Refuse arguments without effect, files that cannot be written, and the same file for
     * two arguments. Set `hasCounters`, the default of `progress`, and `quiet` if a file goes to
     * standard output. `streams` are written during the simulation, `others` at the end. */
    void Check(const IncArgumentTable& table, Files streams, Files others);

  private:
    void AddStats(IncArgumentTable& table);
};

/** \return whether this value of --stats names a file */
bool IncIsStatsFile(const std::string& value);

} // namespace ns3

#endif // INC_OUTPUT_CONFIG_H
