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

/**
 * \ingroup inc
 * \brief The arguments of inc-sim that say where results go and how a run is watched.
 */
struct IncOutputConfig
{
    /// Names of arguments with the paths that the user gave, which may be empty.
    using Files = std::vector<std::pair<std::string, std::string>>;

    std::string repeat;                 //!< shown by --help; IncExpandRepetition() replaces it
    std::string output;                 //!< result file, empty: none
    std::string csv;                    //!< result table as a file, empty: none
    std::string pcap;                   //!< prefix of packet captures, empty: none
    std::string trace;                  //!< file of events, empty: none
    std::string animation;              //!< NetAnim file, empty: none
    std::string topology;               //!< topology file, empty: none
    std::string series;                 //!< file of time series, empty: none
    std::string timeline;               //!< Chrome trace to write, empty: none
    bool hasCounters{false};            //!< the timeline has samples
    Time interval{MicroSeconds(10)};    //!< time between two samples
    std::vector<std::string> selection; //!< patterns of OBJECT/METRIC that are sampled; empty: all
    bool stats{false};                  //!< counters of everything
    std::string statsFile;              //!< file of these counters, empty: none
    bool check{false};                  //!< check that counters agree with each other
    IncFastForwardMode fastForward{IncFastForwardMode::OFF}; //!< over rounds that repeat
    bool quiet{false};                                       //!< whether to print no table
    bool progress{false};                                    //!< on standard error

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /**
     * \brief Refuse arguments without effect, and files that cannot be written or are written
     * twice. No table is printed if a file goes to standard output.
     * \param table parsed
     * \param streams files of other arguments that are written while the simulation runs
     * \param others files of other arguments that are written at the end
     */
    void Check(const IncArgumentTable& table, Files streams, Files others);

  private:
    void AddStats(IncArgumentTable& table);
};

/**
 * \ingroup inc
 * \param value of --stats
 * \return whether it names a file
 */
bool IncIsStatsFile(const std::string& value);

} // namespace ns3

#endif // INC_OUTPUT_CONFIG_H
