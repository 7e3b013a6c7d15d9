/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RESULT_H
#define INC_RESULT_H

#include "inc-fast-forward.h"
#include "inc-flow-result.h"
#include "inc-jobs-result.h"
#include "inc-servers-result.h"
#include "inc-statistics.h"

#include "ns3/inc-aggregator-counters.h"
#include "ns3/inc-execution-trace.h"
#include "ns3/inc-types.h"
#include "ns3/inc-verifier.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Time in which the collectives of a row recovered from failed links.
struct IncRecovery
{
    /// Longest recovery, us; nothing if failed links were idle, or if a recovery never ended.
    std::optional<double> us;
    bool hasFailed{false}; //!< whether a link failed before the row ended
    std::string failure;   //!< reason why the row failed; empty if it did not

    /** \return the time as field `recovery_us` of the result file and of a CSV file */
    nlohmann::ordered_json ToJson() const;

    /** \return the recovery as text */
    std::string ToText() const;
};

/// \ingroup inc
/// \brief Windows of time in which each node executed its events together (IncPermitWindows()).
struct IncWindowsResult
{
    uint64_t executed{0}; //!< number of windows
    std::string refused;  //!< why there were none; empty: they were permitted

    /** \brief Add the windows of a later row. `refused` stays the first reason of all rows. */
    void Add(const IncWindowsResult& other)
    {
        executed += other.executed;
        refused = refused.empty() ? other.refused : refused;
    }
};

/// \ingroup inc
/// \brief Use of the aggregator cells (slots of a pool) that the jobs of a row shared.
struct IncPoolResult
{
    std::string policy; //!< policy that assigned cells, as --pool names it
    uint32_t slots{0};  //!< number of cells in a switch
    /// Counters of all jobs and switches; nothing if a job has lost a tree with its counters.
    std::optional<IncCellCounters> cells;
    std::optional<double> fairness; //!< Jain's index of the jobs' rates; nothing for one job

    /** \return fields of the row in the result file and in a CSV file */
    nlohmann::ordered_json ToJson() const;

    /** \return the fields as a line of text */
    std::string ToText() const;
};

/** \brief Return the share of rounds that got no cell; 0 if there were no rounds. */
double IncPassedShare(const IncCellCounters& cells);

/// \ingroup inc
/// \brief Integers that carried the float32 elements of a row, and the error of its results.
struct IncWireResult
{
    std::string type; //!< type of the integers, as --wire names it
    /// Errors of the results; nothing if they were not verified.
    std::optional<IncQuantizationErrors> errors;

    /** \return fields of the row in the result file and in a CSV file */
    nlohmann::ordered_json ToJson() const;

    /** \return the fields as a line of text */
    std::string ToText() const;
};

/// \ingroup inc
/// \brief One rank's iteration of an execution trace. Times count from the start of the iteration.
struct IncRankResult
{
    std::string host;            //!< name of the rank's node
    double endUs{0};             //!< end of the rank's last node
    double computeUs{0};         //!< time with a kernel running
    double communicationUs{0};   //!< time with a communication in progress
    double exposedUs{0};         //!< time with a communication in progress, but no kernel running
    double exposedMessagesUs{0}; //!< part of `exposedUs` due to sends and receives
};

/// \ingroup inc
/// \brief One collective of an execution trace.
struct IncCallResult
{
    std::string name;  //!< name of the call in the lowest rank's trace
    std::string group; //!< name of the call's group
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the call
    uint32_t ranks{0};                                  //!< number of ranks in the group
    uint64_t bytes{0};                                  //!< value of comm_size in the trace, bytes
    double startUs{0};                                  //!< time of the first rank's call
    double endUs{0};                                    //!< time of the last rank's completion
    double exposedUs{0}; //!< exposed time, average over the ranks of the group
};

/// \ingroup inc
/// \brief All parts of the critical path with the same name.
struct IncCriticalShare
{
    std::string name;  //!< name of the nodes
    uint64_t nodes{0}; //!< number of these nodes on the path
    double timeUs{0};  //!< sum of their times on the path
};

/// \ingroup inc
/// \brief Times of an iteration of execution traces, by rank, by collective and on the critical
/// path.
struct IncExecutionResult
{
    double iterationUs{0};            //!< time when the last node ends
    double exposedUs{0};              //!< exposed communication, average over the ranks
    IncTraceCounts counts;            //!< contents of the traces
    std::vector<IncRankResult> ranks; //!< results by rank
    std::vector<IncCallResult> calls; //!< calls, earliest first
    /// Parts of the critical path, longest first; their times add up to `iterationUs`.
    std::vector<IncCriticalShare> criticalPath;

    /** \return fields for a row of the result file */
    nlohmann::ordered_json ToJson() const;

    /** \return columns for a row of a CSV file */
    nlohmann::ordered_json ToColumns() const;
};

/// \ingroup inc
/// \brief One layer or bucket of a workload, with the times of its collective from the start of the
/// iteration.
struct IncLayerResult
{
    std::string name;                                   //!< name, as in the workload file
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the layer's gradient
    uint64_t bytes{0};                                  //!< size of the layer's gradient, bytes
    IncDataType dtype{IncDataType::FLOAT32};            //!< type of the elements
    double startUs{0};                                  //!< time when the first byte is posted
    double endUs{0};                                    //!< time of the last rank's completion
    double exposedUs{0}; //!< time of the collective that no computation hides
};

/// \ingroup inc
/// \brief One row of the table and of the result file: one scheme at one size, or with one
/// workload.
struct IncResultRow
{
    std::string scheme; //!< name of the scheme, e.g. "inc", "ring", "ps"
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the row
    uint64_t bytes{0}; //!< size per rank as simulated, after rounding
    uint64_t count{0}; //!< number of elements
    /// Type of the elements; nothing if a workload mixes types.
    std::optional<IncDataType> dtype{IncDataType::FLOAT32};
    IncOperation op{IncOperation::SUM};   //!< operation of a reduction
    uint32_t workers{0};                  //!< number of ranks
    std::optional<double> timeUs;         //!< completion time, us; nothing if incomplete
    std::optional<uint64_t> wrong;        //!< number of wrong elements; nothing if not verified
    std::optional<double> boundAlgbwGBps; //!< bound from a closed form; nothing if there is none
    std::optional<double> linkBoundGBps;  //!< bound by links alone, if slots bound more tightly
    uint64_t packetsSent{0};              //!< number of frames given to links by all nodes
    uint64_t packetsLost{0};              //!< number of frames lost on links and in buffers
    uint64_t lostInBuffers{0};            //!< number of frames lost in full output queues
    uint64_t pfcFrames{0};                //!< number of PFC frames sent
    uint64_t retransmissions{0};          //!< number of messages or frames sent again
    uint64_t timeouts{0};                 //!< number of expiries of retransmission timers
    uint64_t duplicatesDropped{0};        //!< number of duplicates dropped before any arithmetic
    uint64_t slotPeak{0};                 //!< largest number of slots in use at once in a switch
    uint64_t clientSlotPeak{0}; //!< largest number of messages of a worker in flight at once
    std::optional<uint32_t>
        slots; //!< slots of all trees of a job together; the smallest such number of several jobs
    std::string root; //!< node where the data are reduced; or empty
    /// Edges of the aggregation trees as pairs of child and parent.
    std::vector<std::pair<std::string, std::string>> tree;
    uint64_t linkBytesTotal{0}; //!< bytes of Ethernet frames with FCS on all links
    uint64_t linkBytesMax{0};   //!< bytes on the most loaded link
    uint64_t linkCopies{0};     //!< number of result frames, counted on every link
    std::string bottleneckLink; //!< name "a->b" of the link that was busy for the longest time
    double bottleneckBusyUs{0}; //!< time for which the bottleneck sent, with preambles and gaps
    std::string status{"ok"};   //!< "ok", or the reason of the failure
    std::optional<IncSetupResult>
        setup; //!< scheme that really ran, if it may differ from the requested one
    std::vector<IncLayerResult> layers;          //!< layers, for a workload
    std::optional<IncFlowResult> flows;          //!< fields for flows without a collective
    std::optional<IncFlowResult> beside;         //!< flows that ran beside the collective, if any
    std::optional<IncExecutionResult> execution; //!< fields for execution traces
    std::optional<IncJobsResult> jobs;           //!< fields for several jobs at once
    std::optional<IncPoolResult> pool;           //!< use of slots, if jobs share them
    std::optional<IncServersResult> servers;     //!< servers of several GPUs, if there are any
    std::optional<IncWireResult> wire;           //!< integers on the wire, if there are any
    std::optional<IncWindowsResult> windows;     //!< windows of events, if they are reported
    std::optional<IncRecovery> recovery;     //!< recovery from failures of links, if there are any
    std::optional<IncStatistics> statistics; //!< all counters, if the user asked for them

    /** \return bytes divided by time, GB/s; nothing if the row did not complete */
    std::optional<double> AlgbwGBps() const;

    /** \return algbw times IncBusFactor() of the collective */
    std::optional<double> BusbwGBps() const;

    /** \return true if the row completed and no element was wrong */
    bool IsOk() const;
};

/// \ingroup inc
/// \brief A row as result files, CSV files and tables show it. Unlike IncResultRow it can be sent
/// from the process that has simulated it to another one.
struct IncRowReport
{
    IncRowReport() = default;

    /** \param row row to report; the conversion is implicit, because results consist of rows */
    IncRowReport(const IncResultRow& row);

    /** \return all members, for another process */
    nlohmann::ordered_json ToJson() const;

    /** \return the report from ToJson() */
    static IncRowReport FromJson(const nlohmann::ordered_json& members);

    /** \return a number of the row; nothing if it is unknown */
    template <typename T>
    std::optional<T> Get(const std::string& name) const
    {
        const auto found = fields.find(name);
        return found == fields.end() || found->is_null() ? std::nullopt
                                                         : std::optional(found->get<T>());
    }

    /** \return whether the row completed and no element was wrong */
    bool IsOk() const;

    nlohmann::ordered_json fields;  //!< the row in the result file
    nlohmann::ordered_json columns; //!< additional columns of a CSV file, for each kind of rows
    std::string text;               //!< lines of the table
    uint64_t pfcFrames{0};          //!< number of PFC frames sent
    std::optional<IncWindowsResult> windows; //!< windows of events, if they are reported
};

/**
 * \ingroup inc
 * \brief Cost of the simulation itself.
 *
 * Result files of two runs with the same seed differ only in wall time, CPU time and memory.
 */
struct IncSimulationInfo
{
    uint64_t events{0};                      //!< number of events executed by the simulator
    uint64_t packetHops{0};                  //!< number of times that a frame crossed a link
    double simulatedS{0};                    //!< simulated time, s
    double wallS{0};                         //!< elapsed real time, s
    double cpuS{0};                          //!< CPU time, s
    uint64_t peakRssBytes{0};                //!< largest resident memory of a process, bytes
    std::string ns3Version;                  //!< release of ns-3, e.g. "3.37"
    std::string moduleVersion;               //!< version of the module, as in the file VERSION
    std::optional<IncWindowsResult> windows; //!< windows of all rows, if they are reported
    std::optional<IncFastForwardReport>
        fastForward; //!< report of fast-forward, if it was asked for
};

/// \ingroup inc
/// \brief Everything that a program reports: the result file "inc-result/1".
struct IncResult
{
    std::vector<std::string> arguments; //!< arguments that repeat the run; empty if unknown
    /// Every argument with its value.
    nlohmann::ordered_json config = nlohmann::ordered_json::object();
    std::vector<IncRowReport> rows; //!< rows in the order of the table
    IncSimulationInfo simulation;   //!< cost of the simulation
    bool isInterrupted{false};      //!< whether the run ended before all rows

    /** \return the result file, ending in a newline; unknown values are null */
    std::string ToJson() const;

    /** \return a header line and a line per row, with the names of the result file's fields */
    std::string ToCsv() const;

    /** \return whether every row succeeded: the exit status is then 0, else 1 */
    bool IsOk() const;
};

} // namespace ns3

#endif // INC_RESULT_H
