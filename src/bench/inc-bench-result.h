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

/**
 * \ingroup inc
 * \brief Measured figures of one side of a benchmark: this module or a baseline.
 */
struct IncBenchFigures
{
    uint64_t dataPackets{0};  //!< data packets sent, retransmissions included
    uint64_t frameHops{0};    //!< number of frames times links; data and ACKs count
    uint64_t events{0};       //!< number of events that the simulator executed
    double setUpS{0};         //!< CPU time to build the network, s
    double wallS{0};          //!< wall time of the run without building the network, s
    double cpuS{0};           //!< CPU time of the run without building the network, s
    uint64_t peakRssBytes{0}; //!< largest resident memory of the process, bytes
    uint64_t bytesPerHost{
        0}; //!< growth of memory from before the network was built to the peak, per host
    int64_t simulatedNs{
        0}; //!< simulated time at which an AllReduce was complete, ns; 0 for other scenarios
    uint64_t jumpedEvents{0};      //!< number of events that fast-forward skipped
    bool countsPacketsOnly{false}; //!< true if frame hops and events are unknown
    std::string failure; //!< error of a part that did not complete; empty if everything did

    /** \return frame hops per CPU second */
    double HopsPerCpuS() const;

    /** \return data packets per CPU second */
    double PacketsPerCpuS() const;

    /**
     * \param baseline figures of the other side
     * \return ratio of our frame hops per CPU second to the baseline's, or of data packets if the
     * baseline counts only these; nothing if it counts neither
     */
    std::optional<double> RatioTo(const IncBenchFigures& baseline) const;

    /** \return the figures as an object of the result file */
    nlohmann::ordered_json ToJson() const;

    /** \return the figures in an object from ToJson() */
    static IncBenchFigures FromJson(const nlohmann::ordered_json& json);
};

/**
 * \ingroup inc
 * \brief Result of this module on one network: the median of its runs.
 */
struct IncBenchRow
{
    uint32_t k;           //!< ports of each switch
    IncBenchFigures ours; //!< figures of the median run, or of a run that failed
    std::optional<double>
        ratio; //!< median of the runs' ratios to the baseline; nothing without a baseline
};

/**
 * \ingroup inc
 * \brief Report of inc-bench: the result file "inc-bench/1".
 */
struct IncBenchResult
{
    nlohmann::ordered_json config;           //!< every argument with its value
    std::vector<IncBenchRow> rows;           //!< results of this module, one for each network
    std::string baselineName;                //!< name of the baseline in the table
    std::optional<IncBenchFigures> baseline; //!< figures of the baseline

    /** \return text of the result file with a final newline; a missing baseline is null */
    std::string ToJson() const;

    /**
     * \brief Print the figures as a table. Lines that are no rows begin with `#`.
     * \param stream stream to print to
     */
    void Print(std::ostream& stream) const;

    /** \return the unit that is compared per CPU second: "hops" or "packets" */
    const char* Unit() const;

    /** \return true if a baseline that does equal work has equal results */
    bool IsSame() const;

    /** \return true if everything completed; the exit status is 0 then, otherwise 1 */
    bool IsOk() const;
};

} // namespace ns3

#endif // INC_BENCH_RESULT_H
