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
 * \brief Figures of one side of a benchmark.
 */
struct IncBenchFigures
{
    uint64_t dataPackets{0};  //!< data packets sent, retransmissions included
    uint64_t frameHops{0};    //!< one frame, data or ACK, over one link
    uint64_t events{0};       //!< executed by the simulator
    double setUpS{0};         //!< CPU seconds of the building
    double wallS{0};          //!< seconds, of the run without the building
    double cpuS{0};           //!< CPU seconds of the run without the building
    uint64_t peakRssBytes{0}; //!< largest resident set of the process
    uint64_t bytesPerHost{0}; //!< growth from before the network was built to the peak, by hosts
    int64_t simulatedNs{0};   //!< when an AllReduce was complete
    uint64_t jumpedEvents{0}; //!< events that were jumped over, and not executed
    bool countsPacketsOnly{false}; //!< frame hops and events are not known
    std::string failure; //!< description of what did not complete; empty if everything did

    /** \return frame hops by CPU seconds */
    double HopsPerCpuS() const;

    /** \return data packets by CPU seconds */
    double PacketsPerCpuS() const;

    /**
     * \param baseline figures of the other side
     * \return our frame hops per CPU second by its, or data packets where it knows no others;
     *         nothing if it has none
     */
    std::optional<double> RatioTo(const IncBenchFigures& baseline) const;

    /** \return the object of the result file */
    nlohmann::ordered_json ToJson() const;

    /**
     * \param json what ToJson() gave
     * \return the figures
     */
    static IncBenchFigures FromJson(const nlohmann::ordered_json& json);
};

/**
 * \ingroup inc
 * \brief Our side on one network, the median of its runs.
 */
struct IncBenchRow
{
    uint32_t k;           //!< ports of a switch
    IncBenchFigures ours; //!< figures of the median run, or of one that failed
    std::optional<double>
        ratio; //!< ratio to the baseline, the median of the runs; nothing without a baseline
};

/**
 * \ingroup inc
 * \brief Report of inc-bench: the result file "inc-bench/1".
 */
struct IncBenchResult
{
    nlohmann::ordered_json config;           //!< every argument with its value
    std::vector<IncBenchRow> rows;           //!< this module, at least one
    std::string baselineName;                //!< name of the baseline in the table
    std::optional<IncBenchFigures> baseline; //!< figures of the baseline

    /** \return the result file, ending in a newline; without a baseline its fields are null */
    std::string ToJson() const;

    /**
     * \brief Print the figures as a table; every line but the rows starts with `#`.
     * \param stream stream to print to
     */
    void Print(std::ostream& stream) const;

    /** \return what is compared, per CPU second: "hops" or "packets" */
    const char* Unit() const;

    /** \return whether the baseline, which does the same work, has the same results */
    bool IsSame() const;

    /** \return true if everything completed: the exit status is then 0, else 1 */
    bool IsOk() const;
};

} // namespace ns3

#endif // INC_BENCH_RESULT_H
