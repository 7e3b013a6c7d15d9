/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BENCH_RESULT_H
#define INC_BENCH_RESULT_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Measured figures of one side of a benchmark, this module or a baseline.
struct IncBenchFigures
{
    uint64_t dataPackets{0};  //!< number of data packets sent, including retransmissions
    uint64_t frameHops{0};    //!< number of frames, data and ACKs, counted on each link
    uint64_t events{0};       //!< number of events that the simulator executed
    double setUpS{0};         //!< CPU time to build the network, s
    double wallS{0};          //!< wall time of the run without building the network, s
    double cpuS{0};           //!< CPU time of the run without building the network, s
    uint64_t peakRssBytes{0}; //!< largest resident memory of the process, bytes
    uint64_t bytesPerHost{
        0}; //!< peak memory minus the memory before the network was built, per host
    int64_t simulatedNs{
        0}; //!< simulated time at which an AllReduce was complete, ns; 0 for other scenarios
    uint64_t jumpedEvents{0};      //!< number of events that fast-forward skipped
    bool countsPacketsOnly{false}; //!< true if only data packets were counted, not hops or events
    std::string failure;           //!< error of a flow or rank that failed; empty if all completed

    double HopsPerCpuS() const;

    double PacketsPerCpuS() const;

    /** \return ratio of our frame hops per CPU second to the baseline's. If the baseline counts
     * only data packets, the ratio of packets; nothing if it counts neither */
    std::optional<double> RatioTo(const IncBenchFigures& baseline) const;

    nlohmann::ordered_json ToJson() const;

    static IncBenchFigures FromJson(const nlohmann::ordered_json& json);
};

/// \ingroup inc
/// \brief Result of this module on one network: the median of its runs.
struct IncBenchRow
{
    uint32_t k;           //!< ports of each switch
    IncBenchFigures ours; //!< figures of the median run, or of a run that failed
    std::optional<double>
        ratio; //!< median over the runs of the ratio to the baseline; nothing without a baseline
};

/// \ingroup inc
/// \brief Report of inc-bench: the result file "inc-bench/1".
struct IncBenchResult
{
    nlohmann::ordered_json config; //!< every argument with its value
    std::vector<IncBenchRow> rows; //!< results of this module, one for each network
    std::string baselineName;      //!< name of the baseline in the table
    std::optional<IncBenchFigures> baseline;

    /** \return text of the result file with a final newline; a missing baseline is null */
    std::string ToJson() const;

    /** \brief Print the figures as a table. All lines except rows begin with `#`. */
    void Print(std::ostream& stream) const;

    /** \return unit of the compared rate per CPU second: "hops" or "packets" */
    const char* Unit() const;

    /** \return true if simulated time, frame hops and data packets equal those of the baseline */
    bool IsSame() const;

    /** \return true if everything completed; the exit status is 0 then, otherwise 1 */
    bool IsOk() const;
};

} // namespace ns3

#endif // INC_BENCH_RESULT_H
