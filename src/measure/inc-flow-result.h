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

/// \ingroup inc
/// \brief Record of one flow.
struct IncFlowRecord
{
    std::string from;            //!< name of the sending host
    std::string to;              //!< name of the receiving host
    uint64_t bytes{0};           //!< size of a message, bytes
    double startUs{0};           //!< time when the message was posted, since the row began
    std::optional<double> fctUs; //!< time from posting to ACK; nothing if none came
    double idealUs{0};           //!< completion time without other traffic, us

    /** \return completion time divided by `idealUs`; nothing if the flow did not complete */
    std::optional<double> GetSlowdown() const;

    /** \return header line of a table of flows, ending in a newline */
    static std::string Header();

    /** \brief Return a line of the table, with the number (from 0) of the row that ran the flow. */
    std::string ToText(std::size_t row) const;

    /** \return completion times and slowdowns of completed flows: one object for each decade of
     * sizes with such flows, smallest first */
    static nlohmann::ordered_json BySize(const std::vector<IncFlowRecord>& flows);
};

/// \ingroup inc
/// \brief Distribution of flow completion times, us, or of slowdowns. Quantiles are interpolated
/// between neighbors.
struct IncFlowTimes
{
    double mean{0};   //!< mean of all values
    double median{0}; //!< median: half of the values are smaller
    double p95{0};    //!< 95th percentile
    double p99{0};    //!< 99th percentile
    double max{0};    //!< largest value

    /** \brief Return the distribution of the times of all flows, us; there must be at least one. */
    static IncFlowTimes Of(std::vector<double> times);

    /** \return an object with a field for each number */
    nlohmann::ordered_json ToJson() const;
};

/// \ingroup inc
/// \brief Fields of a row of `--scheme=flows`, or of flows beside a collective.
struct IncFlowResult
{
    std::string pattern;                   //!< name of the traffic pattern
    uint32_t flows{0};                     //!< number of started flows
    std::optional<IncFlowTimes> times;     //!< completion times; nothing if not all flows completed
    std::optional<IncFlowTimes> slowdowns; //!< completion times relative to an idle network
    /// Balance over equal-cost paths; nothing if no path had an alternative.
    std::optional<IncEcmpBalance> balance;
    uint64_t reordered{0}; //!< number of data frames, sent once, that a later frame overtook
    std::optional<double> recoveryUs; //!< longest time from a failure to recovery; see IncFlowMeter
    std::vector<IncLinkLoad> links;   //!< load of every link and direction, idle ones included
    std::vector<IncFlowRecord> records; //!< one record for every flow

    /** \return the fields of a row of flows in the result file */
    nlohmann::ordered_json ToJson() const;

    /** \return the fields without links, as columns of a CSV file */
    nlohmann::ordered_json ToColumns() const;

    /** \return the fields as a line of text */
    std::string ToText() const;
};

} // namespace ns3

#endif // INC_FLOW_RESULT_H
