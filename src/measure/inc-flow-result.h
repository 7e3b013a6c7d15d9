/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_RESULT_H
#define INC_FLOW_RESULT_H

#include "inc-ecmp-balance.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Record of one flow.
 */
struct IncFlowRecord
{
    std::string from;            //!< name of a host
    std::string to;              //!< name of another one
    uint64_t bytes{0};           //!< size of a message, bytes
    double startUs{0};           //!< time when it was posted, from the start of the row
    std::optional<double> fctUs; //!< until it was acknowledged; nothing if it was not
    double idealUs{0};           //!< completion time in a network without any other traffic

    /** \return completion time by that without other traffic; nothing if it did not complete */
    std::optional<double> GetSlowdown() const;

    /** \return header line of a table of flows, ending in a newline */
    static std::string Header();

    /**
     * \param row number of the row that ran it, from 0
     * \return a line of the table
     */
    std::string ToText(std::size_t row) const;

    /**
     * \param flows any flows
     * \return completion times and slowdowns of those that completed, in decades of their sizes:
     *         an object for each decade that has some, the smallest first
     */
    static nlohmann::ordered_json BySize(const std::vector<IncFlowRecord>& flows);
};

/**
 * \ingroup inc
 * \brief Distribution of flow completion times, us, or of slowdowns. Quantiles are interpolated
 * between neighbors.
 */
struct IncFlowTimes
{
    double mean{0};   //!< mean over all flows
    double median{0}; //!< median: half of the flows are shorter
    double p95{0};    //!< 95th percentile
    double p99{0};    //!< 99th percentile
    double max{0};    //!< longest completion time

    /**
     * \param times of all flows, us, at least one
     * \return their distribution
     */
    static IncFlowTimes Of(std::vector<double> times);

    /** \return an object with a field for each number */
    nlohmann::ordered_json ToJson() const;
};

/**
 * \ingroup inc
 * \brief Fields of a row of `--scheme=flows`, or of flows beside a collective.
 */
struct IncFlowResult
{
    std::string pattern;                   //!< pattern, in place of the collective
    uint32_t flows{0};                     //!< flows that were started
    std::optional<IncFlowTimes> times;     //!< nothing if not all flows completed
    std::optional<IncFlowTimes> slowdowns; //!< completion times by those without other traffic
    std::optional<IncEcmpBalance> balance; //!< nothing where no path had an alternative
    uint64_t reordered{0};                 //!< data frames sent once that a later one overtook
    std::optional<double> recoveryUs;      //!< from a failure to what was under way acknowledged
    std::vector<IncLinkLoad> links;        //!< load of every link and direction, idle ones as well
    std::vector<IncFlowRecord> records;    //!< one record for every flow

    /** \return the fields of a row of flows in the result file */
    nlohmann::ordered_json ToJson() const;

    /** \return the same without links, one level: columns of a CSV file */
    nlohmann::ordered_json ToColumns() const;

    /** \return the same as a line of text */
    std::string ToText() const;
};

} // namespace ns3

#endif // INC_FLOW_RESULT_H
