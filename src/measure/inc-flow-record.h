/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_RECORD_H
#define INC_FLOW_RECORD_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief What became of one flow.
 */
struct IncFlowRecord
{
    std::string from;            //!< name of a host
    std::string to;              //!< name of another one
    uint64_t bytes{0};           //!< size of the message
    double startUs{0};           //!< when it was posted, from the start of the row
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
     * \param flows any
     * \return completion times and slowdowns of those that completed, in decades of their sizes:
     *         an object for each decade that has some, the smallest first
     */
    static nlohmann::ordered_json BySize(const std::vector<IncFlowRecord>& flows);
};

} // namespace ns3

#endif // INC_FLOW_RECORD_H
