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
#include "inc-statistics.h"

#include "ns3/inc-execution-trace.h"
#include "ns3/inc-types.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Recovery of a row from failing links.
 */
struct IncRecovery
{
    std::optional<double> us; //!< longest; nothing where nothing was under way on them, or is lost
    bool hasFailed{false};    //!< a link failed before the row ended
    std::string failure;      //!< reason of the failure; empty: the row did not fail

    /** \return recovery_us of the result file and of a CSV file */
    nlohmann::ordered_json ToJson() const;

    /** \return the same as text */
    std::string ToText() const;
};

/**
 * \ingroup inc
 * \brief One rank's iteration of an execution trace. Times from the start of the iteration.
 */
struct IncRankResult
{
    std::string host;            //!< name of its node
    double endUs{0};             //!< end of the rank's last node
    double computeUs{0};         //!< time with a kernel at work
    double communicationUs{0};   //!< time with a communication under way
    double exposedUs{0};         //!< the part of the latter without a kernel at work
    double exposedMessagesUs{0}; //!< the part of that due to sends and receives
};

/**
 * \ingroup inc
 * \brief One collective of an execution trace.
 */
struct IncCallResult
{
    std::string name;                                   //!< name, as the lowest rank's trace has it
    std::string group;                                  //!< name of the group
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the call
    uint32_t ranks{0};                                  //!< ranks in the group
    uint64_t bytes{0};                                  //!< size, comm_size of the trace
    double startUs{0};                                  //!< the first rank's call
    double endUs{0};                                    //!< the last rank's completion
    double exposedUs{0};                                //!< average over the ranks of the group
};

/**
 * \ingroup inc
 * \brief All parts of the critical path that bear the same name.
 */
struct IncCriticalShare
{
    std::string name;  //!< name of the nodes
    uint64_t nodes{0}; //!< number of nodes on the path
    double timeUs{0};  //!< their part of the iteration
};

/**
 * \ingroup inc
 * \brief Times of an iteration of execution traces, by rank, collective and on the critical path.
 */
struct IncExecutionResult
{
    double iterationUs{0};                      //!< until the last node's end
    double exposedUs{0};                        //!< exposed communication, average over the ranks
    IncTraceCounts counts;                      //!< contents of the traces
    std::vector<IncRankResult> ranks;           //!< results by rank
    std::vector<IncCallResult> calls;           //!< calls in the order of their starts
    std::vector<IncCriticalShare> criticalPath; //!< the longest first; adds up to the iteration

    /** \return the fields that it adds to a row of the result file */
    nlohmann::ordered_json ToJson() const;

    /** \return the columns that it adds to a row of a CSV file */
    nlohmann::ordered_json ToColumns() const;
};

/**
 * \ingroup inc
 * \brief One layer or bucket of a workload: when its collective ran. Times from the start of the
 * iteration.
 */
struct IncLayerResult
{
    std::string name;                                   //!< name, as in the workload file
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of its gradient
    uint64_t bytes{0};                                  //!< bytes of its gradient
    IncDataType dtype{IncDataType::FLOAT32};            //!< type of the elements
    double startUs{0};                                  //!< first byte posted
    double endUs{0};                                    //!< last rank's completion
    double exposedUs{0};                                //!< part that no computation hides
};

/**
 * \ingroup inc
 * \brief One row of the table and of the result file: one size, or one workload, with one scheme.
 */
struct IncResultRow
{
    std::string scheme;                                     //!< "inc", "ring", "ps"
    IncCollective collective{IncCollective::ALLREDUCE};     //!< collective of the row
    uint64_t bytes{0};                                      //!< size per rank after rounding
    uint64_t count{0};                                      //!< elements in it
    std::optional<IncDataType> dtype{IncDataType::FLOAT32}; //!< nothing if a workload mixes them
    IncOperation op{IncOperation::SUM};                     //!< operation, for a reduction
    uint32_t workers{0};                                    //!< number of ranks
    std::optional<double> timeUs;                           //!< nothing if it did not complete
    std::optional<uint64_t> wrong;                          //!< elements; nothing if not verified
    std::optional<double> boundAlgbwGBps; //!< closed form; nothing if there is none
    std::optional<double> linkBoundGBps;  //!< bound by links alone, if slots bound more
    uint64_t packetsSent{0};              //!< frames given to links by all nodes
    uint64_t packetsLost{0};              //!< on links and in buffers
    uint64_t lostInBuffers{0};            //!< frames lost in full output queues
    uint64_t pfcFrames{0};                //!< frames of PFC that were sent
    uint64_t retransmissions{0};          //!< messages or frames sent again
    uint64_t timeouts{0};                 //!< how often retransmission timers expired
    uint64_t duplicatesDropped{0};        //!< recognised before any arithmetic
    uint64_t slotPeak{0};                 //!< slots in use at once in a switch
    uint64_t clientSlotPeak{0};           //!< messages of a worker in flight at once
    std::optional<uint32_t>
        slots;        //!< slots in effect, of all trees of a job; the fewest of several jobs
    std::string root; //!< node where it is reduced, or empty
    /// Edges of the aggregation trees: child and parent.
    std::vector<std::pair<std::string, std::string>> tree;
    uint64_t linkBytesTotal{0}; //!< Ethernet frames with FCS, all links
    uint64_t linkBytesMax{0};   //!< bytes on the most loaded link
    uint64_t linkCopies{0};     //!< result frames over links
    std::string bottleneckLink; //!< "a->b", the link busy for the longest time
    double bottleneckBusyUs{0}; //!< time for which it sent, preamble and gap included
    std::string status{"ok"};   //!< "ok", or what went wrong
    std::optional<IncSetupResult>
        setup; //!< scheme that really ran, if it may differ from the requested one
    std::vector<IncLayerResult> layers;          //!< layers, for a workload
    std::optional<IncFlowResult> flows;          //!< fields for flows without a collective
    std::optional<IncFlowResult> beside;         //!< flows beside the collective, if there were any
    std::optional<IncExecutionResult> execution; //!< fields for execution traces
    std::optional<IncJobsResult> jobs; //!< fields for several jobs at once, if they were asked for
    std::optional<IncRecovery> recovery;     //!< fields for collectives, if links fail
    std::optional<IncStatistics> statistics; //!< all counters, where asked for

    /** \return bytes by time in GB/s; nothing if it did not complete */
    std::optional<double> AlgbwGBps() const;

    /** \return algbw times nccl-tests' factor of the collective */
    std::optional<double> BusbwGBps() const;

    /** \return true if it completed and no element was found wrong */
    bool IsOk() const;
};

/**
 * \ingroup inc
 * \brief What the simulation itself took. Times and memory differ between two runs of the same
 * seed, nothing else in a result file does.
 */
struct IncSimulationInfo
{
    uint64_t events{0};        //!< executed by the simulator
    uint64_t packetHops{0};    //!< one frame over one link
    double simulatedS{0};      //!< seconds of simulated time
    double wallS{0};           //!< wall time, seconds
    double cpuS{0};            //!< CPU time, seconds
    uint64_t peakRssBytes{0};  //!< largest resident set of the process
    std::string ns3Version;    //!< release of ns-3, such as "3.37"
    std::string moduleVersion; //!< version of the module, as in the file VERSION
    std::optional<IncFastForwardReport>
        fastForward; //!< report of fast-forward, if it was asked for
};

/**
 * \ingroup inc
 * \brief Everything that a program reports: the result file "inc-result/1".
 */
struct IncResult
{
    std::vector<std::string> arguments; //!< arguments that repeat the run; empty: not said
    /// Every argument with its value.
    nlohmann::ordered_json config = nlohmann::ordered_json::object();
    std::vector<IncResultRow> rows; //!< rows in the order of the table
    IncSimulationInfo simulation;   //!< cost of the simulation
    bool isInterrupted{false};      //!< more rows were to come

    /** \return the result file, ending in a newline; what is not known is null */
    std::string ToJson() const;

    /** \return a header line and a line per row, with the names of the result file's fields */
    std::string ToCsv() const;

    /** \return true if every row is: the exit status is then 0, else 1 */
    bool IsOk() const;
};

} // namespace ns3

#endif // INC_RESULT_H
